"""Writes the audit log: requests leave an event in RAM, and a thread appends them to the file."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.types import Scope

from recollect.domain.access import Right
from recollect.domain.audit import (
    CHANGED_NAMES,
    CONCERNED,
    ERASED,
    TOUCHED,
    WRONG_KEY,
    AuditAction,
    AuditEvent,
)
from recollect.domain.clock import SystemClock
from recollect.domain.ports import Clock
from recollect.errors import RecollectError
from recollect.server.authentication import KEY_ID, KEY_NAME
from recollect.server.client_address import client_address
from recollect.settings.audit_file import AuditFile

_log = logging.getLogger(__name__)
# Events wait this long for others, so that the file is opened once for all of them.
_SECONDS: Final = 1.0
_MOST_WAITING: Final = 10_000
_REFUSED: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


class AuditLog:
    """The audit log of one server; whether it is on may change while it runs."""

    def __init__(
        self, file: AuditFile, is_on: Callable[[], bool], clock: Clock | None = None
    ) -> None:
        self._file = file
        self._is_on = is_on
        self._clock = clock or SystemClock()
        self._waiting: deque[AuditEvent] = deque()
        self._lost = 0
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to write what requests leave."""
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
        # Without any key there is nothing to say of a refusal: anybody can call at any time.
        is_refused = status in _REFUSED and (KEY_ID in state or WRONG_KEY in state)
        touched: dict[str, set[str]] = state.get(TOUCHED, {})
        if not (touched or is_refused) or not self._is_on():
            return
        if len(self._waiting) >= _MOST_WAITING:
            self._lost += 1
            return
        event = AuditEvent(
            at=self._clock.now(),
            action=AuditAction.REFUSED if is_refused else _action(method, state),
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
        self._waiting.append(event)
        self._wake.set()

    def flush(self) -> None:
        """Write what waits now."""
        events = [self._waiting.popleft() for _ in range(len(self._waiting))]
        lost, self._lost = self._lost, 0
        if lost:
            _log.warning("%d events of the audit log were lost: too many at once", lost)
        if not events:
            return
        try:
            self._file.append(events)
        except RecollectError as error:
            _log.error("%d events of the audit log were lost: %s", len(events), error.message)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wake.wait()
            self._wake.clear()
            self._stopping.wait(_SECONDS)
            self.flush()
        self.flush()


def _action(method: str, state: Mapping[str, Any]) -> AuditAction:
    if state.get(CHANGED_NAMES):
        return AuditAction.SETTINGS
    if state.get(ERASED):
        return AuditAction.ERASE
    if method == "DELETE" or AuditAction.DELETE in state:
        return AuditAction.DELETE
    used = set().union(*state.get(TOUCHED, {}).values())
    is_change = Right.WRITE in used or (Right.ADMIN in used and method != "GET")
    return AuditAction.WRITE if is_change else AuditAction.READ
