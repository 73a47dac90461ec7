import http.server
import json
import threading

import pytest


class Embedder(http.server.BaseHTTPRequestHandler):
    """An embeddings endpoint that refuses its first request and answers every other."""

    refusals = 1

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        refused = Embedder.refusals > 0
        Embedder.refusals -= 1
        self.send_response(400 if refused else 200)
        self.end_headers()
        self.wfile.write(json.dumps({"data": [{"embedding": [1.0, 2.0]}]}).encode())

    def log_message(self, *args):
        pass


@pytest.fixture
def fussy(monkeypatch):
    """An embedder that has to be asked twice."""
    monkeypatch.setattr(Embedder, "refusals", 1)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Embedder) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "http")
        monkeypatch.setenv("RECOLLECT_EMBEDDING_MODEL", "any")
        address = f"http://127.0.0.1:{server.server_address[1]}/v1"
        monkeypatch.setenv("RECOLLECT_EMBEDDING_BASE_URL", address)
        yield
        server.shutdown()
        thread.join()


def test_with_nothing_to_do_all_is_well(run):
    assert run("sync", "--json").json == {"done": 0, "waiting": 0, "dead": 0, "ok": True}


def test_without_an_embedder_nothing_is_embedded_and_that_is_no_failure(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
    ended = run("sync")
    assert (ended.code, "embedding_backend = none" in ended.out) == (0, True)


def test_work_that_fails_is_told_with_its_reason_and_can_be_tried_again(run, memory, fussy):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
    failed = run("sync", "--json")
    assert (failed.code, failed.json["dead"], failed.json["ok"]) == (1, 1, False)
    assert "1 job failed" in run("sync").out
    ended = run("doctor", "--json")
    found = {check["name"]: check for check in ended.json["checks"]}["failed work"]
    assert (ended.code, found["state"]) == (1, "fail")
    assert "answered 400 Bad Request" in found["found"]
    assert "recollect sync --retry" in found["advice"]
    again = run("sync", "--retry")
    assert (again.code, "All turns are embedded." in again.out) == (0, True)


def test_a_rebuild_makes_everything_anew_and_changes_nothing_that_was_said(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("I moved to Lisbon.", id="1")
        opened.sync()
    before = run("search", "alice", "Lisbon", "--json").json
    assert run("rebuild", "alice", "--json").json["ok"] is True
    assert run("rebuild", "--no-wait").code == 0
    assert run("search", "alice", "Lisbon", "--json").json == before
    assert run("rebuild", "nobody").code == 1


def test_a_rebuild_says_how_much_it_found_again_and_that_corrections_stay(run, memory):
    with memory() as opened:
        for agent in ("alice", "bob"):
            opened.agent(agent).remember("I moved to Lisbon. I prefer tea.", id="1")
        opened.sync()
        alice = opened.agent("alice").memories
        alice.update(alice.list()[0].id, content="Moved to Porto")
        counts = [len(opened.agent(agent).memories.list()) for agent in ("alice", "bob")]
    mine, both = counts[0], sum(counts)
    kept = "what you added, edited or deleted by hand was kept"
    shown = [" ".join(run("rebuild", *who).out.split()) for who in (["alice"], [])]
    assert f"{mine} memories before, {mine} after; {kept}." in shown[0]
    assert f"{both} memories before, {both} after; {kept}." in shown[1]
    with memory() as opened:
        assert "Moved to Porto" in [e.content for e in opened.agent("alice").memories.list()]
