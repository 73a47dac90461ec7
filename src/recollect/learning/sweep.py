"""The cleanup: unused memories decay, and decayed or excess ones are deleted.

An agent is swept when something is due, at most daily and at least every 30 days.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.domain.entry import Change, Entry, EntryFilter, Kind, Status
from recollect.domain.items import DropItems
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import SWEEP_AFTER, DropEntries, Enqueue, JobResult, PutEntry, Write
from recollect.learning.lifecycle import (
    UNUSED,
    decay,
    decays_at,
    over_limit,
    put_next,
    remove_rivals,
    should_prune,
)

_FOREVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Cleans up the memories of one agent at a time."""

    store: Store
    clock: Clock
    # How many memories are kept; 0 means any number.
    max_memories: int
    # How long recaps are kept; None means forever.
    recaps_kept: timedelta | None

    @property
    def rules(self) -> str:
        """The settings that decide what is deleted."""
        return f"at most {self.max_memories} memories, recaps kept {self.recaps_kept}"

    def run(self, job: Job) -> JobResult:
        """Decay unused memories, and delete those that are too weak or too many."""
        agent, now = job.agent, self.clock.now()
        entries = self.store.entries(agent, EntryFilter())
        decayed = [decay(entry, now) for entry in entries]
        weak = {entry.id for entry in decayed if should_prune(entry)}
        strong = (entry for entry in decayed if entry.id not in weak)
        excess = {entry.id for entry in over_limit(strong, self.max_memories)}
        recaps = self._recaps(agent)
        old = {entry.id for entry in recaps if self._kept_until(entry) <= now}
        deleted = weak | excess | old
        remaining = {entry.id for entry in entries} - deleted
        pairs = [
            (old, new) for old, new in zip(entries, decayed, strict=True) if new.id in remaining
        ]
        decayed_count = sum(new != old for old, new in pairs)
        puts = (_changed(old, new, remaining, now) for old, new in pairs)
        writes: tuple[Write, ...] = tuple(put for put in puts if put is not None)
        if deleted:
            writes += (DropEntries(tuple(sorted(deleted))),)
        if entries or recaps:
            # A plan in the profile may have ended by the clock alone.
            writes += (Enqueue(JobKind.PROFILE, "", now),)
        expiry = self.store.next_expiry(agent)
        if expiry is not None:
            writes += (DropItems(expired=now),)
        if entries or recaps or expiry is not None:
            moments = [moment for _, new in pairs for moment in _moments(new)]
            moments += map(self._kept_until, recaps)
            writes += (Enqueue(JobKind.SWEEP, "", _next_sweep(now, *moments, expiry)),)
        summary = f"{decayed_count} decayed, {len(deleted)} deleted"
        return JobResult(Done(summary, job.watermark), writes)

    def _recaps(self, agent: str) -> tuple[Entry, ...]:
        """All recaps, or just one if they are kept forever."""
        chosen = EntryFilter(statuses=tuple(Status), kinds=(Kind.SUMMARY,))
        return self.store.entries(agent, chosen, limit=1 if self.recaps_kept is None else None)

    def _kept_until(self, recap: Entry) -> datetime:
        return _FOREVER if self.recaps_kept is None else recap.changed_at + self.recaps_kept


def _moments(entry: Entry) -> tuple[datetime | None, ...]:
    """When a memory decays next, and when what it says begins or ends."""
    return decays_at(entry), entry.valid_from, entry.valid_until


def _next_sweep(now: datetime, *moments: datetime | None) -> datetime:
    ahead = (moment for moment in moments if moment is not None and moment > now)
    return max(now + SWEEP_AFTER, min((now + UNUSED, *ahead)))


def _changed(old: Entry, decayed: Entry, remaining: set[str], now: datetime) -> PutEntry | None:
    """The write for a memory that decayed or lost its last rival; None if nothing changed."""
    change = Change.DISPUTED if decayed == old else Change.DECAYED
    if decayed.status is Status.REVIEW:
        decayed = remove_rivals(decayed, set(decayed.rivals) - remaining)
    return None if decayed == old else put_next(old, decayed, change, now)
