"""German: what people bear, have and suffer from."""

from typing import Final

from recollect.learn.extract.de_rule import rule, say
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

_FACT = Kind.FACT
_ANY = "bin|ist|sind|war|hab|habe|haben|hat|hatte|leide|leidet|nehme?|nimmt|trage|trägt|vertrage?|verträgt|vertragen|reagiere|reagiert|darf|dürfen|kann|können|bekomme?|bekommt|krieg|kriege|kriegt|wurde|brauche?|braucht|muss|spritze|spritzt|sitzt|sitze|sitz"
_DROP = "bin|hab|habe|leide|nehme?|trage|vertrage?|reagiere|darf|bekomme?|kriege?|brauche"
_ILL = r"(?:migräne|bluthochdruck|herzschrittmacher|bandscheibenvorfall|rheuma|arthrose|epilepsie|depression\w*|adhs|ads|legasthenie|legastheniker\w*|autis\w+|blind|taub|gehörlos|schwerhörig|farbenblind|rot-grün-schwäche|hörgerät\w*|rollstuhl|insulin|diabetes|diabetiker\w*|asthma|asthmatiker\w*|zöliakie|neurodermitis|schuppenflechte|psoriasis|tinnitus|endometriose|hashimoto|schilddrüsen\w*|morbus \w+|multiple sklerose|ms|krebs|parkinson|demenz|alzheimer|long covid|burnout|burn-out|angststörung|panikattacken|schlafapnoe|schlafstörungen|reizdarm|blutverdünner|\w*medikamente?|\w*tabletten|kontaktlinsen|linkshänder\w*|kreuzband\w*|knieprobleme|rückenprobleme|rückenschmerzen|höhenangst|angst vor|flugangst|platzangst|spinnenphobie|osteoporose|lactoseintoleran\w+|anämie|eisenmangel|cholesterin\w*|schwerbehindert)"

HEALTH: Final = (
    # An illness that is over.
    rule(
        _FACT,
        "weg verschwunden geheilt ausgeheilt überstanden vorbei",
        rf"(?:mein|meine|unser|der|die|das) \w*{_ILL} (?:ist|sind)(?: \w+){{0,2}} (?:weg|verschwunden|(?:aus)?geheilt|überstanden|vorbei)\b.*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "",
        say(
            "krieg|kriege|kriegt|bekomme?|bekommt|bekommen",
            r"\b(?:ausschlag|bauchweh|bauchschmerzen|durchfall|sodbrennen|migräne|kopfschmerzen|kopfweh|atemnot|pickel|quaddeln|blähungen)\b",
            r"\b(?:von|vom|bei|davon|nach|immer)\b",
        ),
        "allergy",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "",
        say(
            _ANY,
            r"\b(?:\w*allergi\w+|\w*intoleran\w+|\w*unverträglichkeit\w*|zöliakie|heuschnupfen)\b",
            drop=_DROP,
            never="keine allergie bekannt|frage",
        ),
        "allergy",
        confidence=0.85,
    ),
    rule(
        _FACT,
        "vertrage vertrag verträgt vertragen darf dürfen kann",
        say(
            "vertrage?|verträgt|vertragen",
            r"\b(?:kein|keine|keinen|nicht|schlecht)\b",
            drop="vertrage?",
        ),
        "allergy",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "darf dürfen kann können",
        say(
            "darf|dürfen|kann|können",
            r"\b(?:kein|keine|keinen|nichts|nicht)\b.*\b(?:essen|trinken|zu mir nehmen|verdauen)\b",
            drop="darf|kann",
            never="viel|mehr so viel",
        ),
        "diet",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "",
        say(_ANY, rf"\b{_ILL}\b", drop=_DROP, never="frage|artikel|buch|was ist|du"),
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "gebrochen operiert verstaucht gerissen verletzt geprellt diagnostiziert amputiert gezerrt ausgekugelt geimpft",
        say(
            "hab|habe|haben|hat|bin|ist|wurde|wurden",
            r"\b(?:gebrochen|operiert|verstaucht|gerissen|verletzt|geprellt|diagnostiziert|amputiert|gezerrt|ausgekugelt|geimpft)\b",
            drop="hab|habe|bin|wurde",
            never="herz gebrochen|versprechen|rekord",
        ),
        "health",
        timing=Timing.EVENT,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "rauche raucht rauchen trinke trinkt nichtraucher nichtraucherin raucher raucherin trocken nüchtern",
        say(
            "rauche?|raucht|rauchen|trinke?|trinkt|bin|ist",
            r"\b(?:rauche?n?t?|(?:kein|keinen) alkohol|nichtraucher\w*|raucher\w*|trocken|abstinent|nüchtern|alkoholiker\w*)\b",
            drop="rauche?|trinke?|bin",
            never="du|ihr|humor",
        ),
        "habit",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "",
        say(
            "hab|habe|haben|hat|bin|ist",
            r"\b(?:zigarette\w*|rauchen|geraucht|alkohol|getrunken|fleisch|zucker)\b",
            r"\b(?:angefasst|geraucht|aufgehört|getrunken|gegessen|angerührt|abgewöhnt|weg|clean)\b",
            r"\b(?:seit|vor|nicht mehr|kein\w*|aufgehört|abgewöhnt)\b",
            drop="hab|habe|bin",
            never="gestern|heute|du",
        ),
        "habit",
        confidence=0.75,
    ),
    # Whatever it is that somebody takes who was asked for medication.
    rule(
        _FACT,
        "nehme nehm nimmt nehmen",
        say("nehme?|nimmt|nehmen", r"\w"),
        "health",
        confidence=0.75,
        answers=r"\b(?:medikament|medizin|tablette)",
    ),
    rule(
        _FACT,
        "verschrieben verordnet aufgeschrieben",
        r"(?P<keep>(?:der|die|mein|meine) \w*(?:arzt|ärztin|doktor\w*|\w+ologe|\w+ologin|therapeut\w*|psychiater\w*) hat (?:mir|uns) .+ (?:verschrieben|verordnet|aufgeschrieben)\b(?:(?! und dass\b).)*).*",
        "health",
        timing=Timing.EVENT,
        confidence=0.75,
    ),
)
