"""The optimizer at work on what is stored: one run for one agent, as a background job."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from recollect.budget.analyzer import Rules
from recollect.budget.compressor import Shortener
from recollect.budget.cycle import Optimized, optimize
from recollect.budget.partition import TokenBudget
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.ports import Clock, Store, TokenCounter
from recollect.domain.tuning import SNAPSHOTS_KEPT, Parameters, Snapshot
from recollect.domain.turn import Turn
from recollect.domain.writes import Enqueue, Reached, RecordRun, Seen, SetViews, Work, Write

# After so many messages of a conversation the optimizer looks at it, without waiting for its time.
EVERY_MESSAGES: Final = 20
# One run looks at no more than this: the conversations that changed last, and the end of each.
CONVERSATIONS: Final = 20
TURNS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuner:
    """Keeps the windows of an agent within their budget, and learns what that takes."""

    store: Store
    clock: Clock
    counter: TokenCounter
    budget: TokenBudget
    rules: Rules
    # What an agent begins with.
    start: Parameters
    interval: timedelta = timedelta(minutes=2)
    kept: int = SNAPSHOTS_KEPT

    def after(self, conversation: str) -> Enqueue:
        """What to ask for with every message of a conversation."""
        reached = Reached(conversation, EVERY_MESSAGES)
        return Enqueue(JobKind.OPTIMIZE, "", self.clock.now(), hastened=True, when=reached)

    def now(self) -> Enqueue:
        """What to ask for to have an agent's latest conversations looked at, whether or not they have changed."""
        return Enqueue(JobKind.OPTIMIZE, "", self.clock.now(), since=0, hastened=True)

    def parameters(self, agent: str) -> Parameters:
        """What holds for an agent now."""
        last = self.store.tuning(agent).last
        return last.parameters.within_ranges() if last else self.start

    def run(self, job: Job) -> Work:
        """Look at the conversations that have changed since the last run, and write down what came of it.

        While it changes something, or the budget stays strained, it asks to be run again after its interval.
        """
        agent, now = job.agent, self.clock.now()
        seen = self.store.revision(agent)
        names = self.store.changed_conversations(agent, since=job.watermark, limit=CONVERSATIONS)
        if not names:
            return Work(Done("nothing has changed", seen))
        windows = [self.store.stretch(agent, name, last=TURNS).last for name in names]
        before = self.parameters(agent)
        done = optimize(
            windows,
            now,
            parameters=before,
            budget=self.budget,
            rules=self.rules,
            shorten=Shortener(self.counter),
        )
        views = tuple(_views(names, windows, done))
        strained = _is_strained(before, done.snapshot)
        writes: tuple[Write, ...] = (*views, RecordRun(done.snapshot, self.kept))
        if views or strained:
            writes += (Enqueue(JobKind.OPTIMIZE, "", now + self.interval),)
        # Strained windows are looked at again, also when nobody has said anything in them.
        return Work(Done(_told(done), job.watermark if strained else seen), writes)


def _views(
    names: tuple[str, ...], windows: list[tuple[Turn, ...]], done: Optimized
) -> Iterator[SetViews]:
    for name, old, new in zip(names, windows, done.windows, strict=True):
        changed = tuple(
            Seen(after.id, after.view, after.tier, after.relevance)
            for before, after in zip(old, new.turns, strict=True)
            if before != after
        )
        if changed:
            yield SetViews(name, changed)


def _is_strained(before: Parameters, snapshot: Snapshot) -> bool:
    """Whether the run has left stricter parameters than it was given: the next may do what it could not."""
    return snapshot.parameters.min_relevance > before.min_relevance or (
        snapshot.parameters.compression_trigger < before.compression_trigger
    )


def _told(done: Optimized) -> str:
    metrics = done.snapshot.metrics
    return (
        f"{len(done.windows)} conversations: {metrics.entries_compressed} turns compressed,"
        f" {metrics.entries_dropped} dropped, {metrics.entries_promoted} promoted,"
        f" {metrics.tokens_saved} tokens saved"
    )
