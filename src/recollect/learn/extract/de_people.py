"""German: who people are to each other."""

from typing import Final

from recollect.learn.extract.de_facts import NAMES
from recollect.learn.extract.de_rule import rule
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_BOND = Kind.RELATIONSHIP
_OLDER = r"(?:(?:ältere|jüngere|große|kleine|beste|neue|alte|ehemalige|direkte|verstorbene|älteste|jüngste|mittlere|gute|liebe|frühere)[rsnm]? )*"

# A common name, or one that stands apart; "weil meine Frau Angst hat" has none.
_KNOWN = rf"(?:{NAMES}|(?!\w+(?:in|er|ist|ung|eur|arzt|ent|mann|frau)\b)<FIRST>(?=,|\)))"

PEOPLE: Final = (
    rule(
        _BOND,
        "ist heißt",
        r"(?:(?:mein|meine|unser|unsere|(?P<the>der|die)) )?(?P<object>[\w-]*(?:ansprechpartner|chef|leiter|trainer|lehrer|betreuer|vermieter|hausmeister|vorstand|vorsitzende|anwält|ärzt|arzt|berater|hebamme)(?:in|e|r)?) (?:(?:in|bei|von|vom|im|für|an|am) [\w ]{2,30} )?(?:ist|heißt) (?:jetzt )?(?P<who>(?-i:Herr|Frau|Dr\.) <NAME>|<FIRST>).*",
        "role",
        relation="has {role}",
        confidence=0.75,
    ),
    rule(
        _BOND,
        "ist sind war heißt heißen wurde",
        rf"(?:mein|meine|unser|unsere|unsre|(?P<others>sein|seine|ihr|ihre)) {_OLDER}(?P<bond><KIN>) (?:heißt|heißen|hieß|ist|sind) (?:übrigens |jetzt |der |die )?(?P<who><FIRST>(?: (?:und|&) <FIRST>| (?-i:[A-ZÄÖÜ][a-zäöüß]+))?)(?=$|,| und\b| aus\b| von\b).*",
        "relative",
        relation="has {role}",
        type=Type.PERSON,
        confidence=0.85,
    ),
    rule(
        _BOND,
        "ist sind war wurde bleibt",
        rf"(?P<who><FIRST>|er|<SHE>|(?-i:Herr|Frau) <NAME>|<NAME>) (?:ist|war|wurde|sind) (?:jetzt |auch |übrigens |seit .{{3,25}}? |nämlich |nun |ja )*(?:mein|meine|unser|unsere|unsre|(?P<others>sein|seine|ihr|ihre)) {_OLDER}(?P<object><KIN>|[\w-]*(?:chef|leiter|kolleg|partner|trainer|lehrer|betreuer|vermieter|nachbar|ansprechpartner|arzt|ärzt|berater|anwalt|mentor|kunde)(?:in|e|en)?)(?![\w-]).*",
        "role",
        relation="has {role}",
        type=Type.CONCEPT,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "",
        rf"(?:mein|meine|unser|unsere) {_OLDER}(?P<object><KIN>|[\w-]*(?:chef|leiter|kolleg|partner|trainer|lehrer|betreuer|vermieter|nachbar|ansprechpartner|arzt|ärzt|berater|anwalt|mentor)(?:in|e|en)?) (?:ist|heißt)(?: jetzt| nun| seit .{{3,25}}?)? (?P<who>(?-i:Herr|Frau|Dr\.) <NAME>|<FIRST>).*",
        "role",
        relation="has {role}",
        type=Type.CONCEPT,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "berichte berichtet unterstellt übernimmt übernommen vertritt",
        r"(?P<who>ich|wir) (?:berichte|berichten) (?:direkt )?an (?P<object>.+)|(?P<x>(?-i:Herr|Frau) <NAME>|<FIRST>) (?:hat|übernimmt|vertritt) .*(?:übernommen|abgelöst|ersetzt|nachfolge|leitung).*",
        "manager",
        relation="reports to",
        type=Type.PERSON,
        confidence=0.7,
    ),
)

# Searched anywhere in a clause.
# "Eine Tochter, Klara, die in Oslo wohnt": what is told of one of those whom an answer or a list names.
_ONE_OF: Final = rf"(?:^|, (?:und )?|\bund )(?P<keep>(?P<who>(?:eine?|einen|meine?|unsere?) {_OLDER}<KIN>(?:,? {_KNOWN})?), (?:die|der|das) [^,;]{{2,60}}? "
_UP_TO: Final = r")(?=,|;|$| und (?:eine?n?|meine?n?)\b)"

ASIDES: Final = (
    rule(Kind.FACT, "", rf"{_ONE_OF}(?:wohnt|lebt){_UP_TO}", "home", confidence=0.75),
    rule(Kind.FACT, "", rf"{_ONE_OF}arbeitet{_UP_TO}", "employer", confidence=0.75),
    rule(
        _BOND,
        "",
        rf"(?<![\w-])(?P<keep>(?P<who>(?:mein|meine|meinem|meinen|meiner|unser|unsere|unserem|unseren|unserer) {_OLDER}(?P<object><KIN>)(?:,? (?:der |die )?| \()(?:{_KNOWN}|(?-i:Herrn?|Frau) <NAME>)))(?![\w-])",
        "relative",
        relation="has {role}",
        confidence=0.8,
    ),
    rule(
        _BOND,
        "",
        rf"(?P<keep>(?P<who>{_KNOWN}),? (?:das ist |also )?(?:mein|meine|unser|unsere) {_OLDER}(?P<object><KIN>))(?=,|$|\)| \()",
        "relative",
        relation="has {role}",
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "",
        r"^(?:ich )?(?:bin|heiße) (?:(?:die|der) )?(?-i:[A-ZÄÖÜ])[^,]{1,29}, (?P<keep>\d\d(?: Jahre(?: alt)?)?)(?=,|$| und| aus)",
        "age",
        confidence=0.8,
    ),
    rule(
        Kind.FACT,
        "",
        r"^(?:(?:ich )?(?:bin|heiße) (?:(?:die|der) )?(?-i:[A-ZÄÖÜ])[^,]{1,29}|(?-i:[A-ZÄÖÜ])\w+ hier), (?:\d\d(?: Jahre(?: alt)?)?,? )?(?:und )?(?P<keep>(?:(?-i:[A-ZÄÖÜ])[\w-]{3,}|\w+(?:erin|istin|ologin|eutin|ent|er|ist))(?: (?:in|bei|im|am|an|aus|für|mit)\b[^,]+)?)(?=,|$)",
        "job_title",
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "",
        r"^(?:ich )?(?:bin|heiße) [^,]{2,30},(?: [^,]+,)?(?: \d\d)? (?P<keep>aus (?:der |dem )?(?-i:[A-ZÄÖÜ])[\w-]+(?: (?-i:[A-ZÄÖÜ])[\w-]+)?)(?=,|$)",
        "hometown",
        confidence=0.75,
    ),
)
