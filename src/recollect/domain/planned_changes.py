"""What a plan replaces once its day has come: the old home, from the day of the move.

Computed whenever memories are read, and stored nowhere: a plan that is cancelled, moved to another
day or deleted leaves no trace, and a clock that was wrong changes nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.domain.corrections import with_corrected_days
from recollect.domain.entry import SHOWN, Entry
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.provenance import is_below

# A longer memory says more than its attribute.
_SHORT: Final = 8


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """The memories that are over from a moment on, because a plan replaces them."""

    since: datetime
    replaced: frozenset[str]


def planned_changes(entries: Iterable[Entry]) -> list[PlannedChange]:
    """The plans among these memories that replace others, with the day that was said last."""
    shown = with_corrected_days(entry for entry in entries if entry.status in SHOWN)
    values = [entry for entry in shown if entry.attribute in SINGLE_VALUED and entry.value]
    if len(values) < 2:  # noqa: PLR2004 - one to replace another
        return []
    found: list[PlannedChange] = []
    for plan in values:
        since, said_at = plan.valid_from, plan.said_at
        if since is None or said_at is None or since <= said_at or plan.valid_until is not None:
            continue
        later = [entry.content for entry in shown if stated_at(entry) > said_at]
        replaced = frozenset(
            # Whoever names the old value again may have changed the plan: "we're staying in Leeds".
            old.id
            for old in values
            if _replaces(plan, said_at, old)
            and not any((old.value or "") in text for text in later)
        )
        found += [PlannedChange(since, replaced)] if replaced else []
    return found


def replaced_by_now(changes: Sequence[PlannedChange], now: datetime) -> frozenset[str]:
    """The ids of memories that a plan has replaced by now."""
    return frozenset(name for each in changes if each.since <= now for name in each.replaced)


def stated_at(entry: Entry) -> datetime:
    """When it was said, or else recorded."""
    return entry.said_at or entry.recorded_at


def _replaces(plan: Entry, said_at: datetime, old: Entry) -> bool:
    """Whether a plan gives an older memory of the same person another value."""
    return (
        old.attribute == plan.attribute
        and (old.value or "").casefold() != (plan.value or "").casefold()
        and (old.about, old.speaker) == (plan.about, plan.speaker)
        and stated_at(old) < said_at
        and len(old.content.split()) <= _SHORT
        and not old.pinned
        and not is_below(plan.trust, old.trust)
    )
