"""Memory for LlamaIndex: `agent.run(text, memory=RecollectChatMemory.from_defaults(…))`.

Install `recollect[llamaindex]`.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Self

from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.memory import BaseMemory

from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput, NotFound
from recollect.integrations.opened import AnyMemory, opened
from recollect.integrations.recalled import recalled
from recollect.integrations.verbatim import turn_with, value_of, without_memory
from recollect.memory import Agent, Memory

# The metadata key of a turn under which its message is kept as LlamaIndex gave it.
MESSAGE = "llamaindex_message"
# `get` never returns more messages than this.
_LAST: Final = 1_000
_ROLES = {
    MessageRole.USER: Role.USER,
    MessageRole.ASSISTANT: Role.ASSISTANT,
    MessageRole.CHATBOT: Role.ASSISTANT,
    MessageRole.MODEL: Role.ASSISTANT,
    MessageRole.TOOL: Role.TOOL,
    MessageRole.FUNCTION: Role.TOOL,
}


class RecollectChatMemory(BaseMemory):
    """One conversation of an agent, preceded by what the agent remembers about the question."""

    session_id: str
    agent: str
    history_tokens: int = Field(8000, description="How much of the conversation `get` returns.")
    context_tokens: int = Field(2000, description="How much `get` recalls; 0: nothing.")
    _memory: Memory | None = PrivateAttr(None)

    @classmethod
    def class_name(cls) -> str:
        """The name of this component."""
        return "RecollectChatMemory"

    @classmethod
    def from_defaults(
        cls, *, memory: AnyMemory, session_id: str = "default", **fields: Any
    ) -> Self:
        """A conversation of one of the agents of a memory."""
        made = cls(session_id=session_id, **fields)
        made._memory = opened(memory)
        return made

    def get(self, input: str | None = None, **_: Any) -> list[ChatMessage]:  # noqa: A002 - theirs
        """The end of the conversation, after a system message with what is remembered."""
        turns = self._latest()
        asked = (turn.content for turn in reversed(turns) if turn.role is Role.USER)
        question = input or next(asked, None)
        messages = [_message_of(turn) for turn in turns]
        if not self.context_tokens:
            return messages
        text = recalled(
            self._agent,
            question,
            tokens=self.context_tokens,
            conversation=self.session_id,
            present=[turn.content for turn in turns],
        )
        system = [ChatMessage(role=MessageRole.SYSTEM, content=text)] if text else []
        return [*system, *messages]

    def get_all(self) -> list[ChatMessage]:
        """The whole conversation, without what is remembered."""
        return [_message_of(turn) for turn in self._agent.turns(self.session_id)]

    def put(self, message: ChatMessage) -> None:
        """Store one message."""
        self.put_messages([message])

    def put_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Store messages, all or none."""
        if messages:
            self._agent.ingest(self.session_id, [_turn_of(message) for message in messages])

    def set(self, messages: Sequence[ChatMessage]) -> None:
        """Make the conversation these messages; those it begins with already stay as they are."""
        turns = self._agent.turns(self.session_id)
        pairs = zip(turns, messages, strict=False)
        same = next(
            (at for at, (turn, message) in enumerate(pairs) if not _is_of(turn, message)),
            min(len(turns), len(messages)),
        )
        for turn in reversed(turns[same:]):
            self._agent.conversations.delete_turn(self.session_id, turn.id)
        self.put_messages(messages[same:])

    def reset(self) -> None:
        """Erase the conversation, with what was learned from it."""
        with suppress(NotFound):
            self._agent.conversations.delete(self.session_id)

    @property
    def _agent(self) -> Agent:
        if self._memory is None:
            # One that was stored, as with a workflow's context, comes back without its database.
            message = (
                "there is no open memory here: use RecollectChatMemory.from_defaults(memory=…)"
            )
            raise InvalidInput(message, field="memory")
        return self._memory.agent(self.agent)

    def _latest(self) -> list[Turn]:
        """The last turns within `history_tokens`, beginning with a message of the user.

        The user's latest message and what follows it are always there, however long.
        """
        turns = self._agent.turns(self.session_id, last=_LAST)
        tokens, asked, start = 0, False, len(turns)
        for place in reversed(range(len(turns))):
            tokens += turns[place].tokens
            if asked and tokens > self.history_tokens:
                break
            role = turns[place].role
            asked = asked or role is Role.USER
            # Models refuse a reply or a tool's result without the message that it answers.
            if role in {Role.USER, Role.SYSTEM}:
                start = place
        return turns[start:]


def _turn_of(message: ChatMessage) -> dict[str, Any]:
    """A turn for a message: its text to be searched and learned from, and the message itself."""
    calls = (block for block in message.blocks if isinstance(block, ToolCallBlock))
    called = (f"{call.tool_name}({call.tool_kwargs})" for call in calls)
    text = "\n".join([*filter(None, (message.content,)), *called])
    role = _ROLES.get(message.role, Role.SYSTEM)
    return turn_with(message.model_dump(mode="json"), MESSAGE, role, text, "message")


def _is_of(turn: Turn, message: ChatMessage) -> bool:
    """Whether a turn was stored for a message, which may repeat memory."""
    kept = without_memory(message.model_dump(mode="json"))
    return _message_of(turn) in (message, ChatMessage.model_validate(kept))


def _message_of(turn: Turn) -> ChatMessage:
    """The message of a turn; one that LlamaIndex did not store has its text."""
    kept = value_of(turn, MESSAGE)
    if kept is None:
        return ChatMessage(role=MessageRole(turn.role.value), content=turn.content)
    return ChatMessage.model_validate(kept)
