"""Adds memory to a request if it arrives in time; a chat never fails because of memory."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from prometheus_client import Counter

from recollect.context.inject import Injection
from recollect.errors import RecollectError
from recollect.memory import Agent
from recollect.server.pool import Pool, PoolFull
from recollect.server.proxy.body import Body, inject_memory
from recollect.server.proxy.exchange import ProxiedExchange
from recollect.server.proxy.headers import MEMORY, RECEIPT, TOKENS, Headers, conversation_header

_log = logging.getLogger(__name__)
_MAX_TRACKED: Final = 10_000
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
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupResult:
    """A request, with memory or unchanged, and the response headers that report it."""

    content: bytes
    outcome: LookupOutcome
    memory: Injection | None = None
    conversation: str | None = None

    @property
    def headers(self) -> Headers:
        """The response headers that report the outcome."""
        headers = [(MEMORY, str(self.outcome))]
        if self.memory is not None:
            used = self.memory.tokens if self.outcome is LookupOutcome.USED else 0
            headers += [(RECEIPT, self.memory.receipt.id), (TOKENS, str(used))]
        if self.conversation is not None:
            headers += conversation_header(self.conversation)
        return headers


class MemoryLookup:
    """Looks up memory within a deadline."""

    def __init__(self, pool: Pool, *, seconds: float, prepend: bool) -> None:
        self._pool = pool
        self._seconds = seconds
        self._prepend = prepend
        # Turns sent without memory: their requests after tool calls must not get any either.
        self._turns_without_memory: OrderedDict[str, None] = OrderedDict()

    async def prepare(
        self, agent: Agent, exchange: ProxiedExchange, body: Body, content: bytes, began: float
    ) -> LookupResult:
        """Return the request, with memory if it arrives within the deadline after `began`."""
        outcome, memory = await self._look_up(agent, exchange, began)
        content_with_memory = None
        if memory is not None:
            content_with_memory = inject_memory(body, memory, prepend=self._prepend)
            outcome = LookupOutcome.NONE if content_with_memory is None else LookupOutcome.USED
        MEMORY_OUTCOMES.labels(outcome).inc()
        return LookupResult(
            content=content if content_with_memory is None else content_with_memory,
            outcome=outcome,
            memory=memory,
            conversation=exchange.conversation,
        )

    async def _look_up(
        self, agent: Agent, exchange: ProxiedExchange, began: float
    ) -> tuple[LookupOutcome, Injection | None]:
        if exchange.going_on and exchange.turn in self._turns_without_memory:
            return LookupOutcome.LATE, None

        ask = partial(
            agent.injection,
            exchange.query,
            conversation=exchange.conversation,
            turn=exchange.turn,
            going_on=exchange.going_on,
            present=exchange.present,
        )
        outcome, memory = await self.within_deadline(ask, began)
        self._turns_without_memory.pop(exchange.turn, None)
        if memory is None:
            self._turns_without_memory[exchange.turn] = None
            while len(self._turns_without_memory) > _MAX_TRACKED:
                self._turns_without_memory.popitem(last=False)
        return outcome, memory

    async def within_deadline(
        self, ask: Callable[[], Injection], began: float
    ) -> tuple[LookupOutcome, Injection | None]:
        """Return memory if it arrives in time; every failure becomes an outcome."""
        seconds_left = self._seconds - (time.monotonic() - began)
        try:
            return LookupOutcome.USED, await self._pool.run(ask, max(seconds_left, 0.0))
        except PoolFull:
            return LookupOutcome.BUSY, None
        except TimeoutError:
            return LookupOutcome.LATE, None
        except RecollectError as error:
            _log.warning("chat continues without memory", extra={"error": error.code})
        except Exception as fault:  # noqa: BLE001 - memory must not fail the chat
            _log.warning("chat continues without memory", extra={"error": type(fault).__name__})
        return LookupOutcome.FAILED, None
