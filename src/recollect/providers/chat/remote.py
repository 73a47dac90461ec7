"""Any chat model behind an HTTP endpoint."""

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any, Final, TypeVar, overload

import httpx2
from pydantic_core import from_json

from recollect.domain.chat import Filled, Message, Reply, Usage, check_messages
from recollect.errors import ProviderError, ProviderUnavailable
from recollect.providers.chat.dialect import Body, Dialect, Hearing, Question, nonsense
from recollect.providers.chat.events import Events
from recollect.providers.chat.form import Form, form
from recollect.providers.endpoint import EVENT_STREAM, Endpoint, address, below, check_key
from recollect.providers.resilience import Breaker, Call, Meter, Retry

T = TypeVar("T")
Pieces = Generator[str | Reply, None, None]

_MAX_TEXT: Final = 16 * 2**20
_DONE: Final = b"[DONE]"


class HttpChatModel:
    """A chat model behind an endpoint that speaks one of the dialects.

    Its errors hold neither the key nor anything that was said by anyone.
    """

    def __init__(
        self,
        dialect: type[Dialect],
        *,
        model: str,
        base_url: str | None = None,
        api_key: str | None,
        breaker: Breaker,
        retry: Retry | None = None,
        timeout: float = 60.0,
        transport: httpx2.BaseTransport | None = None,
        meter: Meter | None = None,
    ) -> None:
        base = address(base_url or dialect.home, "model")
        key = check_key(api_key, "model") if api_key else None
        self.name = f"{base.netloc.decode('ascii')}/{model}"
        self.meter = meter or Meter()
        at_home = base.host == httpx2.URL(dialect.home).host
        self._dialect = dialect(self.name, model, at_home=at_home)
        self._breaker = breaker
        self._retry = retry or Retry()
        self._endpoint = Endpoint(
            self.name,
            _at(base, dialect.path),
            dialect.headers(key),
            timeout=timeout,
            transport=transport,
        )

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: None = None,
    ) -> Reply: ...

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[T],
    ) -> Filled[T]: ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[Any] | None = None,
    ) -> Reply:
        """The whole reply, in the form of the schema if one is given; bad JSON is not asked for again."""
        wanted = None if schema is None else form(schema)
        question = Question(check_messages(messages), max_tokens, temperature, wanted)
        body = self._dialect.body(question)
        return self._retry.call(lambda: self._answer(body, wanted))

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, temperature: float | None = None
    ) -> Pieces:
        """The reply's text in pieces, then the Reply; closing this early closes the connection.

        Asked again only before the first piece: after it, the same words would come twice.
        """
        question = Question(check_messages(messages), max_tokens, temperature, streaming=True)
        body = self._dialect.body(question)
        first, rest = self._retry.call(lambda: _begun(self._pieces(body)))
        with closing(rest):
            yield first
            yield from rest

    def close(self) -> None:
        """Let go of the connections and of calls that wait to be made again; closing twice is fine."""
        self._retry.stop()
        self._endpoint.close()

    def _answer(self, body: Body, wanted: Form[Any] | None) -> Reply:
        with self._breaker.guard(), self.meter.measure() as call:
            reply = self._dialect.reply(self._parsed(self._endpoint.ask(body)))
            _charge(call, reply.usage)
            return wanted.filled(reply, self.name) if wanted else reply

    def _pieces(self, body: Body) -> Pieces:
        hearing = Hearing()
        with self._breaker.guard() as alive, self.meter.measure() as call:
            try:
                with closing(self._texts(body, hearing)) as texts:
                    for text in texts:
                        alive()
                        yield text
            finally:
                _charge(call, hearing.usage)
            if hearing.stop is None and not hearing.over:
                raise ProviderUnavailable(f"{self.name} broke off in the middle of its answer.")
        yield hearing.reply()

    def _texts(self, body: Body, hearing: Hearing) -> Generator[str, None, None]:
        events = Events(self.name)
        size = 0
        since = time.monotonic()
        with closing(self._endpoint.parts(body, EVENT_STREAM)) as parts:
            for part in parts:
                for data in events.feed(part):
                    text = self._heard(data, hearing)
                    size += len(text)
                    if size > _MAX_TEXT:
                        raise ProviderError(f"{self.name} answered more than any answer can be.")
                    if text:
                        yield text
                        since = time.monotonic()
                    if hearing.over:
                        return
                # Signs of life are no answer: a line kept open for ever ends here.
                if time.monotonic() - since > self._endpoint.timeout:
                    raise self._endpoint.late()

    def _heard(self, data: bytes, hearing: Hearing) -> str:
        if data == _DONE:
            hearing.over = True
            return ""
        text = self._dialect.hear(self._parsed(data), hearing)
        if text:
            hearing.parts.append(text)
        return text

    def _parsed(self, data: bytes) -> object:
        try:
            return from_json(data)
        except ValueError:  # it quotes the answer
            pass
        raise nonsense(self.name)


def _at(base: httpx2.URL, path: str) -> httpx2.URL:
    """The address of the questions; some give the base of a service with its version, some without."""
    named = base.path.rstrip("/").endswith("/v1")
    return below(base, path.removeprefix("/v1") if named else path)


def _begun(pieces: Pieces) -> tuple[str | Reply, Pieces]:
    return next(pieces), pieces


def _charge(call: Call, usage: Usage | None) -> None:
    if usage is not None:
        call.tokens, call.tokens_out = usage.tokens_in, usage.tokens_out
