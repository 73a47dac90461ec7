"""AutoGen's agents are told what is remembered, and what their users say is learned."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core.memory import MemoryContent, MemoryMimeType
from autogen_core.models import ModelFamily, SystemMessage
from autogen_ext.models.replay import ReplayChatCompletionClient

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.autogen import RecollectMemory

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "autogen.md"


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    with Memory.open(tmp_path / "m.sqlite", background=False, embedding_backend="none") as opened:
        yield opened


def model(*replies: str) -> ReplayChatCompletionClient:
    info: Any = {
        "vision": False,
        "function_calling": False,
        "json_output": False,
        "structured_output": False,
        "family": ModelFamily.UNKNOWN,
    }
    return ReplayChatCompletionClient([*replies], model_info=info)


def statement(text: Any) -> MemoryContent:
    kind = MemoryMimeType.JSON if isinstance(text, dict) else MemoryMimeType.TEXT
    return MemoryContent(content=text, mime_type=kind, metadata={"source": "test"})


async def test_what_is_added_is_found_and_cleared(memory: Memory) -> None:
    remembers = RecollectMemory(AsyncMemory(memory), agent="alice")
    with pytest.raises(InvalidInput, match="not str"):
        RecollectMemory("m.sqlite", agent="alice")  # type: ignore[arg-type]
    await remembers.clear()
    await remembers.add(statement("Prefers green tea"))
    await remembers.add(statement({"boat": "Ottilie"}))
    found = (await remembers.query("Which tea?", limit=1)).results
    assert [result.content for result in found] == ["Prefers green tea"]
    assert (await remembers.query(statement("boat Ottilie"))).results
    (tea,) = memory.agent("alice").memories.list(text="tea")
    assert tea.metadata["source"] == "test"
    with pytest.raises(TypeError, match="text and JSON"):
        await remembers.add(MemoryContent(content=b"x", mime_type=MemoryMimeType.BINARY))
    await remembers.clear()
    assert (await remembers.query("Which tea?")).results == []


async def test_an_agent_is_told_what_another_conversation_said(memory: Memory) -> None:
    first = AssistantAgent("a", model("Noted."), memory=[RecollectMemory(memory, agent="alice")])
    await first.run(task="I am allergic to peanuts.")
    assert memory.sync(agent="alice").ok
    remembers = RecollectMemory(memory, agent="alice", conversation="friday")
    second = AssistantAgent("b", model("No."), memory=[remembers])
    await second.run(task="Am I allergic to peanuts?")
    context = await second.model_context.get_messages()
    (told,) = (message for message in context if isinstance(message, SystemMessage))
    assert "allergic to peanuts" in told.content
    assert [turn.content for turn in memory.agent("alice").turns("friday")] == [
        "Am I allergic to peanuts?"
    ]


async def test_in_a_team_the_words_of_other_agents_are_not_the_users(memory: Memory) -> None:
    remembers = RecollectMemory(memory, agent="alice", conversation="team")
    writer = AssistantAgent("writer", model("I live in the cloud."))
    critic = AssistantAgent("critic", model("Fine."), memory=[remembers])
    await RoundRobinGroupChat([writer, critic], max_turns=2).run(task="I live in Lisbon.")
    said = [(turn.speaker, turn.content) for turn in memory.agent("alice").turns("team")]
    assert said == [(None, "I live in Lisbon."), ("writer", "I live in the cloud.")]


@pytest.mark.parametrize("task", ["word " * 9000, " ", "a \x00 b"])
async def test_any_message_is_answered(memory: Memory, task: str) -> None:
    remembers = RecollectMemory(memory, agent="alice")
    result = await AssistantAgent("a", model("Noted."), memory=[remembers]).run(task=task)
    assert result.messages[-1].content == "Noted."


def test_the_example_runs(monkeypatch: Any, tmp_path: Path, capsys: Any) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, str(PAGE), "exec"), names)
    asyncio.run(names["main"](model("Noted.")))
    assert "Lisbon" in capsys.readouterr().out
