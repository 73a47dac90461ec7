"""Slows down whoever tries many wrong keys.

A valid key is accepted however many wrong ones came from its address: otherwise anybody behind the
same proxy could lock its owner out. Keys have 256 random bits, so nobody finds one by trying; this
keeps the attempts out of the log and lets a client with a revoked key stop.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from recollect.server.client_address import network_of

_FREE: Final = 10
_SECONDS: Final = 60.0
# The memory for addresses is bounded; the one that failed longest ago is forgotten first.
_ADDRESSES: Final = 1_024


class FailedKeys:
    """Counts wrong keys by address, for a minute from the first one on."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def add(self, address: str) -> int | None:
        """Count a wrong key; return the seconds to wait if there were too many."""
        name, now = network_of(address), self._now()
        began, count = self._failures.pop(name, (now, 0))
        if now - began >= _SECONDS:
            began, count = now, 0
        self._failures[name] = (began, count + 1)
        if len(self._failures) > _ADDRESSES:
            self._failures.popitem(last=False)
        return math.ceil(began + _SECONDS - now) if count >= _FREE else None

    def __len__(self) -> int:
        return len(self._failures)
