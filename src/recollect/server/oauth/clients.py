"""Registered clients; the id of a client contains its registration, so nothing is stored.

Anyone may register any address, as the protocol intends. What protects the person is that the
sign-in page says where the access goes, and that the code is useless without its verifier.
"""

import base64
import json
import re
from binascii import Error as Base64Error
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from recollect.domain.loopback import LOOPBACK
from recollect.server.guard import host_name
from recollect.server.oauth.errors import OAuthError

_MAX_URIS: Final = 10
_MAX_ID: Final = 4_000
_MAX_NAME: Final = 80
_URI = re.compile(r"[!-~]{1,500}")
# Schemes that a browser would run or open by itself instead of passing the code to an app.
_BROWSER_SCHEMES: Final = frozenset(
    {"about", "blob", "data", "file", "filesystem", "ftp", "javascript", "vbscript", "view-source"}
)


@dataclass(frozen=True, slots=True)
class Client:
    """A client that may receive codes at its redirect URIs."""

    name: str
    redirect_uris: tuple[str, ...]

    @property
    def id(self) -> str:
        """The registration as text."""
        fields = json.dumps([self.name, *self.redirect_uris], separators=(",", ":"))
        return base64.urlsafe_b64encode(fields.encode()).decode().rstrip("=")

    def may_redirect_to(self, uri: str) -> bool:
        """Whether the URI is registered; on loopback with any port, which apps choose freely."""
        return any(_without_port(uri) == _without_port(known) for known in self.redirect_uris)


def register(metadata: object) -> Client:
    """The client that these metadata describe."""
    if not isinstance(metadata, dict):
        raise OAuthError("invalid_client_metadata", "the body must be a JSON object")
    uris = metadata.get("redirect_uris")
    if not isinstance(uris, list) or not 1 <= len(uris) <= _MAX_URIS:
        message = f"redirect_uris must be a list of 1 to {_MAX_URIS} addresses"
        raise OAuthError("invalid_redirect_uri", message)
    for uri in uris:
        _check_redirect(uri)
    shown = "".join(c for c in str(metadata.get("client_name") or "") if c.isprintable())
    client = Client(" ".join(shown.split())[:_MAX_NAME] or "An MCP client", tuple(uris))
    if len(client.id) > _MAX_ID:
        raise OAuthError("invalid_client_metadata", "the redirect URIs are too long")
    return client


def client_from_id(client_id: str) -> Client:
    """The client with this id, checked as if it registered now."""
    try:
        padded = client_id + "=" * (-len(client_id) % 4)
        name, *uris = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        client = register({"client_name": name, "redirect_uris": uris})
    except (Base64Error, ValueError, TypeError, RecursionError, OAuthError):
        raise OAuthError("invalid_client", "unknown client_id: register again") from None
    if client.id != client_id:
        raise OAuthError("invalid_client", "unknown client_id: register again")
    return client


def _check_redirect(uri: Any) -> None:
    parts = _split(uri)
    if parts is None or not _is_safe(parts):
        message = (
            f"{uri!r:.120} is not allowed: use https, http on a loopback address,"
            " or the scheme of an app"
        )
        raise OAuthError("invalid_redirect_uri", message)


def _split(uri: object) -> SplitResult | None:
    if not isinstance(uri, str) or not _URI.fullmatch(uri) or "\\" in uri or "#" in uri:
        return None
    try:
        return urlsplit(uri)
    except ValueError:
        return None


def _is_safe(parts: SplitResult) -> bool:
    match parts.scheme:
        case "https":
            return host_name(parts.netloc.lower()) is not None
        case "http":
            return _is_loopback(parts)
        case scheme:
            return bool(scheme) and scheme not in _BROWSER_SCHEMES and parts.path.startswith("/")


def _is_loopback(parts: SplitResult) -> bool:
    return parts.scheme == "http" and host_name(parts.netloc.lower()) in LOOPBACK


def _without_port(uri: str) -> str:
    parts = _split(uri)
    if parts is None or not _is_loopback(parts):
        return uri
    return parts._replace(netloc=host_name(parts.netloc.lower()) or "").geturl()
