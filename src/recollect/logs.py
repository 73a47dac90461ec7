"""Logging setup, which keeps the content of conversations out of log lines.

The code logs with the standard library, and structlog renders all records, including those of other
libraries. The CLI and the MCP server use this module too, so it must not import HTTP dependencies.
"""

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

from recollect.settings import Settings

# An allow list, so that no other field gets into a log line by accident.
_FIELDS: Final = tuple("method path status ms client request_id error where url database".split())
_MAX_FRAMES: Final = 6


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Set up logging for the whole process; only for processes that Recollect owns."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(_formatter(is_json(settings, out), colors=out.isatty()))
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


def _formatter(as_json: bool, *, colors: bool) -> logging.Formatter:  # noqa: FBT001 - a private helper
    processors: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(_FIELDS),
        structlog.processors.TimeStamper("iso" if as_json else "%H:%M:%S", utc=as_json),
        _remove_content,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=colors, sort_keys=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=processors,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )


def _remove_content(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace an exception by its type and location, and keep only the first line."""
    info = event.pop("exc_info", None)
    event.pop("stack_info", None)
    if info and info[1]:
        event.update(exception_fields(info[1]))
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def exception_fields(error: BaseException) -> dict[str, str]:
    """Return the log fields that describe an exception without its message."""
    return {"error": type(error).__name__, "where": _where(error.__traceback__)}


def _where(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_MAX_FRAMES:]
    return " > ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
