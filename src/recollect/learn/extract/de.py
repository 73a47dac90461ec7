"""German."""

import re
from typing import Final

from recollect.learn.extract.de_alone import ALONE
from recollect.learn.extract.de_answers import (
    RELENTS,
    answered,
    answered_of,
    asked_about,
    asked_of_anybody,
)
from recollect.learn.extract.de_cuts import (
    ABBREVIATIONS,
    ADDS,
    BOUNDARY,
    DENIES,
    HALVES,
    LEADS,
    OPENING,
    PASTES,
    PREAMBLE,
    REFUSALS,
    TAILS,
    TELLS,
)
from recollect.learn.extract.de_dates import BEGINS, DATES, FUTURE, LASTING, PAST, UNBROKEN
from recollect.learn.extract.de_facts import HOME, PERSON, WORK
from recollect.learn.extract.de_guards import GUARDS
from recollect.learn.extract.de_having import FORMER, HAVING, NAMED
from recollect.learn.extract.de_health import HEALTH
from recollect.learn.extract.de_hints import HINTS
from recollect.learn.extract.de_knowledge import KNOWLEDGE
from recollect.learn.extract.de_life import LIFE
from recollect.learn.extract.de_likes import DIET, LIKES, SKILLS
from recollect.learn.extract.de_manner import MANNERS, WISHES
from recollect.learn.extract.de_people import ASIDES, PEOPLE
from recollect.learn.extract.de_plans import BUSY, COMMITMENTS, CORRECTIONS, DECISIONS
from recollect.learn.extract.de_rule import rule
from recollect.learn.extract.de_tell import tell
from recollect.learn.extract.de_ways import HABITS, INSTRUCTIONS, REMINDS, WAYS
from recollect.learn.extract.de_who import carry, notice, plainly, who, whose
from recollect.learn.extract.language import Language, pattern, rule_book
from recollect.model.entry import Kind

# Every noun has a capital; a name is one where a preposition, a colon or an inner capital shows it.
_NAMES: Final = re.compile(
    r"(?<=(?:in|an|zu) )[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)?|(?<=(?:bei|aus|von) )[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)?"
    r"|(?<=nach )[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)?|(?<=heißt )[A-ZÄÖÜ][\w-]+|\b[A-Z]{2,}\b|\b[A-Z][a-z]+[A-Z]\w+\b"
)

GERMAN: Final = Language(
    code="de",
    abbreviations=ABBREVIATIONS,
    boundary=BOUNDARY,
    leads=LEADS,
    tails=TAILS,
    pastes=PASTES,
    guards=GUARDS,
    rules=rule_book(
        MANNERS,
        INSTRUCTIONS,
        CORRECTIONS,
        LIFE,
        PERSON[:3],
        DECISIONS,
        PEOPLE,
        PERSON[3:],
        HEALTH,
        DIET,
        FORMER,
        HOME,
        BUSY,
        SKILLS,
        WORK,
        LIKES,
        NAMED,
        COMMITMENTS,
        WAYS,
        HABITS,
        HAVING,
    ),
    hints=HINTS,
    about=rule(Kind.FACT, "", r"(?P<who><SUBJ>) .+", confidence=0.5),
    asides=ASIDES,
    dates=DATES,
    lasting=LASTING,
    past=PAST,
    future=FUTURE,
    begins=BEGINS,
    tell=tell,
    who=who,
    tells=TELLS,
    preamble=PREAMBLE,
    whose=whose,
    adds=ADDS,
    denies=DENIES,
    carry=carry,
    plainly=plainly,
    notice=notice,
    alone=ALONE,
    answered=answered,
    asked_about=asked_about,
    asked_of_anybody=asked_of_anybody,
    pronouns={"m": "er", "f": "sie"},
    answered_of=answered_of,
    knowledge=KNOWLEDGE,
    refusals=REFUSALS,
    requests=pattern(REMINDS),
    wishes=WISHES,
    relents=RELENTS,
    names=_NAMES,
    unbroken=UNBROKEN,
    halves=HALVES,
    opening=OPENING,
)
