"""The ends of the conversations that were read last, kept in RAM, and never served when they have changed."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from recollect.domain.ports import Store
from recollect.domain.talk import Stretch

MAX_BYTES: Final = 8 * 2**20
# What Python needs for a turn beside its words.
_TURN: Final = 1_000

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Kept:
    stretch: Stretch
    last: int
    nbytes: int

    def serves(self, last: int) -> bool:
        """Whether as many turns were read, or all there are."""
        return self.last >= last or len(self.stretch.last) < self.last


class Recent:
    """Reads the end of a conversation, from RAM where nobody has changed it since.

    Whether it has changed is asked of the store each time, which is much less than to read it: so another
    process may write as it likes.
    """

    def __init__(self, store: Store, max_bytes: int = MAX_BYTES) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._nbytes = 0

    def stretch(self, agent: str, conversation: str, last: int) -> Stretch:
        """The end of one conversation, as it is now."""
        key = (agent, conversation)
        with self._lock:
            kept = self._kept.get(key)
        if kept and kept.serves(last) and self._is_current(key, kept):
            with self._lock:
                if key in self._kept:
                    self._kept.move_to_end(key)
            return _shortened(kept.stretch, last)
        fresh = self._store.stretch(agent, conversation, last=last)
        self._keep(key, fresh, last)
        return fresh

    def forget(self, agent: str, conversation: str | None = None) -> None:
        """Let go of one conversation, or of all of an agent."""
        with self._lock:
            for key in [*self._kept]:
                if key[0] == agent and conversation in {None, key[1]}:
                    self._drop(key)

    @property
    def nbytes(self) -> int:
        """What is held, by its own count."""
        return self._nbytes

    def _is_current(self, key: _Key, kept: _Kept) -> bool:
        return kept.stretch.revision == self._store.talk_revision(*key)

    def _keep(self, key: _Key, fresh: Stretch, last: int) -> None:
        held = (*fresh.last, fresh.first) if fresh.first else fresh.last
        nbytes = sum(_TURN + len(turn.content.encode()) for turn in held)
        with self._lock:
            self._drop(key)
            if nbytes > self._max_bytes or not fresh.count:
                return
            self._kept[key] = _Kept(fresh, last, nbytes)
            self._nbytes += nbytes
            while self._nbytes > self._max_bytes:
                self._drop(next(iter(self._kept)))

    def _drop(self, key: _Key) -> None:
        if key in self._kept:
            self._nbytes -= self._kept.pop(key).nbytes


def _shortened(stretch: Stretch, last: int) -> Stretch:
    if len(stretch.last) <= last:
        return stretch
    return Stretch(
        revision=stretch.revision,
        count=stretch.count,
        first=stretch.first,
        last=stretch.last[len(stretch.last) - last :],
    )
