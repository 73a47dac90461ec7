"""The gate: who comes without a key where one is needed is sent away before a body is read."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.domain.access import Access
from recollect.errors import RecollectError
from recollect.server.errors import answer, status_of
from recollect.settings import Settings
from recollect.settings.keys import KeyFile
from recollect.settings.server import is_loopback

KEY: Final = "X-Recollect-Key"
# What everybody may see: whether the server lives, what it can do, and the page that asks for the key.
_OPEN: Final = ("/health/", "/static/")
_OPEN_PAGES: Final = frozenset({"/", "/docs", "/openapi.json", "/favicon.ico"})
# Here `Authorization` belongs to the model behind us, unless we have a key of our own for that one.
PROXY: Final = frozenset({"/v1/chat/completions", "/chat/completions", "/v1/models"})
_ASKING: Final = {"WWW-Authenticate": 'Bearer realm="recollect"'}


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets in whoever needs no key or has one, and leaves in the scope what that one allows."""

    app: ASGIApp
    settings: Settings
    keys: KeyFile

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or say why not."""
        if scope["type"] != "http" or _is_open(scope):
            await self.app(scope, receive, send)
            return
        try:
            access = self._access(scope)
        except RecollectError as error:
            reply = answer(scope, status_of(error), error.code, error.message)
            await reply(scope, receive, send)
            return
        if access is None:
            given = self._secret(scope) is not None
            what = "this key is not known: it may have been revoked" if given else "a key is needed"
            message = f"{what}; recollect keys add makes one, and {KEY} carries it"
            reply = answer(scope, HTTPStatus.UNAUTHORIZED, "unauthorized", message, headers=_ASKING)
            await reply(scope, receive, send)
            return
        scope.setdefault("state", {})["access"] = access
        await self.app(scope, receive, send)

    def _access(self, scope: Scope) -> Access | None:
        """What is allowed: everything where there are no keys and nobody comes from elsewhere."""
        if not self.keys.list() and is_loopback(self.settings.host):
            return Access()
        secret = self._secret(scope)
        key = self.keys.of(secret) if secret else None
        return key.access if key else None

    def _secret(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        if own := headers.get(KEY):
            return own
        if scope["path"] in PROXY and not self.settings.upstream_api_key:
            return None
        scheme, _, secret = headers.get("authorization", "").partition(" ")
        return secret.strip() or None if scheme.lower() == "bearer" else None


def _is_open(scope: Scope) -> bool:
    path: str = scope["path"]
    return path in _OPEN_PAGES or path.startswith(_OPEN)
