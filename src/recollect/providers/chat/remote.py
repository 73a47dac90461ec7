"""Any chat model behind an HTTP endpoint."""

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, Final, TypeVar

import httpx2
from pydantic_core import from_json

from recollect import tracing
from recollect.domain.chat import ChatMessage, Reply, Usage, check_messages
from recollect.errors import ProviderError, ProviderUnavailable
from recollect.providers.chat.answer_parts import invalid_answer
from recollect.providers.chat.answer_schema import AnswerSchema, schema_for
from recollect.providers.chat.dialect import Body, CompletionRequest, Dialect, StreamState
from recollect.providers.chat.events import Events
from recollect.providers.endpoint import EVENT_STREAM, Endpoint, address, below, check_key
from recollect.providers.resilience import Breaker, Call, Meter, RetryPolicy

T = TypeVar("T")
Pieces = Generator[str | Reply, None, None]

_MAX_TEXT: Final = 16 * 2**20
_DONE: Final = b"[DONE]"


class HttpChatModel:
    """A chat model behind an endpoint, in one of the dialects.

    Its errors contain neither the key nor any message text.
    """

    def __init__(
        self,
        dialect: type[Dialect],
        *,
        model: str,
        base_url: str | None = None,
        api_key: str | None,
        breaker: Breaker,
        retry: RetryPolicy | None = None,
        timeout: float = 60.0,
        transport: httpx2.BaseTransport | None = None,
        meter: Meter | None = None,
    ) -> None:
        base = address(base_url or dialect.default_url, "model")
        key = check_key(api_key, "model") if api_key else None
        self.name = f"{base.netloc.decode('ascii')}/{model}"
        self.meter = meter or Meter()
        is_official = base.host == httpx2.URL(dialect.default_url).host
        self._dialect = dialect(self.name, model, is_official=is_official)
        self._breaker = breaker
        self._retry = retry or RetryPolicy()
        self._endpoint = Endpoint(
            self.name,
            _at(base, dialect.path),
            dialect.headers(key),
            timeout=timeout,
            transport=transport,
        )

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[Any] | None = None,
    ) -> Any:
        """The whole reply, parsed by the schema if given; an invalid answer is not retried."""
        wanted = None if schema is None else schema_for(schema)
        question = CompletionRequest(check_messages(messages), max_tokens, temperature, wanted)
        body = self._dialect.body(question)
        with self._span() as span:
            reply = self._retry.call(lambda: self._answer(body, wanted))
            span.set(_counts(reply.usage))
        return reply

    def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int, temperature: float | None = None
    ) -> Pieces:
        """The text of the reply in pieces, then the Reply; closing it closes the connection.

        Retried only before the first piece, as text would be repeated after it.
        """
        question = CompletionRequest(
            check_messages(messages), max_tokens, temperature, streaming=True
        )
        body = self._dialect.body(question)
        # Not current: a generator may be continued anywhere.
        with self._span(is_current=False) as span:
            first, rest = self._retry.call(lambda: _started(self._pieces(body)))
            with closing(rest):
                for piece in chain((first,), rest):
                    span.set(_counts(piece.usage) if isinstance(piece, Reply) else {})
                    yield piece

    def close(self) -> None:
        """Close the connections and cancel pending retries; closing twice is fine."""
        self._retry.stop()
        self._endpoint.close()

    def _span(self, *, is_current: bool = True) -> tracing.TraceSpan:
        model, url = self._dialect.model, self._endpoint.url
        attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": type(self._dialect).__name__.lower(),
            "gen_ai.request.model": model,
            "server.address": url.host,
        }
        return tracing.span(f"chat {model}", attributes, kind="client", is_current=is_current)

    def _answer(self, body: Body, wanted: AnswerSchema[Any] | None) -> Reply:
        with self._breaker.guard(), self.meter.measure() as call:
            reply = self._dialect.reply(self._parsed(self._endpoint.ask(body)))
            _charge(call, reply.usage)
            return wanted.parse(reply, self.name) if wanted else reply

    def _pieces(self, body: Body) -> Pieces:
        state = StreamState()
        with self._breaker.guard() as answering, self.meter.measure() as call:
            try:
                with closing(self._texts(body, state)) as texts:
                    for text in texts:
                        answering()
                        yield text
            finally:
                _charge(call, state.usage)
            if state.stop is None and not state.over:
                raise ProviderUnavailable(f"{self.name} ended in the middle of its answer.")
        yield state.reply()

    def _texts(self, body: Body, state: StreamState) -> Generator[str, None, None]:
        events = Events(self.name)
        size = 0
        since = time.monotonic()
        with closing(self._endpoint.parts(body, EVENT_STREAM)) as parts:
            for part in parts:
                for data in events.feed(part):
                    text = self._read_event(data, state)
                    size += len(text)
                    if size > _MAX_TEXT:
                        raise ProviderError(f"{self.name} sent an answer that is too large.")
                    if text:
                        yield text
                        since = time.monotonic()
                    if state.over:
                        return
                # Keep-alive comments do not count as an answer.
                if time.monotonic() - since > self._endpoint.timeout:
                    raise self._endpoint.timed_out()

    def _read_event(self, data: bytes, state: StreamState) -> str:
        if data == _DONE:
            state.over = True
            return ""
        text = self._dialect.read_event(self._parsed(data), state)
        if text:
            state.parts.append(text)
        return text

    def _parsed(self, data: bytes) -> object:
        try:
            return from_json(data)
        except ValueError:  # it quotes the answer
            pass
        raise invalid_answer(self.name)


def _at(base: httpx2.URL, path: str) -> httpx2.URL:
    """The URL of the endpoint; base URLs are given with or without the version."""
    has_version = base.path.rstrip("/").endswith("/v1")
    return below(base, path.removeprefix("/v1") if has_version else path)


def _started(pieces: Pieces) -> tuple[str | Reply, Pieces]:
    return next(pieces), pieces


def _counts(usage: Usage | None) -> tracing.Attributes:
    if usage is None:
        return {}
    return {
        "gen_ai.usage.input_tokens": usage.tokens_in,
        "gen_ai.usage.output_tokens": usage.tokens_out,
    }


def _charge(call: Call, usage: Usage | None) -> None:
    if usage is not None:
        call.tokens, call.tokens_out = usage.tokens_in, usage.tokens_out
