"""Calls in threads of their own, and of a model with a timeout."""

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
    try:
        return run_in_daemon_thread(call, "recollect-ask").result(seconds)
    except TimeoutError:
        pass
    raise ProviderUnavailable(f"The model did not answer within {seconds:g} s.")


def run_in_daemon_thread(call: Callable[[], T], name: str) -> Future[T]:
    """The call in a thread that the interpreter does not wait for at exit, as for an executor's."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
            result.set_exception(error)

    Thread(target=run, name=name, daemon=True).start()
    return result
