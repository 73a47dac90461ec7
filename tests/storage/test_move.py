"""A memory moves to PostgreSQL and back: every row, the same results, and nothing that was acknowledged is lost."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from forked import COMMAND, popen, run_python
from postgres_server import emptied, postgres_database
from recollect import Memory
from recollect.cli import main
from recollect.cli.doctor.all_checks import all_checks
from recollect.domain.access import Right
from recollect.domain.writes import EraseAgent, PutAnswer, RecordRun
from recollect.errors import Conflict, InvalidInput, NotFound, StorageUnavailable
from recollect.settings import change, load
from recollect.settings.keys import KeyFile
from recollect.storage.move import Move, no_bar
from recollect.storage.sql.table_rows import TABLES
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock, ToyEmbedder
from recollect.testing.store_contract.constants import START, later
from recollect.testing.store_contract.conversations import run
from recollect.testing.store_contract.values import add
from recollect.wiring import build, opened_keys, opened_switch
from recollect.wiring.move import make_writable, move

psycopg = pytest.importorskip("psycopg", reason="needs recollect[postgres]")
from recollect.storage.postgres import PostgresStore  # noqa: E402

LIFE = ("I live in Porto.", "My sister Clara is a nurse.", "I moved to Lisbon.", "Answer briefly.")
ASKED = ("Where do I live?", "Who is Clara?")


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
    with closing(PostgresStore(database, clock=FixedClock(START))) as store:
        store.change(lambda c: store.refuse_writes(c, None))
    emptied(database, FixedClock(START))
    return database


def opened(path: Path | None = None, **settings: str) -> Memory:
    made = build(load(**settings), path, embedder=ToyEmbedder(), clock=FixedClock(START))
    return Memory(made, background=False)


def live(memory: Memory) -> None:
    """Something in every table."""
    for name in ("maya", "noah"):
        agent = memory.agent(name)
        for number, text in enumerate(LIFE):
            agent.remember(text, conversation=f"c{number % 2}", at=later(number))
        agent.items.put(("notes",), "n1", {"text": f"{name} likes tea"})
    memory.agent("maya").spaces.add("noah")
    memory.agent("maya").conversations.delete("c1")
    memory.sync()
    answer = PutAnswer("c0", "key", "with a NUL: \x00", START)
    memory._components.store.write("maya", answer, RecordRun(run(100), kept=9))


def seen(memory: Memory) -> list[object]:
    """What a user sees of it."""
    agent = memory.agent("maya")
    return [
        memory.stats().store.entries_by_kind,
        [(each.id, each.content, each.status, each.version) for each in agent.memories.list()],
        [[(hit.id, hit.score) for hit in agent.search(question)] for question in ASKED],
        [agent.context(question).text for question in ASKED],
        agent.turns(),
        memory.jobs.list(),
    ]


def moved(source: object, target: object) -> dict[str, int]:
    done = move(load(), str(source), str(target), no_bar, lambda _text: None)
    assert done is not None
    return {name: tally.rows for name, tally in done.tables.items()}


def test_a_memory_is_the_same_in_postgresql_and_back_in_a_file(address: str, tmp_path: Path):
    first, last = tmp_path / "memory.sqlite", tmp_path / "back.sqlite"
    _, secret = KeyFile(load().keys_path).add("phone", agents=["*"], rights=[Right.READ])
    load().grants_path.write_text('{"clients": {}}', "utf-8")
    with opened(first) as memory:
        live(memory)
        before = seen(memory)
    rows = moved(first, address)
    assert set(rows) == {"meta", *TABLES}
    assert all(rows.values()), "a table without rows shows nothing"
    with opened(database_url=address) as memory:
        assert seen(memory) == before
        memory.agent("maya").remember("I bought a bicycle.", conversation="c2")
        after = seen(memory)
    assert {check.state for check in all_checks(address, offline=True)} <= {"ok", "warn"}
    keys = load(database_url=address)
    with opened_keys(keys) as shared:
        assert shared.find(secret) is not None
        shared.revoke("phone")
    with opened_switch(keys) as switch:
        switch.turn(on=False)
    moved(address, f"sqlite:///{last}")
    assert load().enabled is False, "what was switched off stays off"
    change(load(), {"enabled": None})
    with opened(last) as memory:
        assert seen(memory) == after
    assert KeyFile(load().keys_path).find(secret) is None, "a revoked key stays revoked"
    assert load().grants_path.read_text("utf-8") == '{"clients": {}}'


def test_every_table_is_moved(tmp_path: Path):
    with closing(SqliteStore(tmp_path / "m.sqlite", clock=FixedClock(START))) as store:
        query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        found = store.read(lambda c: c.execute(query).fetchall())
    assert {name for (name,) in found} == {"meta", *TABLES}


def test_the_source_refuses_writes_until_it_is_reopened(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    path = tmp_path / "memory.sqlite"
    monkeypatch.setenv("RECOLLECT_AUDIT_LOG", "on")
    with Memory.open(path, background=False) as memory:
        anna = memory.agent("anna")
        anna.remember("My desk is by the window.", conversation="c")
        assert main(["--database", str(path), "migrate", "--to", address]) == 0
        assert "with the GRANT lines of docs/postgres.md" in capsys.readouterr().err
        assert '"call": "recollect migrate"' in load().audit_path.read_text("utf-8")
        assert [turn.content for turn in anna.turns()] == ["My desk is by the window."]
        with pytest.raises(StorageUnavailable, match=r"moved to postgresql://.*/test_"):
            anna.remember("It is made of oak.", conversation="c")
        (check,) = [each for each in all_checks(str(path), offline=True) if each.name == "moved"]
        assert (check.state, "it was moved to postgresql://" in check.found) == ("fail", True)
        assert make_writable(load(), str(path)) == str(path)
        anna.remember("It is made of oak.", conversation="c")
    with pytest.raises(Conflict, match="does not refuse writes"):
        make_writable(load(), str(path))
    with Memory.open(address, background=False) as memory:
        moved(address, tmp_path / "back.sqlite")
        with pytest.raises(StorageUnavailable, match=r"moved to .*back\.sqlite"):
            memory.agent("anna").remember("It is made of pine.", conversation="c")
        make_writable(load(), address)
        memory.agent("anna").remember("It is made of pine.", conversation="c")


def test_a_target_with_other_data_is_left_alone(address: str, tmp_path: Path):
    path, other = tmp_path / "memory.sqlite", tmp_path / "other.sqlite"
    for place in (path, other, address):
        with Memory.open(place, background=False) as memory:
            memory.agent("anna").remember(f"I live in {place}", conversation="c")
    with pytest.raises(Conflict, match=r"already holds data \(1 agents\)"):
        moved(path, address)
    with pytest.raises(Conflict, match="exists already"):
        moved(address, other)
    with pytest.raises(InvalidInput, match="copy the file"):
        moved(path, other)
    with pytest.raises(InvalidInput, match="in that database already"):
        moved(address, address)
    with pytest.raises(NotFound, match="no database"):
        moved(tmp_path / "missing.sqlite", address)
    with pytest.raises(InvalidInput, match="can be moved to"):
        moved(path, "mysql://host/database")
    for place in (path, other, address):
        with Memory.open(place, background=False) as memory:
            memory.agent("anna").remember("Nothing refuses this.", conversation="c")
            assert len(memory.agent("anna").turns()) == 2


def test_a_target_that_is_being_filled_refuses_other_writers(address: str, tmp_path: Path):
    with (
        closing(SqliteStore(tmp_path / "m.sqlite", clock=FixedClock(START))) as source,
        closing(PostgresStore(address, clock=FixedClock(START))) as target,
    ):
        source.write("anna", *add("c", "a"))
        moving = Move(source, target, "there", no_bar)
        moving.begin()
        moving.copy_while_in_use()
        with pytest.raises(StorageUnavailable, match="migrate is filling"):
            target.write("ben", *add("c", "b"))
        moving.close_source()
        moving.finish({})
        target.write("ben", *add("c", "b"))
        assert [agent.id for agent in target.every_agent()] == ["anna", "ben"]


def test_what_changes_while_it_is_copied_is_copied_again(address: str, tmp_path: Path):
    """SQLite gives the numbers of deleted rows to new ones, also of other agents."""
    with (
        closing(SqliteStore(tmp_path / "m.sqlite", clock=FixedClock(START))) as source,
        closing(PostgresStore(address, clock=FixedClock(START))) as target,
    ):
        for name in ("anna", "ben", "cleo"):
            source.write(name, *add("c", "a"))
        moving = Move(source, target, "there", no_bar)
        moving.begin()
        moving.copy_while_in_use()
        source.write("cleo", EraseAgent())
        source.write("dora", *add("c", "a"))
        source.write("anna", *add("c", "b"))
        # Not a write of the agent: no revision says so.
        source.change(lambda c: c.execute("UPDATE agents SET created_at = 7 WHERE id = 'ben'"))
        source.change(lambda c: c.execute("UPDATE turns SET relevance = 0.25"))
        moving.close_source()
        tables = moving.finish({}).tables
        assert (tables["agents"].rows, tables["turns"].rows) == (3, 4)
        assert [agent.id for agent in target.every_agent()] == ["anna", "ben", "dora"]
        assert {turn.relevance for turn in target.turns("ben")} == {0.25}
        # New rows are numbered after the copied ones.
        target.write("emil", *add("c", "a"))
        assert target.faults() == ()


WRITER = """
import sys, threading
from recollect import Memory
from recollect.errors import StorageUnavailable
with Memory.open(sys.argv[1], background=False) as memory:
    agents = [memory.agent(f"agent-{n}") for n in range(5)]
    for number in range(100_000):
        try:
            agents[number % 5].remember(f"Number {number}?", conversation="c", id=str(number))
        except StorageUnavailable as refused:
            assert "moved" in str(refused)
            break
        print(f"agent-{number % 5}/{number}", flush=True)
"""


def killed(command: list[str], wait: Callable[[], object]) -> int:
    """How a process ended that is killed after a wait."""
    nothing = subprocess.DEVNULL
    with popen(COMMAND, *command, stdout=nothing, stderr=nothing) as it:
        wait()
        it.kill()
    return it.returncode


@pytest.mark.slow
@pytest.mark.attack("kill", "moving to PostgreSQL and back")
@pytest.mark.parametrize("back", [False, True], ids=["to PostgreSQL", "to a file"])
def test_killed_anywhere_and_run_again_it_loses_and_doubles_nothing(
    address: str, tmp_path: Path, back: bool, kills: Callable[[float, int], int], tried
):
    source = address if back else str(tmp_path / "memory.sqlite")
    target = str(tmp_path / "new.sqlite") if back else address
    with Memory.open(source, background=False) as memory:
        for number in range(150):
            turns = [{"id": f"{n}", "content": f"{n}?"} for n in range(40)]
            memory.agent(f"old-{number}").ingest("c", turns)
    heard: list[str] = []
    with popen(WRITER, source, stdout=subprocess.PIPE, text=True) as writer:
        listening = threading.Thread(target=lambda: heard.extend(map(str.strip, writer.stdout)))
        listening.start()
        command = ["--database", source, "migrate", "--to", target, "--json"]
        codes = [
            killed(command, lambda n=n: threading.Event().wait(0.05 + 0.15 * (n % 12)))
            for n in range(kills(0.012, 12))
        ]
        assert -9 in codes
        assert run_python(COMMAND, *command).returncode == 0
        listening.join()
    assert writer.returncode == 0
    assert len(heard) > 10
    with Memory.open(target, background=False) as memory:
        assert {len(memory.agent(f"old-{n}").turns()) for n in range(150)} == {40}
        found = [f"agent-{n}/{t.id}" for n in range(5) for t in memory.agent(f"agent-{n}").turns()]
        assert sorted(found) == sorted(heard)
        assert memory.faults() == []
    tried(codes.count(-9))
