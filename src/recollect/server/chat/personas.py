"""Personas: system prompts that users can add as files in `personas/`."""

import re
from pathlib import Path
from typing import Final

from recollect.conversations.prompt import GENERAL
from recollect.domain import checks
from recollect.errors import InvalidInput, InvalidSetting, NotFound

_BUILT_IN: Final = {"general": GENERAL}
_ENDINGS: Final = (".txt", ".md")
_MAX_BYTES: Final = 256 * 1024
# No separators or dots, so that a name cannot escape the folder.
_NAME: Final = re.compile(r"\w[\w-]{0,63}")


def persona(folder: Path, name: str) -> str:
    """Return the system prompt of a persona, from its file or built in."""
    if not _NAME.fullmatch(name):
        message = (
            f"agent takes a persona's name of letters, digits, _ and -, not {checks.shown(name)}"
        )
        raise InvalidInput(message, field="agent")
    for ending in _ENDINGS:
        prompt = _read(folder / f"{name}{ending}")
        if prompt is not None:
            return prompt
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    message = (
        f"there is no persona {name!r}:"
        f" write its system prompt to personas/{name}.txt in RECOLLECT_HOME"
    )
    raise NotFound(message, field="agent")


def _read(path: Path) -> str | None:
    """Return the prompt in a file, or None if the file does not exist."""
    problem = "cannot be read"
    try:
        if path.stat().st_size <= _MAX_BYTES:
            prompt = path.read_text("utf-8-sig").strip()
            if prompt:
                return checks.check_text(prompt, path.name)
        problem = f"must contain 1 to {_MAX_BYTES // 1024} KiB of text"
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        problem = "is not UTF-8"
    except OSError:
        pass
    raise InvalidSetting(f"the persona file {path.name} {problem}", field="agent")
