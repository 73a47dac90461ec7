"""Who the model is: a system prompt for each persona, in a file that anybody can write."""

import re
from pathlib import Path
from typing import Final

from recollect.conversations.prompt import GENERAL
from recollect.domain import checks
from recollect.errors import InvalidInput, InvalidSetting, NotFound

_BUILT_IN: Final = {"general": GENERAL}
_ENDINGS: Final = (".txt", ".md")
_MOST: Final = 256 * 1024
# Nothing in it can lead out of a folder.
_NAME: Final = re.compile(r"\w[\w-]{0,63}")


def persona(folder: Path, name: str) -> str:
    """The system prompt of a persona: from its file, or built in."""
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
    message = f"there is no persona {name!r}: write its system prompt to personas/{name}.txt in RECOLLECT_HOME"
    raise NotFound(message, field="agent")


def _read(path: Path) -> str | None:
    """The prompt in a file; None where there is no such file."""
    problem = "cannot be read"
    try:
        if path.stat().st_size <= _MOST:
            prompt = path.read_text("utf-8-sig").strip()
            if prompt:
                return checks.check_text(prompt, path.name)
        problem = f"must hold 1 to {_MOST // 1024} KiB of text"
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        problem = "is not UTF-8"
    except OSError:
        pass
    raise InvalidSetting(f"the persona's file {path.name} {problem}", field="agent")
