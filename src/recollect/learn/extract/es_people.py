"""Spanish: who people are to each other."""

from typing import Final

from recollect.learn.extract.es_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_BOND = Kind.RELATIONSHIP
_PERSON = r"(?-i:(?:(?:Dra?|Sra?|Prof)\. )?[A-ZÀ-Þ][a-zà-ÿ]+(?: [A-ZÀ-Þ][a-zà-ÿ]+)?)(?!\w)"

PEOPLE: Final = (
    rule(
        _BOND,
        "es fue era",
        rf"(?P<who>{_PERSON}),? (?:es|era|fue)(?: ahora| también| todavía| como)? (?:mis?|nuestr[oa]|(?P<others>su)) (?:<AGE> )?(?P<object><KIN>|[\w-]+(?: [\w-]+)?)\b.*",
        "role",
        relation="has {role}",
        confidence=0.8,
    ),
    rule(
        _BOND,
        "es que",
        rf"(?P<who>{_PERSON}),? (?:que )?es (?:el|la) (?:otr[oa] )?(?P<object>(?:que (?:manda|lleva|dirige|decide|coordina|se encarga|hace|paga|corta)|<KIN>|encargad[oa]|responsable|due[ñn][oa]|dueñ[oa]|directora?|presidenta?|capitana?|cocinera?|administradora?|portera?|que)\b.*)",
        "role",
        relation="is",
        confidence=0.75,
    ),
    rule(
        _BOND,
        "llama llaman nombre es son",
        rf"(?P<who>(?:mis?|nuestr[oa]s?) (?:<AGE> )?(?P<object><KIN>)(?: <AGE>| de [\w-]+)?) (?:se llaman?|son|es) (?P<named>{_PERSON}(?: y {_PERSON})?)(?=$|,| (?:y|tiene|vive|es)\b).*",
        "relative",
        relation="has {role}",
        type=Type.PERSON,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "reporto respondo dependo",
        r"<PRE>(?:yo )?(?:reporto|respondo|dependo)(?: directamente)? (?:a|ante|de) (?P<object>.+)",
        "manager",
        relation="reports to",
        type=Type.PERSON,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "conozco conocemos conocí conocimos",
        r"<PRE>(?:conozco|conocemos|conocí|conocimos) a (?P<object><FIRST>) (?:de|del|desde|en|por|hace)\b.+",
        "friend",
        relation="knows",
        type=Type.PERSON,
        confidence=0.7,
    ),
    rule(
        _BOND,
        "sustituye reemplaza relevo sustituido reemplazó",
        rf"(?P<who>{_PERSON}) (?:ha )?(?:sustituye|reemplaza|sustituyó|reemplazó|sustituido|releva|toma el relevo|ocupa el puesto|coge el puesto)\b.+",
        "role",
        timing=Timing.EVENT,
        confidence=0.65,
    ),
    rule(
        _BOND,
        "salgo saliendo salimos novios juntos conozco",
        r"<PRE>(?:yo )?(?:salgo|estoy saliendo|estoy|vivo en pareja|llevo \w+ \w+) con (?P<object><FIRST>)\b.*",
        "partner",
        relation="dates",
        type=Type.PERSON,
        confidence=0.7,
    ),
)

# Searched anywhere in a clause.
# "Una hija, Clara, que vive en Oslo": what is told of one of those whom an answer or a list names.
_ONE_OF: Final = rf"(?:^|, (?:y )?|\by )(?P<keep>(?P<who>(?:una?|mi|nuestr[oa]) (?:<AGE> )?<KIN>(?: <AGE>)?(?:,? {_PERSON})?),? que "
_UP_TO: Final = r"\b[^,;]{2,60}?)(?=,|;|$| y (?:una?|mi|otr[oa])\b)"

ASIDES: Final = (
    rule(Kind.FACT, "", rf"{_ONE_OF}vive{_UP_TO}", "home", confidence=0.75),
    rule(Kind.FACT, "", rf"{_ONE_OF}trabaja{_UP_TO}", "employer", confidence=0.75),
    rule(
        _BOND,
        "",
        rf"\b(?P<keep>(?P<who>(?:mi|nuestr[oa]) (?:<AGE> )?(?P<object><KIN>)(?: (?:mayor|menor|pequeñ[oa]|chic[oa]|median[oa]|polític[oa]|de (?:piso|trabajo|clase)))?,? (?:la |el )?{_PERSON}))",
        "relative",
        relation="has {role}",
        confidence=0.8,
    ),
    rule(
        _BOND,
        "",
        rf"(?<![\w.] )(?P<keep>(?P<who>{_PERSON}),? (?:que es )?(?:mi|nuestr[oa]) (?:<AGE> )?(?P<object><KIN>))\b(?=,|$|\)| (?:de|que|mayor|menor|pequeñ[oa])\b)",
        "relative",
        relation="has {role}",
        confidence=0.75,
    ),
    rule(
        Kind.ENTITY,
        "",
        rf"^(?P<keep>(?P<who>{_PERSON}), (?:de )?<NUM> (?:años|añitos|meses|semanas), .+)",
        None,
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "",
        # "Viví en Roma dos años" is no age of Rome.
        rf"(?<!\ben )(?<!\bde )(?<!\ba )(?<!\bdesde )(?<!\bpor )(?<!\bhacia )(?<!\bhasta )(?P<keep>(?P<who>{_PERSON}),? \(?(?:de |que tiene )?(?:ya )?(?:<NUM>) (?:años|añitos|meses)\b)(?! (?:de|en|con|para)\b)",
        "age",
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        r"(?<!cancelado )(?<!cancelamos )(?<!anulado )(?<!de )\b(?P<keep>(?:mi|nuestr[oa]|el) (?:próximo )?viaje (?:de \w+ )?(?:a|por) (?P<object><NAME>))(?! (?:fue|estuvo))",
        "plan",
        relation="travels to",
        type=Type.PLACE,
        confidence=0.6,
    ),
)
