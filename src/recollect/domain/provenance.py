"""Where the words of a memory come from, and how far they are believed."""

from enum import StrEnum
from typing import Final


class Origin(StrEnum):
    """Where a memory comes from."""

    # A person added it by hand.
    MANUAL = "manual"
    # The user typed it in a message.
    USER = "user"
    # It was in another program's file.
    IMPORTED = "imported"
    # An assistant noted it with a tool.
    ASSISTANT = "assistant"
    # The user pasted or quoted somebody else's words.
    PASTED = "pasted"
    # The output of a tool.
    TOOL = "tool"


class TrustLevel(StrEnum):
    """How far a memory is believed.

    Only high trust is the user's own word: facts of the profile, instructions. Lower trust never
    ends, rewords or displaces higher trust.
    """

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


_TRUST: Final = {
    Origin.MANUAL: TrustLevel.HIGH,
    Origin.USER: TrustLevel.HIGH,
    Origin.IMPORTED: TrustLevel.MEDIUM,
    Origin.ASSISTANT: TrustLevel.MEDIUM,
    Origin.PASTED: TrustLevel.LOW,
    Origin.TOOL: TrustLevel.LOW,
}
# How a line of a context calls them; the user's own words need no label.
_LABELS: Final = {
    Origin.IMPORTED: "imported",
    Origin.ASSISTANT: "noted by an assistant",
    Origin.PASTED: "quoted in a message of the user",
    Origin.TOOL: "from a tool",
}
# Added as a statement of its own, not learned from a turn.
ADDED: Final = frozenset({Origin.MANUAL, Origin.IMPORTED, Origin.ASSISTANT})
# Metadata key of a learned memory whose text a person has changed: what it was learned from is not
# true, or not wholly.
REWORDED: Final = "reworded"
# Metadata key of a deleted memory that misread words which are true, and so are still shown.
WORDS_KEPT: Final = "words_kept"
# When somebody last changed its words.
REWORDED_AT: Final = "reworded_at"
MARKS: Final = frozenset({REWORDED, WORDS_KEPT, REWORDED_AT})
# Metadata keys of a request to forget: the words of each thing that it names, and of each that no
# memory matched; and the ids of the memories that say more than these words.
NAMED: Final = "named"
UNMATCHED: Final = "unmatched"
SAYS_MORE: Final = "says_more"
# What an application can say of the words of a turn, by its role.
STATED: Final = {"user": (Origin.USER, Origin.PASTED, Origin.TOOL), "tool": (Origin.TOOL,)}
_ORDER: Final = {
    trust: place for place, trust in enumerate((TrustLevel.LOW, TrustLevel.MEDIUM, TrustLevel.HIGH))
}


def trust_of(origin: Origin, *, edited: bool = False) -> TrustLevel:
    """How far words of this origin are believed; what a person edited is that person's word."""
    return TrustLevel.HIGH if edited and origin is not Origin.ASSISTANT else _TRUST[origin]


def origin_label(origin: Origin, trust: TrustLevel) -> str:
    """What a context says of where a memory comes from; empty for the user's own word."""
    return "" if trust is TrustLevel.HIGH else _LABELS[origin]


def is_below(trust: TrustLevel, other: TrustLevel) -> bool:
    """Whether something is believed less than something else."""
    return _ORDER[trust] < _ORDER[other]


def rank_of(trust: TrustLevel) -> int:
    """Sort key: the least believed first."""
    return _ORDER[trust]
