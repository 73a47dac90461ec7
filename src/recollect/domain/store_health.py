"""What operations need from the database about itself: a part of `Store` in `domain.ports`."""

from collections.abc import Sequence
from typing import Protocol

from recollect.domain.access import Reach
from recollect.domain.found_text import FoundText


class StoreHealth(Protocol):
    """Whether the database is sound, can be written to, and holds nothing that was deleted."""

    def check_writable(self) -> None:
        """Raise StorageError if a write would fail now."""

    def faults(self) -> tuple[str, ...]:
        """What is wrong with the database itself, one sentence each; empty if it is sound."""

    def scrub(self) -> None:
        """Remove traces of deleted rows from the database files."""

    def erasure_mark(self) -> str | None:
        """What changes whenever an agent is erased, by any process."""

    def has_traces(self) -> bool:
        """Whether deleted text may still be in unused parts of the database files."""

    def every_text_with(
        self, phrases: Sequence[str], reach: Reach
    ) -> tuple[list[FoundText], list[str]]:
        """Everything stored that contains one of the phrases, and the agents that were searched.

        Every text of every table is read, without regard to case and spaces.
        """
