"""Running the background work with a progress bar on a terminal."""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from recollect.cli.formatting import pluralize
from recollect.cli.output import say
from recollect.cli.progress import progress_bar
from recollect.domain.job import JobState

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory

_POLL_SECONDS = 0.3


def sync_with_progress(memory: "Memory") -> "SyncReport":
    """Run all due jobs, such as embedding and learning, and return the report."""
    before = _Remaining.of(memory)
    with progress_bar("Embedding and learning", before.turns + before.jobs) as advance:
        if advance is None:
            return memory.sync()
        thread = _SyncThread(memory)
        done = 0
        while not thread.wait(_POLL_SECONDS):
            # A job may enqueue another, but the bar must not move backwards.
            done = max(done, before.completed_since(_Remaining.of(memory)))
            advance(done)
        return thread.report()


@dataclass(frozen=True, slots=True)
class _Remaining:
    """Remaining work: turns without a vector, and jobs."""

    turns: int
    jobs: int

    @classmethod
    def of(cls, memory: "Memory") -> Self:
        stats = memory.stats()
        store, states = stats.store, stats.store.jobs_by_state
        missing = store.turns - store.turns_embedded if stats.embedder else 0
        return cls(missing, states.get(JobState.PENDING, 0) + states.get(JobState.RUNNING, 0))

    def completed_since(self, now: Self) -> int:
        return max(self.turns - now.turns, 0) + max(self.jobs - now.jobs, 0)


def print_sync_result(memory: "Memory", report: "SyncReport | None") -> None:
    """Print the result of the background work; None means that it was not run."""
    stats = memory.stats()
    left = stats.store.turns - stats.store.turns_embedded
    memories = pluralize(stats.store.entries, "memory")
    if report is not None and report.dead:
        say(
            f"{pluralize(report.dead, 'job')} failed. For the reasons, run: recollect doctor",
            style="red",
        )
    elif report is not None and report.waiting:
        say(f"{pluralize(report.waiting, 'job')} postponed. For details, run: recollect doctor")
    elif stats.embedder is None:
        say("Embedding is off (embedding_backend = none): search matches words only.")
        say(f"{memories} stored.")
    elif left and report is None:
        say(
            f"{pluralize(left, 'turn')} not embedded yet."
            " The server embeds them, or run: recollect sync"
        )
    elif left:
        say(
            f"{pluralize(left, 'turn')} could not be embedded. For details, run: recollect doctor",
            style="red",
        )
    else:
        turns = pluralize(stats.store.turns, "turn")
        say(f"{turns} embedded, {memories} stored, nothing left to do.")


class _SyncThread:
    """`Memory.sync` in a daemon thread, so that Ctrl-C takes effect at once."""

    def __init__(self, memory: "Memory") -> None:
        self._memory = memory
        self._report: SyncReport | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="recollect-sync", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
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
        except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
            self._error = error
