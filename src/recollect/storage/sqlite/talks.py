"""Conversations as windows see them, and the record of the optimizer, as SQL."""

import sqlite3
from collections.abc import Callable

from recollect.domain.talk import Stretch
from recollect.domain.tuning import Efficiency, Snapshot, Tuning
from recollect.domain.writes import RecordRun, SetViews
from recollect.storage import rows
from recollect.storage.rows import SNAPSHOT_COLUMNS, TURN_COLUMNS
from recollect.storage.sqlite.reads import most

_Connection = sqlite3.Connection
Run = Callable[..., sqlite3.Cursor]

_TALK = (
    "SELECT c.pk, c.revision, c.turns FROM agents a CROSS JOIN conversations c"
    " ON c.agent_pk = a.pk AND c.id = ?2 WHERE a.id = ?1"
)
_TURNS = (
    f"SELECT {TURN_COLUMNS} FROM turns t JOIN conversations c ON c.pk = t.conversation_pk"
    " WHERE t.conversation_pk = ?"
)
# All, less the few that summarize: so the index is counted, and not every row is looked at.
_UNCOVERED = (
    "SELECT (SELECT count(*) FROM turns WHERE conversation_pk = ?1 AND idx >= ?2)"
    " - (SELECT count(*) FROM turns WHERE conversation_pk = ?1 AND idx >= ?2 AND covers IS NOT NULL)"
)
_RUNS = (
    f"SELECT {SNAPSHOT_COLUMNS} FROM optimizer_snapshots s JOIN agents a ON a.pk = s.agent_pk"
    " WHERE a.id = ? ORDER BY s.number DESC LIMIT ?"
)
_EVERY_RUN = (
    f"SELECT {SNAPSHOT_COLUMNS} FROM optimizer_snapshots s"
    " ORDER BY s.at DESC, s.agent_pk DESC, s.number DESC LIMIT ?"
)


def stretch(connection: _Connection, agent: str, conversation: str, last: int) -> Stretch:
    """The end of a conversation; what its latest summary covers is left out, older summaries too."""
    run = connection.execute
    talk = run(_TALK, (agent, conversation)).fetchone()
    if talk is None:
        return Stretch()
    pk, revision, count = talk
    latest = run(f"{_TURNS} AND t.covers IS NOT NULL ORDER BY t.idx DESC LIMIT 1", (pk,)).fetchone()
    summary = rows.turn_of(latest) if latest else None
    floor = summary.covers or 0 if summary else 0
    found = run(
        f"{_TURNS} AND t.idx >= ? AND t.covers IS NULL ORDER BY t.idx DESC LIMIT ?",
        (pk, floor, last),
    )
    turns = tuple(map(rows.turn_of, found))[::-1]
    if summary is not None:
        (count,) = run(_UNCOVERED, (pk, floor)).fetchone()
        return Stretch(revision=revision, count=count + 1, first=summary, last=turns)
    first = run(f"{_TURNS} ORDER BY t.idx LIMIT 1", (pk,)).fetchone()
    return Stretch(
        revision=revision, count=count, first=rows.turn_of(first) if first else None, last=turns
    )


def talk_revision(connection: _Connection, agent: str, conversation: str) -> int:
    """When a conversation last changed."""
    talk = connection.execute(_TALK, (agent, conversation)).fetchone()
    return int(talk[1]) if talk else 0


def changed(connection: _Connection, agent: str, since: int, limit: int) -> tuple[str, ...]:
    """Conversations changed after a revision, the newest change first."""
    found = connection.execute(
        "SELECT c.id FROM conversations c JOIN agents a ON a.pk = c.agent_pk"
        " WHERE a.id = ? AND c.revision > ? ORDER BY c.revision DESC, c.pk DESC LIMIT ?",
        (agent, since, limit),
    )
    return tuple(name for (name,) in found)


def set_views(run: Run, agent_pk: int, revision: int, item: SetViews) -> None:
    """Show turns in another way; the search, which knows nothing of views, is not told."""
    row = run(
        "UPDATE conversations SET revision = ? WHERE agent_pk = ? AND id = ? RETURNING pk",
        (revision, agent_pk, item.conversation),
    ).fetchone()
    for seen in item.views if row else ():
        run(
            "UPDATE turns SET view = ?, tier = ?, relevance = ? WHERE conversation_pk = ? AND id = ?",
            (seen.view.value, seen.tier.value, seen.relevance, row[0], seen.id),
        )


def record_run(run: Run, agent_pk: int, item: RecordRun) -> None:
    """Keep a run, and let go of what is too old."""
    (number,) = run(
        "INSERT INTO optimizer (agent_pk, runs, tokens_saved) VALUES (?, 1, ?)"
        " ON CONFLICT (agent_pk) DO UPDATE SET runs = runs + 1,"
        " tokens_saved = tokens_saved + excluded.tokens_saved RETURNING runs",
        (agent_pk, item.snapshot.metrics.tokens_saved),
    ).fetchone()
    names = SNAPSHOT_COLUMNS.replace("s.", "")
    values = rows.snapshot_row(item.snapshot)
    run(
        f"INSERT INTO optimizer_snapshots (agent_pk, number, {names})"
        f" VALUES (?, ?, {', '.join('?' * len(values))})",
        (agent_pk, number, *values),
    )
    run(
        "DELETE FROM optimizer_snapshots WHERE agent_pk = ? AND number <= ?",
        (agent_pk, number - item.kept),
    )


def tuning(connection: _Connection, agent: str) -> Tuning:
    """All runs for one agent."""
    total = connection.execute(
        "SELECT o.runs, o.tokens_saved FROM optimizer o JOIN agents a ON a.pk = o.agent_pk"
        " WHERE a.id = ?",
        (agent,),
    ).fetchone()
    return _tuning(total or (0, 0), snapshots(connection, agent, 1))


def every_tuning(connection: _Connection) -> Tuning:
    """All runs for everybody."""
    total = connection.execute(
        "SELECT coalesce(sum(runs), 0), coalesce(sum(tokens_saved), 0) FROM optimizer"
    ).fetchone()
    return _tuning(total, every_snapshot(connection, 1))


def _tuning(total: tuple[int, int], last: tuple[Snapshot, ...]) -> Tuning:
    runs, saved = total
    return Tuning(
        efficiency=Efficiency(total_optimizations=runs, total_tokens_saved=saved),
        last=last[-1] if last else None,
    )


def snapshots(connection: _Connection, agent: str, limit: int | None) -> tuple[Snapshot, ...]:
    """The last runs for one agent, oldest first."""
    found = connection.execute(_RUNS, (agent, most(limit)))
    return tuple(map(rows.snapshot_of, found))[::-1]


def every_snapshot(connection: _Connection, limit: int | None) -> tuple[Snapshot, ...]:
    """The last runs for whomever, oldest first."""
    found = connection.execute(_EVERY_RUN, (most(limit),))
    return tuple(map(rows.snapshot_of, found))[::-1]
