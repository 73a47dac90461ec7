"""What the settings and the project say about hooks, read without loading all settings."""

import json
import os
from pathlib import Path
from typing import Any, Final, NamedTuple

from recollect.hooks.hosts import home

PROJECT_FILE: Final = ".recollect-hooks"
READ: Final = "read"
WRITE: Final = "write"
_RIGHTS: Final = {
    "on": frozenset({READ, WRITE}),
    "read-only": frozenset({READ}),
    "write-only": frozenset({WRITE}),
}
_OFF: Final[frozenset[str]] = frozenset()


class Options(NamedTuple):
    """The settings of hooks, by their names without `hooks_`."""

    memory: str = "on"
    timeout_seconds: float = 5.0
    tokens: int = 1_000
    helper_minutes: float = 15
    api_key: str | None = None


def load_options() -> Options:
    """The settings of hooks; an invalid one, which `recollect doctor` reports, is the default."""
    path = home() / "config.json"
    try:
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError):
        content = {}
    content = content if isinstance(content, dict) else {}
    names = {name: f"hooks_{name}" for name in Options._fields}
    given: dict[str, Any] = {
        name: os.environ.get(f"RECOLLECT_{key.upper()}", "").strip() or content.get(key)
        for name, key in names.items()
    }
    return Options(
        memory=str(given["memory"] or "on").lower(),
        timeout_seconds=_number(given["timeout_seconds"], 5.0),
        tokens=int(_number(given["tokens"], 1_000)),
        helper_minutes=_number(given["helper_minutes"], 15),
        api_key=given["api_key"] if isinstance(given["api_key"], str) else None,
    )


def rights(project: str, *modes: str) -> frozenset[str]:
    """What hooks may do: what every mode, and the file of the project or above it, allows.

    A word that nobody knows means off, and so does an empty file.
    """
    allowed = frozenset({READ, WRITE})
    for mode in (*modes, *_project_modes(project)):
        allowed &= _RIGHTS.get(mode, _OFF)
    return allowed


def _project_modes(project: str) -> list[str]:
    path = Path(project) if project else Path.cwd()
    found = []
    for folder in (path, *path.parents):
        try:
            found.append((folder / PROJECT_FILE).read_text("utf-8").strip().lower())
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            found.append("off")
    return found


def _number(value: object, default: float) -> float:
    try:
        return float(str(value)) if value is not None else default
    except ValueError:
        return default
