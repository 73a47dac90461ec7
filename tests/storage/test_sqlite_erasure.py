"""An erased agent leaves no row in any table, and no word in any file."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from recollect.domain.entry import Change, Kind
from recollect.domain.items import PutItem
from recollect.domain.job import Dead
from recollect.domain.writes import (
    AddTurn,
    DeleteConversation,
    EraseAgent,
    FinishJob,
    PutAnswer,
    RecordRun,
    SetTitle,
    Subscribe,
)
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract.conversations import run
from recollect.testing.store_contract.items import keyed
from recollect.testing.store_contract.values import (
    SPACE,
    START,
    add,
    claimed,
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
    assert found_in_files(path, "marimba")
    store.close()
    assert found_in_files(path, WORD) == []


def test_a_deleted_conversation_leaves_no_word(store: SqliteStore, path: Path):
    store.write("anna", AddTurn("c", said(f"{WORD} " * 5_000)), AddTurn("c", said(f"a {WORD}")))
    store.write("anna", put(memory("m", f"likes the {WORD}", drawn_from="c")), *add("d", "kept"))
    store.write("anna", DeleteConversation("c"))
    assert found_in_files(path, WORD) == []


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


@pytest.mark.parametrize("seed", [4, 36])
def test_an_erasure_leaves_no_word_in_the_gaps_of_pages(store: SqliteStore, path: Path, seed: int):
    draw = random.Random(seed)
    store._connection.execute("PRAGMA synchronous = OFF")
    for number in range(200):
        agent = draw.choice(("erased", "kept", "kept too"))
        word = WORD if agent == "erased" else "public"
        text = f"{word} {number} " * draw.choice((1, 3, 10, 40, 300))
        store.write(agent, AddTurn(str(number % 5), said(text)), put(memory(str(number), text)))
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


def test_an_erasure_holds_when_the_file_is_too_busy_to_be_rebuilt(store: SqliteStore, path: Path):
    store.write("anna", *add("c", WORD))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:

        def step_in(statement: str) -> None:
            if statement == "VACUUM":
                other.execute("BEGIN IMMEDIATE")

        store._connection.set_trace_callback(step_in)
        store.write("anna", EraseAgent())
        store._connection.set_trace_callback(None)
        other.execute("ROLLBACK")
    assert store.every_agent() == ()
    store.scrub()
    assert found_in_files(path, WORD) == []


def test_a_deletion_during_a_scrub_is_not_forgotten(
    store: SqliteStore, path: Path, clock: FixedClock
):
    store.write("anna", *add("c", "a"), *add("d", "b"))
    store.write("anna", DeleteConversation("c"))
    with closing(SqliteStore(path, clock=clock)) as other:

        def step_in(statement: str) -> None:
            if statement.startswith("UPDATE meta"):
                store._connection.set_trace_callback(None)
                other.write("anna", DeleteConversation("d"))

        store._connection.set_trace_callback(step_in)
        store.scrub()
    rebuilt: list[str] = []
    store._connection.set_trace_callback(rebuilt.append)
    store.scrub()
    assert "VACUUM" in rebuilt
