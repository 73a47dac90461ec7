"""Moves all rows from one database to another, while servers go on using the source.

The rows are copied agent by agent; agents that have changed meanwhile are copied again. Then the
source refuses writes, the two databases are compared row by row, and what differs is copied again
until nothing does. A move that was killed continues where it was: what is in the target counts.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import groupby, starmap
from typing import Final

from recollect.errors import Conflict, StorageError
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.store import SqlStore
from recollect.storage.sql.table_rows import (
    TABLES,
    Span,
    TableTally,
    copy,
    digest_of,
    remove,
    row_counts,
    tallies,
)
from recollect.storage.sql.traces import PUT_META

# What belongs to one of the two databases and is not copied.
_OWN: Final = ("move:", "traces", "migration ", "written", "erasure", "api_key_uses")
_ID, _TO, _FROM, _DONE = "move:id", "move:to", "move:from", "move:done"
# Texts that are files beside an SQLite database.
DOCUMENTS: Final = ("api_keys", "oauth_grants")
_AGENTS_AT_ONCE: Final = 100
_PASSES: Final = 5
_FEW: Final = 20
_LAST: Final = 2**63 - 1

# Shows how many rows of about so many are done.
Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]


def no_bar(_label: str, _rows: int) -> AbstractContextManager[None]:
    """Shows nothing."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Moved:
    """What is the same in both databases, by table."""

    agents: int
    tables: Mapping[str, TableTally]


class Move:
    """One move; `where` names the target to whoever tries to write to the source."""

    def __init__(self, source: SqlStore, target: SqlStore, where: str, bar: Bar) -> None:
        self._source = source
        self._target = target
        self._where = where
        self._bar = bar

    def is_done(self) -> bool:
        """Whether an earlier call has moved everything, and the source still refuses writes."""
        known = meta(self._source)
        return _TO in known and meta(self._target).get(_DONE) == known[_ID]

    def begin(self) -> None:
        """Reserve the target for this source; Conflict if it holds anything else."""
        known = meta(self._source)
        if _ID not in known:
            known[_ID] = secrets.token_hex(8)
            self._source.change(lambda c: c.execute(PUT_META, (_ID, known[_ID])))
        there = meta(self._target)
        if there.get(_FROM) == known[_ID]:
            return
        agents = len(_agents(self._target))
        if agents or _FROM in there or any(name in there for name in DOCUMENTS):
            message = f"{self._where} already holds data ({agents:,} agents); nothing was changed"
            raise Conflict(f"{message}. Give an empty database", field="to")

        def reserve(connection: Connection) -> None:
            self._target.reserve(connection, "recollect migrate is filling this database")
            self._target.allow_writes(connection)
            connection.execute(PUT_META, (_FROM, known[_ID]))

        self._target.change(reserve)

    def copy_while_in_use(self) -> None:
        """Copy what is new, until almost nothing is."""
        for _ in range(_PASSES):
            changed = self._changed()
            self._copy(changed)
            if len(changed) <= _FEW:
                return

    def close_source(self) -> None:
        """Let the source refuse writes from now on, in all processes."""
        reason = (
            f"it has been moved to {self._where}, or is just being moved: restart with that"
            " database (recollect migrate --reopen makes this one writable again)"
        )

        def close(connection: Connection) -> None:
            if _TO not in values_of(connection):
                connection.execute(PUT_META, (_TO, self._where))
                self._source.refuse_writes(connection, reason)

        if _TO not in meta(self._source):
            self._source.change(close)

    def finish(self, documents: Mapping[str, str]) -> Moved:
        """Copy the rest and these documents, compare all rows, and let the target be used."""
        self._copy(self._changed())
        self._copy_meta(documents)
        for _ in range(_PASSES):
            differing, moved = self._compare()
            if not differing:
                self._target.change(self._open_target)
                return moved
            self._copy(differing)
        raise StorageError("the copy still differs from the source: is something writing to it?")

    def _open_target(self, connection: Connection) -> None:
        self._target.allow_writes(connection)
        self._target.after_copy(connection)
        connection.execute("DELETE FROM meta WHERE key = ?", (_FROM,))
        connection.execute(PUT_META, (_DONE, meta(self._source)[_ID]))
        self._target.refuse_writes(connection, None)

    def _changed(self) -> list[Span]:
        """The agents whose revisions differ."""
        here, there = _agents(self._source), _agents(self._target)
        gone = there.keys() - here.keys()
        if gone:
            self._target.change(lambda c: self._remove(c, gone))
        changed = {pk for pk, row in here.items() if row != there.get(pk)}
        return _runs(sorted(here), changed)

    def _remove(self, connection: Connection, agents: set[int]) -> None:
        self._target.allow_writes(connection)
        for pk in agents:
            remove(connection, (pk, pk))

    def _copy(self, spans: list[Span]) -> None:
        if not spans:
            return
        done = 0
        with self._bar("Copying", self._rows()) as advance:

            def copied(rows: int) -> None:
                nonlocal done
                done += rows
                if advance is not None:
                    advance(done)

            for span in spans:
                copy(self._source, self._target, span, copied)

    def _rows(self) -> int:
        """About how many rows there are."""
        return sum(self._source.read(row_counts).values())

    def _compare(self) -> tuple[list[Span], Moved]:
        """The agents that differ, and what there is."""
        ordered = sorted(_agents(self._source))
        differing: set[int] = set()
        totals = dict.fromkeys(TABLES, TableTally())
        done = 0
        with self._bar("Comparing", self._rows()) as advance:
            for span in _covering(ordered):
                for table in TABLES:
                    here, there = (tallies(s, table, span) for s in (self._source, self._target))
                    differing |= {pk for pk, _ in here.items() ^ there.items()}
                    totals[table] = sum(starmap(TableTally, here.values()), totals[table])
                    done += sum(rows for rows, _ in here.values())
                    if advance is not None:
                        advance(done)
        here_meta, there_meta = (shared_values(meta(s)) for s in (self._source, self._target))
        if here_meta != there_meta:
            raise StorageError("the settings in the two databases differ")
        digests = (TableTally(1, digest_of(pair)) for pair in here_meta.items())
        moved = Moved(len(ordered), {"meta": sum(digests, TableTally()), **totals})
        return _runs(sorted(differing | {*ordered}), differing), moved

    def _copy_meta(self, documents: Mapping[str, str]) -> None:
        known = {**shared_values(meta(self._source)), **documents}

        def work(connection: Connection) -> None:
            self._target.allow_writes(connection)
            for key in values_of(connection).keys() - known.keys():
                if not key.startswith(_OWN):
                    connection.execute("DELETE FROM meta WHERE key = ?", (key,))
            for pair in known.items():
                connection.execute(PUT_META, pair)

        self._target.change(work)


def refusing(store: SqlStore) -> str | None:
    """Where a database was moved to that refuses writes since."""
    return meta(store).get(_TO)


def reopen(store: SqlStore) -> bool:
    """Let a database that was moved be written to again; False if it never refused that."""
    if refusing(store) is None:
        return False

    def work(connection: Connection) -> None:
        store.allow_writes(connection)
        store.refuse_writes(connection, None)
        connection.execute("DELETE FROM meta WHERE key = ?", (_TO,))

    store.change(work)
    return True


def documents_of(store: SqlStore) -> dict[str, str]:
    """The documents in a database."""
    return documents_in(meta(store))


def documents_in(values: Mapping[str, str]) -> dict[str, str]:
    """The documents among the values that belong to no agent."""
    return {key: text for key, text in values.items() if key in DOCUMENTS}


def meta(store: SqlStore) -> dict[str, str]:
    """The names and values of a database that belong to no agent."""
    return store.read(values_of)


def values_of(connection: Connection) -> dict[str, str]:
    """The same on an open connection."""
    found = connection.execute("SELECT key, value FROM meta")
    # SQLite may have a number.
    return {key: str(value) for key, value in found}


def shared_values(values: Mapping[str, str]) -> dict[str, str]:
    """Those of them that belong to the memory, not to one of its databases."""
    return {
        key: value
        for key, value in sorted(values.items())
        if not key.startswith(_OWN) and key not in DOCUMENTS
    }


def _agents(store: SqlStore) -> dict[int, tuple[object, ...]]:
    """What changes whenever an agent is written to, by its number."""
    query = "SELECT pk, id, created_at, revision, floor FROM agents"
    return store.read(lambda c: {row[0]: tuple(row) for row in c.execute(query)})


def _runs(ordered: list[int], chosen: set[int]) -> list[Span]:
    """The chosen ones, those next to each other together."""
    runs = groupby(ordered, key=chosen.__contains__)
    return [span for is_chosen, run in runs if is_chosen for span in _spans([*run])]


def _spans(ordered: list[int]) -> Iterator[Span]:
    for start in range(0, len(ordered), _AGENTS_AT_ONCE):
        some = ordered[start : start + _AGENTS_AT_ONCE]
        yield some[0], some[-1]


def _covering(ordered: list[int]) -> Iterator[Span]:
    """All numbers there are, so that an agent that only the target has is found too."""
    start = 0
    for _, last in _spans(ordered):
        yield start, last
        start = last + 1
    yield start, _LAST
