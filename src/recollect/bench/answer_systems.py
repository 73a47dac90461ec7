"""What a reader is shown with a question, by each of the systems that are compared."""

from datetime import datetime
from enum import StrEnum
from functools import cache

import numpy as np

from recollect.bench.recall import DEPTH, BenchQuestion, cost, line_of, within
from recollect.domain.clock import SystemClock
from recollect.domain.hit import Scope
from recollect.memory import Memory


class System(StrEnum):
    """Where the reader's knowledge of the conversation comes from."""

    RECOLLECT = "recollect"
    VECTORS = "vectors"
    FULL = "full"
    NONE = "none"
    # A running server adds the memory; nothing is added here.
    PROXY = "proxy"

    @property
    def needs_turns(self) -> bool:
        """Whether something of the conversation is shown."""
        return self not in {System.NONE, System.PROXY}


class QuestionClock(SystemClock):
    """The time at which a question is asked; the real time while turns are stored.

    Contexts name the day: today's would be wrong for an old conversation, and change every prompt.
    """

    at: datetime | None = None

    def now(self) -> datetime:
        """The time of the question, if one is being asked."""
        return self.at or super().now()


class ShownTexts:
    """What each system shows for a question, over the conversations stored in one memory."""

    def __init__(self, memory: Memory, clock: QuestionClock, budget: int, window: int) -> None:
        self._memory = memory
        self._clock = clock
        self._budget = budget
        self._window = window
        self._full = cache(self._end_that_fits)
        # Turns that `full` did not show.
        self.cut = 0
        self._end = cache(lambda sample: max(turn.at for turn in memory.agent(sample).turns()))

    def text(self, system: System, asked: BenchQuestion) -> str:
        """What the reader is shown before the question; empty for nothing."""
        match system:
            case System.RECOLLECT:
                return self._context(asked)
            case System.VECTORS:
                return self._nearest(asked)
            case System.FULL:
                return self._full(asked.sample)
            case System.NONE | System.PROXY:
                return ""

    def _context(self, asked: BenchQuestion) -> str:
        self._clock.at = self._end(asked.sample)
        try:
            return self._memory.agent(asked.sample).context(asked.text, tokens=self._budget).text
        finally:
            self._clock.at = None

    def _nearest(self, asked: BenchQuestion) -> str:
        """The turns most similar to the question, within the budget."""
        embedder = self._memory.recall.embedder
        assert embedder is not None
        vector = np.frombuffer(embedder.embed(asked.text), "<f4").tolist()
        agent = self._memory.agent(asked.sample)
        hits = agent.search_by_vector(vector, DEPTH, scopes=(Scope.TURNS,))
        kept = within(hits, self._budget)
        return "\n".join(line_of(hit.turn) for hit in hits if hit.turn and hit.id in kept)

    def _end_that_fits(self, sample: str) -> str:
        """The conversation, cut at its beginning if it does not fit the window."""
        turns = self._memory.agent(sample).turns()
        left, first = self._window, len(turns)
        while first and left >= cost(turns[first - 1]):
            first -= 1
            left -= cost(turns[first])
        self.cut += first
        return "\n".join(line_of(turn) for turn in turns[first:])
