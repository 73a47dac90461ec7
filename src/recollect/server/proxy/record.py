"""What was said in an exchange is written down, while the chat goes on."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from prometheus_client import Counter

from recollect.errors import NotFound, RecollectError
from recollect.memory import Agent
from recollect.server.pool import Full, Pool
from recollect.server.proxy.exchange import Exchange, own_words

_log = logging.getLogger(__name__)
RECORDED = Counter("recollect_chat_turns", "Turns of chats, by what became of them.", ["outcome"])


class Recorder:
    """Writes down turns in the background; nobody waits for it longer than he likes."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin, and go on whether or not anybody waits."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def write(self, work: Callable[[], str]) -> None:
        """Write something down, and count what became of it; nothing that goes wrong here fails a chat."""
        try:
            outcome = await self._pool.in_turn(work)
        except Full:
            outcome = "dropped"
        except RecollectError as error:
            outcome = "refused"
            _log.warning("a turn was not recorded", extra={"error": error.code})
        except Exception as fault:  # noqa: BLE001 - a wall of the HTTP door: the chat goes on
            outcome = "failed"
            _log.warning("a turn was not recorded", extra={"error": type(fault).__name__})
        RECORDED.labels(outcome).inc()

    async def settled(self) -> None:
        """Until everything that was begun is written down."""
        while self._tasks:
            await asyncio.wait(self._tasks)


class Record:
    """One exchange: first what the user said, and then what was answered."""

    def __init__(self, recorder: Recorder, agent: Agent, exchange: Exchange) -> None:
        self._recorder = recorder
        self._agent = agent
        self._exchange = exchange
        self._begun: asyncio.Task[None] | None = None
        self._ended: asyncio.Task[None] | None = None
        self._stored = False

    def begin(self) -> None:
        """Write down what the user said; the same turn again changes nothing."""
        said, turn = self._exchange.words, self._exchange.turn

        def write() -> str:
            outcome = self._kept("user", said, turn)
            self._stored = True
            return outcome

        if said:
            self._begun = self._recorder.start(self._recorder.write(write))

    def end(self, heard: Callable[[], str], *, whole: bool) -> None:
        """Write down what was answered, once; half an answer is marked as such."""
        if self._ended is None:
            self._ended = self._recorder.start(self._answered(heard, whole=whole))

    async def settled(self, seconds: float) -> None:
        """Until all of it is written down, but not for ever."""
        if self._ended is not None:
            await asyncio.wait({self._ended}, timeout=seconds)

    async def _answered(self, heard: Callable[[], str], *, whole: bool) -> None:
        if self._begun is not None:
            await self._begun

        def write() -> str:
            # Whatever of our memory the model repeats is nothing that it says.
            text = own_words(heard())
            if not text.strip():
                return "empty"
            # What was erased while the model spoke stays erased, and so does what it repeats of it.
            if self._stored and not self._is_known():
                return "forgotten"
            return self._kept("assistant", text, self._exchange.reply_id(text), whole=whole)

        await self._recorder.write(write)

    def _is_known(self) -> bool:
        try:
            self._agent.conversations.get(self._exchange.conversation)
        except NotFound:
            return False
        return True

    def _kept(self, role: str, text: str, turn: str, *, whole: bool = True) -> str:
        kept: dict[str, Any] = {"role": role, "content": text, "id": turn}
        if not whole:
            kept["metadata"] = {"unfinished": True}
        done = self._agent.ingest(self._exchange.conversation, [kept])
        return "added" if done.added else "known"
