"""The files of hooks in the home directory: what ran, how far transcripts were read, the server."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from recollect.hooks.hosts import home
from recollect.hooks.transcripts import Mark, digest

# One for each process, so that a server that stops does not take away the others.
_SERVERS: Final = "server.*.json"
_LOG_BYTES: Final = 200_000
# Hosts delete transcripts after a month; by then a mark is of no use.
_KEEP_SECONDS: Final = 60 * 86_400


def folder() -> Path:
    """The directory of the hooks' own files."""
    return home() / "hooks"


def log_run(entry: dict[str, Any]) -> None:
    """Append what a hook did."""
    path = _log_path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists() and path.stat().st_size > _LOG_BYTES:
        kept = path.read_bytes()[-_LOG_BYTES // 2 :].partition(b"\n")[2]
        _replace(path, kept)
    with path.open("ab") as file:
        file.write(json.dumps(entry).encode() + b"\n")


def logged_runs() -> list[dict[str, Any]]:
    """What hooks did, oldest first."""
    try:
        lines = _log_path().read_bytes().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        with suppress(ValueError):
            entry = json.loads(line)
            if isinstance(entry, dict):
                found.append(entry)
    return found


@contextmanager
def reading(host: str, agent: str, transcript: str) -> Iterator[Path]:
    """The file with the mark of a transcript, locked: two hooks read it one after the other."""
    key = digest(host, agent, transcript)
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    _remove_old()
    with (folder() / f"{key}.lock").open("a") as lock:
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder() / f"{key}.mark"


def load_mark(path: Path) -> Mark:
    """The stored mark, or the beginning."""
    try:
        offset, before, last = json.loads(path.read_bytes())
        return Mark(int(offset), str(before), str(last))
    except (OSError, ValueError, TypeError):
        return Mark()


def save_mark(path: Path, mark: Mark) -> None:
    """Store the mark for the next reading."""
    _replace(path, json.dumps(mark).encode())


def load_told(key: tuple[str, str, str]) -> set[str]:
    """What the model of a session was told."""
    try:
        return {str(each) for each in json.loads(_told_path(key).read_bytes())}
    except (OSError, ValueError, TypeError):
        return set()


def save_told(key: tuple[str, str, str], told: set[str]) -> None:
    """Store what the model of a session was told; without it, it is told again."""
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        _replace(_told_path(key), json.dumps(sorted(told)).encode())


def socket_path() -> Path:
    """Where the helper listens."""
    return folder() / "helper.socket"


@contextmanager
def helper_lock() -> Iterator[bool]:
    """Hold the lock of the one helper; False if another process has it."""
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder() / "helper.pid").open("a") as lock:
        try:
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield True


def announce_server(home: Path, url: str, database: str) -> None:
    """Tell hooks where a server of this home is running; without a home they do not ask it."""
    with suppress(OSError):
        # A server on all interfaces is reachable at these addresses.
        url = url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
        said = {"url": url, "pid": os.getpid(), "database": str(Path(database).absolute())}
        _replace(_own_server(home), json.dumps(said).encode())


def withdraw_server(home: Path) -> None:
    """Remove the announcement of this process; those of other servers stay."""
    with suppress(OSError):
        _own_server(home).unlink()


def running_server() -> str | None:
    """The address of the server that has this home's database open; None if there is none."""
    return next(iter(running_servers()), None)


def running_servers() -> list[str]:
    """The addresses of all servers that have this home's database open, the latest first."""
    said = sorted(map(_announced, home().glob(_SERVERS)), key=lambda each: -each[0])
    return [url for _, url in said if url is not None]


def _own_server(home: Path) -> Path:
    return home / _SERVERS.replace("*", str(os.getpid()))


def _is_running(pid: int) -> bool:
    """Whether a process of this user has the id: after a crash, its port may be someone else's."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _announced(path: Path) -> tuple[float, str | None]:
    """When a server announced itself, and its address if it has this home's database open."""
    try:
        since, said = path.stat().st_mtime, json.loads(path.read_bytes())
    except (OSError, ValueError):
        return 0.0, None
    said = said if isinstance(said, dict) else {}
    url, pid = said.get("url"), said.get("pid")
    database = str((home() / "memory.sqlite").absolute())
    if not isinstance(url, str) or not isinstance(pid, int) or said.get("database") != database:
        return since, None
    return since, url if _is_running(pid) else None


def _told_path(key: tuple[str, str, str]) -> Path:
    return folder() / f"{digest(*key)}.told"


def _log_path() -> Path:
    return folder() / "runs.jsonl"


def _remove_old() -> None:
    for path in folder().iterdir():
        with suppress(OSError):
            is_old = time.time() - path.stat().st_mtime > _KEEP_SECONDS
            if is_old and path.suffix in {".lock", ".mark", ".told"}:
                path.unlink()


def _replace(path: Path, content: bytes) -> None:
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.touch(0o600)
    fresh.write_bytes(content)
    fresh.replace(path)
