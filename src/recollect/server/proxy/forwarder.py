"""Forwards requests to the upstream model, adding memory for those that name an agent."""

import asyncio
import logging
import time
from dataclasses import replace
from enum import StrEnum
from functools import partial
from http import HTTPStatus
from typing import Annotated, Final
from urllib.parse import unquote

from fastapi import Request
from starlette.requests import ClientDisconnect

from recollect.domain import checks
from recollect.domain.access import Right
from recollect.domain.clock import SystemClock
from recollect.domain.header_names import from_header
from recollect.domain.space import check_spaces
from recollect.errors import Conflict, QuotaExceeded, RateLimited, StorageError
from recollect.memory import Agent, Memory
from recollect.server.access import Caller, from_state
from recollect.server.authentication import KEY, KEY_NAME
from recollect.server.errors import Refusal
from recollect.server.json_body import parsed
from recollect.server.pool import Pool
from recollect.server.proxy.body import Body, model_of, read
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.exchange import LAST_TURNS, ProxiedExchange, RetryMark, exchange
from recollect.server.proxy.headers import (
    AGENT,
    CONVERSATION,
    IDEMPOTENCY_KEY,
    MEMORY,
    RETRY_COUNT,
    SPACES,
    upstream_headers,
)
from recollect.server.proxy.memory_lookup import (
    MEMORY_OUTCOMES,
    LookupOutcome,
    LookupResult,
    MemoryLookup,
)
from recollect.server.proxy.paths import OLLAMA_PREFIX
from recollect.server.proxy.record import Record, Recorder, log_not_recorded
from recollect.server.proxy.relay import Relay
from recollect.server.proxy.request_stream import RequestStream
from recollect.server.proxy.response_chain import ResponseChain, ResponseLink
from recollect.server.proxy.upstream import Upstream, UpstreamRequest, Upstreams

_SYNONYMS: Final = dict.fromkeys(("false", "no", "0"), "off") | dict.fromkeys(
    ("", "true", "yes", "1"), "on"
)
_MODELS: Final = "/v1/models"
_TOO_LONG: Final = "message_too_long"
_log = logging.getLogger(__name__)


class MemoryMode(StrEnum):
    """What a request may do with memory."""

    ON = "on"
    OFF = "off"
    READ_ONLY = "read-only"
    WRITE_ONLY = "write-only"


class Proxy:
    """Forwards requests to the upstream, with memory for those that name an agent."""

    def __init__(self, memory: Memory) -> None:
        settings = memory.settings
        self._memory = memory
        self.save_seconds = settings.memory_deadline_ms / 1000
        self.pool = Pool()
        self.recorder = Recorder(self.pool)
        self._upstreams = Upstreams(settings)
        self._chain = ResponseChain()
        self._clock = SystemClock()
        self.memory_lookup = MemoryLookup(
            self.pool, seconds=self.save_seconds, prepend=settings.inject == "system"
        )

    def _check_spending(self, caller: Caller, upstream: Upstream) -> None:
        """Refuse read-only callers where the server's own upstream key would pay."""
        if upstream.key is not None and not caller.access.rights & {Right.WRITE, Right.ADMIN}:
            message = "this key is read-only: chatting with the server's upstream key needs write"
            raise Refusal(HTTPStatus.FORBIDDEN, "forbidden", message)

    async def chat(self, request: Request, caller: Caller, dialect: ProxyDialect) -> Relay:
        """Return the upstream's reply to a chat that is given memory and saved afterwards."""
        began = time.monotonic()
        content = await _body(request)
        unchanged = partial(LookupResult, content=content)
        upstream = await self._upstream_of(request, content)
        relay = partial(self._relay, request, upstream, content)
        agent_id = agent_of(request)
        if agent_id is None:
            self._check_spending(caller, upstream)
            return relay(unchanged(outcome=LookupOutcome.NO_AGENT))
        mode = memory_mode(request)
        agent = caller.readable_agent(agent_id)
        if mode is MemoryMode.READ_ONLY:
            self._check_spending(caller, upstream)
        else:
            agent = caller.writable_agent(agent_id)
        conversation = conversation_of(request)
        spaces = spaces_of(request, caller)
        if not self._memory.settings.enabled or mode is MemoryMode.OFF:
            return relay(unchanged(outcome=LookupOutcome.OFF))
        if caller.limits is not None and caller.limits.is_exceeded:
            MEMORY_OUTCOMES.labels(LookupOutcome.LIMITED).inc()
            return relay(unchanged(outcome=LookupOutcome.LIMITED))
        is_compressed = request.headers.get("content-encoding", "identity").lower() != "identity"
        body = None if is_compressed else await parsed(partial(read, dialect=dialect), content)
        if body is None:
            return relay(unchanged(outcome=LookupOutcome.UNREADABLE))
        link = self._chain.find(agent_id, body.previous_response or body.conversation)
        current = exchange(agent_id, conversation, body, link)
        saves = mode is not MemoryMode.READ_ONLY
        if saves and current.is_alone:
            current = await self._among_stored(agent, current, retry_mark(request), began)
        problem = await self._storing_problem(agent, current) if saves else None
        record = self._record(agent, current, body, saves=saves and problem is None)
        if saves and problem is None:
            problem = await self._storage_problem() or upstream.reply_not_stored
        if mode is MemoryMode.WRITE_ONLY:
            own = current.conversation
            unused = unchanged(outcome=LookupOutcome.OFF, conversation=own, not_stored=problem)
            return relay(unused, record)
        lookup = await self.memory_lookup.prepare(
            agent, current, body, content, began, spaces=spaces
        )
        reported = replace(lookup, not_stored=problem)
        return self._relay(request, upstream, lookup.content, reported, record)

    async def _among_stored(
        self, agent: Agent, current: ProxiedExchange, retry: RetryMark, began: float
    ) -> ProxiedExchange:
        """The exchange, told apart from an earlier one with the same words."""
        read = partial(agent.turns, current.conversation, last=LAST_TURNS)
        try:
            seconds = self.save_seconds - (time.monotonic() - began)
            stored = await self.pool.run(read, max(seconds, 0.0))
        except Exception as fault:  # noqa: BLE001 - memory must not fail the chat
            _log.warning("earlier messages were not read", extra={"error": type(fault).__name__})
            return current
        return current.among(stored, retry, self._clock.now())

    async def _storing_problem(self, agent: Agent, current: ProxiedExchange) -> str | None:
        """Why the exchange will not be stored, as far as is known now; None if it will."""
        # Nothing, or a picture alone: the reply would stand without what it answers.
        if not (current.text or current.going_on):
            return "no_message"
        size = checks.size_of(current.text)
        if size > self._memory.settings.max_content_kb * 1024:
            log_not_recorded(_TOO_LONG, agent.id, size)
            return _TOO_LONG
        was_ephemeral = agent.conversations.was_ephemeral(current.conversation)
        if not (self._memory.settings.has_quotas or was_ephemeral):
            return None

        def check() -> None:
            agent.conversations.check_not_ephemeral(current.conversation)
            agent.check_quota(turns=2, characters=len(current.text or ""))

        try:
            await self.pool.run(check, self.save_seconds)
        except Conflict:
            return "ephemeral"
        except (RateLimited, QuotaExceeded) as error:
            return error.code
        except Exception as fault:  # noqa: BLE001 - memory must not fail the chat
            _log.warning(
                "it was not checked whether the exchange may be stored",
                extra={"error": type(fault).__name__},
            )
        return None

    async def _storage_problem(self) -> str | None:
        """Why the database still takes no writes, if it did not take the last one."""
        if not self.recorder.has_failed:
            return None
        try:
            await self.pool.run(self._memory.check_writable, self.save_seconds)
        except StorageError as error:
            return error.code
        except Exception as fault:  # noqa: BLE001 - memory must not fail the chat
            _log.warning("storing was not checked", extra={"error": type(fault).__name__})
        return None

    def _record(
        self, agent: Agent, current: ProxiedExchange, body: Body, *, saves: bool
    ) -> Record | None:
        if not body.dialect.keeps_history:
            return Record(self.recorder, agent, current, body.dialect) if saves else None

        def link(response: str) -> None:
            found = ResponseLink(current.conversation, current.turn, response)
            for name in filter(None, (response, body.conversation)):
                self._chain.add(agent.id, name, found)

        return Record(self.recorder, agent, current, body.dialect, link=link, saves=saves)

    async def forward(self, request: Request, caller: Caller) -> Relay:
        """Return the upstream's reply to a request of any kind, both unchanged."""
        has_body = {"content-length", "transfer-encoding"} & set(request.headers)
        content: bytes | RequestStream = RequestStream(request.receive) if has_body else b""
        may_name_model = request.url.path.startswith(OLLAMA_PREFIX) or request.headers.get(
            "content-type", ""
        ).startswith("application/json")
        if has_body and may_name_model and self._upstreams.depend_on_model:
            content = await _body(request)
        upstream = await self._upstream_of(request, content)
        if request.url.path != _MODELS:
            self._check_spending(caller, upstream)
        return self._relay(request, upstream, content)

    async def _upstream_of(self, request: Request, content: bytes | RequestStream) -> Upstream:
        model = None
        if self._upstreams.depend_on_model and isinstance(content, bytes):
            model = await parsed(model_of, content)
        return self._upstreams.choose(model, request.scope["state"].get(KEY_NAME))

    async def close(self) -> None:
        """Finish pending writes and close the connections and threads."""
        await self.recorder.wait()
        await self._upstreams.close()
        self.memory_lookup.close()
        await asyncio.to_thread(self.pool.close)

    def _relay(
        self,
        request: Request,
        upstream: Upstream,
        content: bytes | RequestStream,
        lookup: LookupResult | None = None,
        record: Record | None = None,
    ) -> Relay:
        headers = upstream_headers(
            request.headers.items(),
            upstream.key,
            plain=record is not None,
            sent_our_key=KEY_NAME in request.scope["state"] and KEY not in request.headers,
        )
        length = request.headers.get("content-length")
        if length and isinstance(content, RequestStream):
            headers.append(("content-length", length))
        parts = ("raw_path", "query_string")
        path, query = (request.scope[name].decode("latin-1") for name in parts)
        question = UpstreamRequest(request.method, _checked_path(path), query, headers, content)
        return Relay(
            upstream,
            question,
            headers=lookup.headers if lookup else [],
            record=record,
            save_seconds=self.save_seconds,
        )


def agent_of(request: Request) -> str | None:
    """Return the agent named in the headers, or None."""
    given = (from_header(request.headers.get(name, ""), name) for name in AGENT)
    return next((name for name in given if name), None)


def conversation_of(request: Request) -> str | None:
    """Return the conversation named in the headers, or None."""
    name = from_header(request.headers.get(CONVERSATION, ""), CONVERSATION)
    return checks.check_id(name, "X-Conversation-Id") if name else None


def retry_mark(request: Request) -> RetryMark:
    """Return what the headers say about whether the request was sent before."""
    count = request.headers.get(RETRY_COUNT, "")
    return RetryMark(
        request.headers.get(IDEMPOTENCY_KEY) or None, is_retry=count.isdecimal() and int(count) > 0
    )


def spaces_of(request: Request, caller: Caller) -> list[str] | None:
    """Return the spaces named in the headers, which the caller may read; None if they name none."""
    given = request.headers.get(SPACES)
    if given is None:
        return None
    agent_id = agent_of(request) or ""
    names = [from_header(name, SPACES) for name in given.split(",") if name.strip()]
    caller.check_spaces(names)
    return [*check_spaces(agent_id, names)]


def memory_mode(request: Request) -> MemoryMode:
    """Return what the headers allow; an unknown value is refused, so that nothing is stored."""
    value = request.headers.get(MEMORY, "").strip().lower()
    return checks.check_choice(_SYNONYMS.get(value, value), MEMORY, MemoryMode)


def _checked_path(path: str) -> str:
    """Return the path unless it could leave the upstream's base URL."""
    if {".", ".."} & set(unquote(path).split("/")):
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad_request", "the path contains . or ..")
    return path


async def _body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect:
        message = "the client disconnected before the request was complete"
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad_request", message) from None


CurrentProxy = Annotated[Proxy, from_state("proxy")]
