"""What one agent may store: turns a day, and turns and text in all."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Final

from recollect.domain.ports import Clock, Store
from recollect.errors import QuotaExceeded, RateLimited

_AGENTS_KEPT: Final = 10_000
# Others may store or delete something meanwhile; before anything is refused it is counted anew.
_COUNTED_AGAIN_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaLimits:
    """The limits for each agent; 0 means none."""

    turns_a_day: int = 0
    turns: int = 0
    characters: int = 0


@dataclass(slots=True)
class _Used:
    """What an agent has stored, as far as this process knows."""

    day: date
    today: int = 0
    turns: int = 0
    characters: int = 0
    counted_at: float | None = None


class Quotas:
    """Counts in RAM what agents store, and reads it from the database now and then. Thread-safe."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        limits: QuotaLimits,
        *,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._seconds = seconds
        self._lock = threading.Lock()
        self._used: OrderedDict[str, _Used] = OrderedDict()

    @property
    def are_on(self) -> bool:
        """Whether there is any limit."""
        return self._limits != QuotaLimits()

    def check(self, agent: str, *, turns: int = 0, characters: int = 0) -> None:
        """Raise if the agent may not store so much more."""
        if not self.are_on:
            return
        used = self._of(agent)
        a_day = self._limits.turns_a_day
        if turns and a_day and used.today + turns > a_day:
            message = f"{agent!r:.80} may store {a_day:,} turns a day (setting agent_turns_per_day)"
            raise RateLimited(message, retry_after=self._seconds_of_day_left())
        if self._is_too_much(used, turns, characters):
            self._count(agent, used)
        if reason := self._is_too_much(used, turns, characters):
            raise QuotaExceeded(f"the agent {agent!r:.80} may store {reason}")

    def add(self, agent: str, *, turns: int = 0, characters: int = 0) -> None:
        """Count what has been stored."""
        if not self.are_on:
            return
        used = self._of(agent)
        with self._lock:
            used.today += turns
            used.turns += turns
            used.characters += characters

    def _is_too_much(self, used: _Used, turns: int, characters: int) -> str:
        """The limit that would be exceeded, or an empty text."""
        limits = self._limits
        if turns and limits.turns and used.turns + turns > limits.turns:
            return f"{limits.turns:,} turns (setting max_turns_per_agent)"
        if characters and limits.characters and used.characters + characters > limits.characters:
            return f"{limits.characters:,} characters (setting max_characters_per_agent)"
        return ""

    def _of(self, agent: str) -> _Used:
        today = self._clock.now().astimezone(UTC).date()
        with self._lock:
            used = self._used.setdefault(agent, _Used(today))
            self._used.move_to_end(agent)
            if used.day != today:
                used.day, used.today = today, 0
            while len(self._used) > _AGENTS_KEPT:
                self._used.popitem(last=False)
        at = used.counted_at
        if at is None or self._seconds() - at > _COUNTED_AGAIN_SECONDS:
            self._count(agent, used)
        return used

    def _count(self, agent: str, used: _Used) -> None:
        if self._limits.turns or self._limits.characters:
            turns, characters = self._store.stored_text(agent)
            with self._lock:
                used.turns, used.characters = turns, characters
        used.counted_at = self._seconds()

    def _seconds_of_day_left(self) -> float:
        now = self._clock.now().astimezone(UTC)
        tomorrow = datetime.combine(now.date() + timedelta(days=1), time_of_day(), UTC)
        return (tomorrow - now).total_seconds()
