"""Spanish: what a short answer states, together with the question before it."""

import re
from typing import Final

from recollect.learn.extract.es_alone import ALONE
from recollect.learn.extract.es_rule import unaccented
from recollect.learn.extract.es_words import KIN
from recollect.learn.extract.language import pattern
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.topics import Topic, Topics, aged, named_in, uncapped

_YES: Final = re.compile(
    r"^(?:sí|si|sip|claro(?: que sí)?|exacto|correcto|así es|efectivamente|eso es|por supuesto|desde luego|ajá|afirmativo|lo soy|lo estoy)(?!\w)[\s,.!]*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"^(?:no|nop|qué va|para nada|en absoluto|nunca)(?!\w)[\s,.!]*", re.IGNORECASE
)
# "no. bueno sí, la penicilina", "ninguna, salvo el polen"; "bueno, antes" takes nothing back.
RELENTS: Final = pattern(
    r"\W*(?:no|nop|ningun[oa]|nada|qué va|para nada)(?:[\s,.!…–—-]+(?:(?:ay|ah|uy|eh|mmm*|perdón|bueno|espera|espere|mentira|miento|sí|si|pues)(?!\w)[\s,.!…–—-]*)*"
    r"(?:bueno|espera|espere|mentira|miento|sí|ah si)[\s,.:!…–—-]+|[\s,.!…–—-]+(?:salvo|excepto|menos|aparte de|quitando) "
    r"|(?<=ningun[oa])[\s,.]+(?:solo|sólo) )(?=\w)(?!(?:no|nada|ningun\w*|nunca|antes|tampoco)(?!\w))"
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
# A question to the one who answers.
_TO_YOU: Final = re.compile(
    r"\b(?:tú|ti|contigo|vos|usted(?:es)?|vosotr[oa]s|te|os|\w+(?:áis|éis|steis|aste|iste)|"
    + "|".join(
        verb for verb in sorted(_VERBS, key=len, reverse=True) if verb not in {"viven", "tienen"}
    )
    + r")\b",
    re.IGNORECASE,
)
# "¿Qué medicación toma?": of whom is left out, and it may be "usted".
_OF_SOMEBODY: Final = re.compile(
    r"(?:y |pero |entonces )*(?:(?:a|en|de|desde|con) )?(?:(?:qué|cuánt[oa]s?|cuál|dónde|cómo|cuándo|quién)(?: (?!es\b|está\b)\w+){0,2} )?(?:ya |también |aún |todavía |no )*(?:se |le |lo |la )?"
    r"(?:tiene|toma|vive|trabaja|estudia|dedica|llama|padece|sufre|gusta|gustan|come|bebe|necesita|habla|juega|va|lleva|usa|es|está)\b(?! (?:el|la|los|las|eso|esto)\b)",
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


def _to(said: str) -> str:
    """What one is allergic to, behind "a": al polen, a la lactosa."""
    said = re.sub(r"^a (?=\w)", "", uncapped(said))
    if said.startswith("al "):
        return said
    return f"al {said[3:]}" if said.startswith("el ") else f"a {said}"


def _in(said: str) -> str:
    return re.sub(r"^en ", "", said, flags=re.IGNORECASE)


def _as(said: str) -> str:
    return re.sub(r"^(?:de|como) ", "", uncapped(said))


_TOPICS: Final = Topics(
    topics=(
        Topic(
            asked=pattern(r"\bintoleran(?:cias?|tes?)\b"),
            form="tengo alergia o intolerancia {}",
            theirs="{who} tiene alergia o intolerancia {}",
            none="no tengo alergias ni intolerancias",
            shaped=_to,
        ),
        Topic(
            asked=pattern(r"\balergias?\b|\bal[ée]rgic[oa]\b"),
            form="tengo alergia {}",
            theirs="{who} tiene alergia {}",
            none="no tengo alergias",
            shaped=_to,
        ),
        Topic(
            asked=pattern(
                r"\b(?:dieta|alimentación|alimentaci[oó]n|restricci[oó]n(?:es)? alimentarias?|comes (?:carne|de todo))\b"
            ),
            form="soy {}",
            fits=pattern(
                r"^(?:vegan[oa]|vegetarian[oa]|pescetarian[oa]|flexitarian[oa]|cel[ií]ac[oa]|intolerante|diab[eé]tic[oa])\b"
            ),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bmascotas?\b|\banimales\b"),
            form="tengo {}",
            none="no tengo mascotas",
            fits=pattern(r"^(?:un|una|dos|tres|cuatro|cinco|seis|\d+|varios|varias) \w"),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(
                r"\b(?:idiomas?|lenguas?)\b[^?]*\bhabl|\bhabl\w+[^?]*\b(?:idiomas?|lenguas?)\b"
            ),
            form="hablo {}",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\b(?:aficiones|afición|hobb(?:y|ies|ys)|pasatiempos?|tiempo libre)\b"),
            form="mis hobbies son {}",
            fits=pattern(r",| y | e "),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\b(?:aficiones|afición|hobb(?:y|ies|ys)|pasatiempos?|tiempo libre)\b"),
            form="mi hobby es {}",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(
                r"\b(?:medicamentos?|medicación|medicinas?|pastillas|tom(?:a|as) algo)\b"
            ),
            form="tomo {}",
            theirs="{who} toma {}",
            none="no tomo medicación",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(
                r"\b(?:usas|usás|utilizas|usa usted|utiliza usted) (?:\w+ )*?(?:herramientas?|app|aplicación|programa|editor|calendario|librería|framework)\b"
            ),
            form="uso {}",
            fits=pattern(r"^[\w.+#-]+(?:(?:,| y|) [\w.+#-]+){0,2}[.!]?$"),
        ),
        Topic(
            asked=pattern(r"\b(?:enfermedad(?:es)?|problemas? de salud)\b"),
            theirs="{who} tiene {}",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bhermanos\b"),
            form="tengo {}",
            theirs="{who} tiene {}",
            none="no tengo hermanos",
            fits=pattern(r"^(?:un|una|dos|tres|cuatro|cinco|\d+) \w"),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bdónde vive\b"),
            theirs="{who} vive en {}",
            shaped=_in,
        ),
        Topic(
            asked=pattern(r"\b(?:a qué se dedica|(?:en|de) qué trabaja)\b"),
            theirs="{who} trabaja de {}",
            shaped=_as,
        ),
        Topic(
            asked=pattern(r"\b(?:cuántos años|qué edad) tiene\b"),
            form="tengo {}",
            theirs="{who} tiene {}",
            fits=pattern(r"^(?:\d+|\w+)(?: (?:años?|mes(?:es)?|semanas?))?[.!]?$"),
            shaped=aged("años"),
        ),
    ),
    of_others=pattern(
        r"\b(?:él|ella|ellos|ellas|alguien|invitad[oa]s?|guardería|colegio|cole|niñ[oa]s|hij[oa]s?|familia|grupo|gente|recetas?|programación|debería"
        r"|tus? (?!(?:alergias?|dieta|alimentación|aficiones|hobbies|pasatiempos?|mascotas?|idiomas?|lenguas?|medica\w+|tiempo)\b)\w+)\b"
    ),
    to_you=pattern(rf"{_TO_YOU.pattern}|\b(?:tus?|sus?|vuestr[oa]s?)\b"),
    spoken_of=pattern(
        r"\b(?:él|ella|(?:tus?|sus?|el|la|los|las) (?:hij[oa]s?|mujer|marido|pareja|madre|padre|herman[oa]|niñ[oa]s?|bebé|perr[oa]|gat[oa]|invitados|amig[oa]s?))\b"
    ),
    none=pattern(
        r"(?:no|nop|ningun[oa]|nada|qué va|para nada)(?:,? (?:ningun[oa]|nada|por suerte|gracias|que yo sepa|tengo))*[.!]?"
    ),
    front=pattern(
        r"^(?:(?:solo|sólo|sobre todo|principalmente|pues|bueno|eh|mmm*|y|no(?=,? (?:solo|sólo)\b))[, ]+)+"
    ),
    vague=pattern(
        r"(?:no|nada|ningun\w*|quizás?|depende|por qué|qué|cómo|igual|bien|genial|gracias|ok|vale|claro|sí|jaja\w*|cada|desde|pero|porque|cuando|donde|quién|todo|todos|muchos?|muchas?|eso|esto|siempre|a veces|perdón|hola|puedes|podrías|como siempre|para|con|mi|mis)\b"
    ),
    verbs=ALONE.verbs,
)


def answered(question: str, reply: str) -> str | None:
    """The statement that a reply makes of the last question before it, in the first person."""
    asked = _LAST_QUESTION.findall(question)
    said = reply.strip()
    if not asked or not said:
        return None
    last = asked[-1].strip()
    for asks, part in ((_FIRST_OF_TWO, 0), (_SECOND_OF_TWO, -1)):
        chosen = asks.match(said)
        if chosen and " o " in last:
            return _agreed(
                last.rstrip("?").split(" o ")[part] + "?", said[chosen.end() :], positive=True
            )
    yes, no = _YES.match(said), _NO.match(said)
    told = _TOPICS.told(question, last, said[yes.end() :] if yes else said)
    if told:
        return told
    if yes:
        return _agreed(last, said[yes.end() :], positive=True)
    if no:
        return _agreed(last, said[no.end() :], positive=False)
    return _filled(last, said)


def answered_of(who: str, question: str, reply: str) -> str | None:
    """The statement that a reply makes of somebody else, of whom the last question asks."""
    asked = _LAST_QUESTION.findall(question)
    if not asked or who == "ellos" or who.startswith("mis "):
        return None  # of several the verb would be another
    return _TOPICS.told_of(who, asked[-1], _YES.sub("", reply.strip()))


def asked_about(question: str, scene: Scene) -> str:
    """Of whom the last question asks, other than the one who answers: "mi hermano"."""
    asked = _LAST_QUESTION.findall(question)
    if not asked or _TO_YOU.search(asked[-1]):
        return ""
    found = _OF_ANOTHER.search(asked[-1])
    if found:
        return f"mi{found['many'] or ''} {found['kin']}"
    named = "" if _TOPICS.to_you.search(asked[-1]) else named_in(asked[-1], scene)
    if named:
        return named
    return _left_out(scene) if _OF_SOMEBODY.match(asked[-1].strip()) else ""


def _left_out(scene: Scene) -> str:
    """Whom a question means that names nobody: one who was spoken of right before; "ellos" where it may be several."""
    near = [one for one in scene.lately if not one.bare and one.subject.name != scene.speaker]
    if len(near) > 1:
        return "ellos"
    return ("ella" if near[0].gender == "f" else "él") if near else ""


def asked_of_anybody(question: str) -> bool:
    """Whether the last question asks for what anybody may have, and names nobody."""
    asked = _LAST_QUESTION.findall(question)
    return bool(asked) and _TOPICS.of_anybody(asked[-1])


def _agreed(question: str, rest: str, *, positive: bool) -> str | None:
    found = _YES_NO.search(question)
    if found and " o " not in question:
        begun = (
            f"{'' if positive else 'no '}{_VERBS[found['verb'].lower()]} {found['rest'].strip()}"
        )
        if positive and _TO_WHAT.match(rest):  # "¿tienes alguna alergia?" "sí, al polen"
            begun = _SOME.sub(" ", begun)
        if positive and _TOPICS.names(rest) and not _REST.match(rest):
            return f"{begun}: {rest}"
        return f"{begun} {rest}".strip() if positive and _REST.match(rest) else begun
    return _filled(question, rest) if rest else None


def _filled(question: str, said: str) -> str | None:
    if len(said.split()) > _MOST_WORDS or said.endswith("?"):
        return None
    for asks, form in _QUESTIONS:
        found = asks.search(question)
        if found:
            said = re.sub(r"^(?:en|de|es|a|como|soy|mi)\s+(?=\S)", "", said, flags=re.IGNORECASE)
            said += " años" if form == "tengo {}" and said.isdigit() else ""
            return form.format(said, **found.groupdict())
    return None
