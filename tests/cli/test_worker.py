"""Workers in processes of their own, beside each other and beside a server, against a real embeddings endpoint."""

import http.server
import json
import re
import signal
import threading
import time
from contextlib import ExitStack

import pytest

from forked import COMMAND, run_python, start_python
from recollect import Memory

PATIENCE = 120


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)
    return found


class Endpoint:
    """An embeddings endpoint that remembers what it was asked, and can be told to keep its answers back."""

    def __init__(self):
        self.asked = []
        self.open = threading.Event()
        self.open.set()

    def handler(self):
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.asked.append(body["input"])
                endpoint.open.wait(PATIENCE)
                try:
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(json.dumps({"data": [{"embedding": [1.0, 2.0]}]}).encode())
                except OSError:
                    pass  # whoever asked has been killed

            def log_message(self, *args):
                pass

        return Handler


@pytest.fixture
def endpoint(monkeypatch):
    made = Endpoint()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), made.handler()) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        address = f"http://127.0.0.1:{server.server_address[1]}/v1"
        for name, value in {
            "EMBEDDING_BACKEND": "http",
            "EMBEDDING_MODEL": "any",
            "EMBEDDING_BASE_URL": address,
            "EXTRACTOR": "none",
            "OPTIMIZER_ENABLED": "false",
            "BACKGROUND_POLL_SECONDS": "0.05",
        }.items():
            monkeypatch.setenv(f"RECOLLECT_{name}", value)
        yield made
        made.open.set()
        server.shutdown()
        thread.join()


class Started:
    """A process of ours; `text()` is what it has logged so far."""

    def __init__(self, process, log):
        self.process = process
        self._log = log

    def text(self):
        return self._log.read_text("utf-8")

    def says(self, words):
        wait_for(lambda: words in self.text() or self.process.poll() is not None)
        assert words in self.text()

    def stopped(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@pytest.fixture
def start(tmp_path):
    """Starts a command, with its log in a file; whatever is left is killed at the end."""
    with ExitStack() as stack:

        def starting(*args):
            log = tmp_path / f"log-{len(list(tmp_path.glob('log-*')))}"
            log.touch()
            process = start_python(COMMAND, *args, stderr=log)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return Started(process, log)

        yield starting


def kept(memory, count, agent="alice"):
    """So many conversations of one turn each, and so many jobs."""
    texts = [f"{agent} says {number}" for number in range(count)]
    with memory() as opened:
        for text in texts:
            opened.agent(agent).remember(text, conversation=text)
    return texts


def embedded():
    with Memory.open(background=False) as opened:
        return opened.stats().store.turns_embedded


def jobs():
    with Memory.open(background=False) as opened:
        return [(job.state.value, job.outcome) for job in opened.jobs.list()]


def test_a_worker_does_what_is_there_and_what_comes_and_ends_in_peace(start, memory, endpoint):
    texts = kept(memory, 3)
    worker = start("worker")
    wait_for(lambda: embedded() == 3)
    texts += kept(memory, 2, "bob")
    wait_for(lambda: embedded() == 5)
    assert worker.stopped() == 0
    assert sorted(endpoint.asked) == sorted(texts)
    lines = [json.loads(line) for line in worker.text().splitlines()]
    said = [line["event"] for line in lines]
    assert (said[0], said[-1]) == ("working", "stopped")
    assert sum(bool(re.fullmatch(r"job \w+ \(embed\): embedded 1 turn", e)) for e in said) == 5
    assert "alice" not in worker.text(), "a log holds nothing of what was said"


def test_ctrl_c_ends_a_worker_that_has_nothing_to_do(start, memory, endpoint):
    worker = start("worker")
    worker.says("working")
    assert worker.stopped(signal.SIGINT) == 0


def test_once_does_what_is_due_and_no_more(memory, endpoint, home):
    kept(memory, 4)

    def once():
        return json.loads(run_python(COMMAND, "worker", "--once", "--json").stdout)

    assert once() == {"ran": 4, "jobs": {"done": 4}}
    assert once() == {"ran": 0, "jobs": {"done": 4}}


@pytest.mark.slow
def test_two_workers_and_a_server_never_do_a_job_twice(start, memory, endpoint, unused_port):
    texts = kept(memory, 30)
    endpoint.open.clear()
    others = [start("worker"), start("worker"), start("serve", "--port", str(unused_port))]
    # Only once each of them has a job in hand is there something to quarrel about.
    wait_for(lambda: len(endpoint.asked) - endpoint.asked.count("warm") == 3)
    endpoint.open.set()
    wait_for(lambda: embedded() == 30)
    for other in others:
        assert other.stopped() == 0
    # The server also asks for one word of its own, to see whether it gets an answer.
    assert sorted(text for text in endpoint.asked if text != "warm") == sorted(texts)
    assert {state for state, _ in jobs()} == {"done"}


@pytest.mark.slow
def test_a_server_leaves_the_work_to_the_worker_where_it_is_told_so(
    start, memory, endpoint, monkeypatch, unused_port
):
    texts = kept(memory, 3)
    monkeypatch.setenv("RECOLLECT_BACKGROUND_WORK", "false")
    server = start("serve", "--port", str(unused_port))
    server.says("need recollect worker")
    wait_for(lambda: "warm" in endpoint.asked)
    # Its thread would have looked twenty times by now.
    time.sleep(1)
    assert [text for text in endpoint.asked if text != "warm"] == []
    worker = start("worker")
    wait_for(lambda: embedded() == 3)
    assert worker.stopped() == server.stopped() == 0
    assert sorted(text for text in endpoint.asked if text != "warm") == sorted(texts)


def test_a_job_whose_worker_was_killed_in_its_midst_is_taken_up_again(start, memory, endpoint):
    (text,) = kept(memory, 1)
    endpoint.open.clear()
    first = start("worker")
    wait_for(lambda: endpoint.asked == [text])
    first.process.kill()
    first.process.wait()
    assert [state for state, _ in jobs()] == ["running"]
    endpoint.open.set()
    second = start("worker")
    wait_for(lambda: embedded() == 1)
    assert second.stopped() == 0
    assert jobs() == [("done", "embedded 1 turn")]


def test_a_stop_waits_for_the_job_in_hand(start, memory, endpoint, monkeypatch):
    (text,) = kept(memory, 1)
    monkeypatch.setenv("RECOLLECT_BACKGROUND_GRACE_SECONDS", "60")
    endpoint.open.clear()
    worker = start("worker")
    wait_for(lambda: endpoint.asked == [text])
    worker.process.send_signal(signal.SIGTERM)
    worker.says("stopping")
    endpoint.open.set()
    assert worker.process.wait(PATIENCE) == 0
    assert jobs() == [("done", "embedded 1 turn")]


@pytest.mark.parametrize(
    "command",
    [
        ("worker",),
        ("worker", "--once"),
        pytest.param(("serve", "--port", "0"), marks=pytest.mark.slow),
    ],
)
def test_a_job_that_takes_too_long_is_handed_back_and_nobody_waits_for_it(
    start, memory, endpoint, monkeypatch, command
):
    (text,) = kept(memory, 1)
    monkeypatch.setenv("RECOLLECT_BACKGROUND_GRACE_SECONDS", "0")
    endpoint.open.clear()
    process = start(*command)
    wait_for(lambda: text in endpoint.asked)
    if command[0] == "serve":
        process.says("Press Ctrl-C to stop")
    # The endpoint goes on saying nothing: the process ends without its answer.
    assert process.stopped() == 0
    assert jobs() == [("pending", "interrupted: its worker was stopped")]
    assert "Traceback" not in process.text()


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--database", ":memory:"), "a worker cannot use an in-memory database"),
        (("--json",), "--json requires --once"),
    ],
)
def test_a_worker_without_a_purpose_is_refused(run, args, why):
    assert why in run("worker", *args).err + run("worker", *args).out
