"""A process that was asked to stop ends soon, whatever it is doing, and loses nothing."""

import signal
import threading
import time

import httpx2
import pytest

from recollect import Memory
from server_processes import start

# Longer than any process may take to end; on a busy machine everything takes longer.
PATIENCE = 60
WORST = {
    "integers": "what is wrong here: [" + "1234, " * 42_000 + "]",
    "letters": "a " * 128_000,
    "question marks": "?" * 256_000 + "x",
    "Chinese": "我喜欢吃苹果在北京工作" * 7_700,
}
# A server with a thread that holds the process, as a model that hangs does.
HANGS = """
import sys, threading, time
from recollect.memory import Memory
close = Memory.close
def hang(self):
    close(self)
    time.sleep(3600)
Memory.close = hang
threading.Thread(target=time.sleep, args=(3600,)).start()
from recollect.cli.entry_point import main
main()
"""


def _ingest(url: str, text: str) -> None:
    turns = [{"user": text, "assistant": "I see."}]
    body = {"agent_id": "a", "conversation_id": "c", "turns": turns}
    httpx2.post(f"{url}/memory/ingest", json=body, timeout=PATIENCE).raise_for_status()


@pytest.mark.attack("fault", "SIGTERM under load")
@pytest.mark.parametrize(
    "shape",
    [name if name == "integers" else pytest.param(name, marks=pytest.mark.slow) for name in WORST],
)
def test_a_server_busy_with_a_long_message_answers_and_stops(tmp_path, shape):
    path = tmp_path / "memory.sqlite"
    server = start(
        tmp_path, "serve", "--port", "0", "--database", str(path), embedding_backend="minilm"
    )
    try:
        url = server.wait_for_url()
        _ingest(url, WORST[shape])
        over = threading.Event()
        answers = []

        def ask() -> None:
            while not over.is_set():
                answers.append(httpx2.get(f"{url}/health/live", timeout=PATIENCE).status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(2)
        over.set()
        asking.join()
        assert set(answers) == {200}
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
    finally:
        server.end()
    with Memory.open(path, embedding_backend="none") as memory:
        assert [turn.content for turn in memory.agent("a").turns()] == [WORST[shape], "I see."]


@pytest.mark.attack("fault", "a process that does not end")
def test_a_process_that_does_not_end_by_itself_is_ended(tmp_path):
    path = tmp_path / "memory.sqlite"
    server = start(tmp_path, "serve", "--port", "0", "--database", str(path), program=HANGS)
    try:
        _ingest(server.wait_for_url(), "I live in Porto.")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        assert "stopped while something still ran" in server.log.read_text("utf-8")
    finally:
        server.end()
    with Memory.open(path, embedding_backend="none") as memory:
        assert memory.agent("a").turns()[0].content == "I live in Porto."
