"""The output of the trained reader: marks per word, and the relation of two statements."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.entry import Kind

# The kinds a word may be kept as, in the order of the bundled weights and of `WordMarks.kinds`. A
# kind that is added here needs new weights.
MARKED_KINDS: Final = (
    *(Kind.FACT, Kind.PREFERENCE, Kind.DECISION, Kind.CORRECTION, Kind.COMMITMENT),
    *(Kind.RELATIONSHIP, Kind.SKILL, Kind.CONTEXT, Kind.PROCEDURE, Kind.ENTITY),
    *(Kind.DOMAIN, Kind.EXECUTION_PATTERN, Kind.USER_PREFERENCE),
    *(Kind.WEBSITE_KNOWLEDGE, Kind.ERROR_PATTERN),
)

# The closed list of attributes, in the order of `WordMarks.attributes`, which ends with "none".
ATTRIBUTES: Final = tuple(
    "name age birthday home origin employer role school diet allergy condition medication language"
    " pet partner child parent sibling friend manager colleague hobby vehicle team phone_os"
    " timezone pronouns".split()
)
# The values of these are people whom the speaker calls "my …"; so are the names of pets.
RELATIVES: Final = frozenset("partner child parent sibling friend manager colleague".split())
POSSESSED: Final = RELATIVES | {"pet"}
# A person has one of these at a time, so a new value replaces the old one.
SINGLE_VALUED: Final = frozenset(
    "name age birthday home employer role diet partner manager timezone pronouns".split()
)


@dataclass(frozen=True, slots=True)
class WordMarks:
    """One word of a text, from `start` to `end`, with the probability of each mark."""

    start: int
    end: int
    # It belongs to something worth keeping; it begins a new highlight.
    kept: float
    opens: float
    # Its highlight is a standing instruction; is about someone other than the speaker.
    standing: float
    about_other: float
    # It names whom a highlight is about; it is part of an attribute's value.
    subject: float
    value: float
    kinds: tuple[float, ...]
    attributes: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MessageMarks:
    """The marks of a message and of the text before it, and whether it changes known memories."""

    words: tuple[WordMarks, ...]
    before: tuple[WordMarks, ...]
    changes: float


@dataclass(frozen=True, slots=True)
class Relation:
    """Probabilities of how a later statement relates to an earlier one; they add up to one."""

    # It is a paraphrase, says more, or says less.
    same: float
    more: float
    less: float
    # The earlier one is no longer true.
    replaces: float
    # Both are true.
    coexists: float
    # They contradict each other, and it is unclear which is true.
    contradicts: float
