"""Items of every kind come back as they were given, and what is said is learned."""

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import Any

import agents
import pytest
from agents.testing import ScriptedModel
from sources import modules_of

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.openai_agents import RecollectSession

(responses,) = modules_of("openai-agents", "test_responses")
PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "openai-agents.md"
ITEMS: list[Any] = [
    {"role": "user", "content": [{"type": "input_text", "text": "I live in Lisbon."}]},
    {"type": "reasoning", "id": "r1", "summary": [], "encrypted_content": "gAAAA", "status": None},
    {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"a":1}'},
    {"type": "function_call_output", "call_id": "c1", "output": "21 °C \x00 \ud83d"},
    {"type": "function_call_output", "call_id": "c2", "output": [{"type": "input_image"}]},
    {"type": "message", "role": "assistant", "id": "m", "content": [], "status": "completed"},
    {"role": "developer", "content": "Be brief.", "extra": {"z": 1, "a": [None, 0.1, True]}},
]


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    with Memory.open(tmp_path / "m.sqlite", background=False, embedding_backend="none") as opened:
        yield opened


async def test_items_come_back_exactly(memory: Memory) -> None:
    session = RecollectSession("s", memory, agent="alice")
    assert isinstance(session, agents.Session)
    await session.add_items(ITEMS)
    await session.add_items(ITEMS[:1])
    found = await session.get_items()
    assert found == [*ITEMS, ITEMS[0]]
    assert [list(item) for item in found] == [list(item) for item in [*ITEMS, ITEMS[0]]]
    assert await session.get_items(limit=2) == [ITEMS[-1], ITEMS[0]]
    assert await session.pop_item() == ITEMS[0]
    assert await RecollectSession("s", AsyncMemory(memory), agent="alice").get_items() == ITEMS
    assert await RecollectSession("s", memory, agent="bob").get_items() == []


@pytest.mark.parametrize("items", ["x", {"role": "user"}, [{"role": "user"}], ["x"], [None]])
async def test_what_is_no_list_of_items_is_refused(memory: Memory, items: Any) -> None:
    session = RecollectSession("s", memory, agent="alice")
    with pytest.raises(InvalidInput, match=r"items (takes|may)"):
        await session.add_items(items)
    with pytest.raises(InvalidInput, match=r"items (takes|may)"):
        await session.add_items([ITEMS[0], *items] if isinstance(items, list) else None)
    assert await session.get_items() == []


def test_whose_session_it_is_must_be_said(memory: Memory) -> None:
    with pytest.raises(TypeError, match="agent"):
        RecollectSession("s", memory)  # type: ignore[call-arg]


async def test_what_is_said_is_learned_and_forgotten_with_its_item(memory: Memory) -> None:
    session = RecollectSession("s", memory, agent="alice")
    await session.add_items(ITEMS)
    memory.sync()
    alice = memory.agent("alice")
    assert [entry.content for entry in alice.memories.list()] == ["User lives in Lisbon."]
    assert alice.search("Where does she live?")[0].text in {
        "I live in Lisbon.",
        "User lives in Lisbon.",
    }
    while await session.pop_item():
        pass
    assert alice.memories.list() == []
    await session.clear_session()
    await session.clear_session()
    assert alice.conversations.list() == []


async def test_a_conversation_from_elsewhere_can_be_continued(memory: Memory) -> None:
    memory.agent("alice").remember("Hello", conversation="s")
    session = RecollectSession("s", memory, agent="alice")
    assert await session.get_items() == [{"role": "user", "content": "Hello"}]


async def test_a_cancelled_write_is_finished_first(memory: Memory) -> None:
    session = RecollectSession("s", memory, agent="me")
    write = asyncio.create_task(session.add_items(ITEMS))
    await asyncio.sleep(0)
    write.cancel()
    with pytest.raises(asyncio.CancelledError):
        await write
    assert len(await session.get_items()) == len(ITEMS)


def test_the_example_runs(monkeypatch: Any, tmp_path: Path, capsys: Any) -> None:
    model = ScriptedModel()
    for words in ("Noted.", "Bacalhau."):
        model.enqueue([responses.get_text_message(words)])
    monkeypatch.setattr(agents, "Agent", partial(agents.Agent, model=model))
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    exec(compile(code, str(PAGE), "exec"), {})
    out = capsys.readouterr().out
    assert "Bacalhau." in out
    assert "Lisbon" in out
    assert "peanuts" in out
