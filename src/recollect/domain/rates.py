"""Limits how often something happens, in RAM and without a write for each time."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_NAMES_KEPT: Final = 10_000
_MINUTE: Final = 60.0


class Rates:
    """So many times a minute for each name, and at most so many at once; 0 means any number.

    Thread-safe. The names used last are kept; one that was forgotten begins anew.
    """

    def __init__(
        self,
        per_minute: int,
        *,
        seconds: Callable[[], float] = time.monotonic,
        names_kept: int = _NAMES_KEPT,
    ) -> None:
        self._per_minute = per_minute
        self._seconds = seconds
        self._names_kept = names_kept
        self._lock = threading.Lock()
        # By name: how many times are left, and when that was.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count(self, name: str) -> float:
        """Count one more; if that is too often, return the seconds to wait instead."""
        if not self._per_minute:
            return 0.0
        now = self._seconds()
        with self._lock:
            left, then = self._left.pop(name, (float(self._per_minute), now))
            gained = (now - then) * self._per_minute / _MINUTE
            left = min(left + max(gained, 0.0), float(self._per_minute))
            is_allowed = left >= 1.0
            self._left[name] = (left - is_allowed, now)
            while len(self._left) > self._names_kept:
                self._left.popitem(last=False)
        return 0.0 if is_allowed else (1.0 - left) * _MINUTE / self._per_minute
