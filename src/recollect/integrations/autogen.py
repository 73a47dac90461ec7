"""Memory for AutoGen's agents: `AssistantAgent(…, memory=[RecollectMemory(memory, agent="ann")])`.

Install `recollect[autogen]`.
"""

import asyncio
import json
from contextlib import suppress
from itertools import takewhile
from typing import Any
from uuid import uuid4

from autogen_core import CancellationToken
from autogen_core.memory import Memory as AutogenMemory
from autogen_core.memory import (
    MemoryContent,
    MemoryMimeType,
    MemoryQueryResult,
    UpdateContextResult,
)
from autogen_core.model_context import ChatCompletionContext
from autogen_core.models import SystemMessage, UserMessage

from recollect.context.fence import unfenced
from recollect.errors import NotFound
from recollect.integrations.opened import AnyMemory, opened
from recollect.integrations.recalled import recalled, words_of
from recollect.integrations.verbatim import clean


class RecollectMemory(AutogenMemory):
    """The memory of one agent: what is added is remembered, and what fits the question is told."""

    def __init__(
        self,
        memory: AnyMemory,
        *,
        agent: str,
        conversation: str = "autogen",
        context_tokens: int = 2000,
        record_user: bool = True,
    ) -> None:
        self._agent = opened(memory).agent(agent)
        self._conversation = conversation
        self._context_tokens = context_tokens
        self._record_user = record_user

    async def update_context(self, model_context: ChatCompletionContext) -> UpdateContextResult:
        """Add a system message with what is remembered about the latest question.

        With `record_user`, what is said since the last reply is stored, so that it is learned from;
        in a team, what another participant says under its name, not as the user's words.
        """
        messages = await model_context.get_messages()
        asked = next((m for m in reversed(messages) if isinstance(m, UserMessage)), None)
        text = await asyncio.to_thread(
            recalled,
            self._agent,
            words_of(asked.content) if asked else "",
            tokens=self._context_tokens,
            conversation=self._conversation,
            present=[text for message in messages if isinstance(text := message.content, str)],
        )
        new = [*takewhile(lambda m: isinstance(m, UserMessage), reversed(messages))]
        turns = [
            _turn_of(message)
            for message in reversed(new)
            if unfenced(words_of(message.content)).strip()
        ]
        if self._record_user and turns:
            await asyncio.to_thread(self._agent.ingest, self._conversation, turns)
        if not text:
            return UpdateContextResult(memories=MemoryQueryResult(results=[]))
        await model_context.add_message(SystemMessage(content=text))
        told = MemoryContent(content=text, mime_type=MemoryMimeType.TEXT)
        return UpdateContextResult(memories=MemoryQueryResult(results=[told]))

    async def query(
        self,
        query: str | MemoryContent,
        cancellation_token: CancellationToken | None = None,  # noqa: ARG002 - the interface
        **kwargs: Any,
    ) -> MemoryQueryResult:
        """What is most relevant to a question, best first; `limit` says how much."""
        hits = await asyncio.to_thread(
            self._agent.search, _text_of(query), limit=kwargs.get("limit")
        )
        results = [
            MemoryContent(
                content=hit.text,
                mime_type=MemoryMimeType.TEXT,
                metadata={"id": hit.id, "scope": hit.scope.value, "score": hit.score},
            )
            for hit in hits
        ]
        return MemoryQueryResult(results=results)

    async def add(
        self,
        content: MemoryContent,
        cancellation_token: CancellationToken | None = None,  # noqa: ARG002 - the interface
    ) -> None:
        """Remember a statement."""
        await asyncio.to_thread(
            self._agent.memories.add, _text_of(content), metadata=content.metadata
        )

    async def clear(self) -> None:
        """Erase everything of this agent: its conversations and memories."""
        with suppress(NotFound):
            await asyncio.to_thread(self._agent.erase)

    async def close(self) -> None:
        """Nothing to do: close the Recollect memory itself."""


def _turn_of(message: Any) -> dict[str, Any]:
    # AutoGen's own names for a person are "user" and "user_proxy".
    speaker = None if message.source.startswith("user") else message.source
    content = clean(unfenced(words_of(message.content)))
    return {"id": uuid4().hex, "role": "user", "speaker": speaker, "content": content}


def _text_of(value: str | MemoryContent) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value.content, str):
        return value.content
    if isinstance(value.content, dict):
        return json.dumps(value.content, ensure_ascii=False)
    raise TypeError(f"Recollect remembers text and JSON, not {value.mime_type}")
