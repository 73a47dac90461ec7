"""What the trained reader says of a message, word by word, and of two statements side by side."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.entry import Kind

# The kinds a word may be kept as, in the order of `WordMarks.kinds`.
MARKED_KINDS: Final = (
    Kind.FACT,
    Kind.PREFERENCE,
    Kind.DECISION,
    Kind.CORRECTION,
    Kind.COMMITMENT,
    Kind.RELATIONSHIP,
    Kind.SKILL,
    Kind.CONTEXT,
    Kind.PROCEDURE,
    Kind.ENTITY,
    Kind.DOMAIN,
    Kind.EXECUTION_PATTERN,
    Kind.USER_PREFERENCE,
    Kind.WEBSITE_KNOWLEDGE,
    Kind.ERROR_PATTERN,
)

# The closed list of attributes, in the order of `WordMarks.attributes`; the place behind the last means "none of them".
ATTRIBUTES: Final = (
    "name",
    "age",
    "birthday",
    "home",
    "origin",
    "employer",
    "role",
    "school",
    "diet",
    "allergy",
    "condition",
    "medication",
    "language",
    "pet",
    "partner",
    "child",
    "parent",
    "sibling",
    "friend",
    "manager",
    "colleague",
    "hobby",
    "vehicle",
    "team",
    "phone_os",
    "timezone",
    "pronouns",
)
# A person has one of these at a time, so a new value replaces the old one.
SINGLE_VALUED: Final = frozenset(
    "name age birthday home employer role diet partner manager timezone pronouns".split()
)


@dataclass(frozen=True, slots=True)
class WordMarks:
    """One word of a text, from `start` to `end`, with the probability of each mark."""

    start: int
    end: int
    # It belongs to something worth keeping; a new highlight begins with it.
    kept: float
    opens: float
    # The highlight it stands in is a standing instruction; is about somebody else than the speaker.
    standing: float
    about_other: float
    # It names whom a highlight is about; it is part of an attribute's value.
    subject: float
    value: float
    kinds: tuple[float, ...]
    attributes: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MessageMarks:
    """The words of a message, the words said before it, and whether it changes something known."""

    words: tuple[WordMarks, ...]
    before: tuple[WordMarks, ...]
    changes: float


@dataclass(frozen=True, slots=True)
class Relation:
    """How likely a later statement does this to an earlier one; the six add up to one."""

    # It says the same in other words, the same and more, or a part of it.
    same: float
    more: float
    less: float
    # The earlier one holds no more.
    replaces: float
    # Both hold.
    beside: float
    # They contradict each other, and nothing tells which one holds.
    contradicts: float
