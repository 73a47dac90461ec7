"""French."""

from typing import Final

from recollect.learn.extract.fr_alone import ALONE
from recollect.learn.extract.fr_answers import (
    RELENTS,
    answered,
    answered_of,
    asked_about,
    asked_of_anybody,
)
from recollect.learn.extract.fr_carry import carry
from recollect.learn.extract.fr_clauses import (
    ABBREVIATIONS,
    BOUNDARY,
    HALVES,
    LEADS,
    OPENING,
    PASTES,
    TAILS,
    UNBROKEN,
)
from recollect.learn.extract.fr_dates import BEGINS, DATES, FUTURE, LASTING, PAST
from recollect.learn.extract.fr_facts import HOME, WORK
from recollect.learn.extract.fr_guards import ADDS, DENIES, GUARDS, TELLS
from recollect.learn.extract.fr_having import EVENTS, FORMER, HAVING, MINE, RATES
from recollect.learn.extract.fr_hints import HINTS
from recollect.learn.extract.fr_knowledge import KNOWLEDGE, REFUSALS
from recollect.learn.extract.fr_life import LIFE, NAMED_ONES
from recollect.learn.extract.fr_likes import HABITS, LIKES, SKILLS
from recollect.learn.extract.fr_manner import MANNERS, WISHES
from recollect.learn.extract.fr_people import ASIDES, PEOPLE
from recollect.learn.extract.fr_people_known import notice, who, whose
from recollect.learn.extract.fr_person import NAMES, PERSON
from recollect.learn.extract.fr_plans import BUSY, COMMITMENTS, CORRECTIONS, DECISIONS
from recollect.learn.extract.fr_rule import french, rule
from recollect.learn.extract.fr_short import SHORT
from recollect.learn.extract.fr_tell import tell
from recollect.learn.extract.fr_ways import INSTRUCTIONS, REQUESTS, WAYS
from recollect.learn.extract.fr_words import ABOUT, PREAMBLE
from recollect.learn.extract.language import Language, rule_book
from recollect.model.entry import Kind

FRENCH: Final = Language(
    code="fr",
    abbreviations=ABBREVIATIONS,
    boundary=BOUNDARY,
    leads=LEADS,
    tails=TAILS,
    pastes=PASTES,
    guards=GUARDS,
    rules=rule_book(
        MANNERS,
        INSTRUCTIONS,
        NAMES,
        CORRECTIONS,
        LIFE,
        DECISIONS,
        WAYS[:3],
        RATES,
        FORMER,
        PEOPLE,
        PERSON,
        LIKES,
        HOME,
        BUSY,
        WORK,
        WAYS[3:],
        EVENTS,
        HABITS,
        COMMITMENTS,
        SKILLS,
        HAVING,
        MINE,
        SHORT,
    ),
    hints=HINTS,
    about=rule(Kind.FACT, "", ABOUT, confidence=0.5),
    asides=(*ASIDES, *NAMED_ONES),
    dates=DATES,
    lasting=LASTING,
    past=PAST,
    future=FUTURE,
    begins=BEGINS,
    tell=tell,
    who=who,
    tells=TELLS,
    preamble=french(PREAMBLE),
    whose=whose,
    adds=ADDS,
    denies=DENIES,
    carry=carry,
    notice=notice,
    alone=ALONE,
    answered=answered,
    asked_about=asked_about,
    asked_of_anybody=asked_of_anybody,
    pronouns={"m": "il", "f": "elle"},
    answered_of=answered_of,
    knowledge=KNOWLEDGE,
    refusals=REFUSALS,
    unbroken=UNBROKEN,
    halves=HALVES,
    opening=OPENING,
    requests=REQUESTS,
    wishes=WISHES,
    relents=RELENTS,
)
