"""Installs the hooks in a host's own configuration, and removes exactly what was installed."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from recollect.errors import InvalidInput, StorageError
from recollect.hooks.hosts import CURSOR, RECORD, Host, config_path, home
from recollect.hooks.json_text import put_element, put_member, remove

# Hosts end a hook that is still there; ours gives up much sooner.
_HOST_SECONDS: Final = 30
_EMPTY: Final[tuple[dict[str, int], ...]] = ({}, {"version": 1})


class ConfigChange(NamedTuple):
    """A change of a host's file; `old` is None if there is no file, `new` if it is to go."""

    path: Path
    old: str | None
    new: str | None

    @property
    def is_needed(self) -> bool:
        """Whether anything would change."""
        return self.old != self.new


class Installed(NamedTuple):
    """The hooks of Recollect in a host's file, and why it could not be read."""

    path: Path
    commands: dict[str, str]
    problem: str = ""


def install(host: Host, project: Path | None, agent: str, memory: str) -> ConfigChange:
    """The change that installs the hooks, replacing earlier ones."""
    path = config_path(host, project)
    old = _read(path)
    empty = '{\n  "version": 1\n}\n' if host is CURSOR else "{}\n"
    text = old if old is not None and old.strip() else empty
    before = _lines(_parsed(path, text))
    text = _without_ours(host, text)
    for event in host.events:
        entry = _entry(host, event, command(host, event, agent, memory))
        found = _parsed(path, text)
        if "hooks" not in found:
            text = put_member(text, ["hooks"], {event: [entry]})
        elif event not in found["hooks"]:
            text = put_member(text, ["hooks", event], [entry])
        else:
            text = put_element(text, ["hooks", event], entry)
    return ConfigChange(path, old, old if _lines(json.loads(text)) == before else text)


def uninstall(host: Host, project: Path | None) -> ConfigChange:
    """The change that removes the hooks; a file that only held them goes too."""
    path = config_path(host, project)
    old = _read(path)
    if old is None or not old.strip():
        return ConfigChange(path, old, old)
    _parsed(path, old)
    text = _without_ours(host, old)
    is_ours = text != old and json.loads(text) in _EMPTY and not backup_path(path).exists()
    return ConfigChange(path, old, None if is_ours else text)


def installed(host: Host, project: Path | None) -> Installed:
    """The hooks of Recollect in a host's file, by event."""
    path = config_path(host, project)
    try:
        text = _read(path)
        content = _parsed(path, text) if text and text.strip() else {}
    except (InvalidInput, StorageError) as error:
        return Installed(path, {}, error.message)
    return Installed(path, {event: lines[0] for event, lines in _lines(content).items()})


def problem_of(host: Host, found: Installed) -> str:
    """Why hooks that are installed cannot work; empty if they can."""
    if found.problem or not found.commands:
        return found.problem
    again = f"run recollect hooks install {host.name} again"
    missing = [event for event in host.events if event not in found.commands]
    if missing:
        return f"{', '.join(missing)} missing in {found.path}: {again}"
    script = shlex.split(next(iter(found.commands.values())))[0]
    return "" if Path(script).exists() else f"{script} is gone: {again}"


def apply(change: ConfigChange) -> None:
    """Write the change; the file as it was before the installation is kept beside it."""
    path = Path(os.path.realpath(change.path))  # a link, as to dotfiles, stays one
    try:
        if change.new is None:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.recollect")
        fresh.write_bytes(change.new.encode("utf-8"))
        if change.old is not None:
            shutil.copymode(path, fresh)
            if not (change.old.strip() and _lines(json.loads(change.old))):
                shutil.copy2(path, backup_path(path))
        fresh.replace(path)
    except OSError as error:
        raise StorageError(f"{change.path} cannot be written: {error.strerror}") from None


def backup_path(path: Path) -> Path:
    """Where the file as it was before the installation is kept."""
    real = Path(os.path.realpath(path))
    return real.with_name(f"{real.name}.before-recollect")


def command(host: Host, event: str, agent: str, memory: str) -> str:
    """The command that the host runs, for a shell."""
    script = Path(sys.executable).with_name("recollect")
    words = [str(script)] if script.exists() else [sys.executable, "-m", "recollect"]
    words += ["hooks", "run", host.name, event, "--agent", agent]
    if memory != "on":
        words += ["--memory", memory]
    if os.environ.get("RECOLLECT_HOME", "").strip():
        words += ["--home", str(home().absolute())]
    return shlex.join(words)


def _entry(host: Host, event: str, line: str) -> dict[str, Any]:
    if host is CURSOR:
        return {"command": line, "timeout": _HOST_SECONDS}
    handler: dict[str, Any] = {"type": "command", "command": line, "timeout": _HOST_SECONDS}
    if host.events[event] != RECORD:
        handler["statusMessage"] = "Recalling"
    return {"hooks": [handler]}


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path} is not text in UTF-8: nothing was changed") from None
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}") from None


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        content = json.loads(text, object_pairs_hook=_unambiguous)
    except (ValueError, RecursionError) as error:
        place = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        message = f"{path} is not valid JSON{place}: nothing was changed. Correct it, and try again"
        raise InvalidInput(message, field="file") from None
    hooks = content.get("hooks", {}) if isinstance(content, dict) else None
    if not isinstance(hooks, dict) or not all(isinstance(each, list) for each in hooks.values()):
        message = f"{path} does not have hooks as its program expects them: nothing was changed"
        raise InvalidInput(message, field="file")
    return dict(content)


def _unambiguous(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; InvalidInput if hooks occur in it twice, as a host uses only one of them."""
    if [name for name, _ in members].count("hooks") > 1:
        message = "the file has hooks twice in one object: nothing was changed. Correct it, and try"
        raise InvalidInput(f"{message} again", field="file")
    return dict(members)


def _handlers(entry: Any) -> list[Any]:
    """The commands of an entry: Cursor's entries are commands, the others' have a list of them."""
    inner = entry.get("hooks") if isinstance(entry, dict) else None
    return inner if isinstance(inner, list) else [entry]


def _is_ours(handler: Any) -> bool:
    line = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(line, str) and " hooks run " in line and "recollect" in line


def _lines(content: dict[str, Any]) -> dict[str, list[str]]:
    """Our commands, by event."""
    found = {
        event: [h["command"] for entry in entries for h in _handlers(entry) if _is_ours(h)]
        for event, entries in content.get("hooks", {}).items()
    }
    return {event: lines for event, lines in found.items() if lines}


def _without_ours(host: Host, text: str) -> str:
    """The text without our commands, and without what only held them."""
    while (keys := _path_of_ours(host, json.loads(text))) is not None:
        text = remove(text, keys)
    return text


def _path_of_ours(host: Host, content: dict[str, Any]) -> list[str | int] | None:
    """The path to one of our commands, or to the outermost part that holds nothing else."""
    events: dict[str, list[Any]] = content.get("hooks", {})
    for event, entries in events.items():
        for place, entry in enumerate(entries):
            handlers = _handlers(entry)
            for index, handler in enumerate(handlers):
                if not _is_ours(handler):
                    continue
                if host is not CURSOR and len(handlers) > 1:
                    return ["hooks", event, place, "hooks", index]
                if len(entries) > 1:
                    return ["hooks", event, place]
                return ["hooks", event] if len(events) > 1 else ["hooks"]
    return None
