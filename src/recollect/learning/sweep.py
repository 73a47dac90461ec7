"""The daily cleanup: unused memories decay, and decayed or excess ones are deleted."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from recollect.domain.entry import Change, Entry, EntryFilter, Kind, Status
from recollect.domain.items import DropItems
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import SWEEP_AFTER, DropEntries, Enqueue, JobResult, PutEntry, Write
from recollect.learning.lifecycle import decay, over_limit, put_next, remove_rivals, should_prune


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Cleans up the memories of one agent at a time."""

    store: Store
    clock: Clock
    # How many memories are kept; 0 means any number.
    max_memories: int
    # How long recaps are kept; None means forever.
    recaps_kept: timedelta | None

    def run(self, job: Job) -> JobResult:
        """Decay unused memories, and delete those that are too weak or too many."""
        agent, now = job.agent, self.clock.now()
        entries = self.store.entries(agent, EntryFilter())
        decayed = [decay(entry, now) for entry in entries]
        weak = {entry.id for entry in decayed if should_prune(entry)}
        strong = (entry for entry in decayed if entry.id not in weak)
        excess = {entry.id for entry in over_limit(strong, self.max_memories)}
        deleted = weak | excess | self._old_recaps(agent, now)
        remaining = {entry.id for entry in entries} - deleted
        pairs = [
            (old, new) for old, new in zip(entries, decayed, strict=True) if new.id in remaining
        ]
        decayed_count = sum(new != old for old, new in pairs)
        puts = (_changed(old, new, remaining, now) for old, new in pairs)
        writes: tuple[Write, ...] = tuple(put for put in puts if put is not None)
        if deleted:
            writes += (DropEntries(tuple(sorted(deleted))),)
        if entries or self.store.entries(agent, EntryFilter(kinds=(Kind.SUMMARY,)), limit=1):
            writes += (Enqueue(JobKind.SWEEP, "", now + SWEEP_AFTER),)
            # A plan in the profile may have ended by the clock alone.
            writes += (Enqueue(JobKind.PROFILE, "", now),)
        elif self.store.next_expiry(agent) is not None:
            writes += (Enqueue(JobKind.SWEEP, "", now + SWEEP_AFTER),)
        if self.store.next_expiry(agent) is not None:
            writes += (DropItems(expired=now),)
        summary = f"{decayed_count} decayed, {len(deleted)} deleted"
        return JobResult(Done(summary, job.watermark), writes)

    def _old_recaps(self, agent: str, now: datetime) -> set[str]:
        if self.recaps_kept is None:
            return set()
        recaps = EntryFilter(statuses=tuple(Status), kinds=(Kind.SUMMARY,))
        entries = self.store.entries(agent, recaps)
        return {entry.id for entry in entries if entry.changed_at <= now - self.recaps_kept}


def _changed(old: Entry, decayed: Entry, remaining: set[str], now: datetime) -> PutEntry | None:
    """The write for a memory that decayed or lost its last rival; None if nothing changed."""
    change = Change.DISPUTED if decayed == old else Change.DECAYED
    if decayed.status is Status.REVIEW:
        decayed = remove_rivals(decayed, set(decayed.rivals) - remaining)
    return None if decayed == old else put_next(old, decayed, change, now)
