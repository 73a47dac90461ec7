"""An erased agent leaves no row in any table, and no word in any file."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from forked import popen
from recollect.domain.entry import Change, Kind
from recollect.domain.items import PutItem
from recollect.domain.job import Dead, JobKind
from recollect.domain.writes import (
    AddTurn,
    DeleteConversation,
    DeleteTurn,
    DropEntries,
    Enqueue,
    EraseAgent,
    FinishJob,
    PutAnswer,
    RecordRun,
    SetTitle,
    Subscribe,
)
from recollect.storage.migrations import migrations_of
from recollect.storage.sql import erasure
from recollect.storage.sqlite import SqliteStore, unused_bytes
from recollect.storage.sqlite.connection import connect
from recollect.storage.sqlite.schema import migrate
from recollect.storage.sqlite.scrub import cut_log
from recollect.testing import FixedClock
from recollect.testing.store_contract.constants import SPACE, START
from recollect.testing.store_contract.conversations import run
from recollect.testing.store_contract.items import keyed
from recollect.testing.store_contract.reads import claimed
from recollect.testing.store_contract.values import (
    add,
    edited,
    embed,
    memory,
    memory_vector,
    put,
    said,
    vectors,
)

WORD = "xylophone"
# These hold no agent's rows: the agents themselves, and what belongs to none.
NOT_OF_AN_AGENT = {"agents", "meta"}
# Adds, changes and deletes rows of other lengths until its input ends, without loading Recollect.
OTHER_PROCESS = """
import random, sqlite3, sys, threading
connection = sqlite3.connect(sys.argv[1], timeout=30)
connection.execute("PRAGMA secure_delete = ON")
draw, stopping = random.Random(1), threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stopping.set())).start()
rows, started = {}, ""
while not stopping.is_set():
    for _ in range(5):
        key = f"other {draw.randrange(400)}"
        rows[key] = f"public {draw.random()} " * draw.randrange(1, 60)
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, rows[key]))
        gone = f"other {draw.randrange(400)}"
        rows.pop(gone, None)
        connection.execute("DELETE FROM meta WHERE key = ?", (gone,))
    connection.commit()
    if len(rows) > 50 and not started:
        print(started := "started", flush=True)
found = dict(connection.execute("SELECT key, value FROM meta WHERE key LIKE 'other %'"))
sys.exit(0 if found == rows else 1)
"""


def tables(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return [name for (name,) in found]


def row_counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for name in tables(path)
        }


def found_in_files(path: Path, word: str) -> list[str]:
    """The files beside the database, itself included, that hold a word in their bytes."""
    beside = path.parent.glob(f"{path.name}*")
    return [file.name for file in beside if word.encode() in file.read_bytes()]


def live(store: SqliteStore, agent: str, word: str) -> None:
    """Give an agent something in every table, with a word wherever words can be."""
    store.adopt_space(SPACE, START)
    turn = said(f"a {word}", turn_id=word, speaker=word, metadata={word: [word]})
    store.write(agent, AddTurn(word, turn), SetTitle(word, f"{word}!"), embed(word))
    store.write(agent, AddTurn(word, said(f"{word} " * 5_000)), AddTurn("other", said(word)))
    store.write(agent, vectors(word, **{word: word.encode()}))
    entry = replace(
        memory(word, f"likes the {word}", kind=Kind.DOMAIN, key=word, drawn_from=word),
        subject=word,
        tags=(word,),
        metadata={word: word},
    )
    store.write(agent, put(entry, digest=word))
    store.write(agent, put(edited(entry, f"hates the {word}"), Change.EDITED, digest=word))
    store.write(agent, memory_vector(word, word.encode(), version=2))
    store.write(agent, PutItem(keyed((word,), word, {word: word}, texts=(word,))))
    store.write(agent, *add("gone", word), DeleteConversation("gone"))
    store.write(agent, RecordRun(run(1), kept=500), PutAnswer("other", word, word, START))
    store.write(agent, Subscribe(f"space {word}"))
    store.write(agent, FinishJob(claimed(store), Dead(f"cannot embed {word}"), START))


def test_every_table_of_an_agents_rows_goes_with_the_agent(store: SqliteStore, path: Path):
    names = set(tables(path)) - NOT_OF_AN_AGENT
    assert len(names) >= 7
    with closing(sqlite3.connect(path)) as connection:
        for name in names:
            keys = connection.execute(f"PRAGMA foreign_key_list({name})").fetchall()
            owners = [(key[2], key[3], key[4], key[6]) for key in keys if key[2] == "agents"]
            assert owners == [("agents", "agent_pk", "pk", "CASCADE")], name
            columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
            assert [column[3] for column in columns if column[1] == "agent_pk"] == [1], name


def test_an_erased_agent_leaves_no_row(store: SqliteStore, path: Path):
    live(store, f"agent {WORD}", WORD)
    before = row_counts(path)
    assert [name for name, count in before.items() if not count] == [], "every table is tried"
    store.write(f"agent {WORD}", EraseAgent())
    assert {name for name, count in row_counts(path).items() if count} == {"meta"}


def test_an_erased_agent_leaves_no_word(store: SqliteStore, path: Path):
    live(store, f"agent {WORD}", WORD)
    live(store, "another", "marimba")
    # Its name goes from the subscriptions of others, too.
    store.write("another", Subscribe(f"agent {WORD}"))
    assert found_in_files(path, WORD)
    store.write(f"agent {WORD}", EraseAgent())
    assert found_in_files(path, WORD) == []
    assert not store.has_traces()
    assert found_in_files(path, "marimba")
    store.close()
    assert found_in_files(path, WORD) == []


def test_a_deleted_conversation_leaves_no_word(store: SqliteStore, path: Path):
    store.write("anna", AddTurn("c", said(f"{WORD} " * 5_000)), AddTurn("c", said(f"a {WORD}")))
    store.write("anna", put(memory("m", f"likes the {WORD}", drawn_from="c")), *add("d", "kept"))
    store.write("anna", DeleteConversation("c"))
    assert found_in_files(path, WORD) == []


def test_the_id_of_what_is_deleted_leaves_the_file(store: SqliteStore, path: Path):
    name, turn, entry = f"{WORD}-c", f"{WORD}-t", f"{WORD}-m"
    store.write("anna", *add(name, turn, "b"), *add("kept", turn), put(memory(entry)))
    store.write("anna", DropEntries((entry,)), DeleteTurn("kept", turn))
    store.write("anna", Enqueue(JobKind.SUMMARIZE, name, START), DeleteConversation(name))
    store.scrub()
    assert found_in_files(path, WORD) == []


def test_an_upgrade_removes_the_ids_of_what_was_deleted_before(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    with closing(connect(str(path))) as connection:
        migrate(connection, str(path), migrations_of("recollect.storage.sqlite")[:5])
        connection.execute("INSERT INTO agents VALUES (1, 'anna', 0, 7, 1)")
        stones = [(5, "conversation", WORD), (6, "entry", "m"), (7, "turn", f'["{WORD}","t"]')]
        connection.executemany("INSERT INTO tombstones VALUES (1, ?, ?, ?)", stones)
        connection.commit()
    with closing(SqliteStore(path, clock=FixedClock(START))) as store:
        assert store.changes("anna", 6).reset, "the reader has not seen the last deletion"
        assert not store.changes("anna", 7).reset
        assert store.has_traces()
        store.scrub()
    assert found_in_files(path, WORD) == [f"{path.name}.before-upgrade-from-5"], "only the copy"


def test_words_that_a_reader_still_held_go_with_the_next_scrub(store: SqliteStore, path: Path):
    store.write("anna", *add("c", WORD))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM agents").fetchall()
        store.write("anna", EraseAgent())
        assert store.turns("anna") == ()
        reader.execute("ROLLBACK")
    store.scrub()
    assert found_in_files(path, WORD) == []


def fill_gaps(store: SqliteStore, seed: int) -> None:
    """Write in an order in which SQLite leaves copies of the rows of "erased" in unused bytes."""
    draw = random.Random(seed)
    store._connection.execute("PRAGMA synchronous = OFF")
    for number in range(150):
        agent = draw.choice(("erased", "kept"))
        word = WORD if agent == "erased" else "public"
        text = f"{word} {number} " * draw.choice((1, 3, 10, 40, 300))
        item = keyed((word,), f"{number % 50}", {word: text}, texts=(text[:200],))
        turn = AddTurn(f"{word}{number % 20}", said(text))
        store.write(agent, turn, put(memory(str(number), text)), PutItem(item))
        if number % 13 == 12:
            store.write(agent, DeleteConversation(f"{word}{number % 20}"))


@pytest.mark.parametrize("seed", [29, 33])
def test_an_erasure_leaves_no_word_in_the_gaps_of_pages(store: SqliteStore, path: Path, seed: int):
    fill_gaps(store, seed)
    store.write("erased", EraseAgent())
    assert found_in_files(path, WORD) == []


def test_a_deleted_conversation_leaves_no_word_in_the_gaps_after_a_quiet_moment(
    store: SqliteStore, path: Path
):
    draw = random.Random(4)
    for number in range(200):
        name = draw.choice(("gone", "kept", "kept too"))
        word = WORD if name == "gone" else "public"
        text = f"{word} {number} " * draw.choice((1, 3, 10, 40, 300))
        store.write("anna", AddTurn(name, said(text)))
    store.write("anna", DeleteConversation("gone"))
    store.scrub()
    assert found_in_files(path, WORD) == []
    before = path.stat().st_mtime_ns
    store.scrub()
    assert path.stat().st_mtime_ns == before, "a file without traces is left alone"


def test_an_erasure_holds_when_the_file_is_too_busy_to_remove_traces(
    store: SqliteStore, path: Path
):
    store.write("anna", *add("c", WORD))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:

        def step_in(statement: str) -> None:
            if "wal_checkpoint" in statement:
                other.execute("BEGIN")
                other.execute("SELECT * FROM agents").fetchall()

        store._connection.set_trace_callback(step_in)
        store.write("anna", EraseAgent())
        store._connection.set_trace_callback(None)
        assert store.has_traces()
        other.execute("ROLLBACK")
    assert store.every_agent() == ()
    store.scrub()
    assert not store.has_traces()
    assert found_in_files(path, WORD) == []


def test_a_deletion_during_a_scrub_is_not_forgotten(
    store: SqliteStore, path: Path, clock: FixedClock
):
    store.write("anna", *add("c", "a"), *add("d", "b"))
    store.write("anna", DeleteConversation("c"))
    with closing(SqliteStore(path, clock=clock)) as other:

        def step_in(statement: str) -> None:
            if "wal_checkpoint" in statement:
                store._connection.set_trace_callback(None)
                other.write("anna", DeleteConversation("d"))

        store._connection.set_trace_callback(step_in)
        store.scrub()
        assert store.has_traces()
    store.scrub()
    assert not store.has_traces()


def test_a_large_agent_is_erased_in_pieces_that_leave_the_rest_sound(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(erasure, "_PIECE", 3)
    live(store, f"agent {WORD}", WORD)
    writes = [write for name in "abcd" for write in add(name, *"12345")]
    store.write(f"agent {WORD}", *writes, *(put(memory(name)) for name in "abcdefg"))
    seen = store.revision(f"agent {WORD}")
    sizes = []
    while store.change(lambda c: erasure.delete_piece(c, f"agent {WORD}")):
        assert store.faults() == ()
        found = store.changes(f"agent {WORD}", seen)
        assert found.reset
        seen = found.revision
        left = store.dump(f"agent {WORD}")
        sizes.append(len(left.turns) + len(left.histories))
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) >= 8
    assert 0 < sizes[-1] <= 6
    store.write(f"agent {WORD}", EraseAgent())
    assert {name for name, count in row_counts(path).items() if count} == {"meta"}
    assert found_in_files(path, WORD) == []


def test_unused_bytes_are_left_alone_while_the_log_has_pages(store: SqliteStore, path: Path):
    store.write("anna", *add("c", "a"))
    assert unused_bytes.blank_piece(str(path), 1) == 1
    assert cut_log(store._connection)
    assert unused_bytes.blank_piece(str(path), 1) is None


def test_no_connection_brings_traces_back_from_its_copies_of_pages(
    store: SqliteStore, path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(unused_bytes, "_PIECE_SECONDS", 0)
    monkeypatch.setattr(unused_bytes, "_READ_BYTES", 2**15)
    fill_gaps(store, seed=29)
    with closing(SqliteStore(path, clock=clock)) as other:

        def step_in(statement: str) -> None:
            # Just before a piece it reads all pages, and after it, it changes them.
            for table in ("turns", "entries", "items"):
                if statement == "PRAGMA busy_timeout = 0":
                    other._connection.execute(f"SELECT max(metadata) FROM {table}").fetchall()
                elif "wal_checkpoint" in statement:
                    other._connection.execute(f"UPDATE {table} SET revision = revision + 1")

        store._connection.set_trace_callback(step_in)
        store.write("erased", EraseAgent())
        store._connection.set_trace_callback(None)
    store.scrub()
    assert found_in_files(path, WORD) == []
    assert store.faults() == ()


def test_traces_go_while_another_process_writes(
    path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(unused_bytes, "_PIECE_SECONDS", 0.001)
    monkeypatch.setattr(unused_bytes, "_READ_BYTES", 2**14)
    with closing(SqliteStore(path, clock=clock, patience=30)) as store:
        texts = [f"{WORD} {number} " * (number % 40 + 1) for number in range(150)]
        for number, text in enumerate(texts):
            agent = ("erased", "kept")[number % 2]
            store.write(agent, AddTurn(str(number % 5), said(text)), put(memory(text[:20], text)))
        pipe = subprocess.PIPE
        with popen(OTHER_PROCESS, path, stdin=pipe, stdout=pipe, text=True) as other:
            assert other.stdout
            assert other.stdout.readline() == "started\n"
            store.write("erased", EraseAgent())
            store.write("kept", EraseAgent())
            other.communicate()
        assert other.returncode == 0
        store.scrub()
        assert store.faults() == ()
        assert not store.has_traces()
    assert found_in_files(path, WORD) == []


def test_removing_traces_keeps_the_locks_of_the_others_in_this_process(
    store: SqliteStore, path: Path, clock: FixedClock
):
    """Closing any handle of a file ends all locks of the process on it, as POSIX has it."""
    with closing(SqliteStore(path, clock=clock)) as second:
        second.write("anna", *add("c", "a"))
        second.write("anna", EraseAgent())
    store.write("ben", *add("c", "a"))
    log = path.with_name(f"{path.name}-wal")
    assert log.exists()
    script = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM meta')"
    )
    subprocess.run([sys.executable, "-c", f"{script}; c.close()", str(path)], check=True)
    assert log.exists(), "another process took itself for the last one and removed the log"
