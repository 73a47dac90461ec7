"""What an erasure has reached, place by place."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PlaceState(StrEnum):
    """`gone`: nothing is there. `pending`: not yet. `yours`: out of Recollect's reach."""

    GONE = "gone"
    PENDING = "pending"
    YOURS = "yours"


@dataclass(frozen=True, slots=True)
class ErasurePlace:
    """A place that may have held something of an agent; `until` says when or how it goes away.

    It is None if it is gone, or if nothing is known.
    """

    place: str
    state: PlaceState
    until: str | None = None


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy of the database from before an upgrade or a restore; what is erased now is in it."""

    path: str
    # What it was made before: `upgrade` or `restore`.
    before: str
    made_at: datetime
    # When it is deleted by itself; erasing an agent deletes it at once.
    until: datetime


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """Every place that may have held something of an agent."""

    agent: str
    places: tuple[ErasurePlace, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left in any place that Recollect reaches."""
        return all(place.state is not PlaceState.PENDING for place in self.places)
