"""A statement as verification reads it: what it speaks of, what it denies, and what it does to earlier ones."""

from dataclasses import dataclass, field
from typing import Final

from recollect.learn.lexicon import Lexicon

_WORKPLACE: Final = frozenset({"work", "arbeit", "trabajo", "travail", "boulot"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What one sentence says, in words that can be compared with another's."""

    language: Lexicon | None
    # All its words as they stand.
    bare: frozenset[str]
    # The words that say something, in order, each as its sense or its stem; numbers as figures.
    said: tuple[str, ...]
    # For each of them, whether nothing but another such word stands before it.
    close: tuple[bool, ...]
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    # What it calls its subject; and the speaker is what it begins with, as the one who does it.
    about: frozenset[str] = frozenset()
    spoken: bool = False
    # Numbers of dates, hours and spans; of these, the ones that tell on which day.
    timed: frozenset[str] = frozenset()
    dates: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    denied: bool = False
    # It ends something, changes it, comes on top of it, takes it back.
    ends: bool = False
    changes: bool = False
    adds: bool = False
    corrects: bool = False
    planned: bool = False
    # The words that say that it is planned.
    intent: frozenset[str] = frozenset()
    cancels: bool = False
    # It leaves nothing of what was: switched to.
    switches: bool = False
    # It is so again and again.
    habit: bool = False
    # It may be that something is otherwise now.
    turns: bool = False
    # The words that say that something was brought to an end: finished.
    finished: frozenset[str] = frozenset()
    dies: bool = False
    prefers: bool = False
    # It says how somebody is bound to another; and the words that say that they are without work.
    bound: bool = False
    idle: frozenset[str] = frozenset()
    # Of what it names the favourite, and the words that say so.
    favourite: str | None = None
    favours: frozenset[str] = frozenset()
    # It holds only where these words say: when you write mails.
    scope: str | None = None
    # By class, which of the values it gives that shut each other out: colour, red.
    values: frozenset[tuple[str, str]] = frozenset()
    valued: frozenset[str] = frozenset()
    failed: bool = False
    done: bool = False
    parts: bool = False
    # Somebody has given something away, or it was taken from them.
    gives: bool = False
    moves: bool = False
    # It says where somebody lives; for whom they work.
    somewhere: bool = False
    engaged: bool = False
    left: frozenset[str] = frozenset()
    bounded: bool = False
    past: bool = False
    directed: bool = False
    # It says something of which there may be many.
    many: bool = False
    # It speaks of the one thing there is: my cat, the office.
    definite: bool = False
    # It is somebody's: my cat, but not the office.
    owned: bool = False
    # It says more than one thing.
    joined: bool = False
    # It begins with a name.
    others: bool = False
    # Whose relative it speaks of: of my wife, with my wife's sister.
    through: str | None = None

    # What it says, in any order; whenever it is; and what it is about, without verbs that go with anything.
    words: frozenset[str] = field(init=False)
    lasting: frozenset[str] = field(init=False)
    gist: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        words = frozenset(self.said)
        lasting = words - self.language.times - self.timed if self.language else words
        gist = lasting - self.language.light - self.language.directed if self.language else words
        for name, value in (("words", words), ("lasting", lasting), ("gist", gist)):
            object.__setattr__(self, name, value)

    @property
    def tells_change(self) -> bool:
        """Whether it says that something is over or otherwise, or tells what was done."""
        over = (
            self.ends or self.cancels or self.parts or self.dies or bool(self.finished or self.left)
        )
        other = self.changes or self.corrects or self.switches or self.moves or self.prefers
        return (
            over or other or self.turns or self.denied or self.past or bool(self.idle or self.bound)
        )

    @property
    def turning(self) -> frozenset[str]:
        """Its small words that turn it round."""
        return self.bare & self.language.turning if self.language else frozenset()

    @property
    def moments(self) -> frozenset[str]:
        """The weekdays, parts of the day and seasons it speaks of."""
        return self.words & self.language.moments if self.language else frozenset()

    @property
    def head(self) -> str | None:
        """The relative it is about, where it begins with one: my mother's birthday."""
        first = self.said[0] if self.owned and self.said else None
        return first if first in self.roles else None

    @property
    def whom(self) -> str | None:
        """The first it speaks of by what they are to somebody: my new dentist."""
        return next((word for word in self.said if word in self.roles), None)

    @property
    def to_work(self) -> bool:
        """Whether it tells how somebody gets to work: by bike, which no employer changes."""
        return len(self.said) > 1 and self.said[-1] in _WORKPLACE and self.said[0] not in _WORKPLACE

    @property
    def named(self) -> str | None:
        """The name of that relative: my brother Max."""
        if self.head is None or len(self.said) < 2 or not self.close[1]:  # noqa: PLR2004
            return None
        return self.said[1] if self.said[1] in self.names else None
