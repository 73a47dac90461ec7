"""A remote embedder that fails, hangs, refuses, and comes back, behind a real server on loopback."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import numpy as np
import pytest

from recollect import Memory
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build

LISBON = "I moved to Lisbon in May."
QUESTION = "When did I move to Lisbon?"


class Service(ThreadingHTTPServer):
    """An embeddings endpoint; `status` is what it answers with, and it waits for `answers`."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.toy = ToyEmbedder()
        self.status = 200
        self.answers = Event()
        self.answers.set()

    def handle_error(self, *_):
        """A client that gave up waiting is part of the test."""


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        text = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        self.server.answers.wait(60)
        vector = np.frombuffer(self.server.toy.embed(text), "<f4").tolist()
        body = json.dumps({"data": [{"embedding": vector}]}).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = Service()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.answers.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def connected(service, tmp_path):
    """Opens the memory with the service as its embedder, and patience for a slow machine."""
    opened = []

    def connect(clock=None, **settings):
        given = {
            "embedding_backend": "http",
            "embedding_model": "m",
            "embedding_base_url": f"http://127.0.0.1:{service.server_port}",
            "search_embedding_timeout_ms": 60_000,
            "extractor": "none",
            "optimizer_enabled": False,
        }
        components = build(load(**{**given, **settings}), tmp_path / "m.sqlite", clock=clock)
        opened.append(Memory(components, background=False))
        return opened[-1]

    yield connect
    for memory in opened:
        memory.close()


@pytest.fixture
def alice(connected):
    alice = connected().agent("alice")
    alice.ingest("c", [{"user": LISBON}, {"user": "My cat sleeps a lot."}])
    alice._components.worker.sync()
    return alice


@pytest.mark.attack("fault", "an embedder that fails")
@pytest.mark.parametrize("status", [500, 503, 429, 401, 404])
def test_without_the_embedder_words_alone_are_compared_and_that_is_said(service, alice, status):
    service.status = status
    found = alice.search(QUESTION)
    context = alice.context(QUESTION)
    assert (found[0].text, found[0].scores.dense) == (LISBON, 0.0)
    assert LISBON in context.text
    for warning in (found.warning, context.receipt.warning):
        assert warning.startswith("Searched by words alone, because the embedder failed: ")
        assert "Lisbon" not in warning


def test_once_it_answers_again_meaning_counts_again(service, alice, monkeypatch):
    service.status = 503
    assert all(alice.search(f"{QUESTION} {n}").warning for n in range(5))
    assert alice.context(QUESTION).receipt.warning
    # The time for which it is not asked is over.
    recall = alice._components.recall
    monkeypatch.setattr(recall.embedder._inner._breaker, "_now", lambda: 1e12)
    service.status = 200
    found, context = alice.search(QUESTION), alice.context(QUESTION)
    assert (found.warning, context.receipt.warning) == (None, None)
    assert found[0].scores.dense != 0
    assert any(item.scores.dense for item in context.receipt.items)


def test_after_two_failures_it_is_not_asked_for_a_while(service, alice):
    service.status = 503
    warnings = [alice.search(f"{QUESTION} {n}").warning for n in range(4)]
    assert ["503" in warning for warning in warnings] == [True, True, False, False]
    assert "is not called again for" in warnings[-1]
    # What is stored has its own patience.
    service.status = 200
    alice.remember("The office is in Rua Augusta.")
    assert alice._components.worker.sync().ok


@pytest.mark.attack("fault", "an embedder that hangs")
def test_a_service_that_hangs_holds_up_few_searches_and_for_a_limited_time(
    service, connected, alice
):
    service.answers.clear()
    hasty = connected(search_embedding_timeout_ms=50).agent("alice")
    warnings = [hasty.search(f"{QUESTION} {n}").warning for n in range(3)]
    assert ["did not answer in time" in warning for warning in warnings] == [True, True, False]
    assert LISBON in hasty.context(QUESTION).text


def test_a_service_that_was_never_there_is_noticed_before_anything_has_a_vector(connected):
    memory = connected(embedding_base_url="http://127.0.0.1:9")
    agent = memory.agent("alice")
    assert agent.search("Where?").warning is None  # nothing to compare
    agent.remember(LISBON)
    assert "could not be reached" in agent.search(QUESTION).warning
    assert "could not be reached" in agent.context(QUESTION).receipt.warning


def test_spaces_lists_items_and_the_past_do_without_it_too(service, alice):
    memory = Memory(alice._components, background=False)
    memory.agent("team").remember("The team moved to Porto.")
    alice.items.put(("notes",), "k", {"text": "The key is under the mat."})
    kept = alice.memories.add("Lives in Lisbon.")
    memory.sync()
    service.status = 503
    assert alice.search(QUESTION, spaces=["team"]).warning
    assert alice.items.search("Where is the key?").warning
    listed = memory.all_agents.search("Lisbon")
    assert ([each.entry.id for each in listed], bool(listed.warning)) == ([kept.id], True)
    assert alice.search(QUESTION, as_of=kept.recorded_at).warning


def test_vectors_of_another_length_are_not_compared(service, alice):
    service.toy = ToyEmbedder(dims=8)
    alice._components.recall.embedder._inner._dims = None  # as after a restart
    found = alice.search(QUESTION)
    assert found[0].text == LISBON
    assert "its vectors have 8 numbers, but stored ones have 16" in found.warning


def test_what_was_remembered_meanwhile_is_embedded_later(service, connected, clock):
    memory = connected(clock)
    service.status = 503
    memory.agent("alice").remember(LISBON)
    while not memory.jobs.list(state="dead"):
        clock.advance(10)
        memory._components.worker._runner.run_due()
    service.status = 200
    assert memory.sync().dead == 1  # it has just failed
    clock.advance(61)
    memory._components.worker._next_revival = 0.0
    assert memory.sync().ok
    stored = memory.stats().store
    assert (stored.turns_embedded, stored.turns) == (1, 1)


def test_a_refused_text_is_not_tried_for_ever(service, connected, clock):
    memory = connected(clock)
    service.status = 400
    memory.agent("alice").remember(LISBON)
    assert memory.sync().dead == 1
    clock.advance(3_600)
    memory._components.worker._next_revival = 0.0
    service.toy.calls.clear()
    assert memory.sync().dead == 1
    assert service.toy.calls == []


def test_questions_and_stored_texts_share_one_cache(service, alice):
    service.toy.calls.clear()
    alice.search(LISBON)
    assert service.toy.calls == []


def test_a_search_says_how_many_texts_of_a_large_import_are_not_embedded_yet(connected):
    memory = connected()
    alice = memory.agent("alice")
    alice.remember(LISBON)
    assert alice.search(QUESTION).warning is None  # one message is embedded in a moment
    memory.sync()
    alice.ingest("import", [{"content": f"Line {number}"} for number in range(20)])
    said = "20 of 21 texts are not embedded yet; until then they are found by their words alone."
    assert alice.search(QUESTION).warning == said
    assert alice.context(QUESTION).receipt.warning == said
    memory.sync()
    assert alice.search(QUESTION).warning is None
    assert alice.context(QUESTION).receipt.warning is None
