"""Relearns everything an agent was told, without changing what the user did to its memories."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from recollect.domain.entry import MANUAL_CHANGES, RECORDS, Entry, Origin, Version
from recollect.domain.ids import entry_digest
from recollect.domain.job import JobKind
from recollect.domain.writes import DropEntries, Enqueue, PutEntry, Write
from recollect.learning.lifecycle import decay, should_prune
from recollect.learning.working_set import WorkingSet

History = tuple[Version, ...]


def is_user_curated(history: History) -> bool:
    """Whether a user added, changed, deleted, restored or decided about a memory."""
    is_manual = history[-1].entry.origin is Origin.MANUAL
    return is_manual or any(version.change in MANUAL_CHANGES for version in history)


def curated_entries(histories: Iterable[History]) -> list[Entry]:
    """The memories that are not derived again."""
    kept = (history[-1].entry for history in histories if is_user_curated(history))
    return [entry for entry in kept if entry.kind not in RECORDS]


def rebuild_writes(
    histories: Sequence[History], working_set: WorkingSet, puts: Sequence[PutEntry], now: datetime
) -> tuple[Write, ...]:
    """The writes that make the store match the working set; unchanged memories stay untouched.

    Memories that would have decayed by now are not brought back.
    """
    stored = {history[-1].entry.id: history[-1].entry for history in histories}
    learned = {put.entry.id: put for put in puts}
    derived = [
        history[-1].entry
        for history in histories
        if not is_user_curated(history) and history[-1].entry.kind not in RECORDS
    ]
    gone = tuple(entry.id for entry in derived if entry.id not in learned)
    writes: list[Write] = [DropEntries(gone)] if gone else []
    # New memories get their full history, so that queries about the past can see it.
    faded = {
        name for name in learned.keys() - stored.keys() if _has_faded(working_set.get(name), now)
    }
    writes += [put for put in puts if put.entry.id not in stored.keys() | faded]
    if faded:
        # The sweep activates memories that were in review only because of these.
        writes.append(Enqueue(JobKind.SWEEP, "", now, hastened=True))
    for name, put in learned.items():
        new = working_set.get(name)
        old = stored.get(name)
        if new is None or old is None or _same(old, new):
            continue
        entry = replace(
            new,
            version=old.version + 1,
            access_count=old.access_count,
            accessed_at=old.accessed_at,
        )
        writes.append(
            PutEntry(entry, entry_digest(entry), put.change, old.version, reading=put.reading)
        )
    return tuple(writes)


def _has_faded(entry: Entry | None, now: datetime) -> bool:
    return entry is not None and should_prune(decay(entry, now))


def _same(old: Entry, new: Entry) -> bool:
    """Whether two memories are equal, apart from usage and confidence."""
    return (
        replace(
            old,
            version=new.version,
            changed_at=new.changed_at,
            confidence=new.confidence,
            access_count=new.access_count,
            accessed_at=new.accessed_at,
            decayed_at=new.decayed_at,
        )
        == new
    )
