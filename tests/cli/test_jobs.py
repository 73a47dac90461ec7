import http.server
import threading
from collections import Counter

import pytest

from recollect.cli.entry_point import FAILED


class Refusing(http.server.BaseHTTPRequestHandler):
    """An embeddings endpoint that takes nothing."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(400)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def refusing():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def dead(memory, monkeypatch, refusing):
    """Two jobs that were given up."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")
    monkeypatch.setenv("RECOLLECT_OPTIMIZER_ENABLED", "false")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "http")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_MODEL", "any")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BASE_URL", f"http://127.0.0.1:{refusing}/v1")
    with memory() as opened:
        opened.agent("alice").remember("I live in Lisbon.", conversation="c1")
        opened.agent("bob").remember("I live in Rome.", conversation="c2")
        assert opened.sync().dead == 2


def test_without_any_work_the_list_says_where_work_comes_from(run):
    assert "No jobs yet" in run("jobs").out
    assert run("jobs", "list", "--json").json == []
    assert "Nothing" not in run("stats").out


def test_dead_letters_are_listed_with_their_reason(run, dead):
    ended = run("jobs", "list", "--state", "dead")
    assert ended.out.count("provider_error: ") == 2
    (mine,) = run("jobs", "list", "--agent", "alice", "--json").json
    assert (mine["agent"], mine["conversation"], mine["state"]) == ("alice", "c1", "dead")
    assert run("jobs", "--state", "done", "--json").json == []
    assert len(run("jobs", "list", "--limit", "1", "--json").json) == 1
    assert run("jobs", "list", "--state", "ded").code == FAILED


def test_one_job_is_shown_in_full_and_its_first_characters_will_do(run, dead):
    (mine,) = run("jobs", "list", "--agent", "alice", "--json").json
    shown = run("jobs", "show", mine["id"][:6]).out
    assert "answered 400 Bad Request" in shown
    assert f"recollect jobs retry {mine['id'][:8]}" in shown
    assert run("jobs", "show", mine["id"], "--json").json == mine
    refused = run("jobs", "show", "nothing", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (FAILED, "not_found")
    assert run("jobs", "show", "").code == FAILED


def test_what_was_given_up_gets_a_fresh_start(run, dead, monkeypatch):
    (mine,) = run("jobs", "list", "--agent", "alice", "--json").json
    (begun,) = run("jobs", "retry", mine["id"][:6], "--json").json
    assert (begun["state"], begun["attempts"]) == ("pending", 0)
    assert "1 job queued again" in run("jobs", "retry", "--dead").out
    assert "There are no dead jobs" in run("jobs", "retry", "--dead").out
    assert {job["state"] for job in run("jobs", "--json").json} == {"pending"}
    assert run("jobs", "retry").code == run("jobs", "retry", mine["id"], "--dead").code == 2


def test_everything_is_counted(run, dead):
    told = run("stats", "--json").json["store"]
    assert (told["agents"], told["turns"], told["jobs_by_state"]) == (2, 2, {"dead": 2})
    shown = run("stats").out
    assert "2, 0 of them embedded" in shown
    assert "2 dead" in shown


def test_an_id_that_is_too_short_lists_those_that_start_with_it(run, memory):
    with memory() as opened:
        for number in range(12):
            opened.agent(f"agent-{number}").remember("Hello")
        ids = [job.id for job in opened.jobs.list()]
    first = Counter(name[0] for name in ids).most_common(1)[0][0]
    alike = [name for name in ids if name.startswith(first)]
    told = " ".join(run("jobs", "show", first).err.split())
    assert (
        f"{len(alike)} jobs have an id that starts with '{first}': {', '.join(alike[:5])}" in told
    )
