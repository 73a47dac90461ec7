"""Opening the database that a command speaks of."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory


@dataclass(frozen=True, slots=True)
class Chosen:
    """What stands before the command: `recollect --database PATH agents`."""

    database: str | None = None


def path_of(ctx: typer.Context, database: str | None) -> str | None:
    """The database asked for, behind the command or before it; None is the one in the home directory."""
    before = ctx.find_object(Chosen)
    path = database if database is not None else before.database if before else None
    # Where the home of ~name is not known, this leaves the path as it is; pathlib raises.
    return os.path.expanduser(path) if path else path  # noqa: PTH111


@contextmanager
def opened(ctx: typer.Context, database: str | None, *, making: bool = False) -> "Iterator[Memory]":
    """The memory, with no background thread; only a command that stores something makes a named file."""
    # Imported here, so that help and usage errors need not wait for the house to be built.
    from recollect.memory import Memory  # noqa: PLC0415

    path = path_of(ctx, database)
    if path and not making and not Path(path).exists():
        raise NotFound(f"there is no database {path}", field="database")
    with Memory.open(path, background=False) as memory:
        yield memory
