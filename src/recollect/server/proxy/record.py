"""Saves the turns of an exchange in the background while the chat continues."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.concurrency import run_in_threadpool
from prometheus_client import Counter

from recollect.domain.checks import size_of
from recollect.domain.echo import is_echo
from recollect.errors import NotFound, RecollectError, StorageError
from recollect.logs import REQUEST_ID
from recollect.memory import Agent
from recollect.server.pool import Pool, PoolFull
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.exchange import ProxiedExchange, without_memory_text
from recollect.server.proxy.reply_text import ReplyText

_log = logging.getLogger(__name__)
TURN_OUTCOMES = Counter("recollect_chat_turns", "Chat turns by outcome.", ["outcome"])


class Recorder:
    """Runs writes in the background, and counts their outcomes."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._tasks: set[asyncio.Task[None]] = set()
        # Whether the database did not take the last write.
        self.has_failed = False

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start a task that finishes whether or not anyone awaits it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def write(
        self, work: Callable[[], str], agent: str | None, size: Callable[[], int]
    ) -> None:
        """Run a write and count its outcome; a failure is logged and never fails the chat.

        The log names the agent, unless there is none, and the `size` of the text in bytes.
        """
        try:
            outcome = await self._pool.run_queued(work)
            self.has_failed = False
        except PoolFull:
            outcome = "dropped"
            log_not_recorded("busy", agent, size())
        except RecollectError as error:
            outcome = "refused"
            self.has_failed = isinstance(error, StorageError)
            log_not_recorded(error.code, agent, size())
        except Exception as fault:  # noqa: BLE001 - a failed write must not fail the chat
            outcome = "failed"
            log_not_recorded(type(fault).__name__, agent, size())
        TURN_OUTCOMES.labels(outcome).inc()

    async def wait(self) -> None:
        """Wait until every started write is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def log_not_recorded(error: str, agent: str | None, size: int) -> None:
    """Log that a message is not stored, and why, without a word of it."""
    fields = {"error": error, "bytes": size, "request_id": REQUEST_ID.get()}
    _log.warning("a message was not recorded", extra=fields | ({"agent": agent} if agent else {}))


class Record:
    """Saves one exchange: the user's message first, then the reply, never the reply alone.

    `link` gets the id of a reply that later requests may continue.
    """

    def __init__(
        self,
        recorder: Recorder,
        agent: Agent,
        exchange: ProxiedExchange,
        dialect: ProxyDialect,
        *,
        link: Callable[[str], None] | None = None,
        saves: bool = True,
    ) -> None:
        self.dialect = dialect
        self._link = link
        self._saves = saves
        self._recorder = recorder
        self._agent = agent
        self._exchange = exchange
        self._saving_question: asyncio.Task[None] | None = None
        self._saving_reply: asyncio.Task[None] | None = None
        self._question_saved = False

    @property
    def agent_id(self) -> str:
        """The agent that it is saved for."""
        return self._agent.id

    @property
    def conversation(self) -> str:
        """The conversation that it belongs to."""
        return self._exchange.conversation

    def begin(self) -> None:
        """Save the user's message; saving the same turn twice changes nothing."""
        question, turn = self._exchange.text, self._exchange.turn

        def write() -> str:
            outcome = self._save("user", question, turn)
            self._question_saved = True
            return outcome

        if question and self._saves:
            writing = self._recorder.write(write, self._agent.id, lambda: size_of(question))
            self._saving_question = self._recorder.start(writing)

    def end(self, read: Callable[[], ReplyText], *, is_complete: bool) -> None:
        """Save the reply once, marked if it is incomplete."""
        if self._saving_reply is None:
            saving = self._save_reply(read, is_complete=is_complete)
            self._saving_reply = self._recorder.start(saving)

    async def wait(self, seconds: float) -> None:
        """Wait for the reply to be saved, at most for this long."""
        if self._saving_reply is not None:
            await asyncio.wait({self._saving_reply}, timeout=seconds)

    async def _save_reply(self, read: Callable[[], ReplyText], *, is_complete: bool) -> None:
        if self._link is not None:
            # First, because the database may be slow, and the next request needs it.
            reply = await run_in_threadpool(read)
            read = lambda: reply  # noqa: E731 - parsed once
            if reply.id is not None:
                self._link(reply.id)
        if not self._saves:
            return
        if self._saving_question is not None:
            await self._saving_question
            if not self._question_saved:
                return

        def write() -> str:
            reply = read().text
            if is_echo(reply):
                return "echo"
            # Injected memory that the model repeats must not be learned as its own words.
            text = without_memory_text(reply)
            if not text.strip():
                return "empty"
            # Do not recreate a conversation that was erased while the model was answering.
            if self._question_saved and not self._is_known():
                return "forgotten"
            name = self._exchange.reply_id(text)
            return self._save("assistant", text, name, is_complete=is_complete)

        await self._recorder.write(write, self._agent.id, lambda: size_of(read().text))

    def _is_known(self) -> bool:
        try:
            self._agent.conversations.get(self._exchange.conversation)
        except NotFound:
            return False
        return True

    def _save(self, role: str, text: str, turn: str, *, is_complete: bool = True) -> str:
        turn_in: dict[str, Any] = {"role": role, "content": text, "id": turn}
        if not is_complete:
            turn_in["metadata"] = {"unfinished": True}
        done = self._agent.ingest(self._exchange.conversation, [turn_in])
        return "added" if done.added else "known"
