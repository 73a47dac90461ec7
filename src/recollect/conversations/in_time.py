"""Waiting for a model no longer than someone who has asked a question would."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from recollect.errors import ProviderUnavailable

T = TypeVar("T")


def in_time(ask: Callable[[], T], seconds: float | None) -> T:
    """What `ask` returns or raises; ProviderUnavailable where that takes longer than so many seconds.

    A call that is under way cannot be stopped: it ends in a thread of its own, and what it says is dropped.
    """
    if seconds is None:
        return ask()
    said: Future[T] = Future()
    # A daemon: an executor's thread would keep the interpreter from ending.
    Thread(target=_carry, args=(ask, said), name="recollect-ask", daemon=True).start()
    try:
        return said.result(seconds)
    except TimeoutError:
        pass
    raise ProviderUnavailable(f"The model did not answer within {seconds:g} s.")


def _carry(ask: Callable[[], T], said: Future[T]) -> None:
    try:
        said.set_result(ask())
    except BaseException as failed:  # noqa: BLE001 - carried over to the thread that waits
        said.set_exception(failed)
