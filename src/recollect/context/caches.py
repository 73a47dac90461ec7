"""In-memory caches: the last receipts, contexts for ten seconds, and injections in use."""

import pickle
import threading
from collections import Counter, OrderedDict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from recollect.context.inject import Injection
from recollect.domain.receipt import Context, Receipt
from recollect.errors import NotFound

RECEIPTS_KEPT: Final = 1_000
FRESH: Final = timedelta(seconds=10)
_CONTEXTS_KEPT: Final = 256
_INJECTIONS_KEPT: Final = 512
# Longer than a model works on one message with tools.
_INJECTION_LIFETIME: Final = timedelta(hours=1)


class ReceiptCache:
    """The last receipts, oldest evicted first. Thread-safe.

    A receipt names about a hundred items; pickled, it takes a tenth of the memory of the objects.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._receipts: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._erasures: Counter[str] = Counter()

    def erasures(self, agent: str) -> int:
        """How often an agent has been forgotten; pass it to `put`."""
        with self._lock:
            return self._erasures[agent]

    def put(self, receipt: Receipt, erasures: int) -> bool:
        """Store a receipt and return True, unless its agent was forgotten in the meantime."""
        pickled = pickle.dumps(receipt, pickle.HIGHEST_PROTOCOL)
        with self._lock:
            if self._erasures[receipt.agent] != erasures:
                return False
            self._receipts[receipt.id] = (receipt.agent, pickled)
            while len(self._receipts) > RECEIPTS_KEPT:
                self._receipts.popitem(last=False)
            return True

    def get(self, receipt_id: str) -> Receipt:
        """One receipt; NotFound if it was never stored or has been evicted."""
        with self._lock:
            stored = self._receipts.get(receipt_id)
        if stored is None:
            message = (
                f"there is no receipt {receipt_id!r:.80}:"
                f" only the last {RECEIPTS_KEPT:,} are kept, until the process ends"
            )
            raise NotFound(message)
        receipt: Receipt = pickle.loads(stored[1])  # noqa: S301 - only our own pickles
        return receipt

    def forget(self, agent: str) -> None:
        """Drop an agent's receipts, including those still being built."""
        with self._lock:
            self._erasures[agent] += 1
            for key in [key for key, (owner, _) in self._receipts.items() if owner == agent]:
                del self._receipts[key]


@dataclass(frozen=True, slots=True)
class Moment:
    """When a context was built, and from which revision of the agent's data."""

    at: datetime
    # In the user's time zone.
    day: date
    revision: int


class ContextCache:
    """Contexts of the last few seconds, by agent and query.

    A context of another revision or another day is never returned.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._contexts: OrderedDict[tuple[str, object], tuple[Moment, Context]] = OrderedDict()

    def get(self, agent: str, query: object, now: Moment) -> Context | None:
        """The cached context of a query; None if there is none or something has changed."""
        with self._lock:
            while self._contexts and self._oldest_is_stale(now.at):
                self._contexts.popitem(last=False)
            cached = self._contexts.get((agent, query))
        if cached is None:
            return None
        built, context = cached
        is_fresh = timedelta(0) <= now.at - built.at < FRESH and built.day == now.day
        return context if is_fresh and built.revision == now.revision else None

    def put(self, agent: str, query: object, built: Moment, context: Context) -> None:
        """Cache a context."""
        with self._lock:
            self._contexts[agent, query] = (built, context)
            self._contexts.move_to_end((agent, query))
            while len(self._contexts) > _CONTEXTS_KEPT or self._oldest_is_stale(built.at):
                self._contexts.popitem(last=False)

    def forget(self, agent: str) -> None:
        """Drop the contexts of an agent."""
        with self._lock:
            for key in [key for key in self._contexts if key[0] == agent]:
                del self._contexts[key]

    def _oldest_is_stale(self, now: datetime) -> bool:
        # Contexts hold users' text, which must not stay in memory longer than it is useful.
        built, _ = next(iter(self._contexts.values()))
        return now - built.at >= FRESH


class InjectionCache:
    """Injections by agent and turn, so that a model reads the same one throughout a turn."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._injections: OrderedDict[tuple[str, object], tuple[datetime, Injection]] = (
            OrderedDict()
        )

    def get(self, agent: str, key: object, now: datetime) -> Injection | None:
        """The injection of a turn, if it was used recently."""
        with self._lock:
            self._evict(now)
            cached = self._injections.pop((agent, key), None)
            if cached is None:
                return None
            self._injections[agent, key] = (now, cached[1])
            return cached[1]

    def put(self, agent: str, key: object, now: datetime, injection: Injection) -> None:
        """Cache an injection."""
        with self._lock:
            self._injections[agent, key] = (now, injection)
            self._injections.move_to_end((agent, key))
            self._evict(now)

    def forget(self, agent: str) -> None:
        """Drop the injections of an agent."""
        with self._lock:
            for key in [key for key in self._injections if key[0] == agent]:
                del self._injections[key]

    def _evict(self, now: datetime) -> None:
        """Remove expired and surplus injections, least recently used first."""
        while self._injections:
            last_used, _ = next(iter(self._injections.values()))
            if len(self._injections) <= _INJECTIONS_KEPT and now - last_used < _INJECTION_LIFETIME:
                return
            self._injections.popitem(last=False)
