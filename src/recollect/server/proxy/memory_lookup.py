"""Adds memory to a request if it arrives in time; a chat never fails because of memory.

Without the search, a request still gets the instructions, which need none.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from prometheus_client import Counter

from recollect.context.inject import Injection
from recollect.domain.chat import ChatMessage
from recollect.errors import RecollectError
from recollect.logs import REQUEST_ID
from recollect.memory import Agent
from recollect.server.pool import Pool, PoolFull
from recollect.server.proxy.body import Body, inject_memory
from recollect.server.proxy.exchange import SPEAKERS, ProxiedExchange
from recollect.server.proxy.headers import (
    MEMORY,
    RECEIPT,
    RECORDING,
    TOKENS,
    Headers,
    conversation_header,
)

_log = logging.getLogger(__name__)
_MAX_TRACKED: Final = 10_000
# A core model needs about this long to rewrite a question; with less time it is not asked.
_MODEL_SECONDS: Final = 1.0
_MAX_MODEL_CALLS: Final = 16
# Instructions take a few milliseconds; they get at least this long, whatever the deadline.
_INSTRUCTION_SECONDS: Final = 0.05
_INSTRUCTION_THREADS: Final = 2
_MAX_WAITING: Final = 1_000
MEMORY_OUTCOMES = Counter(
    "recollect_chat_memory", "Chats with an agent, by memory outcome.", ["outcome"]
)


class LookupOutcome(StrEnum):
    """What happened to memory in one request."""

    USED = "used"
    NONE = "none"
    LATE = "late"
    BUSY = "busy"
    FAILED = "failed"
    OFF = "off"
    NO_AGENT = "no-agent"
    LIMITED = "limited"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupResult:
    """A request, with memory or unchanged, and the response headers that report it."""

    content: bytes
    outcome: LookupOutcome
    memory: Injection | None = None
    conversation: str | None = None
    # The code of the error for which the exchange is not stored.
    not_stored: str | None = None

    @property
    def headers(self) -> Headers:
        """The response headers that report the outcome."""
        headers = [(MEMORY, str(self.outcome))]
        if self.memory is not None:
            used = 0 if self.outcome is LookupOutcome.NONE else self.memory.tokens
            headers += [(RECEIPT, self.memory.receipt.id), (TOKENS, str(used))]
        if self.not_stored is not None:
            headers.append((RECORDING, self.not_stored))
        if self.conversation is not None:
            headers += conversation_header(self.conversation)
        return headers


class MemoryLookup:
    """Looks up memory within a deadline."""

    def __init__(self, pool: Pool, *, seconds: float, prepend: bool) -> None:
        self._pool = pool
        # A slow core model must not keep other requests from their memory.
        self._models = Pool(_MAX_MODEL_CALLS, 0, "recollect-rewrite")
        # Slow searches must not keep a request from its instructions.
        self._spare = Pool(_INSTRUCTION_THREADS, _MAX_WAITING, "recollect-instructions")
        self._seconds = seconds
        self._prepend = prepend
        # Turns that memory was late for, and whether they got instructions: their requests after
        # tool calls must not get more, nor less.
        self._late_turns: OrderedDict[str, tuple[LookupOutcome, bool]] = OrderedDict()

    async def prepare(
        self,
        agent: Agent,
        exchange: ProxiedExchange,
        body: Body,
        content: bytes,
        began: float,
        *,
        spaces: list[str] | None = None,
    ) -> LookupResult:
        """Return the request, with memory if it arrives within the deadline after `began`."""
        if exchange.is_chained and not exchange.going_on:
            exchange = await self._with_stored_messages(agent, exchange, began)
        outcome, memory = await self._look_up(agent, exchange, spaces, began)
        content_with_memory = None
        if memory is not None:
            content_with_memory = inject_memory(body, memory, prepend=self._prepend)
            if content_with_memory is None:
                outcome = LookupOutcome.NONE
        MEMORY_OUTCOMES.labels(outcome).inc()
        return LookupResult(
            content=content if content_with_memory is None else content_with_memory,
            outcome=outcome,
            memory=memory,
            conversation=exchange.conversation,
        )

    async def _with_stored_messages(
        self, agent: Agent, exchange: ProxiedExchange, began: float
    ) -> ProxiedExchange:
        """Return the exchange with the earlier messages, which the request does not contain."""
        read = partial(agent.turns, exchange.conversation)
        try:
            turns = await self._pool.run(read, max(self._seconds_left(began), 0.0))
        except Exception as fault:  # noqa: BLE001 - memory must not fail the chat
            _log.warning("earlier messages were not read", extra={"error": type(fault).__name__})
            return exchange
        said = tuple(ChatMessage(t.role, t.content) for t in turns if t.role in SPEAKERS)
        texts = (message.content for message in said)
        return replace(exchange, present=(*exchange.present, *texts), history=said)

    async def _look_up(
        self, agent: Agent, exchange: ProxiedExchange, spaces: list[str] | None, began: float
    ) -> tuple[LookupOutcome, Injection | None]:
        instructions = partial(
            agent.instructions,
            conversation=exchange.conversation,
            turn=exchange.turn,
            going_on=exchange.going_on,
        )
        late = self._late_turns.pop(exchange.turn, None)
        if late is not None and exchange.going_on:
            self._late_turns[exchange.turn] = late
            outcome, has_instructions = late
            return outcome, await self._only(instructions, began) if has_instructions else None
        ask = partial(
            agent.injection,
            exchange.query,
            conversation=exchange.conversation,
            turn=exchange.turn,
            going_on=exchange.going_on,
            present=exchange.present,
            history=exchange.history,
            spaces=spaces,
        )
        rewrite = partial(agent.understood, exchange.query, exchange.history)
        outcome, memory = await self.within_deadline(
            ask, began, None if exchange.going_on else rewrite, instructions
        )
        if outcome is not LookupOutcome.USED:
            self._late_turns[exchange.turn] = (outcome, memory is not None)
            while len(self._late_turns) > _MAX_TRACKED:
                self._late_turns.popitem(last=False)
        return outcome, memory

    async def within_deadline(
        self,
        ask: Callable[..., Injection],
        began: float,
        rewrite: Callable[..., str | None] | None,
        instructions: Callable[[], Injection],
    ) -> tuple[LookupOutcome, Injection | None]:
        """Return memory if it arrives in time, else the instructions; failures become outcomes.

        `rewrite` may ask the core model for half of the time, then `ask` uses rules. Instructions
        are read only when that half is over or the search has failed.
        """
        lookup = asyncio.ensure_future(_outcome(self._search(ask, began, rewrite)))
        await asyncio.wait({lookup}, timeout=max(self._seconds_left(began) / 2, 0.0))
        if lookup.done() and lookup.result()[1] is not None:
            return lookup.result()
        fallback = await self._only(instructions, began)
        outcome, memory = await lookup
        return outcome, fallback if memory is None else memory

    async def _search(
        self, ask: Callable[..., Injection], began: float, rewrite: Callable[..., str | None] | None
    ) -> Injection:
        understood = await self._by_model(rewrite, self._seconds_left(began) / 2)
        seconds = max(self._seconds_left(began), 0.0)
        return await self._pool.run(partial(ask, understood=understood), seconds)

    async def _only(self, instructions: Callable[[], Injection], began: float) -> Injection | None:
        """Return the instructions if there are any and they can be read."""
        seconds = max(self._seconds_left(began), _INSTRUCTION_SECONDS)
        _, memory = await _outcome(self._spare.run(instructions, seconds))
        return memory if memory is not None and memory.system else None

    async def _by_model(
        self, rewrite: Callable[..., str | None] | None, seconds: float
    ) -> str | None:
        if rewrite is None or seconds < _MODEL_SECONDS:
            return None
        with suppress(PoolFull, TimeoutError):
            return await self._models.run(partial(rewrite, seconds=seconds), seconds)
        return None

    def _seconds_left(self, began: float) -> float:
        return self._seconds - (time.monotonic() - began)

    def close(self) -> None:
        """Ask no model any more, without waiting for a slow one."""
        self._models.close(wait=False)
        self._spare.close(wait=False)


async def _outcome(lookup: Awaitable[Injection]) -> tuple[LookupOutcome, Injection | None]:
    """Return what was looked up; every failure becomes an outcome."""
    try:
        return LookupOutcome.USED, await lookup
    except PoolFull:
        outcome, error = LookupOutcome.BUSY, "busy"
    except TimeoutError:
        outcome, error = LookupOutcome.LATE, "late"
    except RecollectError as known:
        outcome, error = LookupOutcome.FAILED, known.code
    except Exception as fault:  # noqa: BLE001 - memory must not fail the chat
        outcome, error = LookupOutcome.FAILED, type(fault).__name__
    fields = {"error": error, "request_id": REQUEST_ID.get()}
    _log.warning("chat continues without memory", extra=fields)
    return outcome, None
