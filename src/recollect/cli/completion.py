"""Words that a shell completes behind the cursor: looked up without making, waiting for or saying anything."""

import sqlite3
from contextlib import closing
from pathlib import Path

import typer

from recollect.cli.opening import path_of

_MOST = 100
_WAIT_SECONDS = 0.2


def agent_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The agents whose names begin so."""
    try:
        return _names(_database(ctx), incomplete)
    except Exception:  # noqa: BLE001 - the wall of completion: whatever is wrong, a shell only wants words
        return []


def setting_names(incomplete: str) -> list[str]:
    """The settings whose names begin so."""
    # Imported here, so that no other command has to wait for it.
    from recollect.settings.table import TABLE  # noqa: PLC0415

    return [name for name in TABLE if name.startswith(incomplete)]


def _database(ctx: typer.Context) -> Path:
    # What stands before the command is parsed, but the callback that keeps it is not run.
    root = ctx.find_root().params.get("database")
    path = path_of(ctx, ctx.params.get("database") or root)
    if path:
        return Path(path)
    from recollect.settings import load  # noqa: PLC0415

    return load().database_path


def _names(path: Path, beginning: str) -> list[str]:
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=_WAIT_SECONDS)) as database:
        found = database.execute(
            "SELECT id FROM agents WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2",
            (beginning, _MOST),
        )
        # A name that would steer the terminal, or is several words to a shell, is left to be typed.
        return [name for (name,) in found if name.isprintable() and not set(name) & set(" '\"\\$`")]
