"""What operations need from the database for items: a part of `Store` in `domain.ports`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from recollect.domain.items import ItemFilter, KeyedItem, Namespace
from recollect.domain.job import Missing
from recollect.domain.store_results import Changes


class KeyedItems(Protocol):
    """Items by namespace and key."""

    def items(
        self, agent: str, chosen: ItemFilter, *, limit: int | None = None, offset: int = 0
    ) -> tuple[KeyedItem, ...]:
        """The items that match, last written first."""

    def items_by_id(self, agent: str, ids: Sequence[str]) -> dict[str, KeyedItem]:
        """The existing items among these ids, also expired ones."""

    def item_versions(self, agent: str, chosen: ItemFilter) -> frozenset[str]:
        """Which items match and may be found by a search, each as "id:version"."""

    def item_count(self, agent: str) -> int:
        """How many items there are, also expired ones."""

    def item_namespaces(self, agent: str, now: datetime) -> tuple[Namespace, ...]:
        """The namespaces that have items, sorted."""

    def item_dims(self, agent: str) -> int | None:
        """The length of the callers' vectors; None if there are none."""

    def next_expiry(self, agent: str) -> datetime | None:
        """When the next item expires, or the first expired one did; None if none ever will."""

    def item_window(
        self, agent: str, *, since: int = 0, limit: int, missing: Missing
    ) -> tuple[tuple[int, KeyedItem], ...]:
        """As `entry_window`, for items that callers gave no vectors."""

    def item_changes(self, agent: str, since: int, *, space: str | None, reader: str) -> Changes:
        """As `changes`, with items as entries; a space of None means the vectors of callers.

        The id of a row is "id:version": an index keeps old versions, and each search says which
        ones count. The content of a row is the JSON list of its texts.
        """

    def refresh_items(self, agent: str, ids: Sequence[str], now: datetime) -> None:
        """Begin the lifetime of items again; the revision stays the same."""
