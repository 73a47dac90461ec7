"""In-memory caches: the last receipts, and values that are kept for some time."""

import pickle
import threading
from collections import Counter, OrderedDict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from recollect.domain.hit import Scores
from recollect.domain.receipt import Item, LeftOut, Receipt
from recollect.domain.shared import Shared
from recollect.errors import NotFound, StorageError

RECEIPTS_KEPT: Final = 1_000
_T = TypeVar("_T")


class ReceiptCache:
    """The last receipts, oldest evicted first. Thread-safe.

    A receipt names about a hundred items; pickled, it takes a tenth of the memory of the objects.
    With a database that many servers share, receipts are there and not in RAM.
    """

    def __init__(self, shared: Shared | None = None) -> None:
        self._shared = shared
        self._lock = threading.Lock()
        # Each with the agents that it has anything of.
        self._receipts: OrderedDict[str, tuple[tuple[str, ...], bytes]] = OrderedDict()
        self._erasures: Counter[str] = Counter()

    def erasures(self, *agents: str) -> int:
        """How often the agents have been forgotten, together; pass it to `put`."""
        with self._lock:
            return sum(self._erasures[agent] for agent in agents)

    def put(self, receipt: Receipt, erasures: int, revisions: Sequence[int] = ()) -> bool:
        """Store a receipt and return True, unless its agent was forgotten in the meantime.

        `revisions` are those of its agents that it was made from.
        """
        if self._shared is not None:
            # On a replica that may not be written, contexts go without.
            with suppress(StorageError):
                self._shared.put_receipt(receipt, revisions)
            return self.erasures(*receipt.agents) == erasures
        pickled = _pack(receipt)
        with self._lock:
            if sum(self._erasures[agent] for agent in receipt.agents) != erasures:
                return False
            self._receipts[receipt.id] = (receipt.agents, pickled)
            while len(self._receipts) > RECEIPTS_KEPT:
                self._receipts.popitem(last=False)
            return True

    def get(self, receipt_id: str) -> Receipt:
        """One receipt; NotFound if it was never stored or has been evicted."""
        if self._shared is not None:
            receipt = self._shared.receipt(receipt_id)
        else:
            with self._lock:
                stored = self._receipts.get(receipt_id)
            receipt = None if stored is None else _unpack(stored[1])
        if receipt is None:
            raise NotFound(f"there is no receipt {receipt_id!r:.80}: only the latest are kept")
        return receipt

    def agents(self) -> set[str]:
        """The agents that it has something of."""
        with self._lock:
            return {agent for agents, _ in self._receipts.values() for agent in agents}

    def forget(self, agent: str) -> None:
        """Drop the receipts that have anything of an agent, including those being built."""
        with self._lock:
            self._erasures[agent] += 1
            for key in [key for key, (agents, _) in self._receipts.items() if agent in agents]:
                del self._receipts[key]


_SCORES: Final = tuple(each.name for each in fields(Scores))
_ITEM: Final = tuple(each.name for each in fields(Item) if each.name != "scores")
_score_values = attrgetter(*_SCORES)
_item_values = attrgetter(*_ITEM)


def _pack(receipt: Receipt) -> bytes:
    """A receipt as bytes. Items are packed as tuples: pickling objects takes four times as long."""
    lists = (map(_values, items) for items in (receipt.items, receipt.left_out))
    head = replace(receipt, items=(), left_out=())
    return pickle.dumps((head, *map(list, lists)), pickle.HIGHEST_PROTOCOL)


def _values(item: Item) -> tuple[object, ...]:
    reason = item.reason if isinstance(item, LeftOut) else None
    return _item_values(item), _score_values(item.scores), reason


def _unpack(packed: bytes) -> Receipt:
    head, shown, left_out = pickle.loads(packed)  # noqa: S301 - only our own pickles
    receipt: Receipt = replace(
        head,
        items=tuple(Item(**_named(values, scores)) for values, scores, _ in shown),
        left_out=tuple(
            LeftOut(**_named(values, scores), reason=why) for values, scores, why in left_out
        ),
    )
    return receipt


def _named(values: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
    named = dict(zip(_ITEM, values, strict=True))
    return named | {"scores": Scores(**dict(zip(_SCORES, scores, strict=True)))}


class AgentCache(Generic[_T]):
    """Values by agent and key, each for a limited time. Thread-safe."""

    def __init__(self, size: int, lifetime: timedelta) -> None:
        self._size = size
        self._lifetime = lifetime
        self._lock = threading.Lock()
        # Each with its time, and the spaces that it was made from.
        self._values: OrderedDict[tuple[str, Hashable], tuple[datetime, _T, tuple[str, ...]]] = (
            OrderedDict()
        )

    def get(self, agent: str, key: Hashable, now: datetime, *, renew: bool = False) -> _T | None:
        """A value, unless its time is over; with `renew`, its time begins again."""
        with self._lock:
            self._evict(now)
            stored = self._values.get((agent, key))
            # Not if the clock was set back in the meantime.
            if stored is None or abs(now - stored[0]) >= self._lifetime:
                return None
            if renew:
                self._values[agent, key] = (now, *stored[1:])
                self._values.move_to_end((agent, key))
            return stored[1]

    def put(
        self, agent: str, key: Hashable, now: datetime, value: _T, spaces: tuple[str, ...] = ()
    ) -> None:
        """Store a value; its time begins now."""
        with self._lock:
            self._values[agent, key] = (now, value, spaces)
            self._values.move_to_end((agent, key))
            self._evict(now)

    def agents(self) -> set[str]:
        """The agents that it has something of."""
        with self._lock:
            return {name for key, stored in self._values.items() for name in (key[0], *stored[2])}

    def forget(self, agent: str) -> None:
        """Drop the values of an agent, and of others that read it as a space."""
        with self._lock:
            values = self._values.items()
            for key in [k for k, stored in values if agent in (k[0], *stored[2])]:
                del self._values[key]

    def _evict(self, now: datetime) -> None:
        """Remove old and surplus values: users' text must not stay in memory without need."""
        while self._values:
            oldest, *_ = next(iter(self._values.values()))
            if len(self._values) <= self._size and now - oldest < self._lifetime:
                return
            self._values.popitem(last=False)
