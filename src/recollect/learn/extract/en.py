"""English."""

from typing import Final

from recollect.learn.extract.en_answers import answered
from recollect.learn.extract.en_dates import DATES, FUTURE, LASTING, PAST
from recollect.learn.extract.en_facts import HOME, PERSON, WORK
from recollect.learn.extract.en_guards import (
    ABBREVIATIONS,
    ADDS,
    BOUNDARY,
    COMMON,
    DENIES,
    GUARDS,
    LEADS,
    PASTES,
    TAILS,
)
from recollect.learn.extract.en_having import EVENTS, FORMER, HAVING, MINE, VERSIONS
from recollect.learn.extract.en_knowledge import KNOWLEDGE
from recollect.learn.extract.en_likes import (
    DIET,
    HABITS,
    INSTRUCTIONS,
    LIKES,
    LIKES_BY_STATE,
    SKILLS,
    WAYS,
)
from recollect.learn.extract.en_people import ASIDES, PEOPLE
from recollect.learn.extract.en_plans import BUSY, COMMITMENTS, CORRECTIONS, DECISIONS
from recollect.learn.extract.en_tell import carry, notice, tell, who, whose
from recollect.learn.extract.en_words import PREAMBLE
from recollect.learn.extract.language import Language, rule_book

ENGLISH: Final = Language(
    code="en",
    common=COMMON,
    abbreviations=ABBREVIATIONS,
    boundary=BOUNDARY,
    leads=LEADS,
    tails=TAILS,
    pastes=PASTES,
    guards=GUARDS,
    rules=rule_book(
        INSTRUCTIONS,
        CORRECTIONS,
        DECISIONS,
        PERSON[:4],
        PEOPLE,
        DIET,
        FORMER,
        VERSIONS,
        HOME,
        WORK,
        PERSON[4:],
        SKILLS,
        LIKES,
        COMMITMENTS,
        WAYS,
        HAVING,
        BUSY,
        EVENTS,
        HABITS,
        LIKES_BY_STATE,
        MINE,
    ),
    asides=ASIDES,
    dates=DATES,
    lasting=LASTING,
    past=PAST,
    future=FUTURE,
    tell=tell,
    who=who,
    preamble=PREAMBLE,
    whose=whose,
    adds=ADDS,
    denies=DENIES,
    carry=carry,
    notice=notice,
    answered=answered,
    knowledge=KNOWLEDGE,
)
