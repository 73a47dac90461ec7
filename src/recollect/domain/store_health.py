"""What operations need from the database about itself: a part of `Store` in `domain.ports`."""

from typing import Protocol


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
