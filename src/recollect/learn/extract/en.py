"""English."""

from typing import Final

from recollect.learn.extract.en_alone import ALONE, COMPANY
from recollect.learn.extract.en_answers import (
    RELENTS,
    answered,
    answered_of,
    asked_about,
    asked_of_anybody,
)
from recollect.learn.extract.en_carry import carry
from recollect.learn.extract.en_corrections import CORRECTIONS
from recollect.learn.extract.en_dates import BEGINS, DATES, FUTURE, LASTING, PAST
from recollect.learn.extract.en_facts import HOME, PERSON, WORK
from recollect.learn.extract.en_guards import (
    ABBREVIATIONS,
    ADDS,
    BOUNDARY,
    DENIES,
    GUARDS,
    HALVES,
    LEADS,
    LISTS,
    OPENING,
    PASTES,
    TAILS,
    TELLS,
)
from recollect.learn.extract.en_habits import (
    HABITS,
    INSTRUCTIONS,
    LOOSE_INSTRUCTIONS,
    REMINDS,
    REQUESTS,
    WAYS,
)
from recollect.learn.extract.en_having import EVENTS, FORMER, HAVING, MINE, REFUSED, VERSIONS
from recollect.learn.extract.en_hints import HINTS
from recollect.learn.extract.en_knowledge import GENERAL, KNOWLEDGE
from recollect.learn.extract.en_likes import DIET, LIKES, LIKES_BY_STATE, SKILLS
from recollect.learn.extract.en_manner import MANNERS, WISHES
from recollect.learn.extract.en_people import ASIDES, PEOPLE
from recollect.learn.extract.en_plans import BUSY, COMMITMENTS, DECISIONS
from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.en_tell import tell
from recollect.learn.extract.en_who import notice, who, whose
from recollect.learn.extract.en_words import PREAMBLE
from recollect.learn.extract.language import Language, pattern, rule_book
from recollect.model.entry import Kind

ENGLISH: Final = Language(
    code="en",
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
        DECISIONS,
        PERSON[:5],
        PEOPLE,
        DIET,
        FORMER,
        VERSIONS,
        REFUSED,
        HOME,
        WORK,
        PERSON[5:],
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
        LOOSE_INSTRUCTIONS,
    ),
    hints=HINTS,
    about=rule(Kind.FACT, "", r"<ALL>(?=\s|'(?!t\b)).+", confidence=0.5),
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
    notice=notice,
    alone=ALONE,
    company=COMPANY,
    answered=answered,
    asked_about=asked_about,
    asked_of_anybody=asked_of_anybody,
    pronouns={"m": "he", "f": "she"},
    answered_of=answered_of,
    knowledge=KNOWLEDGE,
    general=GENERAL,
    unbroken=LISTS,
    halves=HALVES,
    opening=OPENING,
    requests=pattern(f"(?:{REQUESTS}|{REMINDS})"),
    wishes=WISHES,
    relents=RELENTS,
)
