"""Items: JSON values that a caller keeps by namespace and key, until they expire."""

from dataclasses import dataclass, field
from datetime import datetime

from recollect.domain.conditions import ANYTHING, Conditions
from recollect.domain.ids import digest
from recollect.domain.metadata import Json, Metadata
from recollect.domain.turn import Reading

Namespace = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedItem:
    """A value under a namespace and a key. After `expires_at`, nobody sees it any more."""

    namespace: Namespace
    key: str
    value: Json
    metadata: Metadata = field(default_factory=dict)
    # The texts it is found by; without any, a search does not find it.
    texts: tuple[str, ...] = ()
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None
    # How long it lives after each write, and after each read that asks for it, in seconds.
    ttl: float | None = None
    version: int = 1

    @property
    def id(self) -> str:
        """A hash of the namespace and the key."""
        return item_id(self.namespace, self.key)


@dataclass(frozen=True, slots=True)
class ItemHit:
    """An item that a search found, and its score."""

    item: KeyedItem
    score: float


def item_id(namespace: Namespace, key: str) -> str:
    """The id of the item under a namespace and a key."""
    return digest("item", *namespace, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFilter:
    """Which items to read: those not expired `now`, in a namespace and those below it."""

    now: datetime
    namespace: Namespace = ()
    value: Conditions = ANYTHING
    metadata: Conditions = ANYTHING

    def matches(self, item: KeyedItem) -> bool:
        """Whether an item passes the filter; conditions on a value need an object."""
        alive = item.expires_at is None or item.expires_at > self.now
        value = item.value if isinstance(item.value, dict) else {}
        return (
            alive
            and item.namespace[: len(self.namespace)] == self.namespace
            and self.metadata.match(item.metadata)
            and self.value.match(value)
        )


@dataclass(frozen=True, slots=True)
class OwnVectors:
    """Vectors that the caller computed: one for each text, as float16, little-endian."""

    dims: int
    data: bytes


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item with the vectors of its caller, as exported."""

    item: KeyedItem
    vectors: OwnVectors | None = None


@dataclass(frozen=True, slots=True)
class PutItem:
    """Store an item, in place of the one with its namespace and key.

    InvalidInput if its vectors are not as long as those of the agent's other items.
    """

    item: KeyedItem
    vectors: OwnVectors | None = None
    reading: Reading | None = None
    # From an export: an existing item stays as it is.
    restored: bool = False


@dataclass(frozen=True, slots=True)
class DropItems:
    """Remove items by id, and all that expired by a moment."""

    ids: tuple[str, ...] = ()
    expired: datetime | None = None
