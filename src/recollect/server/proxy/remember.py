"""What is remembered goes into a request, if it is there in time; a chat never fails or waits for it."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from prometheus_client import Counter

from recollect.context.inject import Injection
from recollect.errors import RecollectError
from recollect.memory import Agent
from recollect.server.pool import Full, Pool
from recollect.server.proxy.body import Body
from recollect.server.proxy.exchange import Exchange
from recollect.server.proxy.headers import MEMORY, RECEIPT, TOKENS, Headers, naming
from recollect.server.proxy.inject import injected

_log = logging.getLogger(__name__)
_LATE: Final = 10_000
REMEMBERED = Counter(
    "recollect_chat_memory", "Chats of an agent, by what became of memory.", ["outcome"]
)


class Outcome(StrEnum):
    """What became of memory in one request."""

    USED = "used"
    NONE = "none"
    LATE = "late"
    BUSY = "busy"
    FAILED = "failed"
    OFF = "off"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminded:
    """A request with what is remembered, or as it came; and what the caller is told about that."""

    content: bytes
    outcome: Outcome
    memory: Injection | None = None
    conversation: str | None = None

    @property
    def headers(self) -> Headers:
        """What the caller is told."""
        told = [(MEMORY, str(self.outcome))]
        if self.memory is not None:
            used = self.memory.tokens if self.outcome is Outcome.USED else 0
            told += [(RECEIPT, self.memory.receipt.id), (TOKENS, str(used))]
        if self.conversation is not None:
            told += naming(self.conversation)
        return told


class Reminder:
    """Asks memory within a deadline."""

    def __init__(self, pool: Pool, *, seconds: float, prepend: bool) -> None:
        self._pool = pool
        self._seconds = seconds
        self._prepend = prepend
        # The turns that went without: while the model is at work on one, it must not change.
        self._without: OrderedDict[str, None] = OrderedDict()

    async def reminded(
        self, agent: Agent, exchange: Exchange, body: Body, content: bytes, began: float
    ) -> Reminded:
        """The request with what is remembered, if that is there before the deadline, counted from when it began."""
        outcome, memory = await self._asked(agent, exchange, began)
        changed = None
        if memory is not None:
            changed = injected(body, memory, prepend=self._prepend)
            outcome = Outcome.NONE if changed is None else Outcome.USED
        REMEMBERED.labels(outcome).inc()
        return Reminded(
            content=content if changed is None else changed,
            outcome=outcome,
            memory=memory,
            conversation=exchange.conversation,
        )

    async def _asked(
        self, agent: Agent, exchange: Exchange, began: float
    ) -> tuple[Outcome, Injection | None]:
        if exchange.going_on and exchange.turn in self._without:
            return Outcome.LATE, None

        def ask() -> Injection:
            return agent.injection(
                exchange.query,
                conversation=exchange.conversation,
                turn=exchange.turn,
                going_on=exchange.going_on,
                present=exchange.present,
            )

        outcome, memory = await self.within_deadline(ask, began)
        self._without.pop(exchange.turn, None)
        if memory is None:
            self._without[exchange.turn] = None
            while len(self._without) > _LATE:
                self._without.popitem(last=False)
        return outcome, memory

    async def within_deadline(
        self, ask: Callable[[], Injection], began: float
    ) -> tuple[Outcome, Injection | None]:
        """What memory says, if it says it in time; nothing that goes wrong there is more than an outcome."""
        left = self._seconds - (time.monotonic() - began)
        try:
            return Outcome.USED, await self._pool.at_once(ask, max(left, 0.0))
        except Full:
            return Outcome.BUSY, None
        except TimeoutError:
            return Outcome.LATE, None
        except RecollectError as error:
            _log.warning("a chat goes on without memory", extra={"error": error.code})
        except Exception as fault:  # noqa: BLE001 - a wall of the HTTP door: the chat goes on
            _log.warning("a chat goes on without memory", extra={"error": type(fault).__name__})
        return Outcome.FAILED, None
