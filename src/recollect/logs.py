"""How the lines of a process of ours look, and that none holds a word of what anybody said.

The code logs with the standard library; structlog renders it, other people's lines too. The doors without HTTP log
like the one with it, so nothing here may import what only that one needs.
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
_FRAMES: Final = 6


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
        event.update(traced(info[1]))
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def traced(fault: BaseException) -> dict[str, str]:
    """What a line may say about a fault."""
    return {"error": type(fault).__name__, "where": _where(fault.__traceback__)}


def _where(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    return " > ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
