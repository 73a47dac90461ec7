"""Which memories are corrected in part: one value of them is wrong, the rest of them stays true."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from recollect.domain.entry import SHOWN, Entry
from recollect.domain.provenance import REWORDED_AT


def corrections(entries: Iterable[Entry]) -> dict[str, Entry]:
    """By the id of the memory that is corrected in part, the one that corrects it.

    Whoever rewords a memory has settled what was said of it before.
    """
    shown = sorted((entry for entry in entries if entry.status in SHOWN), key=_said_at)
    reworded = {entry.id: at for entry in shown if (at := entry.moment(REWORDED_AT))}
    return {
        name: entry
        for entry in shown
        for name in entry.corrects
        if name not in reworded or reworded[name] < _said_at(entry)
    }


def is_meant(request: Entry, memory: Entry) -> bool:
    """Whether a request to forget means a memory, which nobody has reworded since."""
    reworded_at = memory.moment(REWORDED_AT)
    return memory.id in request.rivals and not (reworded_at and reworded_at > request.recorded_at)


def with_corrected_days(entries: Iterable[Entry]) -> list[Entry]:
    """The memories; those whose day was corrected (the 12th, not the 5th) begin on the new one."""
    known = [*entries]
    days = {name: entry.valid_from for name, entry in corrections(known).items()}
    return [
        replace(entry, valid_from=days[entry.id])
        if entry.valid_from and days.get(entry.id)
        else entry
        for entry in known
    ]


def _said_at(entry: Entry) -> datetime:
    return entry.said_at or entry.recorded_at
