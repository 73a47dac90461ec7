"""The models that answer and grade: named on the command line, or the core model."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Self
from urllib.parse import quote

import httpx2

from recollect.domain.chat import NO_MODEL
from recollect.errors import InvalidInput, InvalidSetting, ProviderError, ProviderUnavailable
from recollect.providers.chat import HttpChatModel, chat_model
from recollect.providers.chat.build import Provider
from recollect.providers.endpoint import address
from recollect.providers.resilience import Breaker, RetryPolicy
from recollect.providers.trust import trusted
from recollect.settings import Settings

_NO_READER: Final = f"no model answers: give --reader and --reader-url; {NO_MODEL}"
# More patient than a chat: a long run should survive a rate limit or a restart of the service.
_PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
_LONGEST_PAUSE: Final = 120.0
# Nobody waits for a single answer, and local models are slow with a whole conversation.
_TIMEOUT: Final = 600
# Pauses are enough; a breaker would stop all requests because of a few.
_NEVER: Final = 2**31
_READ_ONLY: Final = b"read-only"
_WITH_MEMORY: Final = frozenset({"used", "none"})
_CHECK_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """A model as the command line names it; `key` is the environment variable with its API key."""

    name: str | None = None
    url: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class ModelAddress:
    """Where a model is, and how to call it."""

    provider: Provider
    name: str
    base_url: str | None
    api_key: str | None = field(repr=False)
    timeout: float

    def connect(self, agent: str = "") -> HttpChatModel:
        """The model; with an agent, the address is a Recollect server's, which adds its memory."""
        found = chat_model(
            provider=self.provider,
            name=self.name,
            base_url=self.base_url,
            api_key=self.api_key,
            timeout=self.timeout,
            breaker=Breaker(failures=_NEVER),
            retry=RetryPolicy(_PAUSES, longest=_LONGEST_PAUSE),
            transport=_MemoryTransport(agent) if agent else None,
        )
        assert found is not None
        return found

    def behind(self, proxy: str) -> Self:
        """The same model, asked through a proxy."""
        key = self.api_key if self.provider == "openai" else None
        return replace(self, provider="openai", base_url=proxy, api_key=key)


def reader_address(options: ModelOptions, settings: Settings) -> ModelAddress:
    """The model that answers."""
    timeout = max(settings.core_model_timeout_seconds, _TIMEOUT)
    if options.url or options.key:
        return _compatible(options, "reader", timeout)
    if not settings.has_core_model:
        raise InvalidSetting(_NO_READER, field="reader")
    key = settings.core_model_api_key
    return ModelAddress(
        settings.core_model_provider,
        options.name or settings.core_model_name,
        settings.core_model_base_url,
        key.get_secret_value() if key else None,
        timeout,
    )


def judge_address(options: ModelOptions, reader: ModelAddress) -> ModelAddress | None:
    """The model that grades, at the reader's address unless another is given; None without one."""
    if options.url or options.key:
        return _compatible(options, "judge", reader.timeout)
    return replace(reader, name=options.name) if options.name else None


def _compatible(options: ModelOptions, which: str, timeout: float) -> ModelAddress:
    """A model at an OpenAI-compatible address, or at OpenAI's own."""
    if not options.name:
        message = f"--{which}-url and --{which}-key need a model: give --{which}"
        raise InvalidInput(message, field=which)
    if options.url:
        address(options.url, which)
    key = os.environ.get(options.key) if options.key else None
    if options.key and not key:
        message = f"the environment variable {options.key} is not set"
        raise InvalidInput(message, field=f"{which}_key")
    return ModelAddress("openai", options.name, options.url, key, timeout)


class _MemoryTransport(httpx2.HTTPTransport):
    """Names the agent in each request, and refuses replies that were given without its memory."""

    def __init__(self, agent: str) -> None:
        super().__init__(verify=trusted())
        # Nothing is recorded: the questions must not become memories.
        self._headers = {b"X-Recollect-Agent-Id": agent.encode(), b"X-Recollect-Memory": _READ_ONLY}

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The server's reply."""
        request.headers.update(self._headers)
        response = super().handle_request(request)
        outcome = response.headers.get("X-Recollect-Memory", "not a Recollect server")
        if response.is_success and outcome not in _WITH_MEMORY:
            response.close()
            raise ProviderUnavailable(
                f"The proxy answered without memory ({outcome:.40}); if it is late, raise the"
                " server's memory_deadline_ms."
            )
        return response


def check_proxy(proxy: str, agents: Iterable[str]) -> None:
    """Refuse a server that is not running, has no upstream, or lacks one of the agents."""
    base = str(address(proxy, "proxy")).rstrip("/").removesuffix("/v1")
    try:
        with httpx2.Client(base_url=base, timeout=_CHECK_SECONDS, verify=trusted()) as client:
            if b'"no_upstream"' in client.get("/v1/models").content:
                message = f"the server at {base} has no model: set its upstream_base_url"
                raise ProviderError(message)
            for agent in agents:
                status = client.get(f"/api/v1/agents/{quote(agent, safe='')}").status_code
                if status == httpx2.codes.NOT_FOUND:
                    message = f"the server at {base} has no agent {agent!r:.80}"
                    raise InvalidInput(f"{message}: first run recollect ingest", field="proxy")
                if status != httpx2.codes.OK:
                    message = f"the server at {base} answered {status} when asked for"
                    raise ProviderError(f"{message} {agent!r:.80}")
    except httpx2.RequestError:
        message = f"no server answers at {base}: start one with recollect serve"
        raise ProviderError(message) from None
