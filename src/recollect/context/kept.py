"""What is kept of contexts, in RAM only: the last receipts, for ten seconds the contexts themselves, and what is in use."""

import pickle
import threading
from collections import Counter, OrderedDict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from recollect.context.inject import Injection
from recollect.domain.receipt import Context, Receipt
from recollect.errors import NotFound

RECEIPTS: Final = 1_000
FRESH: Final = timedelta(seconds=10)
_CONTEXTS: Final = 256
_INJECTIONS: Final = 512
# Longer than a model works with tools on one message.
_IN_USE: Final = timedelta(hours=1)


class Receipts:
    """The last receipts, the oldest thrown away first. Safe for threads.

    A receipt names some hundred things; written out it takes a tenth of the room that the objects do.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._forgotten: Counter[str] = Counter()

    def forgotten(self, agent: str) -> int:
        """How often an agent has been forgotten: to be handed to `put`."""
        with self._lock:
            return self._forgotten[agent]

    def put(self, receipt: Receipt, forgotten: int) -> bool:
        """Keep one, unless its agent has been forgotten since it was begun."""
        written = pickle.dumps(receipt, pickle.HIGHEST_PROTOCOL)
        with self._lock:
            if self._forgotten[receipt.agent] != forgotten:
                return False
            self._kept[receipt.id] = (receipt.agent, written)
            while len(self._kept) > RECEIPTS:
                self._kept.popitem(last=False)
            return True

    def get(self, receipt_id: str) -> Receipt:
        """One receipt; NotFound where it is not, or no longer, here."""
        with self._lock:
            found = self._kept.get(receipt_id)
        if found is None:
            message = f"there is no receipt {receipt_id!r:.80}: the last {RECEIPTS:,} are kept, until the process ends"
            raise NotFound(message)
        receipt: Receipt = pickle.loads(found[1])  # noqa: S301 - written by ourselves, never from outside
        return receipt

    def forget(self, agent: str) -> None:
        """Throw away those of an agent, and those that are being made."""
        with self._lock:
            self._forgotten[agent] += 1
            for name in [name for name, (whose, _) in self._kept.items() if whose == agent]:
                del self._kept[name]


@dataclass(frozen=True, slots=True)
class Moment:
    """When, and from what, a context was made."""

    at: datetime
    # Where people are.
    day: date
    revision: int


class Contexts:
    """Contexts made a moment ago, by agent and question. One of another revision or another day is never given."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, object], tuple[Moment, Context]] = OrderedDict()

    def get(self, agent: str, asked: object, now: Moment) -> Context | None:
        """The same context as a moment ago, if nothing has changed since."""
        with self._lock:
            while self._kept and self._stale(now.at):
                self._kept.popitem(last=False)
            found = self._kept.get((agent, asked))
        if found is None:
            return None
        made, context = found
        fresh = timedelta(0) <= now.at - made.at < FRESH and made.day == now.day
        return context if fresh and made.revision == now.revision else None

    def put(self, agent: str, asked: object, made: Moment, context: Context) -> None:
        """Keep one."""
        with self._lock:
            self._kept[agent, asked] = (made, context)
            self._kept.move_to_end((agent, asked))
            while len(self._kept) > _CONTEXTS or self._stale(made.at):
                self._kept.popitem(last=False)

    def forget(self, agent: str) -> None:
        """Throw away those of an agent."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == agent]:
                del self._kept[key]

    def _stale(self, now: datetime) -> bool:
        """Whether the oldest is of no more use: text is not kept longer than it serves."""
        made, _ = next(iter(self._kept.values()))
        return now - made.at >= FRESH


class Injections:
    """What was put into requests, by agent and turn: while a model works on a turn it reads the very same again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, object], tuple[datetime, Injection]] = OrderedDict()

    def get(self, agent: str, key: object, now: datetime) -> Injection | None:
        """What was put there, if it has been in use of late."""
        with self._lock:
            self._sweep(now)
            found = self._kept.pop((agent, key), None)
            if found is None:
                return None
            self._kept[agent, key] = (now, found[1])
            return found[1]

    def put(self, agent: str, key: object, now: datetime, made: Injection) -> None:
        """Keep one."""
        with self._lock:
            self._kept[agent, key] = (now, made)
            self._kept.move_to_end((agent, key))
            self._sweep(now)

    def forget(self, agent: str) -> None:
        """Throw away those of an agent."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == agent]:
                del self._kept[key]

    def _sweep(self, now: datetime) -> None:
        """Let go of what is too much or out of use, the least recently used first."""
        while self._kept:
            used, _ = next(iter(self._kept.values()))
            if len(self._kept) <= _INJECTIONS and now - used < _IN_USE:
                return
            self._kept.popitem(last=False)
