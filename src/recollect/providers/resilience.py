"""What stands between us and a service that fails: a breaker that stops asking, a meter that counts.

Nothing is retried here: work that may be retried is a job, and a job is a row.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Final, Literal, TypeVar

from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable

T = TypeVar("T")
State = Literal["closed", "open", "half_open"]

# A caller that meets a probe under way cannot know its end; it should neither spin nor wait a whole minute.
_PROBE_WAIT: Final = 1.0


class Breaker:
    """Lets calls through until a service is unavailable too often in a row, then one call at a time."""

    def __init__(
        self,
        clock_monotonic: Callable[[], float] = time.monotonic,
        failures: int = 5,
        open_seconds: float = 60.0,
    ) -> None:
        self._now = clock_monotonic
        self._limit = failures
        self._open_seconds = open_seconds
        self._lock = Lock()
        self._failures = 0
        self._open_until: float | None = None
        self._probing = False
        # Raised by every opening and closing: the result of a call begun before it says nothing new.
        self._era = 0

    @property
    def state(self) -> State:
        """`half_open` from the end of the open time until the one probe has answered."""
        with self._lock:
            if self._open_until is None:
                return "closed"
            return "open" if self._now() < self._open_until else "half_open"

    def call(self, fn: Callable[[], T]) -> T:
        """What `fn` returns or raises; CircuitOpen, without calling it, while the breaker is open."""
        era = self._admit()
        try:
            result = fn()
        except ProviderUnavailable:
            self._failed(era)
            raise
        except ProviderError:  # refused, so it is alive
            self._answered(era)
            raise
        except BaseException:
            self._unknown(era)
            raise
        self._answered(era)
        return result

    def _admit(self) -> int:
        with self._lock:
            if self._open_until is not None:
                left = self._open_until - self._now()
                if left > 0 or self._probing:
                    raise _circuit_open(left if left > 0 else _PROBE_WAIT)
                self._probing = True
            return self._era

    def _failed(self, era: int) -> None:
        with self._lock:
            if era != self._era:
                return
            self._failures += 1
            if self._probing or self._failures >= self._limit:
                self._turn(open_until=self._now() + self._open_seconds)

    def _answered(self, era: int) -> None:
        with self._lock:
            if era != self._era:
                return
            self._failures = 0
            if self._probing:
                self._turn(open_until=None)

    def _unknown(self, era: int) -> None:
        """A call that ended for reasons of our own proves nothing; the next one may probe."""
        with self._lock:
            if era == self._era:
                self._probing = False

    def _turn(self, *, open_until: float | None) -> None:
        self._open_until = open_until
        self._failures = 0
        self._probing = False
        self._era += 1


def _circuit_open(seconds: float) -> CircuitOpen:
    return CircuitOpen(
        f"The service has failed too often and is not asked again for {seconds:.0f} s.",
        retry_after=seconds,
    )


@dataclass(frozen=True, slots=True)
class Usage:
    """What a provider has been asked so far."""

    calls: int = 0
    failures: int = 0
    seconds: float = 0.0
    tokens: int = 0


@dataclass(slots=True)
class Call:
    """One call under way; who makes it fills in what it took."""

    tokens: int = 0


class Meter:
    """Counts the calls of one provider; several may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._usage = Usage()

    @contextmanager
    def measure(self) -> Iterator[Call]:
        """Count what happens inside as one call, failed if it raises."""
        call = Call()
        started = time.perf_counter()
        failed = True
        try:
            yield call
            failed = False
        finally:
            self._add(call.tokens, time.perf_counter() - started, failed=failed)

    def snapshot(self) -> Usage:
        """The counts at this moment."""
        with self._lock:
            return self._usage

    def _add(self, tokens: int, seconds: float, *, failed: bool) -> None:
        with self._lock:
            so_far = self._usage
            self._usage = Usage(
                calls=so_far.calls + 1,
                failures=so_far.failures + failed,
                seconds=so_far.seconds + seconds,
                tokens=so_far.tokens + tokens,
            )
