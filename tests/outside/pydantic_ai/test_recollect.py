"""A run is recorded as it was, learned from, and the next one is told what fits its question."""

import re
from pathlib import Path
from typing import Any

import pydantic_ai
import pytest
from pydantic_ai import Agent, RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RunUsage

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.pydantic_ai import RecollectCapability

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "pydantic-ai.md"


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    with Memory.open(tmp_path / "m.sqlite", background=False, embedding_backend="none") as opened:
        yield opened


def with_a_tool_call(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
    if len(messages) == 1:
        return ModelResponse(parts=[ToolCallPart("weather", {"city": "Lisbon"})])
    return ModelResponse(parts=[TextPart("21 °C")])


def test_messages_come_back_exactly(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="not str"):
        RecollectCapability("m.sqlite", agent="alice")  # type: ignore[arg-type]
    remembers = RecollectCapability(AsyncMemory(memory), agent="alice")
    agent = Agent(FunctionModel(with_a_tool_call), capabilities=[remembers])

    @agent.tool_plain
    def weather(city: str) -> dict[str, Any]:
        return {"city": city, "degrees": 21.5}

    result = agent.run_sync("I live in Lisbon.", conversation_id="c")
    history = remembers.history("c", agent="alice")
    assert history == result.all_messages()
    assert [turn.role for turn in memory.agent("alice").turns("c")] == [
        "user",
        "tool",
        "tool",
        "assistant",
    ]
    again = agent.run_sync("Thanks.", conversation_id="c", message_history=history)
    assert remembers.history("c", agent="alice") == again.all_messages()
    assert remembers.history("c", agent="alice", last=2) == again.all_messages()[-2:]


def test_the_next_run_is_told_what_was_learned(memory: Memory) -> None:
    told: list[str | None] = []

    def model(_messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        told.append(info.instructions)
        return ModelResponse(parts=[TextPart("Noted.")])

    def whose(ctx: RunContext[str]) -> str:
        return ctx.deps

    capability = RecollectCapability(memory, agent=whose)
    agent = Agent(FunctionModel(model), deps_type=str, capabilities=[capability])
    agent.run_sync("I am allergic to peanuts.", deps="alice")
    memory.sync(agent="alice")
    agent.run_sync("Am I allergic to peanuts?", deps="alice")
    agent.run_sync("Am I allergic to peanuts?", deps="ben")
    assert [("allergic" in (text or "")) for text in told] == [False, True, False]


@pytest.mark.parametrize("prompt", ["word " * 9000, " ", "a \x00 b"])
def test_any_prompt_is_answered(memory: Memory, prompt: str) -> None:
    agent = Agent(
        TestModel(call_tools=[]), capabilities=[RecollectCapability(memory, agent="default")]
    )
    assert agent.run_sync(prompt, conversation_id="c").output
    assert len(memory.agent("default").turns("c")) == 2


async def test_the_model_can_search(memory: Memory) -> None:
    memory.agent("default").remember("The boat is called Ottilie.", conversation="old")
    agent = Agent(TestModel(), capabilities=[RecollectCapability(memory, agent="default")])
    result = await agent.run("What is the boat called?")
    assert "search_memory" in result.output


async def test_what_the_model_searched_for_is_not_found_again(memory: Memory) -> None:
    remembers = RecollectCapability(memory, agent="default")
    memory.agent("default").remember("The boat is called Ottilie.", conversation="old")
    found: list[list[str]] = []

    def search(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart("search_memory", {"query": "boat Ottilie"})])
        found.append(messages[-1].parts[0].content)
        return ModelResponse(parts=[TextPart("Yes.")])

    agent = Agent(FunctionModel(search), capabilities=[remembers])
    await agent.run("Look.", conversation_id="c")
    await agent.run("Look.", conversation_id="c")
    assert found[0] == ["The boat is called Ottilie."]
    assert {*found[1]} == {"The boat is called Ottilie.", "Look.", "Yes."}
    assert "boat" not in "".join(turn.content for turn in memory.agent("default").turns("c"))
    assert (
        await remembers.search_memory(
            RunContext(deps=None, model=TestModel(), usage=RunUsage()), " "
        )
        == []
    )


def test_the_example_runs(monkeypatch: Any, tmp_path: Path) -> None:
    class Scripted(Agent):
        def __init__(self, _model: str, **options: Any) -> None:
            super().__init__(TestModel(call_tools=[]), **options)

    monkeypatch.setattr(pydantic_ai, "Agent", Scripted)
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, str(PAGE), "exec"), names)
    alice = names["memory"].agent("alice")
    assert any("Lisbon" in entry.content for entry in alice.memories.list())
    assert len(alice.turns("monday")) == 4
