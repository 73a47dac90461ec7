"""A database of very many small agents, written directly into the tables, in a minute or two."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from recollect.bench.synthetic_data import HashEmbedder, unit_vectors
from recollect.bench.texts import sentences
from recollect.domain.clock import SystemClock, to_micros
from recollect.domain.entry import Change, Entry, Kind, Priority, Version
from recollect.domain.ids import digest, entry_digest, job_id
from recollect.domain.job import JobKind
from recollect.domain.plain import plain
from recollect.domain.provenance import Origin
from recollect.recall.embedding import vector_space
from recollect.recall.reading import TermReader
from recollect.storage.rows import ENTRY_NAMES, entry_row, packed
from recollect.storage.sqlite import SqliteStore

BUILT: Final = datetime(2026, 6, 1, tzinfo=UTC)
# One in so many agents has a memory that has not been used for a month.
UNUSED_EVERY: Final = 1_000
_MEMORIES: Final = 2
_TEXTS: Final = 4_000
_BATCH: Final = 500
_JOBS: Final = (JobKind.EMBED, JobKind.LEARN, JobKind.OPTIMIZE, JobKind.PROFILE, JobKind.SWEEP)
_TABLES: Final = {
    "agents": "pk, id, created_at, revision, floor",
    "conversations": "pk, agent_pk, id, started_at, last_at, created_at, turns, next_index,"
    " revision",
    "turns": "pk, agent_pk, conversation_pk, id, idx, role, speaker, at, recorded_at, tokens, tier,"
    " relevance, view, revision, read_by, reading, metadata, content",
    "turn_vectors": "agent_pk, turn_pk, space, data, revision",
    "entries": f"pk, agent_pk, digest, revision, read_by, reading, {', '.join(ENTRY_NAMES)}",
    "entry_vectors": "agent_pk, entry_pk, space, data, revision",
    "entry_versions": "agent_pk, entry_pk, number, at, change, entry",
    "jobs": "pk, agent_pk, id, conversation, kind, state, due_at, watermark, settled, claimed,"
    " created_at, updated_at",
}
Rows = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Size:
    """How many agents, and how many vectors all of them have together."""

    agents: int
    vectors: int

    @property
    def turns(self) -> int:
        """The turns of each agent."""
        return max(1, self.vectors // self.agents - _MEMORIES)


def agent_name(number: int) -> str:
    """The name of an agent."""
    return f"agent-{number:06d}"


def word_of(number: int) -> str:
    """The word that stands in every text of an agent, and nowhere else."""
    return f"word{number:06d}q"


class _Generator:
    """Makes the rows of one agent after the other."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.reader = TermReader()
        self.space = vector_space(HashEmbedder())
        self.texts = sentences(_TEXTS, 1)
        self.readings = [self.reader.read(text).data for text in self.texts]
        self.vectors = [half.tobytes() for half in unit_vectors(_TEXTS, 2).astype("<f2")]
        self.turn_pk = self.entry_pk = self.job_pk = 0

    def batches(self) -> Iterator[Rows]:
        rows: Rows = {table: [] for table in _TABLES}
        for number in range(self.size.agents):
            self._agent(rows, number)
            if number % _BATCH == _BATCH - 1 or number == self.size.agents - 1:
                yield rows
                rows = {table: [] for table in _TABLES}

    def _agent(self, rows: Rows, number: int) -> None:
        pk, at = number + 1, to_micros(BUILT)
        turns = self.size.turns
        # Its turns came first, and its vectors and memories later, as they do.
        rows["agents"].append((pk, agent_name(number), at, 3, 1))
        rows["conversations"].append((pk, pk, "c", at, at, at, turns, turns, 1))
        for index in range(turns):
            self._turn(rows, number, index)
        for index in range(_MEMORIES):
            self._memory(rows, number, index)
        for kind in _JOBS:
            self.job_pk += 1
            conversation = "c" if kind is JobKind.EMBED else ""
            state = "pending" if kind is JobKind.SWEEP else "done"
            due = to_micros(BUILT + timedelta(days=1))
            name = job_id(agent_name(number), conversation, kind)
            values = (conversation, kind.value, state, due, 3, 1, 1, at, at)
            rows["jobs"].append((self.job_pk, pk, name, *values))

    def _turn(self, rows: Rows, number: int, index: int) -> None:
        self.turn_pk += 1
        place = self.turn_pk % _TEXTS
        at = to_micros(BUILT + timedelta(seconds=index))
        text = f"{self.texts[place]} {word_of(number)}"
        rows["turns"].append(
            (self.turn_pk, number + 1, number + 1, digest(text, index), index, "user", "Alice")
            + (at, at, 30, "short_term", 0.5, "full", 1, self.reader.name, self.readings[place])
            + ("{}", text)
        )
        vector = (self.space, self.vectors[place], 2)
        rows["turn_vectors"].append((number + 1, self.turn_pk, *vector))

    def _memory(self, rows: Rows, number: int, index: int) -> None:
        self.entry_pk += 1
        place = self.entry_pk % _TEXTS
        unused = number % UNUSED_EVERY == 1 and not index
        at = BUILT - timedelta(days=29.5 if unused else 5)
        text = f"{self.texts[place]} {word_of(number)}"
        entry = Entry(
            kind=Kind.FACT,
            content=text,
            priority=Priority.MEDIUM,
            origin=Origin.MANUAL,
            id=digest(text, number),
            version=1,
            recorded_at=at,
            changed_at=at,
        )
        pk = (self.entry_pk, number + 1)
        read = (self.reader.name, self.readings[place])
        rows["entries"].append((*pk, entry_digest(entry), 2, *read, *entry_row(entry)))
        vector = (self.space, self.vectors[place], 2)
        rows["entry_vectors"].append((number + 1, self.entry_pk, *vector))
        version = Version(number=1, at=at, change=Change.ADDED, entry=entry)
        stored = packed(plain(version.entry))
        micros = to_micros(at)
        rows["entry_versions"].append((pk[1], pk[0], 1, micros, version.change, stored))

    def meta(self) -> list[tuple[str, str]]:
        return [("space", self.space), ("reader", self.reader.name)]


def build_sqlite(path: Path, size: Size) -> None:
    """Write the database into a new file."""
    SqliteStore(path, clock=SystemClock()).close()
    made = _Generator(size)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", made.meta())
    for rows in made.batches():
        connection.execute("BEGIN")
        for table, columns in _TABLES.items():
            marks = ", ".join("?" * len(columns.split(",")))
            connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows[table])
        connection.execute("COMMIT")
    connection.close()


def build_postgres(url: str, size: Size) -> None:
    """Write the database into an empty one of PostgreSQL."""
    import psycopg  # noqa: PLC0415 - an extra

    from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

    PostgresStore(url, clock=SystemClock()).close()
    made = _Generator(size)
    with psycopg.connect(url, autocommit=True) as connection:
        # Foreign keys are true by construction; checking each would take most of the time.
        connection.execute("SET session_replication_role = replica")
        for pair in made.meta():
            connection.execute("INSERT INTO meta (key, value) VALUES (%s, %s)", pair)
        with connection.cursor() as cursor:
            for rows in made.batches():
                for table, columns in _TABLES.items():
                    with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                        for row in rows[table]:
                            copy.write_row(row)
        for name, last in (("turn_pks", made.turn_pk), ("entry_pks", made.entry_pk)):
            connection.execute("SELECT setval(%s, %s)", (name, last))
        for name in ("agents", "conversations", "jobs"):
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{name}', 'pk'), max(pk)) FROM {name}"
            )
        connection.execute("VACUUM ANALYZE")
