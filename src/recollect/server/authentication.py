"""Rejects requests without a valid API key before their body is read."""

from asyncio import get_running_loop
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.domain.access import Access, Key
from recollect.domain.audit import WRONG_KEY
from recollect.errors import RecollectError
from recollect.server.anonymous import NEEDS_KEY
from recollect.server.client_address import client_address
from recollect.server.errors import Refusal, status_of
from recollect.server.oauth.authorization import MCP, OPEN, Authorization
from recollect.server.oauth.grants import PREFIX
from recollect.server.proxy.paths import is_for_mem0, is_proxied
from recollect.settings import Settings
from recollect.settings.live import SharedSwitch

KEY: Final = "X-Recollect-Key"
# Where the scope's state has the name and the id of the caller's key.
KEY_NAME: Final = "key_name"
KEY_ID: Final = "key_id"
# Open to everyone: health checks, documentation, and the page that asks for the key.
_OPEN_PREFIXES: Final = ("/health/", "/help/", "/static/")
_OPEN_PAGES: Final = frozenset({"/", "/docs", "/help", "/openapi.json", "/favicon.ico"})
_CHALLENGE: Final = 'Bearer realm="recollect"'


@dataclass(frozen=True, slots=True)
class Authentication:
    """Middleware that checks the API key and stores its access in the scope.

    It also reads the main switch of other servers, so that nobody waits for it in the event loop.
    """

    app: ASGIApp
    settings: Settings
    authorization: Authorization
    switch: SharedSwitch | None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or respond with an error."""
        if scope["type"] != "http" or _is_public(scope):
            await self.app(scope, receive, send)
            return
        try:
            if not self.authorization.is_fresh():
                await run_in_threadpool(self.authorization.refresh)
            if self.switch is not None and not self.switch.is_fresh():
                await run_in_threadpool(self.switch.refresh)
            # Who signs in has no access yet.
            if scope["path"] not in OPEN:
                scope.setdefault("state", {})
                scope["state"]["access"] = self._access(scope)
        except RecollectError as error:
            status = status_of(type(error))
            await Refusal(status, error.code, error.message)(scope, receive, send)
        except Refusal as refusal:
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _access(self, scope: Scope) -> Access:
        """Return the caller's access: everything on a server that never wanted keys."""
        if not self.authorization.keys.list():
            if (problem := self.authorization.anonymous.problem(scope)) is None:
                return Access()
            raise self._refusal(scope, f"{problem}: {NEEDS_KEY}", is_invalid=False)
        secret = self._secret(scope)
        key = self._key(secret, scope) if secret else None
        if key is not None:
            scope["state"] |= {KEY_NAME: key.name, KEY_ID: key.id}
            if self.authorization.uses.note(key.id):
                # Not awaited: no request waits for this.
                get_running_loop().run_in_executor(None, self.authorization.write_uses)
            return key.access
        if secret and (expired := self.authorization.keys.expired(secret)):
            scope["state"] |= {KEY_NAME: expired.name, KEY_ID: expired.id}
            raise self._refusal(scope, _expired(expired), is_invalid=True)
        if secret:
            self._count_failure(scope, secret)
        problem = (
            "unknown key: it may have been revoked" if secret else "this server requires a key"
        )
        message = f"{problem}; create one with recollect keys add and send it as {KEY}"
        raise self._refusal(scope, message, is_invalid=secret is not None)

    def _count_failure(self, scope: Scope, secret: str) -> None:
        # MCP clients renew a token that has expired only if they get 401.
        if scope["path"] == MCP and secret.startswith(PREFIX):
            return
        scope["state"][WRONG_KEY] = self.authorization.keys.id_of(secret)
        seconds = self.authorization.failed_keys.add(client_address(scope))
        if seconds is not None:
            raise too_many_failures(seconds)

    def _refusal(self, scope: Scope, message: str, *, is_invalid: bool) -> Refusal:
        challenge = {"WWW-Authenticate": self._challenge(scope, is_invalid=is_invalid)}
        return Refusal(HTTPStatus.UNAUTHORIZED, "unauthorized", message, headers=challenge)

    def _key(self, secret: str, scope: Scope) -> Key | None:
        if scope["path"] == MCP and secret.startswith(PREFIX):
            return self.authorization.key(secret, Headers(scope=scope))
        return self.authorization.keys.find(secret)

    def _challenge(self, scope: Scope, *, is_invalid: bool) -> str:
        if scope["path"] != MCP:
            return _CHALLENGE
        error = ', error="invalid_token"' if is_invalid else ""
        return _CHALLENGE + error + self.authorization.challenge(Headers(scope=scope))

    def _secret(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        if own := headers.get(KEY):
            return own
        if is_proxied(scope["path"]):
            # Credentials are for the upstream, unless the server has its own upstream key.
            if not self.settings.has_upstream_key:
                return None
            if secret := headers.get("x-api-key"):
                return secret
        scheme, _, secret = headers.get("authorization", "").partition(" ")
        schemes = {"bearer", "token"} if is_for_mem0(scope["path"]) else {"bearer"}
        return secret.strip() or None if scheme.lower() in schemes else None


def _expired(key: Key) -> str:
    return (
        f"the key {key.name!r} expired on {key.expires_at:%Y-%m-%d}: create a new one with"
        " recollect keys add NAME, and revoke this one"
    )


def too_many_failures(seconds: int) -> Refusal:
    """The response to one more wrong key."""
    message = (
        f"too many wrong keys from this address: try again in {seconds} seconds;"
        " a valid key is accepted at any time"
    )
    headers = {"Retry-After": str(seconds)}
    return Refusal(HTTPStatus.TOO_MANY_REQUESTS, "too_many_failures", message, headers=headers)


def _is_public(scope: Scope) -> bool:
    path: str = scope["path"]
    return path in _OPEN_PAGES or path.startswith(_OPEN_PREFIXES)
