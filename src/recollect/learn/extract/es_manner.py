"""Spanish: how people want to be answered and called; as in `en_manner.py`."""

import re
from typing import Final

from recollect.learn.extract.es_rule import rule, unaccented
from recollect.learn.extract.language import Wishes
from recollect.model.entry import Kind

_LIKE: Final = Kind.PREFERENCE
_ASKS: Final = r"[¿¡]*(?:me )?(?:puedes|podés|podrías|puede|podría) "
_ANY: Final = rf"(?:{_ASKS}|(?:por favor,?|porfa,?|mejor|pero|y|siempre|solo|prefiero|a partir de ahora,?|desde ahora,?|de ahora en adelante,?|ya|ahora) )*"
_ONCE: Final = r"(?!.*\b(?:aquí|esta vez|hoy|est[aeo]s?|el (?:correo|mensaje|texto)|la carta)\b)"
_END: Final = r"(?:,? (?:por favor|porfa|porfi|a partir de ahora|desde ahora|de ahora en adelante|siempre|mejor|otra vez|de nuevo|conmigo|vale))*(?:,? (?:que quiero|para practicar|porque|así) ?.*)?$"
_TONGUE: Final = (
    r"(?:español|castellano|inglés|francés|alemán|italiano|portugués|catalán|gallego|euskera|ruso)"
)
_THING: Final = r"(?:emojis?|emoticonos|viñetas|listas|tablas|tecnicismos|jerga|anglicismos|abreviaturas|signos de exclamación|rodeos|fuentes|disculpas)"
_HOW: Final = rf"(?:en {_TONGUE}|(?:más )?(?:breve|breves|corto|cortito|brevemente|detallado|largo)|con (?:más|menos) detalles?|en pocas palabras)"

MANNER: Final = (
    rf"{_ONCE}(?:{_ANY}(?:respóndeme|contéstame|escríbeme|háblame|responde|contesta|responder|contestar|escribir|hablar|responderme|contestarme|escribirme|hablarme) (?:siempre )?{_HOW}"
    rf"|{_ANY}(?:que )?(?:tus |las )?respuestas (?:siempre |más |muy )*(?:cortas|breves|concisas|largas|detalladas)"
    rf"|{_ANY}(?:nada de|sin|no uses|no pongas|evita|deja de usar|menos|usa|usar|volver a usar|vuelve a usar|poner|volver a poner) (?:tant[oa]s? |más |los |las |el |la )?{_THING}"
    rf"|{_ANY}(?:usa|use|usar|vuelve a|volver a)(?: usar)? (?:el sistema (?:métrico|imperial)|unidades (?:métricas|imperiales)|grados celsius|kilómetros|millas)"
    r"|[¿¡]*(?:podemos|por qué no nos|nos podemos) (?:tutearnos|tutear|tuteamos|tratarnos de (?:tú|usted))|(?:tutéame|tutéeme)|prefiero que me (?:tutees|trates de (?:tú|usted))"
    r"|(?:por favor,? )?deja de (?:disculparte|repetir\w*|halagarme|adularme|tratarme|hablarme|llamarme|usar)\b.*|no (?:hace falta|es necesario|tienes) que (?:te disculpes|disculparte|me expliques|explicarme|pongas|cites|uses)\b.*"
    rf"|no me des tant[oa]s? \w+|{_ANY}(?:explícame|explicarme) (?:las cosas|todo) .+|cuando (?:me des|te pida|me pases|escribas) \w+,? (?:solo|sin|no|nunca|siempre)\b.+"
    rf"|(?:los |las )?(?:emojis|fuentes|viñetas|listas) (?:ya )?están bien){_END}"
)
_NO_NAME: Final = r"(?!(?:luego|mañana|hoy|cuando|si|que|qué|cómo|algo|al?|por|más|cuál|una?|el|las?|los|de|en|después|antes|esta|este|ya|ahora|tonto|loco|loca|raro|rara|antiguo|antigua|lo|todo|cosas|tus?|sus?|mi|mis)\b)"
NICKNAME: Final = rf"{_ANY}(?:no me llames|llámame|llámeme|llamarme|llamar|dime|decime) {_NO_NAME}(?P<object>[\w'-]+)(?: [\w'-]+)?{_END}"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(unaccented(text), re.IGNORECASE)


WISHES: Final = Wishes(
    told=_pattern(f"(?:{MANNER}|{NICKNAME})"),
    opens=_pattern(_ASKS),
    drafts=_pattern(
        r"\b(?:escrib\w*|redacta\w*|haz\w*|hacer\w*|prepara\w*|crea\w*|traduc\w*|tradúc\w*|resum\w*|acorta\w*|necesito)\b.{0,40}?\b(?:correo|e-?mail|mail|carta|mensaje|texto|publicación|post|pie de foto|redacción|informe|cuento|historia|poema|discurso|felicitación|invitación|descripción|reseña|resumen|lista|título|eslogan|anuncio|artículo|currículum|presentación|código|función)\b"
    ),
    lasts=_pattern(
        r"\b(?:siempre|nunca|a partir de ahora|desde ahora|en adelante|tus|respuestas|me|conmigo|volver|vuelve|\w+(?:me|nos)|tutear\w*|respond\w+|contest\w+)\b"
    ),
)
MANNERS: Final = (
    rule(
        _LIKE,
        "llámame llamame llámeme llamarme llamar llames dime decime",
        NICKNAME,
        "nickname",
        confidence=0.75,
    ),
    rule(_LIKE, "", MANNER, "instruction", confidence=0.75),
)
