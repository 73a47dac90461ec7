"""What only the PostgreSQL store has: a server that may be away, roles, and other servers."""

import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from forked import popen
from postgres_server import emptied, postgres_database
from recollect import Memory
from recollect.cli.doctor.all_checks import all_checks
from recollect.cli.doctor.postgres import postgres_checks
from recollect.domain.clock import SystemClock
from recollect.domain.job import Done, JobKind
from recollect.domain.writes import Enqueue, EraseAgent, FinishJob, PutAnswer
from recollect.errors import (
    InvalidSetting,
    NotADatabase,
    SchemaTooNew,
    StorageReadOnly,
    StorageUnavailable,
)
from recollect.settings import load
from recollect.storage.migrations import migrations_of
from recollect.storage.sql import erasure
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock, ToyEmbedder
from recollect.testing.store_contract.constants import EMBED, SPACE, START, later
from recollect.testing.store_contract.values import add, embed, memory, put
from recollect.wiring import build

psycopg = pytest.importorskip("psycopg", reason="needs recollect[postgres]")
from recollect.storage.postgres import PostgresStore, schema  # noqa: E402
from recollect.storage.postgres.dialect import translated  # noqa: E402

PASSWORD = "do-not-show-4711"


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres_database() as address:
        yield address


@pytest.fixture
def address(database: str) -> str:
    emptied(database, FixedClock(START))
    return database


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(address, clock=FixedClock(START), patience=5)) as made:
        yield made


def told(address: str, *statements: str) -> list[tuple]:
    """The answer to the last of these statements."""
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements[:-1]:
            connection.execute(statement)
        found = connection.execute(statements[-1])
        return found.fetchall() if found.description else []


def another_role(address: str, *rights: str) -> str:
    """The address of the same database for a role with only these rights."""
    name = f"role_{threading.get_ident()}_{len(rights)}"
    made = f"CREATE ROLE {name} LOGIN PASSWORD '{PASSWORD}'"
    told(address, f"DROP ROLE IF EXISTS {name}", made, *(f"{right} TO {name}" for right in rights))
    return psycopg.conninfo.make_conninfo(address, user=name, password=PASSWORD)


def test_the_shared_sql_is_translated():
    sql = "SELECT 1 FROM a CROSS JOIN b x ON x.a = ?2 WHERE c IS NOT ?1 /*pg FOR UPDATE */"
    assert translated(sql) == (
        "SELECT 1 FROM a JOIN b x ON x.a = $2 WHERE c IS DISTINCT FROM $1 FOR UPDATE"
    )
    assert translated("VALUES (?, ?)") == "VALUES ($1, $2)"


def test_many_first_writes_of_one_agent_make_one_agent(store: PostgresStore):
    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(lambda n: store.write("anna", *add("c", str(n))), range(16)))
    assert len({each.revision for each in written}) == 16
    assert [turn.index for turn in store.turns("anna", "c")] == list(range(16))
    assert [agent.id for agent in store.every_agent()] == ["anna"]


def test_the_state_of_an_agent_is_right_after_another_server_erased_it(
    store: PostgresStore, address: str
):
    store.write("anna", *add("c", "a"))
    before = [store.state("anna"), store.state("anna")]
    assert before[0] == before[1]
    with closing(PostgresStore(address, clock=FixedClock(START))) as other:
        other.write("anna", EraseAgent())
        gone = store.state("anna")
        assert gone == other.state("anna")
        assert gone.revision > before[0].revision
        other.write("anna", *add("c", "b"))
        assert store.state("anna") == other.state("anna") != gone
        assert store.state("anna") == other.state("anna")


def test_writers_of_the_same_agents_in_another_order_do_not_block_each_other(store: PostgresStore):
    names = ["anna", "ben", "cleo"]
    store.write_every([(name, add("c", "first")) for name in names])

    def write(number: int) -> None:
        order = names if number % 2 else names[::-1]
        store.write_every([(name, add("c", str(number))) for name in order])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(12)))
    assert {len(store.turns(name, "c")) for name in names} == {13}


def test_a_job_asked_for_in_a_write_is_not_claimed_before_its_commit(
    store: PostgresStore, address: str
):
    """Otherwise the worker would read the turns without the new one and call the job done."""
    store.adopt_space(SPACE, START)
    store.write("anna", *add("c", "a"), embed("c"))
    claimed = {}

    def claim() -> None:
        claimed["job"] = store.claim_any(EMBED, owner="w", now=START, until=START)

    with closing(PostgresStore(address, clock=FixedClock(START))) as other:
        original = other._notify
        other._notify = lambda connection: (claim(), original(connection))
        other.write("anna", *add("c", "b"), embed("c"))
    assert claimed["job"] is None
    claim()
    assert claimed["job"] is not None


def test_a_turn_written_while_a_model_is_adopted_is_embedded(store: PostgresStore, address: str):
    """The writer has seen that there is no model, and whoever adopts one does not see the turn."""
    adopting = threading.Thread(target=lambda: store.adopt_space(SPACE, START))
    with closing(PostgresStore(address, clock=FixedClock(START))) as other:
        waits = "SELECT 1 FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND NOT granted"

        def wait(connection) -> None:
            adopting.start()
            while not told(address, waits):
                pass

        other._notify = wait
        other.write("anna", *add("c", "a"), embed("c"))
    adopting.join()
    assert [job.kind for job in store.every_job()] == [JobKind.EMBED]


def test_leases_go_by_the_clock_of_the_database(address: str):
    class Slow(SystemClock):
        def now(self) -> datetime:
            return datetime.now(UTC) - timedelta(hours=1)

    slow, right = Slow(), SystemClock()
    with (
        closing(PostgresStore(address, clock=slow)) as behind,
        closing(PostgresStore(address, clock=right)) as other,
    ):
        behind.adopt_space(SPACE, slow.now())
        behind.write("anna", *add("c", "a"), Enqueue(JobKind.EMBED, "c", slow.now()))
        lease = timedelta(seconds=50)
        taken = behind.claim_any(EMBED, owner="w1", now=slow.now(), until=slow.now() + lease)
        now = right.now()
        assert taken is not None
        assert other.claim_any(EMBED, owner="w2", now=now, until=now + lease) is None
        behind.extend_lease(taken, slow.now() - lease)
        late = other.claim_any(EMBED, owner="w2", now=now, until=now + lease)
        assert late is not None
        other.write("anna", FinishJob(late, Done("ok", 0), now))


def test_text_with_a_nul_is_stored_without_it(store: PostgresStore):
    """A model may answer with one; ids and contents never have any."""
    store.write("anna", *add("c", "a"), PutAnswer("c", "k", "a\x00b", START))
    assert store.answer("anna", "k") == "a\ufffdb"


def test_lost_connections_are_replaced(store: PostgresStore, address: str):
    store.write("anna", *add("c", "a"))
    told(
        address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'recollect' AND datname = current_database()",
    )
    assert [turn.id for turn in store.turns("anna")] == ["a"]
    store.write("anna", *add("c", "b"))
    assert [turn.id for turn in store.turns("anna")] == ["a", "b"]


def test_a_connection_lost_in_a_write_repeats_the_write(store: PostgresStore, address: str):
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state LIKE 'idle in%'"
    ended = []

    def work(connection) -> int:
        connection.execute("INSERT INTO meta (key, value) VALUES ('x', '1')")
        if not ended:
            ended.extend(told(address, end))
        return connection.execute("SELECT count(*) FROM meta WHERE key = 'x'").fetchone()[0]

    assert store.change(work) == 1
    assert ended


def test_a_call_waits_for_the_server_but_later_ones_do_not_wait_again(address: str):
    with closing(PostgresStore(address, clock=FixedClock(START), patience=0.3)) as store:
        connect, tried = store._pool._connect, []

        def fail():
            tried.append(1)
            raise psycopg.OperationalError("connection failed: Connection refused")

        store._pool.close_idle()
        store._pool._connect = fail
        with pytest.raises(StorageUnavailable, match="cannot be reached: Connection refused"):
            store.revision("anna")
        assert len(tried) > 1
        tried.clear()
        with pytest.raises(StorageUnavailable):
            store.write("anna", *add("c", "a"))
        assert len(tried) == 1
        store._pool._connect = connect
        store.write("anna", *add("c", "a"))
        assert store.revision("anna") == 1


def test_a_server_that_is_away_is_said_without_the_password(tmp_path):
    url = f"postgresql://recollect:{PASSWORD}@127.0.0.1:1/memory"
    with pytest.raises(
        StorageUnavailable, match=r"postgresql://127\.0\.0\.1:1/memory: .*reach"
    ) as no:
        Memory.open(database_url=url)
    assert PASSWORD not in str(no.value)


def test_a_missing_database_and_a_wrong_address_are_said(address: str):
    missing = psycopg.conninfo.make_conninfo(address, dbname="not_there")
    with pytest.raises(StorageUnavailable, match='database "not_there" does not exist'):
        PostgresStore(missing, clock=FixedClock(START))
    with pytest.raises(InvalidSetting, match="is not an address"):
        PostgresStore(f"postgresql://{PASSWORD}@[", clock=FixedClock(START))


def test_servers_that_start_at_once_migrate_once(address: str):
    told(address, "CREATE SCHEMA fresh")
    url = psycopg.conninfo.make_conninfo(address, options="-csearch_path=fresh")
    with ThreadPoolExecutor(3) as pool:
        opened = list(pool.map(lambda _: PostgresStore(url, clock=FixedClock(START)), range(3)))
    for store in opened:
        assert store.every_agent() == ()
        store.close()
    applied = told(address, "SELECT number FROM fresh.recollect_schema ORDER BY number")
    assert applied == [(step.number,) for step in migrations_of("recollect.storage.postgres")]
    told(address, "DROP SCHEMA fresh CASCADE")


def test_who_waited_for_another_migration_sees_what_it_made(address: str):
    told(address, "CREATE SCHEMA fresh")
    url = psycopg.conninfo.make_conninfo(address, options="-csearch_path=fresh")
    raw = {"cursor_factory": psycopg.RawCursor, "autocommit": True}
    with (
        psycopg.connect(url, **raw) as first,
        psycopg.connect(url, **raw) as second,
        second.transaction(),
    ):
        assert schema.version(second) == 0
        # Few changes: of many, PostgreSQL would tell the other connection by itself.
        first.execute("CREATE TABLE recollect_schema (number bigint)")
        first.execute("INSERT INTO recollect_schema VALUES (5)")
        assert schema.version(second) == 5
    told(address, "DROP SCHEMA fresh CASCADE")


def test_the_migrations_end_at_the_tables_and_columns_of_sqlite(address: str, tmp_path: Path):
    path = tmp_path / "recollect.db"
    SqliteStore(path, clock=FixedClock(START)).close()
    with closing(sqlite3.connect(path)) as connection:
        sqlite = connection.execute(
            "SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c"
            " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'"
        ).fetchall()
    postgres = told(
        address,
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name NOT IN (SELECT relname FROM pg_class"
        " WHERE relispartition) AND table_name NOT IN"
        # What one server has in its file and in its RAM.
        " ('recollect_schema', 'receipts', 'requests', 'audit_events', 'processes')",
    )
    # Tables are partitioned by agent, also those that SQLite reaches through others.
    parts = {(table, "agent_pk") for table in ("turn_vectors", "entry_vectors", "entry_versions")}
    assert set(postgres) - parts == set(sqlite) - parts


def test_a_newer_schema_is_used_unless_it_needs_newer_servers(address: str):
    told(address, "INSERT INTO recollect_schema (number, name) VALUES (998, 'newer')")
    try:
        with closing(PostgresStore(address, clock=FixedClock(START))) as store:
            store.write("anna", *add("c", "a"))
        told(address, "INSERT INTO recollect_schema VALUES (999, 'newest', now(), 999)")
        with pytest.raises(SchemaTooNew, match="has schema 999"):
            PostgresStore(address, clock=FixedClock(START))
    finally:
        told(address, "DELETE FROM recollect_schema WHERE number > 997")


def test_tables_of_another_program_are_left_alone(address: str):
    there = "-csearch_path=another"
    told(address, "CREATE SCHEMA another", "CREATE TABLE another.turns (score int)")
    url = psycopg.conninfo.make_conninfo(address, options=there)
    with pytest.raises(NotADatabase, match="tables of another program"):
        PostgresStore(url, clock=FixedClock(START))
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'another'"
    assert told(address, tables) == [("turns",)]
    told(address, "DROP SCHEMA another CASCADE")


def test_the_documented_rights_are_enough_to_work_and_less_are_said(address: str, docs_rights):
    worker = another_role(address, *docs_rights)
    with closing(PostgresStore(worker, clock=FixedClock(START))) as store:
        store.write("anna", *add("c", "a"))
        store.write("anna", EraseAgent())
        store.scrub()
        assert store.faults() == ()
    # As pg_dump does.
    may_read = "SELECT bool_and(has_sequence_privilege(oid, 'SELECT')) FROM pg_class"
    assert told(worker, f"{may_read} WHERE relkind = 'S'") == [(True,)]
    reader = another_role(address, "GRANT SELECT ON ALL TABLES IN SCHEMA public")
    with (
        closing(PostgresStore(reader, clock=FixedClock(START))) as store,
        pytest.raises(StorageReadOnly, match="the role may not"),
    ):
        store.write("anna", *add("c", "a"))
    nobody = psycopg.conninfo.make_conninfo(another_role(address), options="-csearch_path=closed")
    with pytest.raises(StorageReadOnly, match="has schema 0 and needs"):
        PostgresStore(nobody, clock=FixedClock(START))


@pytest.fixture
def docs_rights() -> list[str]:
    """The GRANT statements of docs/postgres.md."""
    text = (Path(__file__).parents[2] / "docs" / "postgres.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("GRANT")]
    return [line.rpartition(" TO ")[0] for line in lines]


def test_the_doctor_says_which_database_and_not_its_password(address: str):
    url = address.replace("postgres:@", f"postgres:{PASSWORD}@")
    with Memory.open(url, background=False) as memory:
        memory.agent("anna").remember("My desk is by the window.")
        assert PASSWORD not in memory.database
    found = {check.name: check for check in all_checks(url, offline=True)}
    assert PASSWORD not in repr(found)
    assert "PostgreSQL 1" in found["database"].found
    assert "1 agent, 1 turn" in found["database"].found
    assert found["integrity"].state == "ok"
    away = f"postgresql://recollect:{PASSWORD}@127.0.0.1:1/memory"
    (check,) = postgres_checks(load(database_url=away), away)
    assert check.state == "fail"
    assert "cannot be reached" in check.found
    assert PASSWORD not in repr(check)


def lived(path: Path | None, **settings) -> list[object]:
    """What a memory makes of a short life."""
    opened = build(load(**settings), path, embedder=ToyEmbedder(), clock=FixedClock(START))
    with Memory(opened, background=False) as memory:
        agent = memory.agent("maya")
        for number, text in enumerate(LIFE):
            agent.remember(text, conversation=f"c{number % 2}", at=later(number))
        memory.sync()
        kept = [(each.kind, each.content, each.status) for each in agent.memories.list()]
        found = [[(hit.id, hit.score) for hit in agent.search(question)] for question in ASKED]
        return [kept, found, [agent.context(question).text for question in ASKED]]


LIFE = ("I live in Porto.", "My sister Clara is a nurse.", "I moved to Lisbon.", "Answer briefly.")
ASKED = ("Where do I live?", "Who is Clara?")


def test_the_same_life_gives_the_same_memories_hits_and_contexts(address: str, tmp_path: Path):
    kept, found, contexts = in_sqlite = lived(tmp_path / "memory.sqlite")
    assert kept
    assert all((*found, *contexts))
    assert lived(None, database_url=address) == in_sqlite


OTHER = """
import sys
from recollect import Memory
from recollect.cli.doctor.all_checks import all_checks
from recollect.cli.doctor.postgres import postgres_checks
with Memory.open(database_url=sys.argv[1]) as memory:
    agent = memory.agent("anna")
    agent.remember("The parcel comes on Monday.", conversation="post")
    print([turn.content for turn in agent.conversations.turns("desk")], flush=True)
    sys.stdin.readline()
"""


def test_two_processes_share_one_memory(address: str):
    with Memory.open(database_url=address, background=False) as memory:
        agent = memory.agent("anna")
        agent.remember("My desk is by the window.", conversation="desk")
        woken = threading.Event()
        memory._components.store.when_asked(woken.set)
        pipe = subprocess.PIPE
        with popen(OTHER, address, stdin=pipe, stdout=pipe, text=True) as other:
            assert "My desk is by the window." in other.stdout.readline()
            assert woken.wait(60)
            hits = agent.search("When does the parcel come?")
            assert "The parcel comes on Monday." in [hit.text for hit in hits]
            other.communicate("\n")
        assert other.returncode == 0


def test_a_job_of_a_killed_process_is_taken_over(address: str):
    """Its lease is over after LEASE_SECONDS, on whatever machine it was."""
    now = datetime.now(UTC)
    with closing(PostgresStore(address, clock=SystemClock())) as store:
        store.adopt_space(SPACE, now)
        store.write("anna", *add("c", "a"), Enqueue(JobKind.EMBED, "c", now))
        dead = "far away|pid/1/1/x"
        assert store.claim_any(EMBED, owner=dead, now=now, until=now + timedelta(seconds=50))
        assert store.claim_any(EMBED, owner="w", now=now, until=now) is None
        told(address, "UPDATE jobs SET due_at = due_at - 60000000")
        assert store.claim_any(EMBED, owner="w", now=now, until=now + timedelta(seconds=50))


def test_a_large_agent_is_erased_in_pieces(
    store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(erasure, "_PIECE", 3)
    writes = [write for name in "abc" for write in add(name, *"12345")]
    store.write("anna", *writes, *(put(memory(name)) for name in "abcdefg"))
    store.write("ben", *add("c", "kept"))
    assert store.change(lambda c: erasure.delete_piece(c, "anna"))
    assert store.faults() == ()
    assert [(turns.id, turns.turns) for turns in store.conversations("anna")][:2] == [
        ("c", 5),
        ("b", 5),
    ]
    store.write("anna", EraseAgent())
    assert [agent.id for agent in store.every_agent()] == ["ben"]
    assert told(address, "SELECT count(*) FROM turns") == [(1,)]
    assert store.has_traces()
    store.scrub()
    assert not store.has_traces()


def test_the_doctor_says_whether_pages_have_checksums(store: PostgresStore, address: str):
    ((found,),) = told(address, "SHOW data_checksums")
    checks = {
        check.name: check.state for check in postgres_checks(load(database_url=address), address)
    }
    assert (checks["checksums"] == "ok") is (found == "on")
    assert checks["writes"] == "ok"
