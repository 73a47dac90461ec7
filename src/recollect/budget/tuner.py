"""Runs the optimizer on stored conversations, as a background job per agent."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from recollect.budget.analyzer import Rules
from recollect.budget.compressor import Shortener
from recollect.budget.cycle import OptimizerRun, optimize
from recollect.budget.partition import TokenBudget
from recollect.domain.amounts import pluralize
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.ports import Clock, Store, TokenCounter
from recollect.domain.steps import Steps
from recollect.domain.tuning import SNAPSHOTS_KEPT, Parameters, Snapshot
from recollect.domain.turn import Turn
from recollect.domain.writes import (
    Enqueue,
    JobResult,
    Reached,
    RecordRun,
    SetViews,
    TurnView,
    Write,
)

# After this many messages in a conversation, a run does not wait for the interval.
EVERY_MESSAGES: Final = 20
# Limits of one run: the conversations that changed last, and the last turns of each.
CONVERSATIONS: Final = 20
TURNS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuner:
    """Keeps the windows of an agent within their budget, and tunes the parameters for that."""

    store: Store
    clock: Clock
    counter: TokenCounter
    budget: TokenBudget
    rules: Rules
    # The parameters before the first run.
    start: Parameters
    interval: timedelta = timedelta(minutes=2)
    kept: int = SNAPSHOTS_KEPT

    def after_message(self, conversation: str) -> tuple[Enqueue, ...]:
        """The jobs to enqueue with every message: a run after the interval, or at once."""
        now, reached = self.clock.now(), Reached(conversation, EVERY_MESSAGES)
        return (
            Enqueue(JobKind.OPTIMIZE, "", now + self.interval),
            Enqueue(JobKind.OPTIMIZE, "", now, hastened=True, when=reached),
        )

    def run_now(self, *, unchanged: bool = True) -> Enqueue:
        """The job that optimizes an agent's latest conversations, changed or not."""
        since = 0 if unchanged else None
        return Enqueue(JobKind.OPTIMIZE, "", self.clock.now(), since=since, hastened=True)

    def parameters(self, agent: str) -> Parameters:
        """The current parameters of an agent."""
        last = self.store.tuning(agent).last
        return last.parameters.within_ranges() if last else self.start

    def run(self, job: Job) -> Steps[JobResult]:
        """Optimize the conversations that have changed since the last run.

        Enqueues another run after the interval if it changed something or the budget is strained.
        """
        agent, now = job.agent, self.clock.now()
        revision = self.store.revision(agent)
        names = self.store.changed_conversations(agent, since=job.watermark, limit=CONVERSATIONS)
        if not names:
            return JobResult(Done("nothing has changed", revision))
        windows = []
        for name in names:
            windows.append(self.store.tail(agent, name, last=TURNS).last)
            yield
        before = self.parameters(agent)
        run = yield from optimize(
            windows,
            now,
            parameters=before,
            budget=self.budget,
            rules=self.rules,
            shorten=Shortener(self.counter),
        )
        views = tuple(_changed_views(names, windows, run))
        strained = _is_strained(before, run.snapshot)
        writes: tuple[Write, ...] = (*views, RecordRun(run.snapshot, self.kept))
        if views or strained:
            writes += (Enqueue(JobKind.OPTIMIZE, "", now + self.interval),)
        # Strained windows are optimized again even without new messages.
        return JobResult(Done(_outcome(run), job.watermark if strained else revision), writes)


def _changed_views(
    names: tuple[str, ...], windows: list[tuple[Turn, ...]], run: OptimizerRun
) -> Iterator[SetViews]:
    for name, old, new in zip(names, windows, run.windows, strict=True):
        changed = tuple(
            TurnView(after.id, after.view, after.tier, after.relevance)
            for before, after in zip(old, new.turns, strict=True)
            if before != after
        )
        if changed:
            yield SetViews(name, changed)


def _is_strained(before: Parameters, snapshot: Snapshot) -> bool:
    """Whether the run made the parameters stricter, so that the next one may save more."""
    return snapshot.parameters.min_relevance > before.min_relevance or (
        snapshot.parameters.compression_trigger < before.compression_trigger
    )


def _outcome(run: OptimizerRun) -> str:
    metrics = run.snapshot.metrics
    counts = {
        "shortened in windows": metrics.entries_compressed,
        "left out of windows": metrics.entries_dropped,
        "kept for long": metrics.entries_promoted,
    }
    changes = [f"{pluralize(count, 'turn')} {what}" for what, count in counts.items() if count]
    if metrics.tokens_saved:
        changes.append(f"{pluralize(metrics.tokens_saved, 'token')} saved")
    checked = f"{pluralize(len(run.windows), 'conversation')} checked"
    return f"{checked}: {', '.join(changes) or 'nothing to change'}"
