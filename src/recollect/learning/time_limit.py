"""Limits the time that learning takes for one message, measured between two steps of it."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from recollect.domain.learning import Unanswered
from recollect.domain.timekeeping import Clock, WorkTime
from recollect.domain.turn import Turn

# A longer message is a step of its own, so that its time is not that of others.
LONG_MESSAGE: Final = 4_000


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How long learning may take for one message; 0 seconds are no limit."""

    seconds: float = 0.0
    cpu_seconds: Callable[[], float] = time.thread_time


def time_limit(seconds: float, clock: Clock) -> TimeLimit:
    """The limit, by the clock if that knows how long a thread has worked."""
    return TimeLimit(
        seconds, clock.cpu_seconds if isinstance(clock, WorkTime) else time.thread_time
    )


@dataclass(slots=True)
class MessageTimes:
    """How long learning has taken for each message, and those for which it took too long."""

    limit: TimeLimit
    _spent: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    # How many statements of each message are left.
    _left: dict[tuple[str, str], tuple[Turn, int]] = field(default_factory=dict)

    @contextmanager
    def measured(self, turns: Sequence[Turn]) -> Iterator[None]:
        """Count the time of one step for these messages, in equal shares."""
        begun = self.limit.cpu_seconds()
        try:
            yield
        finally:
            share = (self.limit.cpu_seconds() - begun) / len(turns)
            for turn in turns:
                self._spent[turn.conversation, turn.id] += share

    def is_over(self, turn: Turn) -> bool:
        """Whether a message has taken longer than it may."""
        limit = self.limit.seconds
        return limit > 0 and self._spent[turn.conversation, turn.id] >= limit

    def leave_out(self, turn: Turn) -> None:
        """Count a statement of a message that took too long."""
        _, left = self._left.get((turn.conversation, turn.id), (turn, 0))
        self._left[turn.conversation, turn.id] = turn, left + 1

    def overdue(self) -> Iterator[Unanswered]:
        """The messages with statements that were left out, and why."""
        for turn, left in self._left.values():
            why = (
                f"too slow: learning from message {turn.index} took more than "
                f"{self.limit.seconds:g} s (learning_seconds_per_message); "
                f"{left} of its statements are not learned yet"
            )
            yield Unanswered((turn,), why)
