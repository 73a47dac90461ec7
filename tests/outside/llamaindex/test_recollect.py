"""Messages come back as they were given, what is said is learned, and engines and agents use it."""

import re
from pathlib import Path
from typing import Any

import pytest
from llama_index.core import Settings
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ImageBlock, ToolCallBlock
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage, MessageRole, MockLLM
from llama_index.core.llms.mock import MockFunctionCallingLLM

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.llamaindex import RecollectChatMemory

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "llamaindex.md"
USER, ASSISTANT, TOOL = MessageRole.USER, MessageRole.ASSISTANT, MessageRole.TOOL
MESSAGES = [
    ChatMessage("I live in Lisbon.", role=USER),
    ChatMessage(
        role=ASSISTANT,
        blocks=[ToolCallBlock(tool_call_id="1", tool_name="weather", tool_kwargs={"city": "x"})],
        additional_kwargs={"tool_calls": [{"id": "1"}]},
    ),
    ChatMessage("21 °C \x00", role=TOOL, additional_kwargs={"tool_call_id": "1"}),
    ChatMessage(role=USER, blocks=[ImageBlock(image=b"aGk=", image_mimetype="image/png")]),
]


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    with Memory.open(tmp_path / "m.sqlite", background=False, embedding_backend="none") as opened:
        yield opened


def remembered(memory: Any, session: str = "s", **fields: Any) -> RecollectChatMemory:
    return RecollectChatMemory.from_defaults(
        memory=memory, session_id=session, agent="alice", **fields
    )


def test_messages_come_back_exactly(memory: Memory) -> None:
    talk = remembered(memory)
    talk.put_messages(MESSAGES)
    talk.put(MESSAGES[0])
    assert talk.get_all() == [*MESSAGES, MESSAGES[0]]
    assert remembered(AsyncMemory(memory)).get_all() == talk.get_all()
    with pytest.raises(InvalidInput, match="not str"):
        remembered("m.sqlite")
    talk.set([*MESSAGES[:2], ChatMessage("Thanks", role=USER)])
    assert talk.get_all() == [*MESSAGES[:2], ChatMessage("Thanks", role=USER)]
    talk.reset()
    talk.reset()
    assert talk.get_all() == []


def test_only_what_changes_is_written_again(memory: Memory) -> None:
    talk = remembered(memory)
    talk.set(MESSAGES[:1])
    (first,) = memory.agent("alice").turns()
    talk.set(MESSAGES)
    assert memory.agent("alice").turns()[0] == first


def test_history_is_cut_before_a_message_of_the_user(memory: Memory) -> None:
    talk = remembered(memory, history_tokens=60, context_tokens=0)
    for number in range(9):
        talk.put(ChatMessage(f"question {number} " * 4, role=USER))
        talk.put(ChatMessage(f"answer {number} " * 4, role=ASSISTANT))
    shown = talk.get()
    assert 0 < len(shown) < 18
    assert shown == talk.get_all()[-len(shown) :]
    assert shown[0].role == USER


def test_the_latest_question_is_never_cut(memory: Memory) -> None:
    talk = remembered(memory, history_tokens=60, context_tokens=0)
    talk.put(ChatMessage("earlier", role=USER))
    long = [ChatMessage("word " * 900, role=USER), ChatMessage("word " * 900, role=TOOL)]
    talk.put_messages(long)
    assert talk.get() == long


def test_a_chat_engine_is_told_what_another_conversation_said(memory: Memory) -> None:
    first = remembered(memory, "monday")
    engine = SimpleChatEngine.from_defaults(llm=MockLLM(), memory=first)
    engine.chat("I am allergic to peanuts.")
    assert [message.role for message in first.get_all()] == [USER, ASSISTANT]
    memory.sync(agent="alice")
    second = remembered(memory, "friday")
    told, asked = second.get("Am I allergic to peanuts?"), second.get_all()
    assert (told[0].role, asked) == (MessageRole.SYSTEM, [])
    assert "allergic to peanuts" in str(told[0].content)
    answer = SimpleChatEngine.from_defaults(llm=MockLLM(), memory=second).chat("Any allergies?")
    assert "allergic to peanuts" in str(answer)


@pytest.mark.parametrize("question", ["word " * 9000, " ", "a \x00 b"])
def test_any_question_is_answered(memory: Memory, question: str) -> None:
    talk = remembered(memory)
    SimpleChatEngine.from_defaults(llm=MockLLM(), memory=talk).chat(question)
    assert talk.get_all()[0].content == question


def test_one_without_its_database_says_so() -> None:
    with pytest.raises(ValueError, match="from_defaults"):
        RecollectChatMemory(session_id="s", agent="a").get_all()


async def test_an_agent_uses_it(memory: Memory) -> None:
    talk = remembered(memory)
    agent = FunctionAgent(llm=MockFunctionCallingLLM(), tools=[], system_prompt="Be brief.")
    await agent.run("I live in Lisbon.", memory=talk)
    memory.sync(agent="alice")
    assert [message.role for message in talk.get_all()] == [USER, ASSISTANT]
    assert [entry.content for entry in memory.agent("alice").memories.list()] == [
        "User lives in Lisbon."
    ]


def test_the_example_runs(monkeypatch: Any, tmp_path: Path, capsys: Any) -> None:
    monkeypatch.setattr(Settings, "_llm", MockLLM())
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    exec(compile(code, str(PAGE), "exec"), {})
    assert "Lisbon" in capsys.readouterr().out
