"""An erasure says what is left where, other processes forget too, and a scan of the bytes confirms it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from forked import popen
from postgres_server import postgres_database
from recollect import Memory
from recollect.cli import main
from recollect.domain.erasure import PlaceState
from recollect.storage.byte_scan import files_with
from recollect.storage.sqlite.copies import kept_copies

WORD = "Ottilienkraut"


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with Memory.open(path, background=False) as made:
        for agent in ("alice", "ben"):
            made.agent(agent).remember(f"{agent} grows {WORD}.", conversation="c")
        yield made


def pending(memory: Memory, agent: str = "alice") -> list[str]:
    places = memory.erasure_report(agent).places
    return [place.place for place in places if place.state is PlaceState.PENDING]


def test_before_and_after_an_erasure(memory: Memory):
    assert pending(memory) == ["rows of every table"]
    memory.agent("alice").erase()
    report = memory.erasure_report("alice")
    assert report.is_complete
    assert {place.state for place in report.places} == {PlaceState.GONE, PlaceState.YOURS}
    for place in report.places:
        assert (place.until is None) is (place.state is PlaceState.GONE)


def test_a_reader_of_an_old_state_is_told(memory: Memory, path: Path):
    held = memory._components.store
    with held._reader() as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turns").fetchone()
        memory.agent("alice").erase()
        assert pending(memory) == ["unused bytes of the database file", "write-ahead log"]
        reader.execute("ROLLBACK")
    memory.sync()
    assert pending(memory) == []


def test_another_process_with_the_file_open_is_told(memory: Memory, path: Path):
    code = (
        "import sys; from recollect import Memory\n"
        "with Memory.open(sys.argv[1], background=False):\n"
        "    print('open', flush=True); sys.stdin.readline()"
    )
    child = popen(code, path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"open\n"
    memory.agent("alice").erase()
    assert "caches of other processes that have the database open" in pending(memory)
    child.communicate(b"\n")
    assert pending(memory) == []
    # SQLite's locks are still there: the file is not taken for unused.
    memory.agent("ben").remember("still works", conversation="c")


def test_what_another_process_erases_is_forgotten_here(memory: Memory, path: Path):
    with Memory.open(path, background=False) as other:
        for agent in ("alice", "ben"):
            other.agent(agent).search(WORD)
            other.agent(agent).context(WORD, tokens=500)
            other.sync()
        components = other._components
        assert {"alice", "ben"} <= components.recall.indexes.agents()
        memory.agent("alice").erase()
        other.jobs.run_due()
        assert components.recall.indexes.agents() == {"ben"}
        for cache in (
            *(components.assembler.contexts, components.assembler.receipts),
            *(components.recent, components.learner.working_sets),
        ):
            assert "alice" not in cache.agents()


def test_copies_that_recollect_made_are_deleted(memory: Memory, path: Path):
    memory.backup(path.with_name("mine"))
    memory.close()
    Memory.restore(path.with_name("mine"), path)
    assert kept_copies(str(path))
    with Memory.open(path, background=False) as opened:
        opened.agent("alice").erase()
        assert kept_copies(str(path)) == []
        assert opened.erasure_report("alice").is_complete


def test_a_scan_of_the_bytes_confirms_it(memory: Memory, path: Path, tmp_path: Path, capsys):
    memory.agent("ben").erase()
    memory.close()
    assert main(["erase", "alice", "--yes", "--verify", WORD, "--verify", "grows"]) == 0
    printed = capsys.readouterr()
    assert "gone" in printed.out
    others = f"the files of {path} and all others in {tmp_path}"
    assert f"Searched: {others}. None of the words is there." in printed.err
    with Memory.open(path, background=False) as again:
        again.agent("alice").remember(f"{WORD} again", conversation="c")
        again.backup(tmp_path / "mine")
        again.agent("anna").remember(f"{WORD} too", conversation="c")
    assert main(["erase", "anna", "--yes", "--verify", WORD]) == 1
    assert "Other agents have the same words: alice. See: recollect find" in capsys.readouterr().err
    assert main(["erase", "alice", "--yes", "--verify", "?"]) == 1
    assert "at least 2 characters" in capsys.readouterr().err
    assert main(["erase", "alice", "--yes", "--verify", WORD, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["searched"], result["other_agents"]) == (others, [])
    assert result["found"] == [f"{(tmp_path / 'mine').resolve()}: {WORD}"]
    assert {place["state"] for place in result["places"]} == {"gone", "yours"}


def test_words_are_found_across_chunks_and_in_json(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("recollect.storage.byte_scan._CHUNK", 7)
    (tmp_path / "a").write_bytes(b"x" * 5 + WORD.encode() + b"x" * 5)
    (tmp_path / "b").write_text('{"name": "Zo\\u00eb"}')
    (tmp_path / "c").write_bytes(b"")
    files = [tmp_path / name for name in "abc"]
    assert [*files_with(files, [WORD, "Zoë", "never"])] == [
        (tmp_path / "a", WORD),
        (tmp_path / "b", "Zoë"),
    ]


def test_on_postgresql(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys):
    with postgres_database() as address:
        monkeypatch.setenv("RECOLLECT_DATABASE_URL", address)
        with Memory.open(background=False, background_poll_seconds=1) as memory:
            memory.agent("alice").remember(WORD, conversation="c")
            memory.agent("alice").erase()
            places = {place.place: place for place in memory.erasure_report("alice").places}
            assert places["rows of every table"].state is PlaceState.GONE
            assert places["PostgreSQL's files, write-ahead log, replicas and archives"].until
            others = places["caches of other processes that have the database open"]
            assert others.until.startswith("1 second from now")
            memory.sync()
            assert places.keys() == {place.place for place in memory.erasure_report("alice").places}
            memory.agent("ben").remember(WORD, conversation="c")
        assert main(["keys", "add", "phone"]) == 0
        assert main(["erase", "ben", "--yes", "--verify", WORD]) == 0
        searched = f"Searched: the files in {tmp_path}, but not PostgreSQL's own files"
        assert searched in capsys.readouterr().err
        # Although there is no keys.json.
        assert main(["audit", "--json"]) == 0
        calls = [event["call"] for event in json.loads(capsys.readouterr().out)]
        assert calls == ["recollect erase", "recollect keys add"]
