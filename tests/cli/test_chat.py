"""`recollect chat` against a service on loopback that streams as OpenAI's does."""

import json
import os
import pty
import select
import signal
import socket
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from forked import COMMAND, popen

MODEL = ("--provider", "openai", "--model", "qwen2.5:7b")


def piece(text):
    chunk = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
    return f"data: {json.dumps(chunk)}\n\n".encode()


def end(reason="stop"):
    last = {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    usage = {"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7}}
    return b"".join(f"data: {json.dumps(each)}\n\n".encode() for each in (last, usage)) + (
        b"data: [DONE]\n\n"
    )


def says(*texts, reason="stop"):
    return (*(piece(text) for text in texts), end(reason))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/embeddings":
            self._embed()
            return
        self.server.seen.append(body)
        answer = self.server.answers.pop(0)
        if isinstance(answer, int):
            self.send_response(answer)
            self.send_header("Retry-After", "3600")  # nobody waits that long, so nobody asks again
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for part in answer:
            if isinstance(part, Event):
                part.wait()
            else:
                self.wfile.write(part)
                self.wfile.flush()

    def _embed(self):
        body = json.dumps({"data": [{"embedding": [1.0, 0.5]}]}).encode()
        self.send_response(200 if self.server.embeds else 400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Service(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A client that hangs up is part of the test."""


@pytest.fixture
def service(monkeypatch):
    """Gives its answers in order: parts of a stream, an event to wait for, or a status."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = Service(("127.0.0.1", 0), Handler)
    server.seen, server.answers, server.embeds = [], [], True
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_BASE_URL", f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def chat(run, service):
    """Types these lines into a chat with alice's memory, after the options."""

    def chatting(*lines, options=("--agent", "alice", "--conversation", "c1")):
        return run("chat", *options, *MODEL, answer="".join(f"{line}\n" for line in lines))

    return chatting


def kept(memory, conversation="c1"):
    with memory() as opened:
        return [
            (turn.role, turn.content, turn.metadata)
            for turn in opened.agent("alice").turns(conversation)
        ]


def test_an_answer_is_printed_and_both_sides_are_kept(chat, service, memory):
    service.answers = [says("Hel", "lo!")]
    ended = chat("Hi there")
    assert (ended.code, ended.out) == (0, "Hello!\n")
    assert "qwen2.5:7b (small), memory of alice, durable conversation c1." in ended.err
    # With the model that was named: pasted, it goes on with the same.
    again = "recollect chat --agent alice --conversation c1 --provider openai --model qwen2.5:7b"
    assert f"To continue: {again}" in " ".join(ended.err.split())
    assert kept(memory) == [("user", "Hi there", {}), ("assistant", "Hello!", {})]


def test_the_model_reads_the_memory_the_window_and_the_question(chat, service, memory):
    with memory() as opened:
        opened.agent("alice").remember("I moved to Lisbon in May.", conversation="old")
        opened.agent("bob").remember("I moved to Porto.", conversation="old")
    service.answers = [says("To Lisbon."), says("In May.")]
    assert chat("Where did I move?", "When did I move?").out == "To Lisbon.\nIn May.\n"
    first, second = (body["messages"] for body in service.seen)
    assert "I moved to Lisbon in May" in first[0]["content"]
    assert "Porto" not in first[0]["content"]
    assert [each["role"] for each in first] == ["system", "user"]
    assert [(each["role"], each["content"]) for each in second[1:]] == [
        ("user", "Where did I move?"),
        ("assistant", "To Lisbon."),
        ("user", "When did I move?"),
    ]
    assert service.seen[0]["stream"] is True
    assert service.seen[0]["max_tokens"] == 4096


def test_a_later_conversation_remembers_an_earlier_one(chat, service):
    service.answers = [says("Noted."), says("Mochi.")]
    chat("My cat is called Mochi.")
    chat("What is my cat called?", options=("--agent", "alice"))
    assert "My cat is called Mochi" in service.seen[1]["messages"][0]["content"]
    assert len(service.seen[1]["messages"]) == 2


def test_a_conversation_is_gone_on_with(chat, service):
    service.answers = [says("Hi."), says("Yes.")]
    chat("Hello")
    chat("Still there?")
    assert [each["content"] for each in service.seen[1]["messages"][1:]] == [
        *("Hello", "Hi.", "Still there?")
    ]


def test_how_much_history_is_told_hangs_on_the_models_size(run, service, memory):
    with memory() as opened:
        talk = opened.conversation("c1", agent="alice")
        for number in range(20):
            talk.add("user", f"question {number}")
            talk.add("assistant", f"answer {number}")
    service.answers = [says("x"), says("y")]
    given = ("chat", "-a", "alice", "-c", "c1", "--provider", "openai", "--no-memory")
    run(*given, "--model", "llama3.2:1b", answer="last?\n")
    run(*given, "--model", "gpt-5", answer="last?\n")
    assert [len(body["messages"]) for body in service.seen] == [2 + 6, 2 + 30]


def test_without_memory_the_model_is_shown_none_and_the_talk_is_kept(chat, service, memory):
    with memory() as opened:
        opened.agent("alice").remember("I moved to Lisbon in May.", conversation="old")
    service.answers = [says("I do not know.")]
    options = ("--agent", "alice", "--conversation", "c1", "--no-memory")
    ended = chat("Where did I move?", "/memory", "/why", options=options)
    assert service.seen[0]["messages"][0]["content"] == "You are a helpful assistant."
    assert ended.err.count("Memory is off (--no-memory).") == 2
    assert len(kept(memory)) == 2


def test_a_talk_in_which_nothing_was_said_is_not_saved(chat, memory):
    ended = chat()
    assert ended.code == 0
    assert "Saved as" not in ended.err
    assert kept(memory) == []
    with memory() as opened:
        opened.agent("alice").remember("Hi", conversation="c1")
    again = chat("/help", options=("--agent", "alice", "--conversation", "c1"))
    assert "Saved as" not in again.err


def test_an_ephemeral_talk_is_kept_nowhere(chat, service, memory, home):
    service.answers = [says("Noted."), says("Zqxjword.")]
    options = ("--agent", "alice", "--ephemeral")
    ended = chat("The word is zqxjword.", "Which word?", options=options)
    assert "ephemeral conversation" in ended.err
    assert "Saved as" not in ended.err
    assert "The word is zqxjword." in service.seen[1]["messages"][1]["content"]
    with memory() as opened:
        assert opened.agents() == []
    for file in (each for each in home.rglob("*") if each.is_file()):
        assert b"zqxjword" not in file.read_bytes().lower()


def test_secrets_are_neither_kept_nor_sent(chat, service, memory):
    service.answers = [says("Fine.")]
    chat("The wifi password is correct-horse-7, by the way.")
    assert "correct-horse-7" not in json.dumps(service.seen)
    assert "correct-horse-7" not in repr(kept(memory))
    assert len(kept(memory)) == 2


# --- commands


def test_what_was_put_before_the_model_and_why_can_be_seen(chat, service, memory):
    with memory() as opened:
        opened.agent("alice").remember("I moved to Lisbon in May.", conversation="old")
        opened.agent("alice").memories.add("Alice is allergic to nuts.")
    service.answers = [says("To Lisbon.")]
    ended = chat("/memory", "Where did I move?", "/memory", "/why")
    assert "The model has not been given any memory yet." in ended.err
    # An excerpt, or a memory if it was learned in time.
    assert "### Relevant " in ended.out
    assert "Sent together with 0 messages of this conversation." in ended.err
    receipt = ended.out[ended.out.index("Included, by rank:") :]
    text, why, *_ = receipt.splitlines()[1:]
    assert "I moved to Lisbon in May" in text
    assert "role" in why
    assert "Tokens by section: date" in receipt
    assert "lines shown" in receipt
    # The turn that asks is not given back, and that is said.
    assert "  asked · " in receipt


@pytest.mark.parametrize("options", [("--conversation", "c1"), ("--ephemeral",)])
def test_memory_is_searched_for_what_a_follow_up_means(chat, service, memory, options):
    with memory() as opened:
        alice = opened.agent("alice")
        alice.remember("The pottery class is on Mondays at six.", conversation="old")
    service.answers = [says("That sounds fun."), says("At six.")]
    lines = ("I signed up for a pottery class.", "When does it start?", "/why")
    ended = chat(*lines, options=("--agent", "alice", *options))
    assert "Understood as: When does the pottery class start?\n" in ended.out
    assert "class is on Mondays" in service.seen[1]["messages"][0]["content"]
    assert service.seen[1]["messages"][-1]["content"] == "When does it start?"


@pytest.mark.parametrize("answer", ["n", "", "perhaps"])
def test_forgetting_asks_and_anything_but_yes_keeps_all(chat, service, memory, answer):
    service.answers = [says("Hello!"), says("Yes.")]
    ended = chat("Hi", "/forget", answer, "There?")
    assert "Erase this conversation, 2 messages? This cannot be undone." in ended.err
    assert "Nothing was changed." in ended.err
    assert len(kept(memory)) == 4


def test_after_a_yes_the_conversation_is_erased_and_begins_anew(chat, service, memory):
    service.answers = [says("Hello!"), says("Yes.")]
    ended = chat("Hi", "/forget", "y", "/memory", "There?")
    assert "Erased 2 messages." in ended.out
    assert "The model has not been given any memory yet." in ended.err
    assert [content for _, content, _ in kept(memory)] == ["There?", "Yes."]
    assert "Hello!" not in json.dumps(service.seen[1])


def test_help_quit_and_what_is_no_command(chat, service, memory, monkeypatch):
    service.answers = [says("A path.")]
    ended = chat("/help", "", "  ", "/forget all", "//etc/hosts is what?", "/quit", "Never said")
    for name in ("/memory", "/why", "/forget", "/help", "/quit"):
        assert name in ended.out
    assert "There is no command /forget all; /help lists them." in ended.err
    assert [content for _, content, _ in kept(memory)] == ["/etc/hosts is what?", "A path."]
    monkeypatch.setenv("RECOLLECT_BACKGROUND_WORK", "false")
    ended = chat("/learned")
    assert "Nothing yet. To learn from it, run: recollect sync" in ended.err


# --- what goes wrong


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (500, "answered 500 Internal Server Error."),
        (401, "Check the API key."),
        (404, "Check the address and the model's name."),
        (says(), "The model gave no answer. Your message is stored; ask again."),
        (says(" \n"), "The model gave no answer."),
        ((b"data: nonsense\n\n",), "answered something other than a reply."),
    ],
)
def test_a_model_that_fails_or_says_nothing_is_told_and_the_talk_goes_on(
    chat, service, memory, answer, sentence
):
    service.answers = [answer, says("Here.")]
    ended = chat("Hello?", "Anyone?")
    assert ended.code == 1
    assert sentence in ended.err
    assert ended.out.strip() == "Here."
    assert kept(memory) == [
        ("user", "Hello?", {}),
        ("user", "Anyone?", {}),
        ("assistant", "Here.", {}),
    ]
    assert service.seen[1]["messages"][1]["content"] == "Hello?\n\nAnyone?"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((piece("Once upon"),), "ended in the middle of its answer."),
        ((piece("Once upon"), Event()), "did not answer in time."),
        (says("Once upon", reason="length"), "cut off at the length limit"),
    ],
)
def test_half_an_answer_is_kept_and_not_as_a_whole_one(
    chat, service, memory, monkeypatch, answer, sentence
):
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_TIMEOUT_SECONDS", "1")
    service.answers = [answer]
    ended = chat("A story!")
    assert (ended.code, ended.out) == (0 if "cut off" in sentence else 1, "Once upon\n")
    assert sentence in ended.err
    assert kept(memory)[1] == ("assistant", "Once upon", {"unfinished": True})


def test_a_model_that_does_not_run_here_is_asked_once(chat, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("RECOLLECT_CORE_MODEL_BASE_URL", f"http://127.0.0.1:{port}")
    ended = chat("Hello?")
    assert ended.code == 1
    assert "could not be reached. Your message is stored." in ended.err


def test_words_that_steer_a_terminal_are_made_visible(chat, service):
    service.answers = [says("red \x1b[31m", "\u202e!")]
    assert chat("Hi").out == "red ␛[31m�!\n"


def test_what_cannot_be_kept_is_said_and_nobody_is_asked(chat, service, memory, monkeypatch):
    monkeypatch.setenv("RECOLLECT_MAX_CONTENT_KB", "1")
    service.answers = [says("Yes.")]
    ended = chat("x" * 2000, "Short?")
    assert "content" in ended.err
    assert [content for _, content, _ in kept(memory)] == ["Short?", "Yes."]


@pytest.mark.parametrize(
    ("answer", "why"), [("a\x00b", "holds a NUL character"), ("y" * 2000, "has 2,000 bytes")]
)
def test_an_answer_that_cannot_be_kept_is_shown_and_it_is_said(
    chat, service, memory, monkeypatch, answer, why
):
    monkeypatch.setenv("RECOLLECT_MAX_CONTENT_KB", "1")
    service.answers = [says(answer), says("Yes.")]
    ended = chat("Hello?", "Short?")
    assert ended.out == f"{answer.replace(chr(0), '␀')}\nYes.\n"
    assert f"The answer was not stored: content {why}" in ended.err
    assert [content for _, content, _ in kept(memory)] == ["Hello?", "Short?", "Yes."]


def test_without_a_model_it_is_said_what_to_set_and_nothing_is_made(run, home, monkeypatch):
    monkeypatch.setenv("RECOLLECT_PORT", "9123")
    ended = run("chat", answer="Hello\n")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error: no core model is configured: set core_model_api_key")
    assert "core_model_base_url" in ended.err
    assert "without a model: recollect serve --echo" in " ".join(ended.err.split())
    assert "http://127.0.0.1:9123/v1" in ended.err, "where this machine's server listens"
    assert ended.err.rstrip().endswith("(invalid_setting)")
    assert not home.exists()


def test_a_wrong_option_is_a_wrong_setting(run, service):
    assert "core_model_provider" in run("chat", "--provider", "mine", answer="Hello\n").err
    assert run("chat", "--base-url", "nowhere", answer="Hello\n").code == 1


def test_memory_switched_off_is_said(run, service, monkeypatch):
    monkeypatch.setenv("RECOLLECT_ENABLED", "false")
    ended = run("chat", answer="Hello\n")
    assert (ended.code, "enabled = false" in ended.err, service.seen) == (1, True, [])


def test_an_embedder_that_fails_does_not_fail_the_talk(chat, service, memory, monkeypatch):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "http")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_MODEL", "m")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BASE_URL", f"http://127.0.0.1:{service.server_port}")
    with memory() as opened:
        opened.agent("alice").remember("I moved to Lisbon in May.", conversation="old")
        opened.agent("alice").overrides.add("Answer in German.")
        assert opened.sync().ok
    service.embeds = False
    service.answers = [says("Who knows.")]
    ended = chat("Where did I move?")
    assert ended.out == "Who knows.\n"
    assert "Searched by words alone, because the embedder failed: 127.0.0.1" in ended.err
    assert "Answer in German." in str(service.seen[-1])
    assert "moved to Lisbon in May" in str(service.seen[-1])
    assert len(kept(memory)) == 2


# --- in a process and a terminal of its own


def started(**more):
    return popen(COMMAND, "chat", "-a", "alice", "-c", "c1", *MODEL, **more)


def test_ctrl_c_stops_an_answer_and_the_talk_goes_on(service, memory):
    never = Event()
    service.answers = [(piece("Once upon"), never), says("Yes.")]
    pipe = subprocess.PIPE
    process = started(stdin=pipe, stdout=pipe, stderr=pipe)
    process.stdin.write(b"A story!\n")
    process.stdin.flush()
    assert process.stdout.read(9) == b"Once upon"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(b"Still there?\n")
    never.set()
    assert (process.returncode, out) == (0, b"\nYes.\n")
    assert b"Stopped." in err
    assert kept(memory)[1:] == [
        ("assistant", "Once upon", {"unfinished": True}),
        ("user", "Still there?", {}),
        ("assistant", "Yes.", {}),
    ]


def test_in_a_terminal_there_is_a_prompt_and_ctrl_d_ends(service, memory):
    service.answers = [says("Hello!")]
    outer, inner = pty.openpty()
    process = started(stdin=inner, stdout=inner, stderr=inner)
    os.close(inner)
    screen = b""

    def until(text, again):
        # A key pressed in the moment between a prompt and its reading may be lost, as on any terminal.
        nonlocal screen
        again()
        while text not in screen:
            if select.select([outer], [], [], 5)[0]:
                screen += os.read(outer, 1024)
            else:
                again()
        screen = screen[screen.index(text) + len(text) :]

    def nothing():
        pass

    until(b"> ", nothing)
    os.write(outer, b"Hi\n")
    until(b"Hello!", nothing)
    until(b"> ", nothing)
    until(b"Press Ctrl-D or type /quit to quit.", lambda: process.send_signal(signal.SIGINT))
    until(b"> ", nothing)
    until(b"Saved as c1.", lambda: os.write(outer, b"\x04"))
    assert process.wait() == 0
    os.close(outer)
    assert [content for _, content, _ in kept(memory)] == ["Hi", "Hello!"]
