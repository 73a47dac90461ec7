"""Shell completion; lookups never create a file, wait for a lock or print anything."""

import sqlite3
from contextlib import closing
from pathlib import Path

import typer

from recollect.cli.database import database_path

_MAX_NAMES = 100
_WAIT_SECONDS = 0.2


def agent_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the agents whose names start with `incomplete`."""
    try:
        return _names(_database(ctx), incomplete)
    except Exception:  # noqa: BLE001 - a shell cannot show an error here
        return []


def setting_names(incomplete: str) -> list[str]:
    """Return the settings whose names start with `incomplete`."""
    from recollect.settings.table import TABLE  # noqa: PLC0415

    return [name for name in TABLE if name.startswith(incomplete)]


def _database(ctx: typer.Context) -> Path:
    # Completion parses the global options but does not run the callback that stores them.
    root = ctx.find_root().params.get("database")
    path = database_path(ctx, ctx.params.get("database") or root)
    if path:
        return Path(path)
    from recollect.settings import load  # noqa: PLC0415

    return load().database_path


def _names(path: Path, prefix: str) -> list[str]:
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=_WAIT_SECONDS)) as database:
        select = "SELECT id FROM agents WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2"
        found = database.execute(select, (prefix, _MAX_NAMES))
        # Skip names with control characters and names that a shell would split or expand.
        return [name for (name,) in found if name.isprintable() and not set(name) & set(" '\"\\$`")]
