"""Sends a chat message to the core model with its context, and saves the exchange."""

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Annotated, Final
from uuid import uuid4

from fastapi import Response

from recollect.context.inject import Injection
from recollect.conversations.dialogue import dialogue
from recollect.domain.chat import NO_MODEL, ChatMessage
from recollect.domain.checks import size_of
from recollect.domain.message import Window
from recollect.domain.ports import ChatModel
from recollect.errors import ProviderError
from recollect.memory import Agent, Memory
from recollect.memory.conversation import OpenConversation, Retention
from recollect.server.access import from_state
from recollect.server.chat.personas import persona
from recollect.server.chat.streaming import StreamedReply, stream_chunks, too_many_chats
from recollect.server.errors import Refusal
from recollect.server.pool import Pool, PoolFull
from recollect.server.proxy.exchange import query_of, without_memory_text
from recollect.server.proxy.forwarder import MemoryMode, Proxy
from recollect.server.proxy.headers import conversation_header
from recollect.server.proxy.memory_lookup import MEMORY_OUTCOMES, LookupOutcome, LookupResult

# Each thread waits for one reply; beyond this the model itself would queue the requests.
_MAX_PARALLEL: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """A message with its persona, its conversation, and what it may do with an agent's memory."""

    message: str
    persona: str
    conversation: str
    agent: Agent | None
    mode: MemoryMode
    # The spaces to read too; None for those that the agent subscribes to.
    spaces: list[str] | None = None

    @property
    def stored_for(self) -> Agent | None:
        """The agent whose stored conversation this is; None for one in RAM."""
        return None if self.mode is MemoryMode.OFF else self.agent


@dataclass(frozen=True, slots=True)
class ChatContext:
    """The conversation, system prompt, cleaned question and history of one request."""

    conversation: OpenConversation
    is_new: bool
    system: str
    question: str
    history: Window


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """The messages to send to the model, and the context that they were built from."""

    model: ChatModel
    context: ChatContext
    messages: list[ChatMessage]
    headers: dict[str, str]


class ChatResponder:
    """Asks the core model in a thread pool, so that the event loop never blocks."""

    def __init__(self, memory: Memory, proxy: Proxy) -> None:
        self._memory = memory
        self._proxy = proxy
        self._max_reply_tokens = max(memory.settings.response_reserve_tokens, 1)
        self._models = Pool(_MAX_PARALLEL, _MAX_PARALLEL, "recollect-chat")

    async def reply(self, request: ChatRequest) -> tuple[str, dict[str, str]]:
        """Return the complete reply and the response headers, and save the exchange."""
        model_request = await self._model_request(request)
        complete = partial(
            model_request.model.complete, model_request.messages, max_tokens=self._max_reply_tokens
        )
        try:
            text = (await self._models.run(complete)).text
        except PoolFull:
            raise too_many_chats() from None
        if not text.strip():
            raise _empty_reply()
        saving = self._keep(request, model_request, text, is_complete=True)
        await asyncio.wait({saving}, timeout=self._proxy.save_seconds)
        return text, model_request.headers

    async def stream(self, request: ChatRequest) -> Response:
        """Return a streamed reply; a failure before the first chunk is a normal error."""
        model_request = await self._model_request(request)
        stream = partial(
            model_request.model.stream, model_request.messages, max_tokens=self._max_reply_tokens
        )
        chunks = stream_chunks(self._models, stream)
        first_chunk = await anext(chunks, None)
        if first_chunk is None:
            raise _empty_reply()
        return StreamedReply(
            first_chunk,
            chunks,
            headers=model_request.headers,
            keep=partial(self._keep, request, model_request),
            save_seconds=self._proxy.save_seconds,
        )

    def close(self) -> None:
        """Stop accepting requests, without waiting for a slow model."""
        self._models.close(wait=False)

    async def _model_request(self, request: ChatRequest) -> ModelRequest:
        began = time.monotonic()
        model = self._memory.chat_model
        if model is None:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "no_model", NO_MODEL)
        context = await self._proxy.pool.run_queued(lambda: self._load_context(request, model))
        headers = dict(conversation_header(request.conversation))
        system, user = context.system, context.question
        if request.agent is not None:
            lookup = await self._look_up_memory(request.agent, request, context, began)
            headers |= dict(lookup.headers)
            if lookup.memory is not None:
                system, user = self._with_memory(lookup.memory, system, user)
        return ModelRequest(model, context, dialogue(system, context.history, user), headers)

    def _load_context(self, request: ChatRequest, model: ChatModel) -> ChatContext:
        memory, conversation = self._memory, self._conversation(request)
        # With memory off, the model sees an empty history.
        visible = conversation if self._keeps_chats() else memory.chat(uuid4().hex)
        return ChatContext(
            conversation,
            conversation.info() is None,
            persona(memory.settings.home / "personas", request.persona),
            conversation.redacted(request.message, "message"),
            visible.context("last-n", model=model.name),
        )

    def _keeps_chats(self) -> bool:
        settings = self._memory.settings
        return settings.enabled and settings.enable_memory

    def _conversation(self, request: ChatRequest) -> OpenConversation:
        if (agent := request.stored_for) is None:
            return self._memory.chat(request.conversation)
        retention = agent.conversations.retention(request.conversation)
        if retention is not Retention.EPHEMERAL:
            agent.conversations.check_not_ephemeral(request.conversation)
        return self._memory.conversation(
            request.conversation, agent=agent.id, retention=retention or Retention.DURABLE
        )

    async def _look_up_memory(
        self, agent: Agent, request: ChatRequest, context: ChatContext, began: float
    ) -> LookupResult:
        if request.mode in {MemoryMode.OFF, MemoryMode.WRITE_ONLY}:
            return LookupResult(content=b"", outcome=LookupOutcome.OFF)
        conversation = request.conversation
        history = context.history.messages
        query = query_of(context.question)
        ask = partial(
            agent.injection,
            query,
            conversation=conversation,
            present=[message.content for message in history],
            history=history,
            spaces=request.spaces,
        )
        rewrite = partial(agent.understood, query, history)
        instructions = partial(agent.instructions, conversation=conversation)
        outcome, memory = await self._proxy.memory_lookup.within_deadline(
            ask, began, rewrite, instructions
        )
        if memory is not None and not (memory.system or memory.user):
            outcome = LookupOutcome.NONE
        MEMORY_OUTCOMES.labels(outcome).inc()
        return LookupResult(content=b"", outcome=outcome, memory=memory)

    def _with_memory(self, memory: Injection, system: str, user: str) -> tuple[str, str]:
        parts = [system, memory.system]
        if self._memory.settings.inject == "system":
            parts.reverse()
        return _joined(parts), _joined([user, memory.user])

    def _keep(
        self, request: ChatRequest, model_request: ModelRequest, text: str, *, is_complete: bool
    ) -> "asyncio.Task[None]":
        context = model_request.context

        def write() -> str:
            agent = request.stored_for
            if request.mode is MemoryMode.READ_ONLY or not (agent or self._keeps_chats()):
                return "off"
            conversation = context.conversation
            # Do not recreate a conversation that was erased while the model was answering.
            # One in RAM may simply have been evicted, so it is not checked.
            if agent is not None and not context.is_new and conversation.info() is None:
                return "forgotten"
            conversation.add("user", context.question)
            # Injected memory that the model repeats must not be learned as its own words.
            conversation.add_reply(without_memory_text(text), whole=is_complete)
            return "added"

        recorder = self._proxy.recorder
        agent = request.agent.id if request.agent else None
        size = partial(size_of, context.question + text)
        return recorder.start(recorder.write(write, agent, size))


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part)


def _empty_reply() -> ProviderError:
    return ProviderError("the model returned an empty reply; try again")


CurrentResponder = Annotated[ChatResponder, from_state("responder")]
