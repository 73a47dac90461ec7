"""Counts over a whole database, kept for a while once it is large."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final, Generic, TypeVar

from recollect.domain.ports import Clock
from recollect.errors import RecollectError

_T = TypeVar("_T")
# Fewer rows are counted in a few milliseconds.
MANY_ROWS: Final = 20_000
_FRESH_SECONDS: Final = 30.0
_OLDEST_SECONDS: Final = 300.0


class Recent(Generic[_T]):
    """A count that takes time: exact if there are few rows, else up to five minutes old.

    After half a minute, the next call starts a new count and returns the last one.
    """

    def __init__(self, count: Callable[[], _T], rows: Callable[[_T], int], clock: Clock) -> None:
        self._count = count
        self._rows = rows
        self._clock = clock
        self._counting = threading.Lock()
        self._last: tuple[_T, datetime] | None = None
        self._counted = 0.0

    def get(self) -> tuple[_T, datetime]:
        """The count, and when it was made."""
        last, age = self._last, time.monotonic() - self._counted
        if last is None or self._rows(last[0]) < MANY_ROWS or age > _OLDEST_SECONDS:
            return self._renewed()
        if age > _FRESH_SECONDS and not self._counting.locked():
            threading.Thread(target=self._renew, name="recollect-count", daemon=True).start()
        return last

    def _renewed(self) -> tuple[_T, datetime]:
        begun = time.monotonic()
        with self._counting:
            # Another thread may have counted while this one waited.
            if self._last is not None and self._counted > begun:
                return self._last
            now = self._clock.now()
            self._last = self._count(), now
            self._counted = time.monotonic()
            return self._last

    def _renew(self) -> None:
        # If the database is busy or closed, the last count stays until it is too old.
        with suppress(RecollectError):
            self._renewed()
