"""What learning reads and writes beside turns and memories one by one, as SQL."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from recollect.errors import Stale
from recollect.model.clock import to_micros
from recollect.model.entry import Entry, Version
from recollect.model.turn import Turn
from recollect.model.writes import PutAnswer
from recollect.storage import rows
from recollect.storage.rows import ENTRY_COLUMNS, TURN_COLUMNS

_Connection = sqlite3.Connection
Run = Callable[..., sqlite3.Cursor]
_DAY = 24 * 3600 * 1_000_000

_OWN = f"SELECT {ENTRY_COLUMNS}, e.revision FROM agents a CROSS JOIN entries e ON e.agent_pk = a.pk"


def turns_since(
    connection: _Connection, agent: str, revision: int, limit: int
) -> tuple[tuple[int, Turn], ...]:
    """Turns newer than a revision; those of the last write come whole, or a later read would pass them over."""
    found = connection.execute(
        f"SELECT t.revision, {TURN_COLUMNS} FROM agents a CROSS JOIN turns t ON t.agent_pk = a.pk"
        " CROSS JOIN conversations c ON c.pk = t.conversation_pk"
        " WHERE a.id = ? AND t.revision > ? ORDER BY t.revision, t.pk",
        (agent, revision),
    )
    turns: list[tuple[int, Turn]] = []
    for row in found:
        if len(turns) >= limit and row[0] != turns[-1][0]:
            break
        turns.append((row[0], rows.turn_of(row[1:])))
    return tuple(turns)


def entries_since(
    connection: _Connection, agent: str, revision: int
) -> tuple[tuple[int, Entry], ...]:
    """Memories changed after a revision, each with its own."""
    found = connection.execute(
        f"{_OWN} WHERE a.id = ? AND e.revision > ? ORDER BY e.revision, e.pk", (agent, revision)
    )
    return tuple((row[-1], rows.entry_of(row[:-1])) for row in found)


def entries_from(connection: _Connection, agent: str, conversation: str) -> tuple[Entry, ...]:
    """Memories that rest on a conversation, first or among others."""
    found = connection.execute(
        f"{_OWN} WHERE a.id = ? AND (e.source_conversation = ? OR e.also <> '[]') ORDER BY e.pk",
        (agent, conversation),
    )
    entries = (rows.entry_of(row[:-1]) for row in found)
    return tuple(
        entry
        for entry in entries
        if any(source.conversation == conversation for source in entry.sources)
    )


def entries_as_of(connection: _Connection, agent: str, moment: datetime) -> tuple[Entry, ...]:
    """Each memory in the last version that had been written by then."""
    found = connection.execute(
        "SELECT v.number, v.at, v.change, v.entry FROM agents a"
        " CROSS JOIN entries e ON e.agent_pk = a.pk CROSS JOIN entry_versions v ON v.entry_pk = e.pk"
        " WHERE a.id = ?1 AND v.number = (SELECT max(w.number) FROM entry_versions w"
        " WHERE w.entry_pk = e.pk AND w.at <= ?2) ORDER BY e.pk DESC",
        (agent, to_micros(moment)),
    )
    return tuple(rows.version_of(row).entry for row in found)


def answer(connection: _Connection, agent: str, key: str) -> str | None:
    """What a model has answered."""
    row = connection.execute(
        "SELECT w.answer FROM agents a CROSS JOIN answers w ON w.agent_pk = a.pk AND w.key = ?2"
        " WHERE a.id = ?1",
        (agent, key),
    ).fetchone()
    return row[0] if row else None


def put_answer(run: Run, agent_pk: int, item: PutAnswer) -> None:
    """Keep what a model has answered, unless it was about something that has been deleted meanwhile."""
    gone = (
        item.conversation
        and not run(
            "SELECT 1 FROM conversations WHERE agent_pk = ? AND id = ?",
            (agent_pk, item.conversation),
        ).fetchone()
    )
    if gone:
        raise Stale("the conversation has been deleted meanwhile", field="conversation")
    run(
        "INSERT INTO answers (agent_pk, conversation, key, at, answer) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (agent_pk, key) DO UPDATE SET at = excluded.at, answer = excluded.answer",
        (agent_pk, item.conversation, item.key, to_micros(item.at), item.answer),
    )


def touch(
    connection: _Connection, agent: str, ids: Sequence[str], at: datetime, gain: float
) -> None:
    """Count a use; under no new revision, since nothing that anybody reads has changed."""
    now = to_micros(at)
    connection.executemany(
        "UPDATE entries SET access_count = access_count + 1, accessed_at = ?1,"
        " confidence = CASE WHEN accessed_at IS NULL OR accessed_at <= ?1 - ?5"
        "   THEN min(1.0, round(confidence + ?2, 10)) ELSE confidence END"
        " WHERE id = ?4 AND agent_pk = (SELECT pk FROM agents WHERE id = ?3)",
        [(now, gain, agent, name, _DAY) for name in ids],
    )


def without(entry: Entry, conversation: str) -> Entry | None:
    """A memory without what it owes to a conversation; None where that was all it had."""
    left = [source for source in entry.sources if source.conversation != conversation]
    return replace(entry, source=left[0], also=tuple(left[1:])) if left else None


def cut_loose(run: Run, agent_pk: int, revision: int, conversation: str) -> list[str]:
    """Take a conversation out of the memories that rest on others too; the ids of those that rest on it alone."""
    found = run(
        f"SELECT e.pk, {ENTRY_COLUMNS} FROM entries e"
        " WHERE e.agent_pk = ? AND (e.source_conversation = ? OR e.also <> '[]')",
        (agent_pk, conversation),
    ).fetchall()
    alone = []
    for pk, *row in found:
        entry = rows.entry_of(tuple(row))
        if all(source.conversation != conversation for source in entry.sources):
            continue
        kept = without(entry, conversation)
        if kept is None:
            alone.append(entry.id)
            continue
        _rewrite(run, pk, revision, kept, conversation)
    return alone


def _rewrite(run: Run, pk: int, revision: int, kept: Entry, conversation: str) -> None:
    source = kept.source
    assert source is not None
    also = json.loads(rows.entry_row(kept)[-4])
    run(
        "UPDATE entries SET source_conversation = ?, source_turn = ?, source_start = ?,"
        " source_end = ?, quote = ?, also = ?, revision = ? WHERE pk = ?",
        (source.conversation, source.turn_id, source.start, source.end, source.quote)
        + (json.dumps(also, ensure_ascii=False, separators=(",", ":")), revision, pk),
    )
    history = run(
        "SELECT number, at, change, entry FROM entry_versions WHERE entry_pk = ?", (pk,)
    ).fetchall()
    for row in history:
        version = rows.version_of(row)
        past = without(version.entry, conversation) if version.entry.sources else version.entry
        if past is None:
            run(
                "DELETE FROM entry_versions WHERE entry_pk = ? AND number = ?", (pk, version.number)
            )
        else:
            told = Version(number=version.number, at=version.at, change=version.change, entry=past)
            run(
                "UPDATE entry_versions SET entry = ? WHERE entry_pk = ? AND number = ?",
                (rows.version_row(told)[3], pk, version.number),
            )
