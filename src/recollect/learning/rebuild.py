"""Relearns everything an agent was told, without changing what the user did to its memories."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from recollect.domain.entry import MANUAL_CHANGES, RECORDS, SHOWN, Change, Entry, Status, Version
from recollect.domain.job import JobKind
from recollect.domain.writes import DropEntries, Enqueue, PutEntry, Write
from recollect.learning.lifecycle import archive, decay, has_faded, put_next
from recollect.learning.working_set import WorkingSet

History = tuple[Version, ...]


def _is_user_curated(history: History) -> bool:
    """Whether a user added, changed, deleted, restored or decided about a memory."""
    return history[-1].entry.is_added or any(
        version.change in MANUAL_CHANGES for version in history
    )


def curated_entries(histories: Iterable[History]) -> list[Entry]:
    """The memories that are not derived again."""
    kept = (history[-1].entry for history in histories if _is_user_curated(history))
    return [entry for entry in kept if entry.kind not in RECORDS]


def rebuild_writes(
    histories: Sequence[History], working_set: WorkingSet, puts: Sequence[PutEntry], now: datetime
) -> tuple[Write, ...]:
    """The writes that make the store match the working set; unchanged memories stay untouched.

    Memories that would have faded by now are archived, and archived ones stay so.
    """
    stored = {history[-1].entry.id: history[-1].entry for history in histories}
    learned = {put.entry.id: put for put in puts}
    curated = {history[-1].entry.id for history in histories if _is_user_curated(history)}
    derived = (entry for entry in stored.values() if entry.id not in curated)
    gone = tuple(e.id for e in derived if e.id not in learned and e.kind not in RECORDS)
    writes: list[Write] = [DropEntries(gone)] if gone else []
    # New memories get their full history, so that queries about the past can see it.
    new_names = learned.keys() - stored.keys()
    writes += [put for put in puts if put.entry.id in new_names]
    faded = [*_faded((working_set.get(name) for name in sorted(new_names)), now)]
    writes += faded
    if faded:
        # The sweep activates memories that were in review only because of these.
        writes.append(Enqueue(JobKind.SWEEP, "", now, hastened=True))
    for name, put in learned.items():
        new = working_set.get(name)
        old = stored.get(name)
        if new is None or old is None:
            continue
        if old.status is Status.ARCHIVED and new.status in SHOWN:
            new = archive(new)
        if _same(old, new):
            continue
        used = replace(new, access_count=old.access_count, accessed_at=old.accessed_at)
        next_put = put_next(old, used, put.change, new.changed_at)
        writes.append(replace(next_put, reading=put.reading))
    return tuple(writes)


def _faded(entries: Iterable[Entry | None], now: datetime) -> Iterator[PutEntry]:
    """The writes that archive what nobody has used since it was said, long ago."""
    for entry in entries:
        if entry is not None and has_faded(weak := decay(entry, now)):
            yield put_next(entry, archive(weak), Change.ARCHIVED, now)


def _same(old: Entry, new: Entry) -> bool:
    """Whether two memories are equal, apart from usage and confidence."""
    return new == replace(
        old,
        version=new.version,
        changed_at=new.changed_at,
        confidence=new.confidence,
        access_count=new.access_count,
        accessed_at=new.accessed_at,
        decayed_at=new.decayed_at,
    )
