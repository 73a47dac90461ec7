"""Limits the requests of each key and for each agent; a chat goes on without memory instead."""

import math
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.domain.rates import Rates
from recollect.errors import RateLimited
from recollect.server.authentication import KEY_NAME
from recollect.server.errors import Refusal
from recollect.server.proxy.paths import is_proxied
from recollect.settings import Settings

# Where the scope's state has the limits of a request.
LIMITS: Final = "request_limits"


@dataclass(slots=True)
class RequestLimits:
    """The limits of one request; each agent that it is about is counted once."""

    by_agent: Rates
    # Whether it goes on without memory where it would be refused.
    is_chat: bool = False
    is_exceeded: bool = False
    _counted: set[str] = field(default_factory=set)

    def count(self, agent: str) -> None:
        """Count a request for this agent; raise if there were too many."""
        if agent in self._counted:
            return
        self._counted.add(agent)
        wait = self.by_agent.count(agent)
        if wait and not self.is_chat:
            message = (
                f"too many requests for the agent {agent!r:.80} (setting agent_requests_per_minute)"
            )
            raise RateLimited(message, retry_after=wait)
        self.is_exceeded |= wait > 0


class RequestRates:
    """Middleware that counts requests by key, and lets handlers count them by agent."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._by_key = Rates(settings.key_requests_per_minute)
        self._by_agent = Rates(settings.agent_requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 429."""
        state = scope.get("state", {})
        # What is open to everyone, such as health checks, has no access.
        if scope["type"] != "http" or "access" not in state:
            await self._app(scope, receive, send)
            return
        limits = RequestLimits(self._by_agent, is_chat=is_proxied(scope["path"]))
        state[LIMITS] = limits
        wait = self._by_key.count(_caller(scope))
        if wait and not limits.is_chat:
            headers = {"Retry-After": str(math.ceil(wait))}
            message = "too many requests with this key (setting key_requests_per_minute)"
            status, code = HTTPStatus.TOO_MANY_REQUESTS, RateLimited.code
            await Refusal(status, code, message, headers=headers)(scope, receive, send)
            return
        limits.is_exceeded = wait > 0
        await self._app(scope, receive, send)


def _caller(scope: Scope) -> str:
    """The name of the key, or the address of who needs none."""
    name: str | None = scope["state"].get(KEY_NAME)
    if name is not None:
        return f"key {name}"
    return f"address {scope['client'][0]}" if scope.get("client") else "address"
