"""However late memory is, the instructions that need no search are sent, and never outdated ones."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
import pytest
from openai import OpenAI

from recollect import Memory
from recollect.domain.hit import Answer
from recollect.settings import change, load

Serve = Callable[[Memory], httpx2.Client]
Ask = Callable[..., Any]
QUESTION = {"role": "user", "content": "Where does Alice live?"}
NEXT = {"role": "user", "content": "And where does she work?"}
CALL = {
    "role": "assistant",
    "tool_calls": [
        {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}},
    ],
}
RESULT = {"role": "tool", "tool_call_id": "1", "content": "done"}


class Broken:
    """A search that fails, hangs until it is let go, or works."""

    def __init__(self, memory: Memory, state: str = "fails") -> None:
        self.search = memory.assembler.search
        self.state = state
        self.go = Event()
        object.__setattr__(memory.assembler, "search", self)

    def answer(self, *asked: Any) -> Answer:
        if self.state == "fails":
            raise RuntimeError("private words")
        assert self.state == "works" or self.go.wait(60)
        return self.search.answer(*asked)


@pytest.fixture
def known(opened, upstream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    memory = opened(upstream_base_url=upstream.url, extractor="built_in", background=False)
    alice = memory.agent("alice")
    alice.remember("I live in Lisbon and work at Acme.", conversation="old")
    alice.remember("From now on, always use metric units when you answer me.", conversation="old")
    alice.overrides.add("Answer in German.")
    memory.sync()
    return memory


@pytest.fixture
def broken(known: Memory) -> Iterator[Broken]:
    search = Broken(known)
    yield search
    search.go.set()


@pytest.fixture
def ask(known, serve: Serve, openai: Callable[..., OpenAI]) -> Ask:
    client = openai(serve(known), X_Recollect_Agent_Id="alice", X_Conversation_Id="c")

    def ask(*messages: Any) -> Any:
        return client.chat.completions.with_raw_response.create(
            model="m", messages=list(messages) or [QUESTION]
        )

    return ask


@contextmanager
def elsewhere(tmp_path: Path) -> Iterator[Any]:
    """The same agent in another process that has the database open."""
    with Memory.open(
        tmp_path / "memory.sqlite", embedding_backend="none", background=False
    ) as other:
        yield other.agent("alice")


def sent(upstream, number: int = -1) -> str:
    """The system message that the model got; empty if there was none."""
    first = upstream.asked[number].messages[0]
    return first["content"] if first["role"] == "system" else ""


def test_when_search_fails_the_instructions_are_sent_and_reported(known, broken, ask, upstream):
    answer = ask()
    assert "Answer in German." in sent(upstream)
    assert "always use metric units" in sent(upstream)
    assert upstream.asked[0].messages[1] == QUESTION
    assert answer.headers["X-Recollect-Memory"] == "failed"
    receipt = known.receipt(answer.headers["X-Recollect-Receipt"])
    assert {item.section for item in receipt.items} == {"overrides", "profile"}
    assert 0 < receipt.tokens < int(answer.headers["X-Recollect-Tokens"])


def test_what_is_sent_is_the_usual_system_part_while_memory_is_in_ram(known, broken, ask, upstream):
    broken.state = "works"
    assert ask().headers["X-Recollect-Memory"] == "used"
    broken.state = "fails"
    assert ask(NEXT).headers["X-Recollect-Memory"] == "failed"
    assert sent(upstream, 1) == sent(upstream, 0)
    assert "Lisbon" in sent(upstream)


def test_a_late_turn_keeps_its_instructions_through_its_tool_calls(
    opened, known, upstream, serve: Serve, openai
):
    memory = opened(upstream_base_url=upstream.url, memory_deadline_ms=1_000, background=False)
    search = Broken(memory, "hangs")
    client = openai(serve(memory), X_Recollect_Agent_Id="alice", X_Conversation_Id="c")

    def ask(*messages: Any) -> Any:
        return client.chat.completions.with_raw_response.create(model="m", messages=list(messages))

    assert ask(QUESTION).headers["X-Recollect-Memory"] == "late"
    assert "Answer in German." in sent(upstream)
    search.go.set()
    memory.agent("alice").overrides.add("Be brief.")
    going_on = ask(QUESTION, CALL, RESULT)
    assert going_on.headers["X-Recollect-Memory"] == "late"
    assert int(going_on.headers["X-Recollect-Tokens"]) > 0
    assert sent(upstream, 1) == sent(upstream, 0)
    assert upstream.asked[1].messages[1] == QUESTION
    # The next question gets everything again.
    assert ask(NEXT).headers["X-Recollect-Memory"] == "used"
    assert "Be brief." in sent(upstream)


@pytest.mark.parametrize("how", ["edited", "deleted", "deleted elsewhere", "learned, deleted"])
def test_a_withdrawn_instruction_is_not_sent_again(
    known, broken, ask, upstream, how: str, tmp_path: Path
):
    ask()
    alice = known.agent("alice")
    override = alice.overrides.list()[0]
    withdrawn = "Answer in German."
    match how:
        case "edited":
            alice.overrides.update(override.id, "Answer in French.")
        case "deleted":
            alice.overrides.delete(override.id)
        case "deleted elsewhere":
            with elsewhere(tmp_path) as other:
                other.overrides.delete(override.id)
        case _:
            withdrawn = "metric units"
            (standing,) = [entry for entry in alice.memories.list() if entry.is_standing]
            alice.memories.delete(standing.id)
    ask(NEXT)
    assert withdrawn in sent(upstream, 0)
    assert withdrawn not in sent(upstream, 1)
    assert ("French" in sent(upstream, 1)) is (how == "edited")


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_nothing_of_an_erased_agent_is_sent(
    known, broken, ask, upstream, where: str, tmp_path: Path
):
    ask()
    if where == "here":
        known.agent("alice").erase()
    else:
        with elsewhere(tmp_path) as other:
            other.erase()
    answer = ask(NEXT)
    assert upstream.asked[1].messages == [NEXT]
    assert answer.headers["X-Recollect-Memory"] == "failed"
    assert "X-Recollect-Tokens" not in answer.headers


def test_an_agent_erased_during_its_tool_calls_gets_nothing(known, broken, ask, upstream):
    ask()
    known.agent("alice").erase()
    ask(QUESTION, CALL, RESULT)
    assert upstream.asked[1].messages[0] == QUESTION


def test_once_memory_is_switched_off_no_instruction_is_sent(known, broken, ask, upstream):
    ask()
    change(load(), {"enabled": False})
    assert ask(QUESTION, CALL, RESULT).headers["X-Recollect-Memory"] == "off"
    assert ask(NEXT).headers["X-Recollect-Memory"] == "off"
    assert not sent(upstream, 1) + sent(upstream, 2)


def test_before_the_system_prompt_where_all_memory_goes_there(
    opened, known, serve, upstream, openai
):
    memory = opened(upstream_base_url=upstream.url, inject="system", background=False)
    Broken(memory)
    client = openai(serve(memory), X_Recollect_Agent_Id="alice")
    system = {"role": "system", "content": "Be kind."}
    client.chat.completions.create(model="m", messages=[system, QUESTION])
    assert re.search(r"</recollect_memory_[a-z]{16}>\n\nBe kind\.$", sent(upstream))
    assert "Answer in German." in sent(upstream)
