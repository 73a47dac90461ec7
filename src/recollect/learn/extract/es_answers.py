"""Spanish: what a short answer states, together with the question before it."""

import re
from typing import Final

from recollect.learn.extract.es_rule import unaccented
from recollect.learn.extract.es_words import KIN

_YES: Final = re.compile(
    r"^(?:sí|si|sip|claro(?: que sí)?|exacto|correcto|así es|efectivamente|eso es|por supuesto|desde luego|ajá|afirmativo|lo soy|lo estoy)(?!\w)[\s,.!]*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"^(?:no|nop|qué va|para nada|en absoluto|nunca)(?!\w)[\s,.!]*", re.IGNORECASE
)
_FIRST_OF_TWO: Final = re.compile(
    r"^(?:lo primero|la primera|el primero|lo 1º)\b[\s,.]*", re.IGNORECASE
)
_SECOND_OF_TWO: Final = re.compile(
    r"^(?:lo segundo|la segunda|el segundo|lo último|esto último|lo otro)\b[\s,.]*", re.IGNORECASE
)
_LAST_QUESTION: Final = re.compile(r"[^.!?¿\n]+\?")
_REST: Final = re.compile(r"(?:desde|hace|en|hasta|con|pero|y|al?|de|por)\b", re.IGNORECASE)
_TO_WHAT: Final = re.compile(r"al? ", re.IGNORECASE)
_SOME: Final = re.compile(r" (?:alguna?|algún) ", re.IGNORECASE)
_MOST_WORDS: Final = 10
# "¿Y tu hermano?", "¿dónde trabaja su mujer?": a question that asks of somebody else.
_OF_ANOTHER: Final = re.compile(
    unaccented(rf"\b(?:tu|su|vuestr[oa])(?P<many>s)? (?P<kin>{KIN})(?!\w)"), re.IGNORECASE
)

# How a question to "tú", "usted" or "vos" is answered: the verb in the first person.
_VERBS: Final = {
    "eres": "soy", "es usted": "soy", "sos": "soy", "estás": "estoy", "está usted": "estoy", "tienes": "tengo", "tiene usted": "tengo",
    "tenés": "tengo", "vives": "vivo", "vivís": "vivo", "vive usted": "vivo", "trabajas": "trabajo", "trabajás": "trabajo",
    "comes": "como", "comés": "como", "bebes": "bebo", "tomas": "tomo", "tomás": "tomo", "usas": "uso", "usás": "uso",
    "utilizas": "utilizo", "hablas": "hablo", "hablás": "hablo", "juegas": "juego", "jugás": "juego", "tocas": "toco", "tocás": "toco",
    "fumas": "fumo", "fumás": "fumo", "conduces": "conduzco", "manejas": "manejo", "manejás": "manejo", "prefieres": "prefiero",
    "preferís": "prefiero", "estudias": "estudio", "estudiás": "estudio", "sigues": "sigo", "seguís": "sigo", "llevas": "llevo",
    "llevás": "llevo", "haces": "hago", "hacés": "hago", "vas": "voy", "padeces": "padezco", "sufres": "sufro", "practicas": "practico",
    "te gusta": "me gusta", "te gustan": "me gustan", "viven": "vivimos", "vivís juntos": "vivimos", "tenéis": "tenemos", "tienen": "tenemos",
    "cocinas": "cocino", "viajas": "viajo", "entrenas": "entreno", "corres": "corro", "necesitas": "necesito",
}  # fmt: skip
_YES_NO: Final = re.compile(
    r"(?:^|[\s,])(?:y |o |pero |entonces |tú |vos |usted |también |ya |todavía |aún )*(?P<verb>"
    + "|".join(sorted(_VERBS, key=len, reverse=True))
    + r") (?P<rest>[^,?]+)",
    re.IGNORECASE,
)
_WHAT: Final = (
    (
        r"(?:dónde|donde|en qué (?:ciudad|país|zona|barrio|pueblo)) (?:vives|vivís|vive|estás|residís|resides)",
        "vivo en {}",
    ),
    (r"de dónde (?:eres|sos|es)", "soy de {}"),
    (r"(?:dónde|en qué empresa|para quién) (?:trabajas|trabajás|trabaja)", "trabajo en {}"),
    (
        r"(?:a qué te dedicas|a qué te dedicás|a qué se dedica|en qué trabajas|en qué trabajás|de qué trabajas|cuál es tu (?:trabajo|profesión|oficio))",
        "trabajo de {}",
    ),
    (r"(?:cuántos años tienes|cuántos años tenés|qué edad (?:tienes|tenés|tiene))", "tengo {}"),
    (r"cómo (?:te llamas|te llamás|se llama usted)|cuál es tu nombre", "me llamo {}"),
    (
        r"(?:cuál|qué|cuándo|quién|cómo) (?:es|son) (?:tu|tus|su) (?P<thing>(?!pregunta|duda|idea|objetivo|problema)[\w ]{3,30}?)\s*\?",
        "mi {thing} es {}",
    ),
    (r"cómo se llama(?:n)? (?:tu|tus|su) (?P<thing>[\w ]{3,20}?)\s*\?", "mi {thing} se llama {}"),
    (
        r"qué (?P<thing>[\w ]{3,25}?) (?:usas|usás|tienes|tenés|llevas|conduces|manejas|prefieres)\b",
        "mi {thing} es {}",
    ),
    (
        r"cuánto (?:es|era|fue|sería|cuesta|vale|dura|mide|pesa) (?:la|el|tu|su|esa|ese) (?P<thing>[\w ]{3,25}?)\s*\?",
        "mi {thing} es {}",
    ),
    (r"qué (?:estudias|estudiás|estás estudiando)", "estudio {}"),
)
_QUESTIONS: Final = tuple((re.compile(pattern, re.IGNORECASE), form) for pattern, form in _WHAT)


def answered(question: str, reply: str) -> str | None:
    """The statement that a reply makes of the last question before it, in the first person."""
    asked = _LAST_QUESTION.findall(question)
    said = reply.strip()
    if not asked or not said:
        return None
    last = asked[-1].strip()
    for pattern, part in ((_FIRST_OF_TWO, 0), (_SECOND_OF_TWO, -1)):
        chosen = pattern.match(said)
        if chosen and " o " in last:
            return _agreed(
                last.rstrip("?").split(" o ")[part] + "?", said[chosen.end() :], positive=True
            )
    yes, no = _YES.match(said), _NO.match(said)
    if yes:
        return _agreed(last, said[yes.end() :], positive=True)
    if no:
        return _agreed(last, said[no.end() :], positive=False)
    return _filled(last, said)


def asked_about(question: str) -> str:
    """Of whom the last question asks, other than the one who answers: "mi hermano"."""
    asked = _LAST_QUESTION.findall(question)
    found = _OF_ANOTHER.search(asked[-1]) if asked else None
    return f"mi{found['many'] or ''} {found['kin']}" if found else ""


def _agreed(question: str, rest: str, *, positive: bool) -> str | None:
    found = _YES_NO.search(question)
    if found and " o " not in question:
        begun = (
            f"{'' if positive else 'no '}{_VERBS[found['verb'].lower()]} {found['rest'].strip()}"
        )
        if positive and _TO_WHAT.match(rest):  # "¿tienes alguna alergia?" "sí, al polen"
            begun = _SOME.sub(" ", begun)
        return f"{begun} {rest}".strip() if positive and _REST.match(rest) else begun
    return _filled(question, rest) if rest else None


def _filled(question: str, said: str) -> str | None:
    if len(said.split()) > _MOST_WORDS or said.endswith("?"):
        return None
    for pattern, form in _QUESTIONS:
        found = pattern.search(question)
        if found:
            said = re.sub(r"^(?:en|de|es|a|como|soy|mi)\s+(?=\S)", "", said, flags=re.IGNORECASE)
            said += " años" if form == "tengo {}" and said.isdigit() else ""
            return form.format(said, **found.groupdict())
    return None
