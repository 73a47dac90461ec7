"""Spanish: words that hint at what sort of statement a clause is. They decide nothing: learned weights do."""

from collections.abc import Mapping
from re import Pattern
from typing import Final

from recollect.learn.extract.es_words import PARTS
from recollect.learn.extract.language import pattern

HINTS: Final[Mapping[str, Pattern[str]]] = {
    "taste": pattern(
        r"\b(?:gusta\w*|encanta\w*|odi[oa]\w*|detest\w*|prefier\w*|favorit\w*|soport\w*|aguant\w*|fan|asco|manía|apasion\w*|me (?:flipa|mola|chifla|pirra|choca|late)|ni (?:loco|loca|muert[oa])|demasiado|paso de|nada de|antes que|mejor sin)\b"
    ),
    "decided": pattern(
        r"\b(?:decid\w*|decisión|acord\w*|quedamos|eleg\w*|nos quedamos|al final|cancel\w*|descart\w*|hemos tirado|cambiamos|pasamos|dejo|dejamos|renunci\w*|acept\w*|rechac\w*|firm[ée]\w*|a partir de|desde ahora|en vez de|en lugar de|ya no|se acabó)\b"
    ),
    "steps": pattern(
        r"\b(?:primero|luego|después|antes de|hay que|siempre|nadie|sólo|solo|cada|tiene que|visto bueno|aprueb\w*|paso a paso|a mano|hasta que|en cuanto|salvo)\b"
    ),
    "to do": pattern(
        r"\b(?:tengo que|tenemos que|hay que|debo|cita|turno|plazo|entrega|vence|antes del|para el|hasta el|mañana|pasado mañana|próxim[oa]|que viene|voy a|vamos a|reserv\w*|apunt\w*|promet\w*|me encargo|llevo yo|viaj\w*|vuelo|examen|entrevista|reunión|el \d+)\b"
    ),
    "asked of you": pattern(
        r"^(?:(?:por favor|porfa|y|desde ahora|a partir de ahora) )*(?:siempre|nunca|no me|no uses|sin|respóndeme|responde|escr[ií]be\w*|ll[aá]mame|usa|pon|ponme|dime|evita|trátame|tutéame|recuérda\w*|háblame|deja|ni )\b"
    ),
    "kin": pattern(r"\b(?:<KIN>)\b", **PARTS),
    "skill": pattern(
        r"\b(?:sé|sabe|hablo|habla|domin\w*|aprend\w*|titul\w*|carnet|carné|licencia|certific\w*|principiante|nivel|experiencia|[abc][12]|toco|toca|manej\w*|entiendo)\b"
    ),
    "rule": pattern(
        r"\b(?:siempre|nunca|cada|todos los|todas las|sólo|solo|debe|deben|obligatori\w*|desde ahora|cuando|salvo|si|norma|regla)\b"
    ),
    "called": pattern(r"\b(?:se llama\w*|llamad[oa]|apod\w*|nombre|le (?:decimos|pusimos))\b"),
    "health": pattern(
        r"\b(?:al[eé]rgi\w*|diab[eé]t\w*|asm\w*|oper\w*|diagnost\w*|medicament\w*|pastilla\w*|celíac\w*|embaraz\w*|sangre|lesi\w*|romp\w*|migraña\w*|insulina|intoleran\w*)\b"
    ),
    "wanted": pattern(r"\b(?:quier\w*|queremos|quisiera|necesit\w*|me gustaría)\b"),
}
