"""Waiting for the background work, with a bar where somebody is looking."""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from recollect.cli.progress import bar
from recollect.cli.screen import say
from recollect.cli.wording import counted
from recollect.domain.job import JobState

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory

_LOOK_SECONDS = 0.3


def caught_up(memory: "Memory") -> "SyncReport":
    """Do what is due, embedding and learning above all, and say what became of it."""
    before = _Left.of(memory)
    with bar("Embedding and learning", before.turns + before.jobs) as advance:
        if advance is None:
            return memory.sync()
        work = _Work(memory)
        done = 0
        while not work.over(_LOOK_SECONDS):
            # One piece of work may ask for another: what was done stays done.
            done = max(done, before.less(_Left.of(memory)))
            advance(done)
        return work.report()


@dataclass(frozen=True, slots=True)
class _Left:
    """How much there is to do: turns without a vector, and jobs."""

    turns: int
    jobs: int

    @classmethod
    def of(cls, memory: "Memory") -> Self:
        stats = memory.stats()
        store, states = stats.store, stats.store.jobs_by_state
        missing = store.turns - store.turns_embedded if stats.embedder else 0
        return cls(missing, states.get(JobState.PENDING, 0) + states.get(JobState.RUNNING, 0))

    def less(self, left: Self) -> int:
        return max(self.turns - left.turns, 0) + max(self.jobs - left.jobs, 0)


def print_outcome(memory: "Memory", outcome: "SyncReport | None") -> None:
    """What became of the background work, in a sentence."""
    stats = memory.stats()
    left = stats.store.turns - stats.store.turns_embedded
    known = counted(stats.store.entries, "memory")
    if outcome is not None and outcome.dead:
        say(f"{counted(outcome.dead, 'job')} failed. The reasons: recollect doctor", style="red")
    elif outcome is not None and outcome.waiting:
        say(f"{counted(outcome.waiting, 'job')} put off until later. More: recollect doctor")
    elif stats.embedder is None:
        say("Nothing is embedded: embedding_backend is none, so search goes by words alone.")
        say(f"{known} known.")
    elif left and outcome is None:
        say(f"{counted(left, 'turn')} not embedded yet. The server does it, or: recollect sync")
    elif left:
        say(f"{counted(left, 'turn')} could not be embedded. More: recollect doctor", style="red")
    else:
        turns = counted(stats.store.turns, "turn")
        say(f"{turns} embedded, {known} known, nothing left to do.")


class _Work:
    """`sync` in a thread of its own; as a daemon it does not hold up Ctrl-C."""

    def __init__(self, memory: "Memory") -> None:
        self._memory = memory
        self._report: SyncReport | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="recollect-sync", daemon=True)
        self._thread.start()

    def over(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def report(self) -> "SyncReport":
        if self._error is not None:
            raise self._error
        assert self._report is not None
        return self._report

    def _run(self) -> None:
        try:
            self._report = self._memory.sync()
        except BaseException as error:  # noqa: BLE001 - carried over to the thread that waits
            self._error = error
