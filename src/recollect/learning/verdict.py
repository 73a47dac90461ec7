"""The verdict on a proposal, a closed set of outcomes, and the settings that affect it."""

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
    """Keep it as a new memory, already superseded by `past` if something later replaced it."""

    past: Entry | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """It repeats a memory, which is reinforced; `fuller` is its new content if it says more.

    `ends` are other memories that it ends; `says_less` means that the memory says more than it.
    """

    of: Entry
    fuller: str | None = None
    ends: tuple[Entry, ...] = ()
    says_less: bool = False


@dataclass(frozen=True, slots=True)
class Supersedes:
    """Keep it and end these memories; `rivals` are others that may contradict it."""

    of: tuple[Entry, ...]
    rivals: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """Keep it and these memories, although they cannot all be true."""

    rivals: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Do not keep it."""

    reason: str


Verdict = New | Duplicate | Supersedes | NeedsReview | Refused
