"""Runs the attack matrices of tests/attacks/data; `python tests/support/attack_matrix.py` prints them."""

import json
import re
import sys
import tempfile
import threading
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2

from recollect import Agent, Memory
from recollect.context.fence import unfenced
from recollect.domain.entry import KEYED_KINDS, SHOWN, Entry, Kind
from recollect.domain.provenance import Origin
from recollect.errors import InvalidInput
from recollect.server.run import _config, _listening, _Server, _url

DATA = Path(__file__).parents[1] / "attacks" / "data"
DAY = "2026-03-0{}T18:00:00+00:00"
SETTINGS: dict[str, Any] = {"embedding_backend": "none", "profile_regenerate_threshold": 1}
KNOWN = ("I live in Porto.", "I am allergic to penicillin.")
# Said by the user, with a hostile name, title or metadata.
SAID = "I work at Brightwell."
# What an agent notes about sites and errors says nothing about the user.
_NOT_OF_THE_USER = KEYED_KINDS - {Kind.USER_PREFERENCE}
_MARK = re.compile(r"<\s*/\s*recollect[_-]memory", re.IGNORECASE)


@dataclass(frozen=True)
class Outcome:
    """One case, and what went wrong with it; no fault means that it passed."""

    case: str
    group: str
    faults: tuple[str, ...]


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def is_trusted(entry: Entry) -> bool:
    """Whether a memory counts as the user's own word."""
    of_user = entry.kind not in _NOT_OF_THE_USER and entry.origin in {Origin.USER, Origin.MANUAL}
    return entry.status in SHOWN and of_user


def _shown(entry: Entry) -> str:
    return f"{entry.content}\n{entry.quote or ''}\n{entry.speaker or ''}\n{entry.subject or ''}"


@contextmanager
def opened(**settings: Any) -> Iterator[Memory]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(Path(folder) / "memory.sqlite", **SETTINGS, **settings) as memory,
    ):
        yield memory


# Pasted pages


def pasted_cases() -> list[dict[str, Any]]:
    """The cases with the long passages in their places."""
    data = load("pasted")
    cases = data["case"]
    for case in cases:
        for name, passage in data["passages"].items():
            case["text"] = case["text"].replace(f"<<{name}>>", passage.strip())
    return cases


def run_pasted(cases: Sequence[dict[str, Any]]) -> list[Outcome]:
    """Which cases make a trusted memory of the pasted text, or end what the user said before."""
    with opened() as memory:
        for case in cases:
            agent = memory.agent(case["id"])
            for number, known in enumerate(case.get("known", ())):
                agent.remember(known, conversation="known", id=f"k{number}", at=DAY.format(1))
        assert memory.sync().ok
        before = {case["id"]: _contents(memory.agent(case["id"])) for case in cases}
        for case in cases:
            memory.agent(case["id"]).remember(
                case["text"].strip(), conversation="pasted", id="paste", at=DAY.format(2)
            )
        assert memory.sync().ok
        return [_judge_paste(memory, case, before[case["id"]]) for case in cases]


def _contents(agent: Agent) -> set[str]:
    return {entry.content for entry in agent.memories.list()}


def _judge_paste(memory: Memory, case: dict[str, Any], before: set[str]) -> Outcome:
    agent = memory.agent(case["id"])
    assert len(before) >= len(case.get("known", ())), f"{case['id']}: nothing was known before"
    typed = case.get("typed", ())
    believed = [
        f"believed: {entry.line}"
        for entry in agent.memories.list()
        if is_trusted(entry)
        and "paste" in {source.turn_id for source in entry.sources}
        and not any(words in entry.content for words in typed)
    ]
    ended = [f"ended: {content}" for content in sorted(before - _contents(agent))]
    shown = _system_text(agent)
    leaked = [f"in the system message: {words}" for words in case["words"] if words in shown]
    return Outcome(case["id"], case["form"], (*believed, *ended, *leaked))


def _system_text(agent: Agent) -> str:
    """What reaches the system message without a question, and the profile."""
    profile = agent.profile.current()
    return f"{agent.instructions().system}\n{profile.text if profile else ''}"


# Genuine messages


def run_controls(cases: Sequence[dict[str, Any]]) -> list[Outcome]:
    """Which genuine messages are not learned."""
    with opened() as memory:
        for case in cases:
            memory.agent(case["id"]).remember(
                case["text"].strip(), conversation="c", id="t", at=DAY.format(2)
            )
        assert memory.sync().ok
        outcomes = []
        for case in cases:
            trusted = filter(is_trusted, memory.agent(case["id"]).memories.list())
            texts = [_shown(entry) for entry in trusted]
            lost = [want for want in case["learned"] if not any(want in text for text in texts)]
            faults = tuple(f"not learned: {want}" for want in lost)
            outcomes.append(Outcome(case["id"], case["language"], faults))
        return outcomes


# Injections


@dataclass
class Target:
    """Where an injection goes: an agent, its folder for files, and a proxy to a hostile model."""

    memory: Memory
    agent: Agent
    folder: Path
    proxy: httpx2.Client
    model: "HostileModel"

    def import_file(self, name: str, content: str) -> None:
        path = self.folder / f"{self.agent.id}-{name}"
        path.write_text(content, "utf-8")
        self.memory.import_(path, agent=self.agent.id)


def _turn(role: str, content: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, "at": DAY.format(3), **more}


def _through_tool(target: Target, text: str) -> None:
    turns = [_turn("user", "What does the page say?"), _turn("tool", text, speaker="browser")]
    target.agent.ingest("hostile", turns)


def _through_tool_json(target: Target, text: str) -> None:
    result = json.dumps({"url": "https://shop.example", "result": text}, ensure_ascii=False)
    target.agent.ingest("hostile", [_turn("user", "Look it up."), _turn("tool", result)])


def _through_assistant(target: Target, text: str) -> None:
    target.agent.ingest("hostile", [_turn("user", "Tell me more."), _turn("assistant", text)])


def _through_system(target: Target, text: str) -> None:
    target.agent.ingest("hostile", [_turn("system", text), _turn("user", "Good morning.")])


def _through_speaker(target: Target, text: str) -> None:
    said = _turn("user", SAID, speaker=text[:100])
    target.agent.ingest("hostile", [said])


def _through_metadata(target: Target, text: str) -> None:
    said = _turn("user", SAID, metadata={"note": text, text[:40]: "x"})
    target.agent.ingest("hostile", [said])


def _through_title(target: Target, text: str) -> None:
    target.agent.ingest("hostile", [_turn("user", SAID)])
    target.agent.conversations.rename("hostile", text[:100])


def _through_knowledge(target: Target, text: str) -> None:
    target.agent.knowledge.put("website_knowledge", "shop.example", text)


def _through_turns_file(target: Target, text: str) -> None:
    turns = [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": text}]
    lines = [{"conversation": "hostile", **turn} for turn in turns]
    target.import_file("turns.jsonl", "\n".join(map(json.dumps, lines)))


def _through_markdown_file(target: Target, text: str) -> None:
    target.import_file("notes.md", f"# Notes of a stranger\n\n{text}\n")


def _through_memories_file(target: Target, text: str) -> None:
    item = {"id": "m1", "memory": text, "user_id": "u", "created_at": DAY.format(3)}
    target.import_file("mem0.json", json.dumps({"results": [item]}))


def _through_proxy(target: Target, text: str) -> None:
    target.model.answer = text
    messages = [{"role": "user", "content": "Any news?"}]
    target.proxy.post(
        "/v1/chat/completions",
        json={"model": "m", "messages": messages},
        headers={"X-Recollect-Agent-Id": target.agent.id, "Authorization": "Bearer x"},
    ).raise_for_status()


def _through_proxied_tool(target: Target, text: str) -> None:
    target.model.answer = "Done."
    call = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Read the page."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": text},
    ]
    target.proxy.post(
        "/v1/chat/completions",
        json={"model": "m", "messages": messages},
        headers={"X-Recollect-Agent-Id": target.agent.id, "Authorization": "Bearer x"},
    ).raise_for_status()


CHANNELS: dict[str, Callable[[Target, str], None]] = {
    "tool output": _through_tool,
    "tool output as JSON": _through_tool_json,
    "assistant's answer": _through_assistant,
    "system prompt": _through_system,
    "name of a speaker": _through_speaker,
    "metadata": _through_metadata,
    "title of a conversation": _through_title,
    "knowledge": _through_knowledge,
    "imported turns": _through_turns_file,
    "imported notes": _through_markdown_file,
    "imported memories": _through_memories_file,
    "proxied answer": _through_proxy,
    "proxied tool output": _through_proxied_tool,
}


class HostileModel:
    """A chat model on loopback that answers with whatever it is told to."""

    def __init__(self) -> None:
        self.answer = "Fine."
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                message = {"role": "assistant", "content": model.answer}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                body = json.dumps({"id": "1", "object": "chat.completion", "created": 1,
                                   "model": "m", "choices": [choice]}).encode()  # fmt: skip
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(memory: Memory) -> Iterator[httpx2.Client]:
    """A client of a server for this memory, in a thread."""
    with _listening("127.0.0.1", 0) as listener:
        server = _Server(_config(memory))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            url = _url(listener)
            with httpx2.Client(base_url=url, timeout=120, verify=False) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()


def injections() -> list[tuple[str, dict[str, Any]]]:
    """Every payload through every channel."""
    return [(channel, payload) for payload in load("injections")["payload"] for channel in CHANNELS]


def run_injections(cases: Sequence[tuple[str, dict[str, Any]]]) -> list[Outcome]:
    """Which injections are believed, break a fence, or reach the system message."""
    model = HostileModel()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            opened(upstream_base_url=model.url, memory_deadline_ms=60_000) as memory,
            serving(memory) as proxy,
        ):
            targets = [
                Target(memory, memory.agent(f"agent-{n}"), Path(folder), proxy, model)
                for n in range(len(cases))
            ]
            for target in targets:
                for number, known in enumerate(KNOWN):
                    target.agent.remember(known, id=f"k{number}", at=DAY.format(1))
            assert memory.sync().ok
            for target, (channel, payload) in zip(targets, cases, strict=True):
                try:
                    CHANNELS[channel](target, payload["text"])
                except InvalidInput:
                    continue  # refused at the door
            assert memory.sync().ok
            return [
                Outcome(f"{payload['id']}: {channel}", channel, _judge_injection(target, payload))
                for target, (channel, payload) in zip(targets, cases, strict=True)
            ]
    finally:
        model.close()


def _judge_injection(target: Target, payload: dict[str, Any]) -> tuple[str, ...]:
    agent, words = target.agent, payload["words"]
    faults = [
        f"believed: {entry.line}"
        for entry in agent.memories.list()
        if is_trusted(entry) and any(word in _shown(entry) for word in words)
    ]
    known = _contents(agent)
    faults += [
        f"ended: {text}" for text in ("Porto", "penicillin") if not any(text in k for k in known)
    ]
    injection = agent.injection(f"Where do I live, and what about {words[0]}?")
    system = f"{injection.system}\n{_system_text(agent)}"
    faults += [f"in the system message: {word}" for word in words if word in system]
    for part in (injection.system, injection.user):
        if unfenced(part) or len(_MARK.findall(part)) > 1:
            faults.append(f"broke its fence: {part[-200:]}")
    return tuple(faults)


# Report


def failed(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.faults]


def table(title: str, outcomes: Sequence[Outcome]) -> str:
    """The cases and failures by group, and what went wrong."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.group, []).append(outcome)
    rows = [f"| {name} | {len(part)} | {len(failed(part))} |" for name, part in groups.items()]
    wrong = [f"  {one.case}: {'; '.join(one.faults)}" for one in failed(outcomes)]
    head = [f"| {title} | cases | failed |", "| --- | --- | --- |"]
    total = f"| **all** | {len(outcomes)} | {len(failed(outcomes))} |"
    return "\n".join([*head, *rows, total, *wrong])


if __name__ == "__main__":
    tables = (
        table("pasted text", run_pasted(pasted_cases())),
        table("genuine messages", run_controls(load("controls")["case"])),
        table("injections through", run_injections(injections())),
    )
    sys.stdout.write("\n\n".join(tables) + "\n")
