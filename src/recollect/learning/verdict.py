"""What becomes of a proposal: a closed set of outcomes, and the settings they hang on."""

from dataclasses import dataclass
from typing import Literal

from recollect.domain.entry import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRules:
    """The settings of verification."""

    enabled: bool = True
    mode: Literal["careful", "seed"] = "careful"
    duplicate_words: float = 0.6
    duplicate_meaning: float = 0.85
    contradiction_words: float = 0.3


@dataclass(frozen=True, slots=True)
class New:
    """It is to be kept as a memory of its own; past where something said later took its place."""

    past: Entry | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """It repeats a memory, which is reinforced; with `fuller` as its words where these say more.

    `ends` are other memories that it puts an end to; `less` that the memory says more than it.
    """

    of: Entry
    fuller: str | None = None
    ends: tuple[Entry, ...] = ()
    less: bool = False


@dataclass(frozen=True, slots=True)
class Supersedes:
    """It is to be kept, these are over; `beside` are others that may contradict it."""

    of: tuple[Entry, ...]
    beside: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """It is to be kept, and so are these; not all of them can be true."""

    beside: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not to be kept."""

    reason: str


Verdict = New | Duplicate | Supersedes | NeedsReview | Refused
