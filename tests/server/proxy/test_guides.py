"""The tutorial and the how-to guides, followed step by step: one server, one home, every block in its order."""

import asyncio
import builtins
import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from recollect import Memory
from recollect.cli import main
from recollect.domain.access import Right
from recollect.settings import load
from recollect.wiring import opened_keys

DOCS = Path(__file__).parents[3] / "docs"
GUIDES = ["tutorial.md", *(f"how-to/{file.name}" for file in sorted(DOCS.glob("how-to/*.md")))]
BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
# Pages of commands that want the database for themselves.
ALONE = ["backup.md", "hooks.md"]
# What runs until it is stopped, or waits for somebody; its words are checked in tests/docs.
LASTING = {"serve", "chat", "mcp", "worker"}
# Programs of others, and what would change this machine.
OTHERS = set(
    "claude chmod cp createdb docker echo export git head kubectl make mkdir ollama openssl"
    " pg_basebackup pg_dump pg_restore pg_verifybackup pip python3 rm source systemctl"
    " systemd-sysusers".split()
)
SHOWN_ONLY = {"ini", "text", "ts"}


class Reader:
    """Somebody who does what a page says."""

    def __init__(self, page: str, server: str, model: str, monkeypatch: Any) -> None:
        self.page = page
        self.addresses = {"http://127.0.0.1:8377": server, "http://127.0.0.1:11434/v1": model}
        self.patch = monkeypatch
        self.blocks = BLOCK.findall((DOCS / page).read_text("utf-8"))
        self.program = ""

    def follow(self) -> None:
        for kind, text in self.blocks:
            code = re.sub(r"^   ", "", text, flags=re.MULTILINE) if text[0] == " " else text
            for shown, real in self.addresses.items():
                code = code.replace(shown, real)
            if kind in {"console", "sh", "bash"}:
                self.run_commands(code)
            elif kind == "python":
                self.run_python(code)
            elif kind == "json":
                json.loads(code)
            elif kind == "text" and code.startswith("> "):
                self.type_lines(code)
            else:
                assert kind in SHOWN_ONLY, kind

    def run_python(self, code: str) -> None:
        if "input(" in code:
            self.program = code  # saved as a file, and run with the lines that follow
        else:
            exec(compile(code, self.page, "exec"), {})

    def type_lines(self, text: str) -> None:
        typed = [*(line.removeprefix("> ") for line in text.splitlines()), ""]
        self.patch.setattr(builtins, "input", lambda _: typed.pop(0))
        names: dict[str, Any] = {}
        exec(compile(self.program, self.page, "exec"), names)
        assert typed == []
        names["model"].close()

    def run_commands(self, text: str) -> None:
        prompted = re.findall(r"^\$ (.*(?:\\\n.*)*)$", text, re.MULTILINE)
        if "curl " in text:
            subprocess.run(["bash", "-ec", text.replace("curl ", "curl -sSf ")], check=True)
            return
        for line in prompted or text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            # The home of the test stays, whatever a page exports.
            if words[:1] == ["export"] and not words[1].startswith("RECOLLECT_"):
                words.pop(0)
            if words and words[0] in {"sudo", "runuser"}:  # as another user, by a full path
                words = words[words.index("/opt/recollect/bin/recollect") :]
                words[0] = "recollect"
            while words and (found := re.fullmatch(r"([A-Z_]+)=(.*)", words[0])):
                self.patch.setenv(found[1], found[2])
                words.pop(0)
            if not words or words[0].rpartition("/")[2] in OTHERS:
                continue
            assert words[0] == "recollect" or words[0].endswith("/pip"), line
            if words[0] == "recollect" and words[1] not in LASTING:
                self.run_recollect(words[1:])

    def run_recollect(self, words: list[str]) -> None:
        with CliRunner().isolation(input="y\n") as (out, err, _):
            code = main(words)
            told = f"{out.getvalue().decode()}{err.getvalue().decode()}"
        assert code == 0, f"{self.page}: {words}\n{told}"


@pytest.fixture
def reader_home(tmp_path, monkeypatch) -> Iterator[Path]:
    """A home with two agents, in a folder with a file of another program."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("RECOLLECT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.json").write_text('{"embedding_backend": "none"}')
    entity = '{"type": "entity", "name": "Ann", "entityType": "person", "observations": ["Sings"]}'
    (tmp_path / "memory.jsonl").write_text(entity)
    with Memory.open() as memory:
        told = {"me": "I moved to Lisbon.", "alice": "I am allergic to penicillin."}
        for agent, text in told.items():
            memory.agent(agent).remember(text, conversation="pasted")
        memory.sync()
    return tmp_path


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_can_be_followed(page, reader_home, upstream, serve, monkeypatch):
    with Memory.open(upstream_base_url=upstream.url) as memory:
        server = str(serve(memory).base_url).rstrip("/")
        Reader(page, server, upstream.url, monkeypatch).follow()


@pytest.mark.parametrize("page", ALONE)
def test_the_commands_of_a_page_can_be_followed(page, reader_home, monkeypatch):
    reader = Reader(page, "", "", monkeypatch)
    # Encrypted backups take seconds; tests/storage makes them.
    reader.blocks = [(kind, text) for kind, text in reader.blocks if kind == "console"]
    reader.follow()


def test_the_web_backend_of_the_guide_streams_falls_back_and_erases(
    reader_home, upstream, serve, monkeypatch, caplog
):
    monkeypatch.setenv("MEMORY_URL", "http://127.0.0.1:1")  # nobody listens there
    made = {"MODEL_URL": upstream.url, "MODEL_KEY": "sk", "MODEL_NAME": "m"}
    with Memory.open(upstream_base_url=upstream.url) as memory, opened_keys(load()) as keys:
        for name, right in (("MEMORY_KEY", Right.WRITE), ("MEMORY_ERASE_KEY", Right.ADMIN)):
            made[name] = keys.add(name, agents=["acme/*"], rights=[Right.READ, right])[1]
        for name, value in made.items():
            monkeypatch.setenv(name, value)
        (code,) = [
            text
            for kind, text in Reader("how-to/fastapi.md", "", "", None).blocks
            if kind == "python"
        ]
        answers = []
        for url in ("http://127.0.0.1:1", str(serve(memory).base_url).rstrip("/")):
            monkeypatch.setenv("MEMORY_URL", url)
            answers += asyncio.run(_use(code))
        monkeypatch.setenv("MEMORY_KEY", "rck_revoked")
        locked_out, _ = asyncio.run(_use(code))
        assert "answering without memory: Error code: 401" in caplog.text
        monkeypatch.setenv("MEMORY_KEY", made["MEMORY_KEY"])
        for status in (429, 429, 400):  # the client tries once more when it is told to wait
            upstream.replies({"error": {"message": "no"}}, status=status, Retry_After="1")
        refused = [asyncio.run(_use(code))[0] for _ in range(2)]
        assert [each.status_code for each in refused] == [429, 400]
        assert refused[0].headers["Retry-After"] == "1"
        agent = memory.agent("acme/user-42")
        down, not_erased, chatted, erased = answers
        assert (down.text, chatted.text, locked_out.text) == ("Fine.", "Fine.", "Fine.")
        assert not_erased.status_code == 503
        assert erased.json()["turns"] == 2
        assert agent.turns() == []


def test_the_web_backend_of_the_guide_lets_users_decide_what_they_asked_to_forget(
    reader_home, upstream, serve, monkeypatch
):
    with Memory.open(upstream_base_url=upstream.url) as memory, opened_keys(load()) as keys:
        key = keys.add("app", agents=["acme/*"], rights=[Right.READ, Right.WRITE])[1]
        made = {"MEMORY_URL": str(serve(memory).base_url).rstrip("/"), "MEMORY_KEY": key}
        made |= {"MODEL_URL": upstream.url, "MODEL_KEY": "sk", "MODEL_NAME": "m"}
        for name, value in made.items():
            monkeypatch.setenv(name, value)
        agent = memory.agent("acme/user-42")
        for said in ("I live in Leeds.", "Forget my address.", "Forget my passport number."):
            agent.remember(said, conversation=said)
            memory.sync()
        blocks = Reader("how-to/fastapi.md", "", "", None).blocks
        (code,) = (text for kind, text in blocks if kind == "python")
        passport, address = asyncio.run(_decide(code))
        assert (passport["unmatched"], address["unmatched"]) == (["passport number"], [])
        assert agent.review.deletion_requests() == []
        assert [entry.status.value for entry in agent.memories.list(status="all")] == ["deleted"]


async def _decide(code: str) -> list[dict[str, Any]]:
    """Refuse the latest request to forget and grant the other, in a program that has this code."""
    names: dict[str, Any] = {}
    exec(compile(code, "app.py", "exec"), names)
    transport = httpx2.ASGITransport(names["app"])
    session = {"Authorization": "Bearer a-session"}
    async with httpx2.AsyncClient(
        transport=transport, base_url="http://app", timeout=60, headers=session
    ) as client:
        requests = (await client.get("/forget")).json()
        for request, forget in zip(requests, ("false", "true"), strict=True):
            decided = await client.post(f"/forget/{request['id']}", params={"forget": forget})
            assert decided.status_code == 200
            again = await client.post(f"/forget/{request['id']}", params={"forget": forget})
            assert again.status_code == 409
        return requests


def test_the_web_backend_of_the_guide_rewords_a_memory_and_erases_the_messages_with_some_words(
    reader_home, upstream, serve, monkeypatch
):
    with Memory.open(upstream_base_url=upstream.url) as memory, opened_keys(load()) as keys:
        rights = {"MEMORY_KEY": [Right.READ, Right.WRITE], "MEMORY_ERASE_KEY": [Right.ADMIN]}
        for name, each in rights.items():
            monkeypatch.setenv(name, keys.add(name, agents=["acme/*"], rights=each)[1])
        made = {"MEMORY_URL": str(serve(memory).base_url).rstrip("/")}
        made |= {"MODEL_URL": upstream.url, "MODEL_KEY": "sk", "MODEL_NAME": "m"}
        for name, value in made.items():
            monkeypatch.setenv(name, value)
        mine, other = memory.agent("acme/user-42"), memory.agent("acme/other")
        mine.ingest("t", [{"user": "I play chess.", "assistant": "Noted."}])
        for agent in (mine, other):
            agent.remember("Call 07700 900123 after five.", conversation="a/b")
            agent.remember("I live in Leeds with my dog Rex.", conversation="c")
        mine.remember("Forget my address.", conversation="c")
        memory.sync()
        blocks = Reader("how-to/fastapi.md", "", "", None).blocks
        (code,) = (text for kind, text in blocks if kind == "python")
        asyncio.run(_reword_and_erase(code))
        assert [entry.content for entry in mine.memories.list()] == ["Has a dog called Rex"]
        kept = ["I live in Leeds with my dog Rex.", "Forget my address."]
        assert [turn.content for turn in mine.turns()] == kept
        assert len(other.turns()) == 2


async def _reword_and_erase(code: str) -> None:
    """Reword the memory that a request names, grant it, and erase a phone number, twice."""
    names: dict[str, Any] = {}
    exec(compile(code, "app.py", "exec"), names)
    session = {"Authorization": "Bearer a-session"}
    transport = httpx2.ASGITransport(names["app"])
    async with httpx2.AsyncClient(
        transport=transport, base_url="http://app", timeout=60, headers=session
    ) as client:
        back = {"thread": "t", "content": "I play chess. "}
        assert (await client.post("/take-back", json=back)).json() == {"erased": 2}
        assert (await client.post("/take-back", json=back)).status_code == 404
        (request,) = (await client.get("/forget")).json()
        (home,) = request["memories"]
        new = {"content": "Has a dog called Rex"}
        assert (await client.patch("/memory/unknown", json=new)).status_code == 404
        assert (
            await client.patch(f"/memory/{home['id']}", json={"content": ""})
        ).status_code == 422
        assert (await client.patch(f"/memory/{home['id']}", json=new)).status_code == 200
        assert (await client.get("/forget")).json()[0]["memories"] == []
        granted = await client.post(f"/forget/{request['id']}", params={"forget": "true"})
        assert granted.json() == {"memories": []}
        for _ in range(2):
            erased = await client.post("/erase", json={"words": "07700 900123"})
            assert (erased.status_code, erased.json()) == (200, {"left": []})


async def _use(code: str) -> list[Any]:
    """Chat and delete the account, in a program that has this code; without a session nothing works."""
    names: dict[str, Any] = {}
    exec(compile(code, "app.py", "exec"), names)
    chat = {"thread": "t-1", "messages": [{"role": "user", "content": "Hello"}]}
    session = {"Authorization": "Bearer a-session", "X-Recollect-Agent-Id": "acme/other"}
    transport = httpx2.ASGITransport(names["app"], raise_app_exceptions=False)
    async with httpx2.AsyncClient(transport=transport, base_url="http://app", timeout=60) as client:
        assert (await client.post("/chat", json=chat)).status_code == 401
        for wrong in ([], [{"role": "user", "content": " "}], [{"role": "system", "content": "x"}]):
            nothing = await client.post("/chat", json={**chat, "messages": wrong}, headers=session)
            assert nothing.status_code == 422
        answered = await client.post("/chat", json=chat, headers=session)
        return [answered, await client.delete("/account", headers=session)]


def test_the_chatbot_of_the_tutorial_is_shown_what_it_was_told(
    reader_home, upstream, serve, monkeypatch
):
    with Memory.open() as memory:
        server = str(serve(memory).base_url).rstrip("/")
        reader = Reader("tutorial.md", server, upstream.url, monkeypatch)
        asking = next(n for n, (_, text) in enumerate(reader.blocks) if "Which snacks" in text)
        reader.blocks = reader.blocks[: asking + 1]
        reader.follow()
        first = next(
            asked for asked in upstream.asked if "What am I allergic" in asked.content.decode()
        )
        assert "I'm allergic to peanuts" not in first.content.decode()
        assert "allergic to peanuts" in upstream.asked[-1].messages[0]["content"]
