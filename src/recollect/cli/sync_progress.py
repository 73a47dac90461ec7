"""Running the background work with a progress bar on a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

from recollect.cli.formatting import one_line
from recollect.cli.output import say
from recollect.cli.progress import progress_bar
from recollect.conversations.timeout import run_in_daemon_thread
from recollect.domain.amounts import pluralize
from recollect.domain.job import JobState
from recollect.domain.plain import plain

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory
    from recollect.memory.transfer import AgentImport

_POLL_SECONDS = 0.3
_COUNTED = (JobState.PENDING, JobState.RUNNING, JobState.DONE)
# Of how many agents it is printed what was stored and learned.
_AGENTS = 10


def sync_with_progress(memory: "Memory", agent: str | None = None) -> "SyncReport":
    """Run the due jobs of one agent or of all, such as embedding, and return the report."""
    before = _Remaining.of(memory)
    with progress_bar("Embedding and learning", before.turns + before.jobs) as advance:
        if advance is None:
            return memory.sync(agent)
        # So that Ctrl-C takes effect at once.
        report = run_in_daemon_thread(lambda: memory.sync(agent), "recollect-sync")
        done = 0
        while not wait([report], _POLL_SECONDS).done:
            # A job may enqueue another, but the bar must not move backwards.
            done = max(done, before.completed_since(_Remaining.of(memory)))
            advance(done)
        return report.result()


@dataclass(frozen=True, slots=True)
class _Remaining:
    """Remaining work: turns without a vector, and jobs; and how many jobs are done."""

    turns: int
    jobs: int
    done: int

    @classmethod
    def of(cls, memory: "Memory") -> Self:
        stats = memory.stats()
        store, states = stats.store, stats.store.jobs_by_state
        missing = store.turns - store.turns_embedded if stats.embedder else 0
        pending, running, done = (states.get(state, 0) for state in _COUNTED)
        return cls(missing, pending + running, done)

    def completed_since(self, now: Self) -> int:
        # What is done may have enqueued as many jobs again.
        return max(self.turns - now.turns, 0) + max(self.jobs - now.jobs, now.done - self.done, 0)


def sync_report(report: "SyncReport | None") -> dict[str, Any] | None:
    """Return the report as JSON data."""
    return None if report is None else {**plain(report), "ok": report.ok}


def memories_by_agent(memory: "Memory") -> dict[str, int]:
    """Return how many memories each agent has."""
    return {summary.id: summary.entries for summary in memory.agents()}


def print_sync_result(
    memory: "Memory",
    report: "SyncReport | None",
    before: Mapping[str, int],
    imported: "Sequence[AgentImport]" = (),
) -> None:
    """Print the result of the background work; None means that it was not run.

    `before` has the number of memories of each agent before it.
    """
    for line in islice(_agent_lines(memory, before, imported), _AGENTS):
        say(line)
    stats = memory.stats()
    left = stats.store.turns - stats.store.turns_embedded
    turns_left = pluralize(left, "turn")
    done = "" if report is None else "Nothing was waiting. "
    if report is not None and report.done:
        done = f"Finished {pluralize(report.done, 'job')}. "
    if report is not None and report.dead:
        failed = pluralize(report.dead, "job")
        say(f"{failed} failed. For the reasons, run: recollect doctor", style="red")
    elif report is not None and report.waiting:
        say(f"{pluralize(report.waiting, 'job')} postponed. For details, run: recollect doctor")
    elif stats.embedder is None:
        say("Embedding is off (embedding_backend = none): search matches words only.")
        say(done.rstrip() or "Nothing is waiting.")
    elif left and report is None:
        say(f"{turns_left} not embedded yet. The server embeds them, or run: recollect sync")
    elif left:
        text = f"{turns_left} could not be embedded. For details, run: recollect doctor"
        say(text, style="red")
    else:
        say(f"{done}All turns are embedded.")


def _agent_lines(
    memory: "Memory", before: Mapping[str, int], imported: "Sequence[AgentImport]"
) -> Iterator[str]:
    """Yield what was stored and learned for each agent: "tom: 94 turns stored, …"."""
    given = {each.agent: each for each in imported}
    for agent, count in memories_by_agent(memory).items():
        new = given.get(agent)
        learned = count - before.get(agent, 0)
        stored = [f"{pluralize(new.turns_new, 'turn')} stored"] if new and new.turns_new else []
        if learned > 0:
            stored.append(f"{pluralize(learned, 'memory')} learned")
        if stored:
            yield f"{one_line(agent)}: {', '.join(stored)}"
