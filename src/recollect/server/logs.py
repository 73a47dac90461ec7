"""One line for each request, and none that holds a word of what anybody said.

The code logs with the standard library; structlog renders it, other people's lines too.
"""

import logging
import secrets
import sys
import time
import traceback
from http import HTTPMethod, HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.types import EventDict, Processor, WrappedLogger

from recollect.server.errors import answer
from recollect.server.metrics import Metrics
from recollect.settings import Settings

_log = logging.getLogger("recollect.server")
# A closed list: what is not in it cannot get into a line by accident.
_FIELDS: Final = (
    "method",
    "path",
    "status",
    "ms",
    "request_id",
    "error",
    "where",
    "url",
    "database",
)
_METHODS: Final = frozenset(HTTPMethod)
_FRAMES: Final = 6


class RequestLog:
    """Logs each request once, and answers 500 for what nobody expected: the wall of the HTTP door."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and write down what became of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        began = time.perf_counter()
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                MutableHeaders(scope=message)["X-Request-Id"] = request_id
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception as fault:  # noqa: BLE001 - the wall: its words may be people's, so they end here
            _log.error("unexpected error", extra=_traced(fault) | {"request_id": request_id})
            if not status:
                await _sorry(scope, request_id)(scope, receive, sent)
        finally:
            seconds = time.perf_counter() - began
            failed = not status or status >= HTTPStatus.INTERNAL_SERVER_ERROR
            level = logging.WARNING if failed else logging.INFO
            line = _line(scope, status, seconds, request_id)
            self._metrics.served(str(line["path"]), str(line["method"]), status, seconds)
            _log.log(level, "request", extra=line)


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Render every logger of this process our way; for a process of our own only."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(_formatter(is_json(settings, out), colors=out.isatty()))
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    # Other libraries may log what passes through them, so they are heard only when they warn.
    logging.basicConfig(handlers=[handler], level=max(level, logging.WARNING), force=True)
    logging.getLogger("recollect").setLevel(level)
    # A line that cannot be written would otherwise be shown with all its values.
    logging.raiseExceptions = False


def is_json(settings: Settings, stream: TextIO) -> bool:
    """Whether lines are for a machine: as the setting says, or when nobody looks at the stream."""
    if settings.log_format == "auto":
        return not stream.isatty()
    return settings.log_format == "json"


def _formatter(as_json: bool, *, colors: bool) -> logging.Formatter:  # noqa: FBT001 - a private helper
    before: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(_FIELDS),
        structlog.processors.TimeStamper("iso" if as_json else "%H:%M:%S", utc=as_json),
        _discreet,
    ]
    last: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=colors, sort_keys=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )


def _discreet(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Where an exception happened and never its words; of other people's lines only the first."""
    info = event.pop("exc_info", None)
    event.pop("stack_info", None)
    if info and info[1]:
        event.update(_traced(info[1]))
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def _traced(fault: BaseException) -> dict[str, str]:
    return {"error": type(fault).__name__, "where": _where(fault.__traceback__)}


def _where(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    return " > ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)


def _line(scope: Scope, status: int, seconds: float, request_id: str) -> dict[str, object]:
    code = scope.get("state", {}).get("error_code")
    return {
        "method": scope["method"] if scope["method"] in _METHODS else "other",
        # The route's own pattern: what a caller puts into a path may be anybody's name.
        "path": getattr(scope.get("route"), "path", None) or "unknown",
        "status": status,
        "ms": round(seconds * 1000, 1),
        "request_id": request_id,
    } | ({"error": code} if code else {})


def _sorry(scope: Scope, request_id: str) -> ASGIApp:
    message = f"something went wrong here; the log says where, under the request id {request_id}"
    return answer(scope, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", message)
