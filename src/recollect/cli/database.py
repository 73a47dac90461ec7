"""Opening the database that a command uses."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from recollect.cli import unhindered_imports
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory


def database_path(ctx: typer.Context, database: str | None) -> str | None:
    """Return the --database path given after or before the command; None means the default."""
    path = database if database is not None else ctx.obj
    # For an unknown ~user this leaves the path unchanged, while pathlib raises.
    return os.path.expanduser(path) if path else path  # noqa: PTH111


def same_command(path: str | None) -> str:
    """How another command about this database begins, without the password of its address."""
    if path and "://" in path:
        path = re.sub(r"(?<=\w):[^/?]*(?=@)|(?<=[?&])password=[^&]*&?", "", path)
    return f"recollect --database {quote(path)}" if path else "recollect"


def check_exists(path: str | None) -> None:
    """Raise unless a database file that a command names is there."""
    with unhindered_imports():
        from recollect.settings.fields import is_database_url  # noqa: PLC0415

    if path and not is_database_url(path) and not Path(path).exists():
        raise NotFound(f"there is no database at {path}", field="database")


@contextmanager
def open_memory(path: str | None, *, create: bool = False) -> "Iterator[Memory]":
    """Open the memory without a background thread; a named file must exist unless `create`."""
    with unhindered_imports():
        from recollect.memory import Memory  # noqa: PLC0415
    if not create:
        check_exists(path)
    with Memory.open(path, background=False) as memory:
        yield memory
