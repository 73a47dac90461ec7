"""The cleanup: unused memories decay, and faded or excess ones are archived.

An agent is swept when something is due, at most daily and at least every 30 days. Nothing that a
person or a conversation said is deleted by the clock: what is archived can be restored.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.domain.entry import Change, Entry, EntryFilter, Kind, Status
from recollect.domain.items import DropItems
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import SWEEP_AFTER, Enqueue, JobResult, PutEntry, Write
from recollect.learning import lifecycle
from recollect.learning.clock_watch import ClockWatch

_FOREVER: Final = datetime.max.replace(tzinfo=UTC)
# One sweep archives at most a tenth of what fades, but so many in any case; the next sweep, a day
# later, goes on. If something is wrong, such as the clock, there is time to notice.
ARCHIVED_AT_ONCE: Final = 10
# So many excess memories are archived in one transaction.
_EXCESS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class _Plan:
    """The memories of an agent, each as stored and as decayed, and the ids to archive."""

    pairs: list[tuple[Entry, Entry]]
    faded: set[str]
    excess: set[str]
    # Whether more have faded, or are too many, than one sweep archives.
    more_faded: bool
    more_excess: bool

    def writes(self, now: datetime) -> Iterator[PutEntry]:
        """The next versions of those that decayed, are archived or lost their last rival."""
        archived = self.faded | self.excess
        remaining = {old.id for old, _ in self.pairs} - archived
        for old, decayed in self.pairs:
            if old.id in archived:
                yield lifecycle.put_next(old, lifecycle.archive(decayed), Change.ARCHIVED, now)
                continue
            change = Change.DISPUTED if decayed == old else Change.DECAYED
            new = decayed
            if new.status is Status.REVIEW:
                new = lifecycle.remove_rivals(new, set(new.rivals) - remaining)
            if new != old:
                yield lifecycle.put_next(old, new, change, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Cleans up the memories of one agent at a time."""

    store: Store
    clock: Clock
    watch: ClockWatch
    # How many memories are in use; 0 means any number.
    max_memories: int
    # How long recaps are in use; None means forever.
    recaps_kept: timedelta | None

    @property
    def rules(self) -> str:
        """The settings that decide what is archived."""
        return f"at most {self.max_memories} memories, recaps kept {self.recaps_kept}"

    def run(self, job: Job) -> JobResult:
        """Decay unused memories, and archive those that are too weak or too many."""
        agent, now = job.agent, self.clock.now()
        held_until = self.watch.held_until(now)
        if held_until is not None:
            again = Enqueue(JobKind.SWEEP, "", held_until)
            return JobResult(Done("held back: the clock has leapt", job.watermark), (again,))
        plan = self._plan(self.store.entries(agent, EntryFilter()), now)
        recaps = self._recaps(agent)
        late = [recap for recap in recaps if self._kept_until(recap) <= now]
        late_now = _at_once(late, recaps)
        puts = [*plan.writes(now)]
        puts += [
            lifecycle.put_next(recap, lifecycle.archive(recap), Change.ARCHIVED, now)
            for recap in late_now
        ]
        writes: tuple[Write, ...] = tuple(puts)
        if plan.pairs or recaps:
            # A plan in the profile may have ended by the clock alone.
            writes += (Enqueue(JobKind.PROFILE, "", now),)
        expiry = self.store.next_expiry(agent)
        if expiry is not None:
            # Whoever sets a `ttl` asks for this.
            writes += (DropItems(expired=now),)
        if plan.pairs or recaps or expiry is not None:
            moments = [self._next_for(plan, now), *map(self._kept_until, recaps), expiry]
            if plan.more_faded or len(late) > len(late_now):
                moments.append(now + SWEEP_AFTER)
            writes += (Enqueue(JobKind.SWEEP, "", _next_sweep(now, *moments)),)
        counts = [put.change for put in puts]
        decayed, archived = counts.count(Change.DECAYED), counts.count(Change.ARCHIVED)
        summary = f"{decayed} decayed, {archived} archived"
        return JobResult(Done(summary, job.watermark, again=plan.more_excess), writes)

    def _plan(self, entries: Sequence[Entry], now: datetime) -> _Plan:
        decayed = [lifecycle.decay(entry, now) for entry in entries]
        faded = lifecycle.least_valuable_first(
            entry for entry in decayed if lifecycle.has_faded(entry)
        )
        archived = {entry.id for entry in _at_once(faded, entries)}
        strong = (entry for entry in decayed if entry.id not in archived)
        excess = lifecycle.over_limit(strong, self.max_memories)
        return _Plan(
            pairs=[*zip(entries, decayed, strict=True)],
            faded=archived,
            excess={entry.id for entry in excess[:_EXCESS_AT_ONCE]},
            more_faded=len(faded) > len(archived),
            more_excess=len(excess) > _EXCESS_AT_ONCE,
        )

    def _next_for(self, plan: _Plan, now: datetime) -> datetime | None:
        """When one of the memories next decays, begins or ends."""
        archived = plan.faded | plan.excess
        moments = (
            moment
            for _, new in plan.pairs
            if new.id not in archived
            for moment in (lifecycle.decays_at(new), new.valid_from, new.valid_until)
        )
        return min((moment for moment in moments if moment and moment > now), default=None)

    def _recaps(self, agent: str) -> tuple[Entry, ...]:
        """All recaps in use, or just one if they are so forever."""
        limit = 1 if self.recaps_kept is None else None
        return self.store.entries(agent, EntryFilter(kinds=(Kind.SUMMARY,)), limit=limit)

    def _kept_until(self, recap: Entry) -> datetime:
        return _FOREVER if self.recaps_kept is None else recap.changed_at + self.recaps_kept


def _at_once(chosen: Iterable[Entry], among: Sequence[Entry]) -> list[Entry]:
    """Of what the clock would archive, as much as one sweep may."""
    return [*chosen][: max(ARCHIVED_AT_ONCE, len(among) // 10)]


def _next_sweep(now: datetime, *moments: datetime | None) -> datetime:
    ahead = (moment for moment in moments if moment is not None and moment > now)
    return max(now + SWEEP_AFTER, min((now + lifecycle.UNUSED, *ahead)))
