"""`recollect migrate`: from SQLite to PostgreSQL and back."""

from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.audit import ALL, record
from recollect.cli.options import AsJson, Database
from recollect.cli.output import note, print_items, print_json, say
from recollect.cli.parameters import flag, option
from recollect.cli.progress import progress_bar
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction

if TYPE_CHECKING:
    from recollect.storage.move import Moved
    from recollect.storage.sql.table_rows import TableTally

_TABLE: "Table[tuple[str, TableTally]]" = (
    (Column("TABLE"), lambda row: row[0]),
    (Column("ROWS", right=True), lambda row: f"{row[1].rows:,}"),
    (Column("DIGEST"), lambda row: f"{row[1].digest:032x}"[:12]),
)


def migrate(
    to: Annotated[
        str | None,
        option("--to", "ADDRESS", "An empty PostgreSQL database, or the path of a new file."),
    ] = None,
    reopen: Annotated[
        bool, flag("--reopen", "Make a database that was moved writable again, and move nothing.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Move everything to PostgreSQL, or back to an SQLite file.

    Servers may run meanwhile. Towards the end the old database becomes
    read-only, so that nothing is lost: its servers refuse writes until you
    restart them with the new one. At the end all rows are compared. If it is
    interrupted, run it again.
    """
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring.move import make_writable, move  # noqa: PLC0415

    if (to is None) is not reopen:
        raise typer.BadParameter("give either --to or --reopen")
    if to is None:
        name = make_writable(load(), database)
        print_json({"reopened": name}) if as_json else say(f"{name} can be written to again.")
        return
    moved = move(load(), database, to, progress_bar, note)
    if moved is not None:
        record(AuditAction.WRITE, "recollect migrate", agents=ALL)
    if as_json:
        print_json(_as_json(moved))
    elif moved is None:
        say("Everything was moved there before.")
    else:
        print_items(_TABLE, moved.tables.items())
        agents = pluralize(moved.agents, "agent")
        say(f"Moved {agents}: every row is the same in both databases.")
        note(f"Now restart the servers with the new database: {_how(to)}")


def _how(to: str) -> str:
    from recollect.settings.fields import is_database_url  # noqa: PLC0415

    if is_database_url(to):
        return (
            "set database_url to its address. If they use another role than this address, give that"
            " role its rights first, with the GRANT lines of docs/postgres.md, Rights."
        )
    return "remove database_url, and name the file with --database."


def _as_json(moved: "Moved | None") -> dict[str, object]:
    if moved is None:
        return {"moved_before": True}
    tables = {
        name: {"rows": tally.rows, "digest": f"{tally.digest:032x}"}
        for name, tally in moved.tables.items()
    }
    return {"moved_before": False, "agents": moved.agents, "tables": tables}
