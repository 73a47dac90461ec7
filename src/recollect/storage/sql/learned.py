"""Queries and writes of learning, as SQL."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import overload

from recollect.domain.clock import to_micros
from recollect.domain.entry import Entry, Kind, Version
from recollect.domain.forgetting import (
    Gone,
    profile_without,
    removed_profile_lines,
    repeated_words,
    rests_on,
    without_sources,
)
from recollect.domain.ids import entry_digest
from recollect.domain.past import known_at
from recollect.domain.similarity import stems_of
from recollect.domain.turn import Turn
from recollect.domain.undo import without_memory
from recollect.domain.writes import PutAnswer
from recollect.errors import NotFound, Stale
from recollect.storage import rows
from recollect.storage.rows import ENTRY_COLUMNS, ENTRY_NAMES, TURN_COLUMNS
from recollect.storage.sql.connection import Connection, Run

_DAY = 24 * 3600 * 1_000_000

_ENTRIES = (
    f"SELECT {ENTRY_COLUMNS}, e.revision FROM agents a CROSS JOIN entries e ON e.agent_pk = a.pk"
)


def turns_since(
    connection: Connection, agent: str, revision: int, *, limit: int
) -> tuple[tuple[int, Turn], ...]:
    """Turns newer than a revision; those of one write are not split, or some would be skipped."""
    found = connection.execute(
        f"SELECT t.revision, {TURN_COLUMNS} FROM agents a CROSS JOIN turns t ON t.agent_pk = a.pk"
        " CROSS JOIN conversations c ON c.pk = t.conversation_pk"
        " WHERE a.id = ?1 AND t.revision > ?2 AND t.revision <="
        " (SELECT max(n.revision) FROM (SELECT u.revision FROM turns u WHERE u.agent_pk ="
        " (SELECT pk FROM agents WHERE id = ?1) AND u.revision > ?2"
        " ORDER BY u.revision LIMIT ?3) n) ORDER BY t.revision, t.pk",
        (agent, revision, limit),
    )
    return tuple((row[0], rows.turn_of(row[1:])) for row in found)


def entries_since(
    connection: Connection, agent: str, revision: int
) -> tuple[tuple[int, Entry], ...]:
    """Memories changed after a revision, each with its revision."""
    query = f"{_ENTRIES} WHERE a.id = ? AND e.revision > ? ORDER BY e.revision, e.pk"
    found = connection.execute(query, (agent, revision))
    return tuple((row[-1], rows.entry_of(row[:-1])) for row in found)


def entries_from(connection: Connection, agent: str, conversation: str) -> tuple[Entry, ...]:
    """Memories that have a source in a conversation."""
    found = connection.execute(
        f"{_ENTRIES} WHERE a.id = ? AND (e.source_conversation = ? OR e.also <> '[]')"
        " ORDER BY e.pk",
        (agent, conversation),
    )
    entries = (rows.entry_of(row[:-1]) for row in found)
    return tuple(
        entry
        for entry in entries
        if any(source.conversation == conversation for source in entry.sources)
    )


def entries_as_of(connection: Connection, agent: str, moment: datetime) -> tuple[Entry, ...]:
    """The memories that had been said by then, as they were; a profile as it was stored."""
    found = connection.execute(
        "SELECT e.pk, v.number, v.at, v.change, v.entry FROM agents a"
        " CROSS JOIN entries e ON e.agent_pk = a.pk"
        " CROSS JOIN entry_versions v ON v.agent_pk = a.pk AND v.entry_pk = e.pk"
        " WHERE a.id = ?1 AND (e.kind <> ?3 OR v.number ="
        " (SELECT max(w.number) FROM entry_versions w WHERE w.agent_pk = a.pk"
        " AND w.entry_pk = e.pk AND w.at <= ?2))"
        " ORDER BY e.pk DESC, v.number",
        (agent, to_micros(moment), Kind.PROFILE),
    )
    grouped = groupby(found, lambda row: row[0])
    return known_at((_Versions([row[1:] for row in own]) for _, own in grouped), moment)


class _Versions(Sequence[Version]):
    """The versions of one memory, each decoded on first access."""

    def __init__(self, found: list[rows.Row]) -> None:
        self._found = found
        self._known: dict[int, Version] = {}

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> Version: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Version]: ...
    def __getitem__(self, place: int | slice) -> Version | Sequence[Version]:
        """One version, or several."""
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        number = range(len(self))[place]
        if number not in self._known:
            self._known[number] = rows.version_of(self._found[number])
        return self._known[number]


def answer(connection: Connection, agent: str, key: str) -> str | None:
    """The stored answer of a model."""
    row = connection.execute(
        "SELECT w.answer FROM agents a CROSS JOIN answers w ON w.agent_pk = a.pk AND w.key = ?2"
        " WHERE a.id = ?1",
        (agent, key),
    ).fetchone()
    return row[0] if row else None


def put_answer(run: Run, agent_pk: int, item: PutAnswer) -> None:
    """Store a model's answer; Stale if its conversation has been deleted."""
    select = "SELECT 1 FROM conversations WHERE agent_pk = ? AND id = ?"
    found = run(select, (agent_pk, item.conversation))
    if item.conversation and not found.fetchone():
        raise Stale("the conversation has been deleted in the meantime", field="conversation")
    run(
        "INSERT INTO answers (agent_pk, conversation, key, at, answer) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (agent_pk, key) DO UPDATE SET at = excluded.at, answer = excluded.answer",
        (agent_pk, item.conversation, item.key, to_micros(item.at), item.answer),
    )


def touch(
    connection: Connection, agent: str, ids: Sequence[str], at: datetime, *, gain: float
) -> None:
    """Count a use without a new revision, as indexes do not depend on it."""
    now = to_micros(at)
    connection.executemany(
        "UPDATE entries SET access_count = access_count + 1,"
        " accessed_at = greatest(coalesce(accessed_at, ?1), ?1),"
        " confidence = CASE WHEN accessed_at IS NULL OR accessed_at / ?5 < ?1 / ?5"
        "   THEN least(1.0, round(confidence + ?2, 10)) ELSE confidence END"
        " WHERE id = ?4 AND agent_pk = (SELECT pk FROM agents WHERE id = ?3)",
        # In one order, so that two such writes do not wait for each other.
        [(now, gain, agent, name, _DAY) for name in sorted(ids)],
    )


def detach(run: Run, agent_pk: int, revision: int, gone: Gone) -> list[str]:
    """Remove what is deleted from the sources of memories; return ids of those without others."""
    name = rows.packed(gone.conversation)
    found = run(
        # Also memories whose earlier versions had other sources.
        "SELECT DISTINCT e.pk, e.id FROM entries e JOIN entry_versions v"
        " ON v.agent_pk = e.agent_pk AND v.entry_pk = e.pk WHERE e.agent_pk = ?1"
        " AND (e.source_conversation = ?2 OR e.also <> '[]'"
        " OR strpos(v.entry, ?3) > 0 OR strpos(v.entry, ?4) > 0) ORDER BY e.pk",
        # Further sources are JSON within the JSON of a version.
        (agent_pk, gone.conversation, name, rows.packed(name)[1:-1]),
    ).fetchall()
    orphaned: list[str] = []
    lines: frozenset[str] = frozenset()
    for pk, entry_id in found:
        before = _history(run, agent_pk, pk)
        if not any(rests_on(version.entry, gone) for version in before):
            continue
        after = without_sources(before, gone)
        lines |= removed_profile_lines(before, after)
        if after:
            _rewrite(run, agent_pk, pk, revision, after)
        else:
            orphaned.append(entry_id)
    return orphaned + _remove_lines(run, agent_pk, revision, lines)


def detach_repeated(
    run: Run, agent_pk: int, revision: int, conversation: str, deleted: frozenset[str]
) -> list[str]:
    """Remove what models repeated of a deleted text in other conversations, and answers with it.

    Returns the ids of memories without other sources.
    """
    found = run(
        "SELECT key, conversation, answer FROM answers"
        " WHERE agent_pk = ? AND conversation NOT IN (?, '') ORDER BY conversation, key",
        (agent_pk, conversation),
    ).fetchall()
    orphaned: list[str] = []
    for other, answers in groupby(found, lambda row: str(row[1])):
        repeated = {key: repeated_words(text, deleted) for key, _, text in answers}
        if not any(repeated.values()):
            continue
        own = words_said(run, agent_pk, other)
        gone = [(agent_pk, key) for key, words in repeated.items() if words - own]
        for key in gone:
            run("DELETE FROM answers WHERE agent_pk = ? AND key = ?", key)
        if gone:
            taken = Gone(other, elsewhere=deleted - own)
            orphaned += detach(run, agent_pk, revision, taken)
    return orphaned


def words_said(run: Run, agent_pk: int, conversation: str) -> frozenset[str]:
    """The words of a conversation, and the names of its speakers."""
    found = run(
        "SELECT t.content, t.speaker FROM turns t JOIN conversations c ON c.pk = t.conversation_pk"
        " WHERE c.agent_pk = ?1 AND c.id = ?2 /*pg AND t.agent_pk = ?1 */",
        (agent_pk, conversation),
    )
    return stems_of(" ".join(f"{text} {speaker or ''}" for text, speaker in found))


def detach_entry(run: Run, agent_pk: int, revision: int, name: str) -> list[str]:
    """Remove what repeats a memory from others; return the ids to drop, its own among them."""
    select = "SELECT e.pk FROM entries e WHERE e.agent_pk = ? AND e.id = ?"
    row = run(select, (agent_pk, name)).fetchone()
    if row is None:
        raise NotFound(f"there is no memory {name!r}", field="id")
    history = _history(run, agent_pk, row[0])
    lines = removed_profile_lines(history, ())
    deleted = stems_of(" ".join(version.entry.content for version in history))
    repeated = detach_repeated(run, agent_pk, revision, "", deleted)
    _remove_from_undos(run, agent_pk, revision, name)
    return [name, *repeated, *_remove_lines(run, agent_pk, revision, lines)]


def _remove_from_undos(run: Run, agent_pk: int, revision: int, name: str) -> None:
    """Remove a memory from what undos have set aside."""
    select = "SELECT e.pk FROM entries e WHERE e.agent_pk = ? AND e.kind = ?"
    found = run(select, (agent_pk, Kind.UNDO)).fetchall()
    for (pk,) in found:
        (last,) = _history(run, agent_pk, pk)
        entry = without_memory(last.entry, name)
        if entry != last.entry:
            _rewrite(run, agent_pk, pk, revision, (replace(last, entry=entry),))


def _remove_lines(run: Run, agent_pk: int, revision: int, gone: frozenset[str]) -> list[str]:
    """Remove lines from all versions of the profile; return its id if none is left."""
    select = "SELECT e.pk, e.id FROM entries e WHERE e.agent_pk = ? AND e.kind = ?"
    found = run(select, (agent_pk, Kind.PROFILE)).fetchall()
    dropped: list[str] = []
    for pk, name in found:
        before = _history(run, agent_pk, pk)
        after = profile_without(before, gone)
        if not after:
            dropped.append(name)
        elif after != before:
            _rewrite(run, agent_pk, pk, revision, after)
    return dropped


def _history(run: Run, agent_pk: int, pk: int) -> tuple[Version, ...]:
    """Every version of a memory; the last has the current values, as uses add no version."""
    found = run(
        "SELECT number, at, change, entry FROM entry_versions"
        " WHERE agent_pk = ? AND entry_pk = ? ORDER BY number",
        (agent_pk, pk),
    )
    *past, last = map(rows.version_of, found.fetchall())
    select = f"SELECT {ENTRY_COLUMNS} FROM entries e WHERE e.agent_pk = ? AND e.pk = ?"
    row = run(select, (agent_pk, pk)).fetchone()
    return (*past, replace(last, entry=rows.entry_of(row)))


def _rewrite(run: Run, agent_pk: int, pk: int, revision: int, history: tuple[Version, ...]) -> None:
    """Replace all versions, and delete the vector and reading of a changed text."""
    entry = history[-1].entry
    this = (agent_pk, pk)
    (content,) = run("SELECT content FROM entries WHERE agent_pk = ? AND pk = ?", this).fetchone()
    if content != entry.content:
        run("UPDATE entries SET read_by = NULL, reading = NULL WHERE agent_pk = ? AND pk = ?", this)
        run("DELETE FROM entry_vectors WHERE agent_pk = ? AND entry_pk = ?", this)
    named = ", ".join(f"{name} = ?" for name in ENTRY_NAMES)
    update = f"UPDATE entries SET digest = ?, revision = ?, {named} WHERE agent_pk = ? AND pk = ?"
    run(update, (entry_digest(entry), revision, *rows.entry_row(entry), *this))
    run("DELETE FROM entry_versions WHERE agent_pk = ? AND entry_pk = ?", this)
    add_versions(run, agent_pk, pk, history)


def add_versions(run: Run, agent_pk: int, entry_pk: int, history: Sequence[Version]) -> None:
    """Add versions to the history of a memory."""
    for version in history:
        run(
            "INSERT INTO entry_versions (agent_pk, entry_pk, number, at, change, entry)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (agent_pk, entry_pk, *rows.version_row(version)),
        )
