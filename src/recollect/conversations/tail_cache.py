"""A cache of conversation tails that never returns an outdated one."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from recollect.domain.conversation import ConversationTail
from recollect.domain.ports import Turns

MAX_BYTES: Final = 8 * 2**20
# The memory of a turn besides its content.
_TURN_OVERHEAD: Final = 1_000

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Cached:
    tail: ConversationTail
    last: int
    nbytes: int

    def covers(self, last: int) -> bool:
        """Whether this many turns were read, or all that exist."""
        return self.last >= last or len(self.tail.last) < self.last


class TailCache:
    """Reads the tail of a conversation, from RAM if it has not changed.

    Every read asks the store for the revision, which is much cheaper than reading the turns. Other
    processes may therefore write at any time.
    """

    def __init__(self, store: Turns, max_bytes: int = MAX_BYTES) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._cache: OrderedDict[_Key, _Cached] = OrderedDict()
        self._nbytes = 0

    def tail(self, agent: str, conversation: str, last: int) -> ConversationTail:
        """The current tail of a conversation."""
        key = (agent, conversation)
        with self._lock:
            cached = self._cache.get(key)
        if (
            cached
            and cached.covers(last)
            and cached.tail.revision == self._store.conversation_revision(*key)
        ):
            with self._lock:
                if key in self._cache:
                    self._cache.move_to_end(key)
            shown = cached.tail.last
            return replace(cached.tail, last=shown[max(0, len(shown) - last) :])
        fresh = self._store.tail(agent, conversation, last=last)
        self._put(key, fresh, last)
        return fresh

    def agents(self) -> set[str]:
        """The agents that it has something of."""
        with self._lock:
            return {agent for agent, _ in self._cache}

    def forget(self, agent: str, conversation: str | None = None) -> None:
        """Drop one conversation, or all of an agent."""
        with self._lock:
            for key in [*self._cache]:
                if key[0] == agent and conversation in {None, key[1]}:
                    self._drop(key)

    @property
    def nbytes(self) -> int:
        """The estimated size of the cache in bytes."""
        return self._nbytes

    def _put(self, key: _Key, fresh: ConversationTail, last: int) -> None:
        turns = (*fresh.last, fresh.first) if fresh.first else fresh.last
        nbytes = sum(_TURN_OVERHEAD + len(turn.content.encode()) for turn in turns)
        with self._lock:
            self._drop(key)
            if nbytes > self._max_bytes or not fresh.count:
                return
            self._cache[key] = _Cached(fresh, last, nbytes)
            self._nbytes += nbytes
            while self._nbytes > self._max_bytes:
                self._drop(next(iter(self._cache)))

    def _drop(self, key: _Key) -> None:
        if key in self._cache:
            self._nbytes -= self._cache.pop(key).nbytes
