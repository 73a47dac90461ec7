"""French: who people are to each other."""

from typing import Final

from recollect.learn.extract.fr_rule import rule
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_BOND = Kind.RELATIONSHIP
_SORT = r"(?:(?:nouveau|nouvelle|ancienn?e?|meilleure?|grande?|petite?|vieux|vieille|futur|future|demi|ex|cher|chère|beau|belle|jeune|premier|première|seule?|propre) )*"
_AFTER = r"(?: (?:aînée?|cadette?|jumelle|jumeau|de thèse|de stage|de palier|du dessus|du dessous|d'enfance|de bureau|d'à côté|de classe|préférée?|traitante?|direct|directe|principale?|actuelle?|de toujours|adorée?|adoptive?|biologique))?"

PEOPLE: Final = (
    rule(
        _BOND,
        "",
        rf"(?P<who><NAME>),? (?:est|c'est|était|sera|devient|est devenue?|reste)(?: maintenant| aussi| toujours| désormais)? (?:mon|ma|mes|notre|nos|(?P<others>son|sa)|(?P<the>le|la|l')) ?{_SORT}(?P<object><KIN>{_AFTER})(?![\w-]).*",
        "role",
        relation="a pour {role}",
        confidence=0.8,
    ),
    rule(
        _BOND,
        "appelle appellent s'appelle s'appellent sappelle nomme est c'est",
        rf"(?:mon|ma|mes|notre|nos|(?P<the>le|la|l')) ?{_SORT}(?P<kin><KIN>)(?:{_AFTER}| d[eu'] ?\w+)(?:,? (?:s'appell(?:e|ent)|se nomm(?:e|ent)|se prénomm(?:e|ent)|sappelle|sappellent|c'est|est|=|:|ce sont)| =) (?P<object><NAME>(?:,? (?:et|&) <NAME>|, <NAME>)*)(?=$|,| (?:et|qui|de|du|à|mais|depuis|maintenant)\b).*",
        "relative",
        relation="a pour {role}",
        type=Type.PERSON,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "proprio propriétaire bailleur médecin dentiste kiné banquier notaire syndic voisin chef patron coloc contact concierge gardien",
        rf"{_SORT}(?P<kin><KIN>){_AFTER} ?(?:=|:) ?(?P<object><NAME>)(?=$|,).*",
        "relative",
        relation="a pour {role}",
        type=Type.PERSON,
        confidence=0.7,
    ),
    rule(
        _BOND,
        "c'est qui",
        r"c'est (?P<who><FIRST>|mon (?:\w+ )?\w+|ma (?:\w+ )?\w+) qui (?:pilote|gère|s'occupe|dirige|mène|décide|valide|remplace|tient|garde|cuisine|conduit|paie|paye|a repris|reprend|s'en (?:charge|occupe)|supervise|coordonne|anime|relit|signe|organise|encadre|suit|fait|prend|s'y colle|me|nous|m'|va (?:gérer|piloter|s'occuper|reprendre|remplacer))\b.*",
        "role",
        confidence=0.7,
    ),
    rule(
        _BOND,
        "remplace succède reprend pilote dirige gère supervise encadre coordonne occupe s'occupe",
        r"(?P<who><FIRST>) (?:remplace|succède à|reprend|pilote|dirige|gère|supervise|encadre|coordonne|s'occupe d[eu'])\b(?! (?:ça|cela)).+",
        "role",
        confidence=0.65,
    ),
    rule(
        _BOND,
        "rends rend dépends dépend chef supérieur",
        r"<ALL>(?:(?:rends|rend) (?:des )?comptes? à |(?:dépends|dépend) (?:directement )?(?:de |d')(?=<NAME>))(?P<object>.+)",
        "manager",
        relation="dépend de",
        type=Type.PERSON,
        confidence=0.75,
    ),
    rule(
        _BOND,
        "rencontré sors sort fréquente connais connaît",
        r"<ALL><CL>(?:(?:sors|sort|sortons) avec |(?:<AI>|<SUIS>) (?:rencontrée?s?) <ADV>(?=(?:mon|ma|<NAME>)\b))(?P<object>.+)",
        "relative",
        relation="connaît",
        type=Type.PERSON,
        confidence=0.65,
    ),
)

# Searched anywhere in a clause.
# "Une fille, Claire, qui vit à Oslo": what is told of one of those whom an answer or a list names.
_ONE_OF: Final = rf"(?:^|, (?:et )?|\bet )(?P<keep>(?P<who>(?:une?|mon|ma|notre) {_SORT}<KIN>{_AFTER}(?:,? <FIRST>)?),? qui "
_UP_TO: Final = r"\b[^,;]{2,60}?)(?=,|;|$| et (?:une?|mon|ma)\b)"

ASIDES: Final = (
    rule(Kind.FACT, "", rf"{_ONE_OF}(?:vit|habite){_UP_TO}", "home", confidence=0.75),
    rule(Kind.FACT, "", rf"{_ONE_OF}(?:travaille|bosse){_UP_TO}", "employer", confidence=0.75),
    rule(
        _BOND,
        "",
        rf"(?<![\w'-])(?P<keep>(?P<who>(?:mon|ma|notre) {_SORT}(?P<object><KIN>),? <FIRST>))(?!\w)",
        "relative",
        relation="a pour {role}",
        confidence=0.8,
    ),
    rule(
        _BOND,
        "",
        rf"(?<![\w'-])(?P<keep>(?P<who><FIRST>)(?:, (?:c'est |qui est )?| \()(?:mon|ma|notre) {_SORT}(?P<object><KIN>)){_AFTER}(?=,|$| \(|\))",
        "relative",
        relation="a pour {role}",
        confidence=0.75,
    ),
)
