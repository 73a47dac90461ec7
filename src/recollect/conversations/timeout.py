"""Calls a model with a timeout."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from recollect.errors import ProviderUnavailable

T = TypeVar("T")


def call_with_timeout(call: Callable[[], T], seconds: float | None) -> T:
    """The result of `call`; ProviderUnavailable if it takes longer than this many seconds.

    A running call cannot be stopped: it ends in its own thread, and its result is dropped.
    """
    if seconds is None:
        return call()
    result: Future[T] = Future()
    # A daemon thread, because a thread of an executor would keep the interpreter from exiting.
    Thread(target=_run, args=(call, result), name="recollect-ask", daemon=True).start()
    try:
        return result.result(seconds)
    except TimeoutError:
        pass
    raise ProviderUnavailable(f"The model did not answer within {seconds:g} s.")


def _run(call: Callable[[], T], result: Future[T]) -> None:
    try:
        result.set_result(call())
    except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
        result.set_exception(error)
