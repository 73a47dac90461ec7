"""Files of the home directory: written whole or not at all, and by one at a time."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from recollect.errors import StorageError

_OWNER_ALONE = 0o600


def write_whole(path: Path, text: str) -> None:
    """Put the text in the place of what was there; a crash leaves the one or the other. It may hold secrets."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise StorageError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Keep others from changing the file meanwhile, where the system has locks; else whoever is last wins."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = path.with_suffix(".lock").open("a")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from None
    with held:
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(held, fcntl.LOCK_EX)
        yield
