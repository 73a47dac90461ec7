"""Spanish, of Spain and of Latin America."""

from typing import Final

from recollect.learn.extract.es_alone import ALONE, COMPANY
from recollect.learn.extract.es_answers import (
    RELENTS,
    answered,
    answered_of,
    asked_about,
    asked_of_anybody,
)
from recollect.learn.extract.es_dates import BEGINS, DATES, FUTURE, LASTING, PAST
from recollect.learn.extract.es_facts import HOME, WORK
from recollect.learn.extract.es_guards import (
    ABBREVIATIONS,
    ADDS,
    BOUNDARY,
    DENIES,
    GUARDS,
    HALVES,
    LEADS,
    OPENING,
    PASTES,
    PREAMBLE,
    TAILS,
    TELLS,
)
from recollect.learn.extract.es_having import EVENTS, FORMER, HAVING, KIN_FACTS, OTHERS
from recollect.learn.extract.es_hints import HINTS
from recollect.learn.extract.es_knowledge import KNOWLEDGE, REFUSALS
from recollect.learn.extract.es_life import LIFE, NAMED_ONES
from recollect.learn.extract.es_likes import LIKES, SKILLS
from recollect.learn.extract.es_manner import MANNERS, WISHES
from recollect.learn.extract.es_people import ASIDES, PEOPLE
from recollect.learn.extract.es_person import PERSON
from recollect.learn.extract.es_plans import BUSY, COMMITMENTS, CORRECTIONS, DECISIONS
from recollect.learn.extract.es_rule import rule
from recollect.learn.extract.es_tell import tell
from recollect.learn.extract.es_ways import HABITS, INSTRUCTIONS, REQUESTS, WAYS
from recollect.learn.extract.es_who import carry, either, notice, who, whose
from recollect.learn.extract.language import Language, rule_book
from recollect.model.entry import Kind

SPANISH: Final = Language(
    code="es",
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
        DECISIONS,
        PERSON,
        KIN_FACTS,
        FORMER,
        SKILLS,
        LIKES,
        HOME,
        COMMITMENTS,
        PEOPLE,
        WORK,
        BUSY,
        HABITS,
        WAYS,
        HAVING,
        EVENTS,
        OTHERS,
    ),
    hints=HINTS,
    about=rule(
        Kind.FACT,
        "",
        r"(?P<who>(?:<KINP>|él|ella|<FIRST>)(?! y yo\b) <ADV><CL>\w+).*",
        confidence=0.5,
    ),
    asides=(*ASIDES, *NAMED_ONES),
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
    either=either,
    notice=notice,
    alone=ALONE,
    company=COMPANY,
    answered=answered,
    asked_about=asked_about,
    asked_of_anybody=asked_of_anybody,
    pronouns={"m": "él", "f": "ella"},
    answered_of=answered_of,
    knowledge=KNOWLEDGE,
    refusals=REFUSALS,
    halves=HALVES,
    opening=OPENING,
    requests=REQUESTS,
    wishes=WISHES,
    relents=RELENTS,
)
