"""Spanish: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone

ALONE: Final = Alone(
    verbs=re.compile(
        r"\b(?:es|son|soy|somos|est[áa]\w*|estoy|era|eran|fue|hay|tiene\w*|tengo|tenemos|va|voy|vamos|van|puede\w*|puedo"
        r"|quiere\w*|quiero|hace\w*|hago|me|se|nos|le|les|lo|vive\w*|trabaja\w*|llega\w*|viene\w*|sale\w*|empieza\w*|cuesta\w*"
        r"|lleva\w*|llevo|toca|gusta\w*|sabe\w*|da|dan|doy|debe\w*|prefier\w+|necesit\w+|\w+(?:amos|emos|imos|aron|ieron|aba|aban"
        r"|ía|ían|ó|é)|\w{3,}(?:[aei]me|[aei]nos|[aei]dme|[aei]melo)|yo|nunca|siempre|por favor)\b",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"(?:^|\b(?:no|ya|y|ni|que|si|me|te|se|nos|yo) )(?P<word>lo(?= (?!que\b|de\b|m[áa]s\b|mejor\b|peor\b|mismo\b)\w)"
        r"|l[ao]s?(?= (?:\w+(?:[éí]|[aei]mos|ó|aba|ngo)|llevo|quiero|hago|veo|compro|vendo|uso|saco|dejo|paso|sustento|presento|entrego"
        r"|termino|cambio|espera|hace|tiene|lleva|quiere)\b))"
        r"|\b(?:eso|esto|ahí|allí|él|ella|ellos|ellas|(?:el|la) (?:m[íi][oa]|suy[oa]))\b",
        re.IGNORECASE,
    ),
    named=re.compile(
        r"\b(?:el|la|los|las|una?|mis?|nuestr[oa]s?|\d+) [a-zñáéíóú]{3,}|(?<=\w )(?-i:[A-ZÁÉÍÓÚÑ])\w+",
        re.IGNORECASE,
    ),
)
