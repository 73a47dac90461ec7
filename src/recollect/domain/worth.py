"""The order of memories by value."""

from typing import Final

from recollect.domain.entry import USER, Entry, Priority

_RANK: Final = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}


def by_worth(entry: Entry) -> tuple[bool, bool, int, float, float, str]:
    """Sort key that puts the most valuable memories first."""
    about_user = entry.subject in {None, USER}
    age = -entry.recorded_at.timestamp()
    return not entry.pinned, not about_user, _RANK[entry.priority], -entry.confidence, age, entry.id
