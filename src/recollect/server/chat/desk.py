"""One question to the core model: what it is shown, and what is kept of it."""

import asyncio
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Final
from uuid import uuid4

from fastapi import Depends, Request, Response

from recollect.context.inject import Injection
from recollect.conversations.dialogue import dialogue
from recollect.domain.chat import NO_MODEL, Message, Reply
from recollect.domain.message import Window
from recollect.domain.ports import ChatModel
from recollect.errors import ProviderError
from recollect.memory import Agent, Memory
from recollect.memory.conversation import OpenConversation
from recollect.server.chat.personas import persona
from recollect.server.chat.pieces import pieces, too_many
from recollect.server.chat.spoken import Spoken
from recollect.server.errors import Refusal
from recollect.server.pool import Full, Pool
from recollect.server.proxy.desk import Proxy
from recollect.server.proxy.exchange import own_words, query_of
from recollect.server.proxy.headers import naming
from recollect.server.proxy.remember import REMEMBERED, Outcome, Reminded

# Each waits for one reply; more at once would wait for each other at the model itself.
_AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What a caller asks, whom, in which conversation, and with whose memory."""

    message: str
    persona: str
    conversation: str
    agent: Agent | None


@dataclass(frozen=True, slots=True)
class Found:
    """What a question is asked with: the conversation, who the model is, and what was said before."""

    talk: OpenConversation
    is_new: bool
    system: str
    question: str
    history: Window


@dataclass(frozen=True, slots=True)
class Ready:
    """A question as the model gets it, and the conversation that it belongs to."""

    model: ChatModel
    talk: OpenConversation
    is_new: bool
    question: str
    said: list[Message]
    headers: dict[str, str]


class Chats:
    """Asks the core model, without the event loop waiting for it."""

    def __init__(self, memory: Memory, proxy: Proxy) -> None:
        self._memory = memory
        self._settings = memory.settings
        self._proxy = proxy
        self._remembering = memory.settings.enabled and memory.settings.enable_memory
        self._longest = max(memory.settings.response_reserve_tokens, 1)
        self._models = Pool(_AT_ONCE, _AT_ONCE, "recollect-chat")

    async def reply(self, asked: ChatRequest) -> tuple[str, dict[str, str]]:
        """The whole reply, kept, and what else the caller is told."""
        ready = await self._ready(asked)
        text = await self._whole(ready)
        if not text.strip():
            raise _silent()
        kept = self._keep(asked, ready, text, whole=True)
        await asyncio.wait({kept}, timeout=self._proxy.patience)
        return text, ready.headers

    async def stream(self, asked: ChatRequest) -> Response:
        """The reply word by word; what fails before the first is told as an error."""
        ready = await self._ready(asked)
        words = pieces(
            self._models, lambda: ready.model.stream(ready.said, max_tokens=self._longest)
        )
        first = await anext(words, None)
        if first is None:
            raise _silent()
        return Spoken(
            first,
            words,
            headers=ready.headers,
            keep=lambda text, whole: self._keep(asked, ready, text, whole=whole),
            patience=self._proxy.patience,
        )

    def close(self) -> None:
        """Ask nobody any more; a model that is slow is not waited for."""
        self._models.close(wait=False)

    async def _whole(self, ready: Ready) -> str:
        def ask() -> Reply:
            return ready.model.complete(ready.said, max_tokens=self._longest)

        try:
            return (await self._models.at_once(ask)).text
        except Full:
            raise too_many() from None

    async def _ready(self, asked: ChatRequest) -> Ready:
        began = time.monotonic()
        model = self._memory.chat_model
        if model is None:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "no_model", NO_MODEL)
        found = await self._proxy.pool.in_turn(lambda: self._looked_up(asked))
        headers = dict(naming(asked.conversation))
        system, user = found.system, found.question
        if asked.agent is not None:
            reminded = await self._reminded(asked.agent, asked.conversation, found, began)
            headers |= dict(reminded.headers)
            if reminded.memory is not None:
                system, user = self._with(reminded.memory, system, user)
        said = dialogue(system, found.history, user)
        return Ready(model, found.talk, found.is_new, found.question, said, headers)

    def _looked_up(self, asked: ChatRequest) -> Found:
        memory, talk = self._memory, self._talk(asked)
        # Where nothing is remembered, every question stands alone.
        seen = talk if self._settings.enable_memory else memory.chat(uuid4().hex)
        return Found(
            talk,
            talk.known() is None,
            persona(self._settings.home / "personas", asked.persona),
            talk.cleaned(asked.message, "message"),
            seen.context("last-n"),
        )

    def _talk(self, asked: ChatRequest) -> OpenConversation:
        if asked.agent is None:
            return self._memory.chat(asked.conversation)
        return self._memory.conversation(asked.conversation, agent=asked.agent.id)

    async def _reminded(
        self, agent: Agent, conversation: str, found: Found, began: float
    ) -> Reminded:
        present = [message.content for message in found.history.messages]

        def ask() -> Injection:
            return agent.injection(
                query_of(found.question), conversation=conversation, present=present
            )

        outcome, memory = await self._proxy.reminder.within_deadline(ask, began)
        if memory is not None and not (memory.system or memory.user):
            outcome = Outcome.NONE
        REMEMBERED.labels(outcome).inc()
        return Reminded(content=b"", outcome=outcome, memory=memory)

    def _with(self, memory: Injection, system: str, user: str) -> tuple[str, str]:
        parts = [system, memory.system]
        if self._settings.inject == "system":
            parts.reverse()
        return _joined(parts), _joined([user, memory.user])

    def _keep(
        self, asked: ChatRequest, ready: Ready, text: str, *, whole: bool
    ) -> "asyncio.Task[None]":
        def write() -> str:
            if asked.agent is None and not self._remembering:
                return "off"
            # What was erased while the model spoke stays erased; in RAM, a conversation may go for want of room.
            if asked.agent is not None and not ready.is_new and ready.talk.known() is None:
                return "forgotten"
            ready.talk.add("user", ready.question)
            # Whatever of our memory the model repeats is nothing that it says.
            ready.talk.answered(own_words(text), whole=whole)
            return "added"

        recorder = self._proxy.recorder
        return recorder.start(recorder.write(write))


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part)


def _silent() -> ProviderError:
    return ProviderError("the model answered nothing; ask again")


async def _chats(request: Request) -> Chats:
    chats: Chats = request.app.state.chats
    return chats


CurrentChats = Annotated[Chats, Depends(_chats)]
