"""The record of the optimizer's runs, as SQL."""

from recollect.domain.tuning import Efficiency, Snapshot, Tuning
from recollect.domain.writes import RecordRun
from recollect.storage import rows
from recollect.storage.rows import SNAPSHOT_COLUMNS
from recollect.storage.sql.connection import Connection, Run
from recollect.storage.sql.reads import sql_limit

_RUNS = (
    f"SELECT {SNAPSHOT_COLUMNS} FROM optimizer_snapshots s JOIN agents a ON a.pk = s.agent_pk"
    " WHERE a.id = ? ORDER BY s.number DESC LIMIT ?"
)
_EVERY_RUN = (
    f"SELECT {SNAPSHOT_COLUMNS} FROM optimizer_snapshots s"
    " ORDER BY s.at DESC, s.agent_pk DESC, s.number DESC LIMIT ?"
)


def record_run(run: Run, agent_pk: int, item: RecordRun) -> None:
    """Record a run, and delete old snapshots."""
    (number,) = run(
        "INSERT INTO optimizer (agent_pk, runs, tokens_saved) VALUES (?, 1, ?)"
        " ON CONFLICT (agent_pk) DO UPDATE SET runs = optimizer.runs + 1,"
        " tokens_saved = optimizer.tokens_saved + excluded.tokens_saved RETURNING runs",
        (agent_pk, item.snapshot.metrics.tokens_saved),
    ).fetchone()
    names = SNAPSHOT_COLUMNS.replace("s.", "")
    values = rows.snapshot_row(item.snapshot)
    run(
        f"INSERT INTO optimizer_snapshots (agent_pk, number, {names})"
        f" VALUES (?, ?, {', '.join('?' * len(values))})",
        (agent_pk, number, *values),
    )
    delete = "DELETE FROM optimizer_snapshots WHERE agent_pk = ? AND number <= ?"
    run(delete, (agent_pk, number - item.kept))


def tuning(connection: Connection, agent: str) -> Tuning:
    """The totals and last run for one agent."""
    total = connection.execute(
        "SELECT o.runs, o.tokens_saved FROM optimizer o JOIN agents a ON a.pk = o.agent_pk"
        " WHERE a.id = ?",
        (agent,),
    ).fetchone()
    return _tuning(total or (0, 0), snapshots(connection, agent, limit=1))


def every_tuning(connection: Connection) -> Tuning:
    """The totals and last run over all agents."""
    total = connection.execute(
        "SELECT CAST(coalesce(sum(runs), 0) AS BIGINT),"
        " CAST(coalesce(sum(tokens_saved), 0) AS BIGINT) FROM optimizer"
    ).fetchone()
    return _tuning(total, every_snapshot(connection, limit=1))


def _tuning(total: tuple[int, int], last: tuple[Snapshot, ...]) -> Tuning:
    runs, saved = total
    return Tuning(
        efficiency=Efficiency(total_optimizations=runs, total_tokens_saved=saved),
        last=last[-1] if last else None,
    )


def snapshots(
    connection: Connection, agent: str, *, limit: int | None = None
) -> tuple[Snapshot, ...]:
    """The last runs for one agent, oldest first."""
    found = connection.execute(_RUNS, (agent, sql_limit(limit)))
    return tuple(map(rows.snapshot_of, found))[::-1]


def every_snapshot(connection: Connection, *, limit: int | None = None) -> tuple[Snapshot, ...]:
    """The last runs for any agent, oldest first."""
    found = connection.execute(_EVERY_RUN, (sql_limit(limit),))
    return tuple(map(rows.snapshot_of, found))[::-1]
