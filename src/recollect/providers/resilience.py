"""Circuit breaker, retries and call statistics for remote services.

Retries are for callers that wait for the answer; a job is retried by the queue instead.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Lock
from typing import Final, Literal, TypeVar

from recollect.errors import CircuitOpen, Closed, ProviderError, ProviderUnavailable

T = TypeVar("T")
State = Literal["closed", "open", "half_open"]

# The retry hint during a probe, whose end is unknown.
_PROBE_WAIT: Final = 1.0


class Breaker:
    """A circuit breaker: after several failures in a row, it allows only single probes."""

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
        # Incremented by each opening and closing; results of earlier calls are ignored.
        self._era = 0

    @property
    def state(self) -> State:
        """`half_open` from the end of the open time until the probe has finished."""
        with self._lock:
            if self._open_until is None:
                return "closed"
            return "open" if self._now() < self._open_until else "half_open"

    @contextmanager
    def guard(self) -> Iterator[Callable[[], None]]:
        """Run a block as one call, or raise CircuitOpen.

        A long block calls the yielded function once the service answers, which ends a probe.
        """
        era = self._admit()
        try:
            yield lambda: self._alive(era)
        except ProviderUnavailable:
            self._failed(era)
            raise
        except ProviderError:  # it refused, so it is available
            self._answered(era)
            raise
        except BaseException:
            self._unknown(era)
            raise
        self._answered(era)

    def _admit(self) -> int:
        with self._lock:
            if self._open_until is not None:
                left = self._open_until - self._now()
                if left > 0 or self._probing:
                    wait = left if left > 0 else _PROBE_WAIT
                    why = "The service has failed too often and is not called again for"
                    raise CircuitOpen(f"{why} {wait:.0f} s.", retry_after=wait)
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

    def _alive(self, era: int) -> None:
        """End a probe; other calls still count as failed if the rest does not arrive."""
        with self._lock:
            if era == self._era and self._probing:
                self._turn(open_until=None)

    def _unknown(self, era: int) -> None:
        """A call that we ended says nothing about the service; the next one may probe."""
        with self._lock:
            if era == self._era:
                self._probing = False

    def _turn(self, *, open_until: float | None) -> None:
        self._open_until = open_until
        self._failures = 0
        self._probing = False
        self._era += 1


class RetryPolicy:
    """Retries calls to an unavailable service after a pause, or the longer one it asks for."""

    def __init__(
        self,
        pauses: Sequence[float] = (1.0, 2.0, 4.0),
        *,
        longest: float = 30.0,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        self._pauses = tuple(pauses)
        self._longest = longest
        self._stopped = Event()
        self._wait = wait or self._stopped.wait

    def call(self, fn: Callable[[], T]) -> T:
        """The first result of `fn`, or its last error."""
        for pause in self._pauses:
            try:
                return fn()
            except ProviderUnavailable as error:
                wait = max(pause, error.retry_after or 0.0)
                # Too long to wait, and the error says for how long; or waiting does not help.
                if wait > self._longest or error.is_down:
                    raise
            self._wait(wait)
            if self._stopped.is_set():
                raise Closed("The model was closed before a retry.")
        return fn()

    def stop(self) -> None:
        """End current pauses and stop retrying."""
        self._stopped.set()


@dataclass(frozen=True, slots=True)
class CallCounts:
    """The calls of a provider so far.

    `tokens` are input tokens, `tokens_out` output tokens. The seconds of a stream include the time
    of its consumer.
    """

    calls: int = 0
    failures: int = 0
    seconds: float = 0.0
    tokens: int = 0
    tokens_out: int = 0


@dataclass(slots=True)
class Call:
    """A running call; the caller fills in its tokens."""

    tokens: int = 0
    tokens_out: int = 0


class Meter:
    """Counts the calls of one provider; several may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._usage = CallCounts()

    @contextmanager
    def measure(self) -> Iterator[Call]:
        """Count the block as one call, failed if it raises."""
        call = Call()
        started = time.perf_counter()
        failed = True
        try:
            yield call
            failed = False
        except (GeneratorExit, KeyboardInterrupt):  # the caller stopped, not the service
            failed = False
            raise
        finally:
            self._add(call, time.perf_counter() - started, failed=failed)

    def snapshot(self) -> CallCounts:
        """The current counts."""
        with self._lock:
            return self._usage

    def _add(self, call: Call, seconds: float, *, failed: bool) -> None:
        with self._lock:
            so_far = self._usage
            self._usage = CallCounts(
                calls=so_far.calls + 1,
                failures=so_far.failures + failed,
                seconds=so_far.seconds + seconds,
                tokens=so_far.tokens + call.tokens,
                tokens_out=so_far.tokens_out + call.tokens_out,
            )
