"""Memory for Pydantic AI: `Agent(model, capabilities=[RecollectCapability(memory, agent="ann")])`.

Install `recollect[pydantic-ai]`.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.run import AgentRunResult
from pydantic_ai.toolsets import FunctionToolset

from recollect.domain.turn import Role, Turn
from recollect.integrations.opened import AnyMemory, opened
from recollect.integrations.recalled import question_of, recalled, words_of
from recollect.integrations.verbatim import turn_with, value_of
from recollect.memory import Agent

# The metadata key of a turn under which its message is kept as Pydantic AI gave it.
MESSAGE = "pydantic_ai_message"
_TOOL: Final = "search_memory"
# How much the model's own search returns, and how much it looks through for that.
_FOUND: Final = 10
_SEARCHED: Final = 30


class RecollectCapability(AbstractCapability[Any]):
    """Tells the model what is remembered about the question, and records every run.

    `agent` is whose memory it is, such as `lambda ctx: ctx.deps.user_id`. A run is recorded in the
    conversation of this name, or else under its own `conversation_id`.
    """

    def __init__(
        self,
        memory: AnyMemory,
        *,
        agent: str | Callable[[RunContext[Any]], str],
        conversation: str | None = None,
        context_tokens: int = 2000,
    ) -> None:
        self._memory = opened(memory)
        self._agent = agent
        self._conversation = conversation
        self._context_tokens = context_tokens

    def get_instructions(self) -> Callable[[RunContext[Any]], Any]:
        """What is remembered about the question, for every run anew."""
        return self._recall

    def get_toolset(self) -> FunctionToolset[Any]:
        """A tool with which the model can look for more."""
        return FunctionToolset([self.search_memory])

    async def search_memory(self, ctx: RunContext[Any], query: str) -> list[str]:
        """Search everything that was said in earlier conversations.

        Args:
            ctx: The run.
            query: What to look for, as a question or a few words.
        """
        question = question_of(query)
        if not question:
            return []
        hits = await asyncio.to_thread(self._of(ctx).search, question, limit=_SEARCHED)
        # Calls of tools and their results are no one's words.
        said = [hit.text for hit in hits if hit.turn is None or hit.turn.role is not Role.TOOL]
        return said[:_FOUND]

    async def after_run(
        self, ctx: RunContext[Any], *, result: AgentRunResult[Any]
    ) -> AgentRunResult[Any]:
        """Store the messages of the run, all or none."""
        turns = [_turn_of(message) for message in result.new_messages()]
        if turns:
            await asyncio.to_thread(self._of(ctx).ingest, self._conversation_of(ctx), turns)
        return result

    def history(
        self, conversation: str, *, agent: str, last: int | None = None
    ) -> list[ModelMessage]:
        """The messages of a conversation, for `message_history`."""
        turns = self._memory.agent(agent).turns(conversation, last=last)
        return [_message_of(turn) for turn in turns]

    async def _recall(self, ctx: RunContext[Any]) -> str:
        present = [text for message in ctx.messages for text in _texts(message)]
        return await asyncio.to_thread(
            recalled,
            self._of(ctx),
            words_of(ctx.prompt),
            tokens=self._context_tokens,
            conversation=self._conversation_of(ctx),
            present=present,
        )

    def _of(self, ctx: RunContext[Any]) -> Agent:
        return self._memory.agent(self._agent(ctx) if callable(self._agent) else self._agent)

    def _conversation_of(self, ctx: RunContext[Any]) -> str:
        return self._conversation or ctx.conversation_id or "default"


def _texts(message: ModelMessage) -> list[str]:
    """The words of each part of a message: of a prompt, a reply, a tool call or its result.

    What the model searched its memory for, and found, must not become a memory of its own.
    """
    texts: list[str] = []
    for part in message.parts:
        match part:
            case ToolCallPart() | ToolReturnPart() if part.tool_name == _TOOL:
                pass
            case UserPromptPart():
                texts.append(words_of(part.content))
            case TextPart():
                texts.append(part.content)
            case ToolCallPart():
                texts.append(f"{part.tool_name}({part.args_as_json_str()})")
            case ToolReturnPart():
                texts.append(part.model_response_str())
            case _:
                pass
    return [text for text in texts if text]


def _turn_of(message: ModelMessage) -> dict[str, Any]:
    """A turn for a message: its text to be searched and learned from, and the message itself."""
    kinds = {type(part) for part in message.parts}
    if isinstance(message, ModelRequest):
        role = Role.USER if UserPromptPart in kinds else Role.TOOL
    else:
        role = Role.ASSISTANT if TextPart in kinds else Role.TOOL
    (kept,) = ModelMessagesTypeAdapter.dump_python([message], mode="json")
    return turn_with(kept, MESSAGE, role, "\n".join(_texts(message)), message.kind)


def _message_of(turn: Turn) -> ModelMessage:
    """The message of a turn; one that Pydantic AI did not store has its text."""
    kept = value_of(turn, MESSAGE)
    if kept is not None:
        return ModelMessagesTypeAdapter.validate_python([kept])[0]
    if turn.role is Role.USER:
        return ModelRequest(parts=[UserPromptPart(turn.content)])
    return ModelResponse(parts=[TextPart(turn.content)])
