"""Everything an agent was told, learned once more: what a person has done to the memories stays done."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from recollect.domain.entry import BY_HAND, RECORDS, Entry, Origin, Version
from recollect.domain.ids import entry_digest
from recollect.domain.job import JobKind
from recollect.domain.writes import DropEntries, Enqueue, PutEntry, Write
from recollect.learning.ledger import Ledger
from recollect.learning.lifecycle import decay, is_spent

History = tuple[Version, ...]


def by_hand(history: History) -> bool:
    """Whether a person has made a memory, or changed it, put it away, brought it back or decided about it."""
    made = history[-1].entry.origin is Origin.MANUAL
    return made or any(version.change in BY_HAND for version in history)


def canonical(histories: Iterable[History]) -> list[Entry]:
    """The memories that are not to be derived again."""
    kept = (history[-1].entry for history in histories if by_hand(history))
    return [entry for entry in kept if entry.kind not in RECORDS]


def difference(
    histories: Sequence[History], ledger: Ledger, puts: Sequence[PutEntry], now: datetime
) -> tuple[Write, ...]:
    """What has to be written so that the memories are those of the ledger; what is the same is left alone.

    What would have faded away by now has done so: it is not brought back.
    """
    stored = {history[-1].entry.id: history[-1].entry for history in histories}
    learned = {put.entry.id: put for put in puts}
    derived = [
        history[-1].entry
        for history in histories
        if not by_hand(history) and history[-1].entry.kind not in RECORDS
    ]
    gone = tuple(entry.id for entry in derived if entry.id not in learned)
    writes: list[Write] = [DropEntries(gone)] if gone else []
    # What is new has its whole past, step by step: somebody may ask what was known at a moment in it.
    faded = {name for name in learned.keys() - stored.keys() if _has_faded(ledger.get(name), now)}
    writes += [put for put in puts if put.entry.id not in stored.keys() | faded]
    if faded:
        # What was doubted beside it alone is not any more.
        writes.append(Enqueue(JobKind.SWEEP, "", now, hastened=True))
    for name, put in learned.items():
        new = ledger.get(name)
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
    return entry is not None and is_spent(decay(entry, now))


def _same(old: Entry, new: Entry) -> bool:
    """Whether two memories say the same and stand the same; how often one was used is not part of it."""
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
