"""Writes the audit log: requests leave an event in RAM, and a thread appends them to the log."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from starlette.types import Scope

from recollect.domain.access import Right
from recollect.domain.audit import (
    CHANGED_NAMES,
    CONCERNED,
    ERASED,
    FAILED,
    TOUCHED,
    WRONG_KEY,
    AuditAction,
    AuditEvent,
)
from recollect.domain.clock import SystemClock
from recollect.domain.ports import Clock
from recollect.errors import RecollectError
from recollect.mcp.caller import Forbidden
from recollect.server.authentication import KEY_ID, KEY_NAME
from recollect.server.client_address import client_address
from recollect.server.errors import status_of
from recollect.server.paths import READS
from recollect.wiring.audit import AuditTrail

_log = logging.getLogger(__name__)
# Events wait this long for others, so that the file is opened once for all of them.
_SECONDS: Final = 1.0
_MOST_WAITING: Final = 10_000
_REFUSED: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
# A caller without any key is written down once in this time, so that nobody can fill the log.
_STRANGER_AGAIN: Final = timedelta(minutes=1)
_MOST_STRANGERS: Final = 60


class AuditLog:
    """The audit log of one server; whether it is on may change while it runs."""

    def __init__(
        self, trail: AuditTrail, is_on: Callable[[], bool], clock: Clock | None = None
    ) -> None:
        self._trail = trail
        self._is_on = is_on
        self._clock = clock or SystemClock()
        self._waiting: deque[AuditEvent] = deque()
        self._lost = 0
        self._was_on = False
        # When each address without a key was written down.
        self._strangers: dict[str, datetime] = {}
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to write what requests leave."""
        self._was_on = self._is_on()
        self._thread = threading.Thread(target=self._run, name="audit", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Write what is left, and end."""
        self._stopping.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def add(self, scope: Scope, method: str, path: str, status: int, request_id: str) -> None:
        """Leave an event of a request that used somebody's memory, or was refused."""
        state = scope.get("state", {})
        status = _status(state.get(FAILED), status)
        touched: dict[str, set[str]] = state.get(TOUCHED, {})
        has_key = KEY_ID in state or WRONG_KEY in state
        is_stranger = status == HTTPStatus.UNAUTHORIZED and not (has_key or touched)
        is_refused = is_stranger or (status in _REFUSED and has_key)
        if not (touched or is_refused):
            return
        # What switches the log off is its last event.
        was_on, self._was_on = self._was_on, self._is_on()
        if not (self._was_on or (was_on and CHANGED_NAMES in state)):
            return
        if is_stranger and not self._is_due(client_address(scope)):
            return
        if len(self._waiting) >= _MOST_WAITING:
            self._lost += 1
            return
        event = AuditEvent(
            at=self._clock.now(),
            action=AuditAction.REFUSED if is_refused else _action(method, path, state),
            agents=tuple(touched),
            key=state.get(KEY_NAME),
            key_id=state.get(KEY_ID) or state.get(WRONG_KEY),
            client=client_address(scope),
            call=f"{method} {path}",
            status=status,
            names=state.get(CHANGED_NAMES, ()),
            items=tuple(state.get(CONCERNED, ())),
            request_id=request_id,
        )
        read = tuple(name for name, rights in touched.items() if Right.READ in rights)
        if event.action is AuditAction.WRITE and read:  # a chat does both
            self._waiting.append(replace(event, action=AuditAction.READ, agents=read))
            written = tuple(name for name, rights in touched.items() if rights != {Right.READ})
            event = replace(event, agents=written)
        self._waiting.append(event)
        self._wake.set()

    def _is_due(self, stranger: str) -> bool:
        """Whether a caller without a key was not written down just now; from now on it was."""
        now = self._clock.now()
        self._strangers = {a: t for a, t in self._strangers.items() if now - t < _STRANGER_AGAIN}
        if stranger in self._strangers or len(self._strangers) >= _MOST_STRANGERS:
            return False
        self._strangers[stranger] = now
        return True

    def flush(self) -> None:
        """Write what waits now."""
        events = [self._waiting.popleft() for _ in range(len(self._waiting))]
        lost, self._lost = self._lost, 0
        if lost:
            _log.warning("%d events of the audit log were lost: too many at once", lost)
        if not events:
            return
        try:
            self._trail.append(events)
        except RecollectError as error:
            _log.error("events of the audit log were not written: %s", error.message)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wake.wait()
            self._wake.clear()
            self._stopping.wait(_SECONDS)
            self.flush()
        self.flush()


def _status(failed: type[Exception] | None, answered: int) -> int:
    """The status of a request; that of a call over MCP that failed is as over REST."""
    if failed is None:
        return answered
    if issubclass(failed, RecollectError):
        return status_of(failed)
    return HTTPStatus.FORBIDDEN if failed is Forbidden else HTTPStatus.INTERNAL_SERVER_ERROR


def _action(method: str, path: str, state: Mapping[str, Any]) -> AuditAction:
    if state.get(CHANGED_NAMES):
        return AuditAction.SETTINGS
    if state.get(ERASED):
        return AuditAction.ERASE
    if method == "DELETE" or AuditAction.DELETE in state:
        return AuditAction.DELETE
    if path in READS:
        return AuditAction.READ
    used = set().union(*state.get(TOUCHED, {}).values())
    is_change = Right.WRITE in used or (Right.ADMIN in used and method != "GET")
    return AuditAction.WRITE if is_change else AuditAction.READ
