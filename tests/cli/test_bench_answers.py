"""`recollect bench --answers` against a model on loopback that knows what it is shown."""

import json
import re
import signal
import subprocess
import time
import zlib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from forked import COMMAND, popen
from recollect import Memory
from recollect.server.run import _config, _listening, _Server, _url

LIVES = "Where does Ann live?"
PET = "What is the name of Ann's parrot?"
BOUGHT = "What did Ann buy?"
BOAT = "What is the name of Bob's boat?"
QUESTIONS = {
    LIVES: {"answer": "Bergen", "evidence": ["D1:1"], "category": 4},
    PET: {"answer": "Pico", "evidence": ["D2:1"], "category": 4},
    BOUGHT: {"answer": "bread, tea", "evidence": ["D1:3", "D2:2"], "category": 1},
    BOAT: {"adversarial_answer": "Pico", "evidence": ["D2:1"], "category": 5},
}
SESSIONS = [
    [("Ann", "I live in Bergen now."), ("Bob", "How nice!"), ("Ann", "I bought bread today.")],
    [("Ann", "My parrot is called Pico."), ("Ann", "I bought tea as well.")],
]
# What the model answers, if it is shown the words.
KNOWN = {
    LIVES: ("Bergen", "Bergen"),
    PET: ("Pico", "Pico"),
    BOUGHT: ("bread", "bread"),
    BOAT: ("boat is called", "Pico"),
}
READ = ("--systems", "recollect,full,none")


@pytest.fixture
def data(write):
    conversation = {"speaker_a": "Ann", "speaker_b": "Bob"}
    for number, turns in enumerate(SESSIONS, 1):
        conversation[f"session_{number}_date_time"] = f"1:00 pm on {number} May, 2025"
        conversation[f"session_{number}"] = [
            {"dia_id": f"D{number}:{turn}", "speaker": who, "text": text}
            for turn, (who, text) in enumerate(turns, 1)
        ]
    asked = [{"question": question, **more} for question, more in QUESTIONS.items()]
    return write("data.json", [{"sample_id": "ann", "conversation": conversation, "qa": asked}])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service = self.server
        if self.path.endswith("/embeddings"):
            self._send(200, {"data": [{"embedding": embedding(body["input"])}]})
            return
        service.seen.append(body)
        service.keys.append(self.headers.get("Authorization"))
        status = service.status(body)
        instruction, text = (message["content"] for message in body["messages"][-2:])
        reply = service.grade(text) if "grade" in instruction else service.says(text)
        content = {
            "choices": [{"message": {"content": reply}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": len(text) // 4, "completion_tokens": 2},
        }
        self._send(status, content)

    def _send(self, status, content):
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Retry-After", self.server.retry_after)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def embedding(text):
    """A number for each word."""
    vector = [0.01] * 64
    for word in re.findall(r"\w+", text.lower()):
        vector[zlib.crc32(word.encode()) % 64] += 1.0
    return vector


def question_in(text):
    return next(question for question in KNOWN if question in text)


def answer(text):
    needed, known = KNOWN[question_in(text)]
    return known if needed in text.replace(question_in(text), "") else "Not mentioned"


class Service(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/v1"
        self.seen, self.keys = [], []
        self.retry_after = "3600"  # nobody waits that long, so nobody asks again
        self.status = lambda _: 200
        self.says = answer
        self.grade = lambda _: "yes"

    def handle_error(self, *_):
        """A client that is killed is part of the test."""


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    service = Service()
    thread = Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    service.shutdown()
    thread.join()
    service.server_close()


@pytest.fixture
def ask(run, data, service):
    """Runs the benchmark with the model on loopback as its reader."""

    def asking(*options):
        at = ("--reader", "m", "--reader-url", service.url)
        return run("bench", data, "--answers", *at, *options)

    return asking


def f1(found, system):
    return {name: grade["percent"] for name, grade in found["systems"][system]["f1"].items()}


def test_each_system_is_scored_by_category(ask, service):
    found = ask(*READ, "--json").json
    assert (found["reader"], found["judge"], found["budget"]) == ("m", None, 1000)
    # Of two things bought, the model names one.
    known = {"all": 87.5, "multi-hop": 50.0, "single-hop": 100.0, "adversarial": 100.0}
    assert f1(found, "full") == known
    assert f1(found, "recollect") == known
    # Who is told nothing says so, which is right for the adversarial question alone.
    none = {"all": 25.0, "multi-hop": 0.0, "single-hop": 0.0, "adversarial": 100.0}
    assert f1(found, "none") == none
    assert found["advantages"]["none"]["percent"] == 62.5
    overall = found["systems"]["full"]["f1"]["all"]
    assert overall["low"] <= 87.5 <= overall["high"]
    assert overall["count"] == 4
    shown = {a["question"]: a["answer"] for a in found["answers"] if a["system"] == "none"}
    assert shown == dict.fromkeys(KNOWN, "Not mentioned")
    assert {body["temperature"] for body in service.seen} == {0.0}


def test_the_table_has_a_column_per_system_with_tokens_and_cost(ask):
    ended = ask(*READ, "--price-in", "1000", "--price-out", "500000")
    assert ended.code == 0
    lines = {line.split("  ")[0]: line for line in ended.out.splitlines()}
    assert lines["F1"].split() == ["F1", "recollect", "full", "none"]
    assert lines["all"].split()[:3] == ["all", "4", "87.5"]
    assert lines["adversarial"].split()[1:3] == ["1", "100.0"]
    # 4 answers of 2 tokens at 0.5 each, and prompts of 4, 8, 4 and 7 tokens at 0.001.
    assert lines["prompt tokens"].split()[-1] == "6"
    assert lines["answer tokens"].split()[-1] == "2"
    assert lines["cost"].split()[-1] == "4.0240"
    assert "F1 of recollect minus none: +62.5 (+" in ended.out


def test_a_second_run_asks_nothing_and_says_the_same(ask, service, home):
    first = ask(*READ, "--json")
    count = len(service.seen)
    assert count == 12
    assert ask(*READ, "--json").json == first.json
    assert len(service.seen) == count
    assert "0 new replies" in ask(*READ).out
    assert len((home / "bench-answers.jsonl").read_text().splitlines()) == count
    # Another model's answers are its own, and a smaller sample is part of a larger one.
    ask(*READ, "--limit", "2")
    assert len(service.seen) == count
    ask(*READ, "--reader", "other", "--limit", "2")
    assert len(service.seen) == count + 6


def test_a_killed_run_continues_where_it_stopped(data, service, home, ask):
    stuck = Event()

    def status(body):
        if len(service.seen) == 6:
            stuck.set()
            Event().wait()
        return 200

    service.status = status
    at = ("--reader", "m", "--reader-url", service.url, "--parallel", "1")
    command = ("bench", data, "--answers", *at, *READ)
    started = popen(COMMAND, *command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert stuck.wait(60)
    # While a reply is saved, the next question is asked already.
    saved = home / "bench-answers.jsonl"
    while len(saved.read_text().splitlines()) < 5:
        time.sleep(0.01)
    started.send_signal(signal.SIGKILL)
    started.communicate()
    service.status = lambda _: 200
    assert f1(ask(*READ, "--json").json, "full")["all"] == 87.5
    asked = [json.dumps(body["messages"]) for body in service.seen]
    assert len(asked) == 13
    assert len({*asked}) == 12
    assert asked.count(asked[5]) == 2


def test_the_judge_grades_every_answer_and_is_cached_too(ask, service):
    service.grade = lambda text: "Yes." if "Given answer: bread\n" not in text else "No: tea"
    judged = (*READ, "--judge", "j", "--json")
    found = ask(*judged).json
    grades = found["systems"]["full"]["judged"]
    assert {name: grade["percent"] for name, grade in grades.items()} == {
        "all": 75.0,
        "multi-hop": 0.0,
        "single-hop": 100.0,
        "adversarial": 100.0,
    }
    assert {body["model"] for body in service.seen} == {"m", "j"}
    count = len(service.seen)
    ask(*judged)
    assert len(service.seen) == count
    assert "JUDGED" in ask(*judged[:-1]).out


def test_a_judge_without_a_verdict_is_reported_and_not_counted(ask, service):
    service.grade = lambda text: "Hm." if "Given answer: bread\n" in text else "yes"
    ended = ask(*READ, "--judge", "j")
    assert ended.code == 1
    assert "full: the judge gave no verdict on 1 answer." in ended.out
    found = ask(*READ, "--judge", "j", "--json").json
    assert found["systems"]["full"]["judged"]["all"]["count"] == 3
    service.grade = lambda _: "Hm."
    ended = ask(*READ, "--judge", "never")
    assert ended.code == 1
    assert "full: the judge gave no verdict on 4 answers." in ended.out


def test_a_refused_question_is_reported_and_not_counted(ask, service):
    service.status = lambda body: 400 if PET in body["messages"][-1]["content"] else 200
    ended = ask("--systems", "full,none", "--json")
    assert ended.code == 1
    assert {s: each["unanswered"] for s, each in ended.json["systems"].items()} == {
        "full": 1,
        "none": 1,
    }
    assert f1(ended.json, "full")["single-hop"] == 100.0
    shown = ask("--systems", "full,none").out
    assert "full: 1 question not answered: 127.0.0.1" in shown
    assert "answered 400 Bad Request." in shown
    # Refused questions are asked again, first without the temperature.
    service.status = lambda body: 400 if "temperature" in body else 200
    assert ask("--systems", "full,none").code == 0


@pytest.mark.parametrize("status", [401, 429, 503])
def test_a_reader_that_fails_ends_the_run_without_a_score(ask, service, status):
    service.status = lambda _: 200 if len(service.seen) < 4 else status
    ended = ask(*READ, "--parallel", "1")
    assert (ended.code, ended.out) == (1, "")
    assert f"answered {status}" in ended.err
    assert "the same command continues with the replies in" in ended.err
    service.status = lambda _: 200
    assert ask(*READ).code == 0
    assert len(service.seen) == 4 + 9


def test_a_reader_that_is_busy_is_asked_again(ask, service, monkeypatch):
    monkeypatch.setattr("recollect.bench.answer_models._PAUSES", (0.0,))
    service.retry_after = "0"
    service.status = lambda _: 429 if len(service.seen) % 2 else 200
    assert f1(ask("--systems", "full", "--parallel", "1", "--json").json, "full")["all"] == 87.5
    assert len(service.seen) == 8


def test_the_beginning_is_cut_where_the_conversation_does_not_fit(run, write, service):
    turns = [{"dia_id": f"D1:{n}", "speaker": "Ann", "text": "Tea. " * 40} for n in range(1, 10)]
    turns[-1]["text"] = "I live in Bergen now."
    sample = {
        "sample_id": "ann",
        "conversation": {"session_1_date_time": "1:00 pm on 1 May, 2025", "session_1": turns},
        "qa": [{"question": LIVES, "category": 4, "answer": "Bergen"}],
    }
    data = write("long.json", [sample])
    at = ("--reader", "m", "--reader-url", service.url)
    ended = run("bench", data, "--answers", "--systems", "full", "--window", "200", *at)
    # 12 tokens for the last turn, and 57 for each before it.
    assert "full: 5 turns at the beginning did not fit --window." in ended.out
    (body,) = service.seen
    shown = body["messages"][-1]["content"].split("\n\n")[0].splitlines()
    assert len(shown) == 4
    assert shown[-1] == "[01 May 2025] Ann: I live in Bergen now."


def test_vectors_shows_the_most_similar_turns(ask, service, monkeypatch):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "http")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BASE_URL", service.url)
    monkeypatch.setenv("RECOLLECT_EMBEDDING_MODEL", "words")
    assert f1(ask("--systems", "vectors", "--json").json, "vectors")["all"] == 87.5
    (asked,) = (text for body in service.seen if PET in (text := body["messages"][-1]["content"]))
    assert asked.splitlines()[0] == "[02 May 2025] Ann: My parrot is called Pico."


def test_contexts_are_dated_by_the_conversation_and_may_include_what_was_learned(ask, service):
    ask("--systems", "recollect")
    assert all(
        "Current date: Fri 2 May 2025" in body["messages"][-1]["content"] for body in service.seen
    )
    count = len(service.seen)
    assert f1(ask("--systems", "recollect", "--learned", "--json").json, "recollect")["all"] == 87.5
    assert len(service.seen) > count


def test_the_core_model_answers_by_default(run, data, service, monkeypatch):
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_PROVIDER", "openai")
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_BASE_URL", service.url)
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_NAME", "core")
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_API_KEY", "sk-core")
    none = ("bench", data, "--answers", "--systems", "none")
    assert run(*none).code == 0
    assert {body["model"] for body in service.seen} == {"core"}
    assert {*service.keys} == {"Bearer sk-core"}
    service.keys.clear()
    # Its key is not sent to another address; that has its own.
    elsewhere = service.url.replace("127.0.0.1", "localhost")
    assert run(*none, "--reader", "m", "--reader-url", elsewhere).code == 0
    assert {*service.keys} == {None}
    service.keys.clear()
    monkeypatch.setenv("MY_KEY", "sk-mine")
    given = ("--judge", "j", "--judge-url", elsewhere, "--judge-key", "MY_KEY")
    assert run(*none, *given).code == 0
    assert {*service.keys} == {"Bearer sk-mine"}


def test_reasoning_before_an_answer_is_not_part_of_it(ask, service):
    service.says = lambda text: f"<think>She said {text}</think>\n{answer(text)}"
    assert f1(ask("--systems", "full", "--json").json, "full")["all"] == 87.5
    service.says = lambda _: "<think>I wonder"
    ended = ask("--systems", "full", "--reader", "other")
    assert ended.code == 1
    assert "full: 4 questions not answered" in ended.out


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ((), 1, "no model answers: give --reader and --reader-url"),
        (("--reader-url", "http://127.0.0.1:1"), 1, "give --reader"),
        (("--reader", "m", "--reader-url", "localhost:80"), 1, "must begin with http://"),
        (("--reader", "m", "--reader-key", "NO_SUCH"), 1, "NO_SUCH is not set"),
        (("--systems", "full,mem0"), 1, "'mem0' is no system; there are recollect, vectors"),
        (("--systems", "vectors"), 1, "vectors needs an embedder"),
        (("--systems", "proxy"), 1, "needs the server's address"),
        (("--systems", ","), 1, "give at least one system"),
        (("--learning",), 2, "--learning and --speed measure nothing else"),
    ],
)
def test_mistakes_are_named_before_any_work(run, data, home, options, code, message):
    ended = run("bench", data, "--answers", "--systems", "none", *options)
    assert ended.code == code
    assert message in " ".join(ended.err.split())
    assert not home.exists()


def test_its_options_need_it(run, data):
    ended = run("bench", data, "--budget", "1000")
    assert ended.code == 2
    assert "--budget requires --answers" in ended.err


@contextmanager
def serving(memory):
    with _listening("127.0.0.1", 0) as listener:
        server = _Server(_config(memory))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield _url(listener)
        finally:
            server.should_exit = True
            thread.join()


def test_a_server_adds_the_memory_and_records_nothing(ask, run, data, service, monkeypatch):
    alone = ("bench", data, "--answers", "--systems", "proxy", "--reader", "m", "--judge", "j")
    monkeypatch.setenv("RECOLLECT_MEMORY_DEADLINE_MS", "60000")
    monkeypatch.setenv("RECOLLECT_UPSTREAM_BASE_URL", service.url)
    with Memory.open() as memory, serving(memory) as url:
        empty = ask("--proxy", url, "--systems", "none")
        assert "has no agent 'ann': first run recollect ingest" in empty.err
        assert run("ingest", data).code == 0
        turns = len(memory.agent("ann").turns())
        found = ask("--proxy", f"{url}/v1", "--systems", "none", "--json").json
        assert f1(found, "proxy")["all"] == 87.5
        assert f1(found, "none")["all"] == 25.0
        # The server's model can be the only one.
        assert f1(run(*alone, "--proxy", url, "--json").json, "proxy")["all"] == 87.5
        assert len(memory.agent("ann").turns()) == turns
    assert any("<recollect_memory_" in body["messages"][-1]["content"] for body in service.seen)
    assert "no server answers" in ask("--proxy", url, "--systems", "none").err


def test_a_server_without_a_model_is_refused(ask, run, data):
    run("ingest", data)
    with Memory.open() as memory, serving(memory) as url:
        assert "set its upstream_base_url" in ask("--proxy", url, "--systems", "none").err


def test_an_answer_without_memory_does_not_count(ask, run, data, service, monkeypatch):
    monkeypatch.setattr("recollect.bench.answer_models._PAUSES", ())
    run("ingest", data)
    with (
        Memory.open(enabled=False, upstream_base_url=service.url) as memory,
        serving(memory) as url,
    ):
        ended = ask("--proxy", url, "--systems", "none")
    assert ended.code == 1
    assert "The proxy answered without memory (off)" in ended.err
