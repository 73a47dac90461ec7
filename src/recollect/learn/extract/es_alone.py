"""Spanish: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone, Company

# What is always that of something.
_OF_WHAT: Final = (
    "fecha|plazo|fiesta|examen|resto|entrega|cita|reunión|entrevista|prueba|boda|presupuesto|precio|resultado|firma"
    "|noche|turno|tema|motivo"
)
# What one counts or reckons by is nothing that "lo" means.
_TIMES: Final = (
    "años?|mes|meses|semanas?|días?|horas?|minutos?|veces|vez|euros?|pesos|pavos|mañana|tarde|noche|otr[oa]s?"
    "|lunes|martes|miércoles|jueves|viernes|sábado|domingo|verano|invierno|primavera|otoño"
)
ALONE: Final = Alone(
    verbs=re.compile(
        r"\b(?:es|son|soy|somos|est[áa]\w*|estoy|era|eran|fue|hay|tiene\w*|tengo|tenemos|va|voy|vamos|van|puede\w*|puedo"
        r"|quiere\w*|quiero|hace\w*|hago|me|se|nos|le|les|lo|vive\w*|trabaja\w*|llega\w*|viene\w*|sale\w*|empieza\w*|cuesta\w*"
        r"|lleva\w*|llevo|toca|gusta\w*|sabe\w*|da|dan|doy|debe\w*|prefier\w+|necesit\w+|(?!(?:(?:medio)?día|todavía|tía|café|té|bebé|puré)\b)\w+(?:amos|emos|imos|aron|ieron|aba|aban"
        r"|ía|ían|ó|é)|\w{3,}(?:[aei]me|[aei]nos|[aei]dme|[aei]melo)|yo|por favor)\b|^(?:nunca|siempre)\b",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"\blo(?= (?!que\b|de\b|del\b|m[áa]s\b|mejor\b|peor\b|mismo\b|[úu]nico\b|primero\b|bueno\b|malo\b|[úu]ltimo\b)\w)"
        r"|\bl[ao]s?(?= (?:\w+(?:[éí]|[aei]mos|ó|aba|ngo)|llevo|quiero|hago|veo|compro|vendo|uso|saco|dejo|paso|sustento|presento|entrego"
        r"|termino|cambio|espera|hace|tiene|lleva|quiere|espero|pido|mando|cojo|guardo|pongo)\b)"
        r"|\b(?:eso|esto|ahí|allí|él|ella|ellos|ellas|\w{2,}[aei]rl[oa]s?|es[ea](?=\W*$)|est[ea](?=\W*$))\b",
        re.IGNORECASE,
    ),
    lacks=re.compile(
        r"\b(?:(?:el|la|los|las) (?:m[íi][oa]|suy[oa]|tuy[oa])s?|hasta entonces|es[oa]s \d+|(?:los|las) dos(?=\W*$)"
        r"|(?:el|la|los|las) (?:otr[oa]|mayor|menor|pequeñ[oa]|nuev[oa]|viej[oa]|(?<!es el )(?:azul|roj[oa]|verde)|grande|chic[oa]|primer[oa]|segund[oa])s?(?=\W*$| (?:no|es|son|tiene|va|está|se)\b)"
        r")\b|^(?:a m[íi] )?(?:no |tampoco |ya no )?me (?:gustan?|encantan?|interesan?|horrorizan?)(?: nada| mucho| tanto| demasiado)?\W*$|\b(?:tiene|es|está|son|mide|pesa|dura|cuesta)\W{0,3}\?",
        re.IGNORECASE,
    ),
    part_of=re.compile(
        rf"^(?:la |el )?(?:{_OF_WHAT})\b(?! (?:de|del|con|en|para)\b)"
        r"|\b(?:somos|son|quedan|tengo|tenemos|pago|gano|faltan|cobro) (?:como |unos |unas |casi |solo )?\d[\d.,]*(?=\W*$)",
        re.IGNORECASE,
    ),
    opens=re.compile(
        r"(?:(?:ya|no|aún|todavía) )*(?:es|son|era|eran|fue|está|están|va a ser|cuesta|vale|empieza|caduca|les? \w+)\b",
        re.IGNORECASE,
    ),
    when=re.compile(
        r"\b(?:hasta entonces|(?:ese|aquel) (?:día|finde|fin de semana)|esa (?:noche|tarde|semana)|al día siguiente)\b",
        re.IGNORECASE,
    ),
    named=re.compile(
        rf"\b(?:el|la|los|las|una?|mis?|nuestr[oa]s?|\d+) (?!(?:{_TIMES})\b)[a-zñáéíóú]{{3,}}|(?<=\w )(?-i:[A-ZÁÉÍÓÚÑ])\w+",
        re.IGNORECASE,
    ),
    # What is named may be taken up again right behind it: "la amarilla la tengo".
    parts=re.compile(""),
    people={"él": "m", "ella": "f"},
    agrees={
        "lo": re.compile(r"\b(?:el|un|mi|este|al|del) \w{3,}", re.IGNORECASE),
        "la": re.compile(r"\b(?:la|una|mi|esta) \w{3,}", re.IGNORECASE),
        "los": re.compile(r"\b(?:los|unos|mis|\d+|dos|tres) \w{3,}", re.IGNORECASE),
        "las": re.compile(r"\b(?:las|unas|mis|\d+|dos|tres) \w{3,}", re.IGNORECASE),
    },
    takes_up=frozenset({"eso", "esto"}),
)
# "nos vamos en mayo, mi madre" "y yo".
COMPANY: Final = Company(behind=re.compile(r" y yo(?=\s*(?:[,.;!?…]|$))", re.IGNORECASE))
