import http.server
import json
import sqlite3
import threading
from contextlib import contextmanager

import pytest


@pytest.fixture
def looked(run):
    """Runs the doctor and gives the exit code and the checks by name."""

    def looking(*args):
        ended = run(*args, "doctor", "--json")
        return ended.code, {check["name"]: check for check in ended.json["checks"]}

    return looking


@contextmanager
def listening(answer):
    """A web server of another kind, or of ours, on a port of its own."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *args):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def _own_port(monkeypatch, unused_port):
    monkeypatch.setenv("RECOLLECT_PORT", str(unused_port))


def test_on_a_fresh_machine_nothing_fails_and_nothing_is_made(looked, home):
    code, checks = looked()
    assert code == 0
    assert not home.exists()
    assert [check["state"] for check in checks.values()].count("fail") == 0
    assert "is not there yet" in checks["database"]["found"]
    assert "the first use makes it" in checks["home"]["found"]


def test_a_database_is_looked_at_from_end_to_end(looked, memory):
    with memory() as opened:
        opened.agent("alice").remember("I live in Lisbon.")
        opened.sync()
    code, checks = looked()
    assert code == 0
    assert "schema 1, WAL: 1 agent, 1 turn" in checks["database"]["found"]
    assert checks["integrity"]["found"] == "every row can be read"
    # Tomorrow the memory of Lisbon will be looked after; that is no work left undone.
    assert checks["work"]["found"] == "nothing is waiting"


def test_work_that_is_due_is_told(looked, memory):
    with memory() as opened:
        opened.agent("alice").remember("I live in Lisbon.")
    code, checks = looked()
    assert (code, checks["work"]["state"]) == (0, "warn")
    assert checks["work"]["found"] == "1 job waiting, 1 turn to embed"


def test_the_real_model_embeds_and_its_hash_is_shown(looked, monkeypatch):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "minilm")
    _, checks = looked()
    assert "all-MiniLM-L6-v2-int8 embeds" in checks["embedder"]["found"]
    assert "sha256 afdb6f1a0e45" in checks["embedder"]["found"]


def test_a_damaged_database_fails(looked, memory, home):
    with memory() as opened:
        turns = [{"content": f"Hello {number} " * 20} for number in range(200)]
        opened.agent("alice").ingest("c1", turns)
    path = home / "memory.sqlite"
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 8192] = b"\xff" * 8192
    path.write_bytes(raw)
    code, checks = looked()
    assert code == 1
    failed = [check for check in checks.values() if check["state"] == "fail"]
    assert failed
    assert all(check["advice"] for check in failed)


def test_a_file_that_is_no_database_fails(looked, home):
    home.mkdir()
    (home / "memory.sqlite").write_text("my notes " * 100)
    code, checks = looked()
    assert (code, checks["database"]["state"]) == (1, "fail")


def test_a_database_of_a_newer_recollect_fails(looked, memory, home):
    memory().close()
    with sqlite3.connect(home / "memory.sqlite") as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert "install a newer one" in looked()[1]["database"]["found"]


def test_a_named_database_that_is_not_there_fails(looked, tmp_path):
    code, checks = looked("--database", tmp_path / "typo.sqlite")
    assert (code, checks["database"]["state"]) == (1, "fail")
    assert not (tmp_path / "typo.sqlite").exists()


def test_wrong_settings_fail_and_the_rest_is_not_guessed(looked, monkeypatch):
    monkeypatch.setenv("RECOLLECT_PORT", "99999")
    code, checks = looked()
    assert (code, checks["settings"]["state"]) == (1, "fail")
    assert "database" not in checks


def test_misspelled_variables_are_named_and_our_own_switch_is_not(looked, monkeypatch):
    monkeypatch.setenv("RECOLLECT_PROT", "1")
    monkeypatch.setenv("RECOLLECT_DEBUG", "1")
    code, checks = looked()
    assert (code, checks["variables"]["state"]) == (0, "warn")
    assert "RECOLLECT_PROT" in checks["variables"]["found"]
    assert "RECOLLECT_DEBUG" not in checks["variables"]["found"]


def test_settings_that_switch_memory_off_or_do_nothing_are_pointed_out(looked, monkeypatch):
    monkeypatch.setenv("RECOLLECT_ENABLED", "false")
    assert "nothing is recorded" in looked()[1]["settings"]["advice"]


@pytest.mark.parametrize(
    ("answer", "state", "found"),
    [
        ({"status": "live"}, "ok", "a Recollect server answers"),
        ({"status": "ok"}, "warn", "another program"),
    ],
)
def test_the_port_is_ours_or_somebody_elses(looked, monkeypatch, answer, state, found):
    with listening(answer) as port:
        monkeypatch.setenv("RECOLLECT_PORT", str(port))
        check = looked()[1]["port"]
    assert check["state"] == state
    assert found in check["found"]


def test_any_port_and_a_free_one_are_fine(looked, monkeypatch):
    assert "is free" in looked()[1]["port"]["found"]
    monkeypatch.setenv("RECOLLECT_PORT", "0")
    assert "any free one" in looked()[1]["port"]["found"]


def test_the_weight_of_everything_that_is_installed_is_told(looked):
    found = looked()[1]["installed"]["found"]
    assert " MB in " in found
    assert " packages, Recollect itself " in found


def test_people_get_a_line_for_each_check_and_a_sentence_at_the_end(run, terminal):
    lines = run("doctor").out.splitlines()
    assert lines[0].startswith("ok    Python ")
    assert lines[-1] == "Everything works; 1 to look at."
    terminal(80)
    assert "Python" in run("doctor").out


def test_the_core_model_is_named_with_its_size_and_not_asked(looked, monkeypatch):
    assert "none is needed" in looked()[1]["core model"]["found"]
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_NAME", "qwen2.5:7b")
    check = looked()[1]["core model"]
    assert check["state"] == "ok"
    assert "qwen2.5:7b at http://127.0.0.1:1/v1, not asked" in check["found"]
    assert "7 billion parameters" in check["found"]
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_NAME", "mine")
    assert looked()[1]["core model"]["state"] == "warn"
