"""What is not used fades, what has faded goes, and of too many the least valuable: once a day."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from recollect.domain.entry import Change, Entry, EntryFilter, Kind, Status
from recollect.domain.ids import entry_digest
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import SWEEP_AFTER, DropEntries, Enqueue, PutEntry, Work, Write
from recollect.learning.lifecycle import decay, excess, free, is_spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Looks after the memories of one agent at a time."""

    store: Store
    clock: Clock
    # No more than so many are kept; 0 means any number.
    most: int
    # For so long the recaps of conversations are kept; None for ever.
    recaps_kept: timedelta | None

    def run(self, job: Job) -> Work:
        """Let memories fade by what they were not used, and remove what is spent or too much."""
        agent, now = job.agent, self.clock.now()
        entries = self.store.entries(agent, EntryFilter())
        faded = [decay(entry, now) for entry in entries]
        gone = {entry.id for entry in faded if is_spent(entry)}
        gone |= {entry.id for entry in excess((e for e in faded if e.id not in gone), self.most)}
        gone |= self._old_recaps(agent, now)
        left = {entry.id for entry in entries} - gone
        pairs = [(old, new) for old, new in zip(entries, faded, strict=True) if new.id in left]
        fading = sum(new != old for old, new in pairs)
        puts = [_changed(old, new, left, now) for old, new in pairs]
        writes: tuple[Write, ...] = tuple(put for put in puts if put is not None)
        if gone:
            writes += (DropEntries(tuple(sorted(gone))),)
        if entries or self.store.entries(agent, EntryFilter(kinds=(Kind.SUMMARY,)), limit=1):
            writes += (Enqueue(JobKind.SWEEP, "", now + SWEEP_AFTER),)
            # A plan in it may be over by the clock alone.
            writes += (Enqueue(JobKind.PROFILE, "", now),)
        return Work(Done(f"{fading} faded, {len(gone)} gone", job.watermark), writes)

    def _old_recaps(self, agent: str, now: datetime) -> set[str]:
        if self.recaps_kept is None:
            return set()
        kept = EntryFilter(statuses=tuple(Status), kinds=(Kind.SUMMARY,))
        found = self.store.entries(agent, kept)
        return {entry.id for entry in found if entry.changed_at <= now - self.recaps_kept}


def _changed(old: Entry, faded: Entry, left: set[str], now: datetime) -> PutEntry | None:
    """A memory that has faded, or that nothing is left to doubt it beside; None where it stays as it was."""
    change = Change.DISPUTED if faded == old else Change.DECAYED
    if faded.status is Status.REVIEW:
        faded = free(faded, set(faded.rivals) - left)
    if faded == old:
        return None
    new = replace(faded, version=old.version + 1, changed_at=now)
    return PutEntry(new, entry_digest(new), change, expected=old.version)
