"""What the server needs from the database for access: a part of `Store` in `domain.ports`."""

from datetime import datetime
from typing import Protocol


class AccessRecords(Protocol):
    """What must outlive the file of keys, so that losing it opens nothing."""

    def keys_required_since(self) -> datetime | None:
        """When the servers of this database first required a key; None if they never did."""

    def require_keys(self, now: datetime) -> None:
        """Record for all servers of this database that a key is required; the first time stays."""
