"""Logging setup, which keeps the content of conversations out of log lines.

The formatters here render all records, including those of other libraries. The CLI and the MCP
server use this module too, so it must not import HTTP dependencies.
"""

import json
import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from recollect.settings import Settings

# An allow list, so that no other field gets into a log line by accident.
_FIELDS: Final = tuple(
    "method path status ms client request_id error where url database agent bytes".split()
)
# The request that a server is answering, for lines about it.
REQUEST_ID: Final[ContextVar[str]] = ContextVar("request_id", default="")
_MAX_FRAMES: Final = 6
_RED: Final = 31
_GREEN: Final = 32


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Set up logging for the whole process; only for processes that Recollect owns."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    as_json = is_json(settings, out)
    handler.setFormatter(_JsonLines() if as_json else _TextLines(colors=out.isatty()))
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    # Other libraries may log user data, so only their warnings are shown.
    logging.basicConfig(handlers=[handler], level=max(level, logging.WARNING), force=True)
    logging.getLogger("recollect").setLevel(level)
    # Otherwise a record that fails to format would be printed with all its values.
    logging.raiseExceptions = False


def is_json(settings: Settings, stream: TextIO) -> bool:
    """Return whether to log JSON: as configured, or if the stream is not a terminal."""
    if settings.log_format == "auto":
        return not stream.isatty()
    return settings.log_format == "json"


class _JsonLines(logging.Formatter):
    """One JSON object for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Render a record."""
        at = datetime.fromtimestamp(record.created, UTC)
        line = {
            "event": _event(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            **_fields(record),
            "timestamp": f"{at:%Y-%m-%dT%H:%M:%S.%f}Z",
        }
        return json.dumps(line, ensure_ascii=False, default=repr)


class _TextLines(logging.Formatter):
    """A line to read in a terminal."""

    def __init__(self, *, colors: bool) -> None:
        super().__init__()
        self._colors = colors

    def format(self, record: logging.LogRecord) -> str:
        """Render a record."""
        at = datetime.fromtimestamp(record.created).astimezone()
        level = record.levelname.lower()
        if self._colors:
            colour = _RED if record.levelno >= logging.WARNING else _GREEN
            level = f"\x1b[{colour}m{level}\x1b[0m"
        fields = "".join(f" {name}={_value(value)}" for name, value in _fields(record).items())
        return f"{at:%H:%M:%S} {level} {_event(record)} ({record.name}){fields}"


def _value(value: object) -> str:
    text = str(value)
    return text if text.isprintable() and " " not in text else repr(value)


def _event(record: logging.LogRecord) -> str:
    """The first line of the message: the others of an error may quote what was said."""
    return record.getMessage().partition("\n")[0]


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """The allowed fields of a record, and the type and location of an exception."""
    found = {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
    error = record.exc_info[1] if record.exc_info else None
    return found | exception_fields(error) if error else found


def exception_fields(error: BaseException) -> dict[str, str]:
    """Return the log fields that describe an exception without its message."""
    return {"error": type(error).__name__, "where": _where(error.__traceback__)}


def _where(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_MAX_FRAMES:]
    return " > ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
