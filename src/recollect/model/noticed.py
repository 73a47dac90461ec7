"""What a careful reader notices in a message, word by word."""

from dataclasses import dataclass
from typing import Final

from recollect.model.entry import Kind

# The kinds that a word may be noted as, in the order of `Noticed.kinds`.
NOTED_KINDS: Final = (
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
)


@dataclass(frozen=True, slots=True)
class Noticed:
    """One word or mark of a message, from `start` to `end`, as a careful reader sees it."""

    start: int
    end: int
    # How likely it belongs to something worth noting, in log-odds;
    worth: float
    # and how likely a reader would accept it as each kind.
    kinds: tuple[float, ...]
