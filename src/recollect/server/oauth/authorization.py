"""The authorisation server: which address it has, and what a token allows."""

from dataclasses import dataclass, field
from typing import Any, Final

from starlette.datastructures import Headers

from recollect.domain.access import Key
from recollect.domain.loopback import LOOPBACK
from recollect.server.anonymous import AnonymousAccess
from recollect.server.failed_keys import FailedKeys
from recollect.server.guard import host_name
from recollect.server.oauth.errors import OAuthError
from recollect.server.oauth.grants import ACCESS_SECONDS, PREFIX, Grant, GrantFile
from recollect.settings import Settings
from recollect.settings.key_uses import KeyUses
from recollect.settings.keys import KeyFile

MCP: Final = "/mcp"
RESOURCE_METADATA: Final = "/.well-known/oauth-protected-resource"
SERVER_METADATA: Final = "/.well-known/oauth-authorization-server"
AUTHORIZE: Final = "/oauth/authorize"
TOKEN: Final = "/oauth/token"  # noqa: S105 - a path
REGISTER: Final = "/oauth/register"
# Open to everyone: they are how a client gets a token.
OPEN: Final = frozenset(
    {RESOURCE_METADATA, RESOURCE_METADATA + MCP, SERVER_METADATA, AUTHORIZE, TOKEN, REGISTER}
)


@dataclass(frozen=True, slots=True)
class Authorization:
    """Signs people in with their API keys, once there are keys."""

    settings: Settings
    keys: KeyFile
    grants: GrantFile
    anonymous: AnonymousAccess
    uses: KeyUses
    failed_keys: FailedKeys = field(default_factory=FailedKeys)

    def is_fresh(self) -> bool:
        """Whether keys, grants and the need for keys can be read without waiting."""
        parts = (self.keys, self.grants, self.anonymous)
        return all(part.is_fresh() for part in parts)

    def refresh(self) -> None:
        """Read what other servers may have changed."""
        self.keys.list()
        self.grants.all()
        self.anonymous.refresh()

    def write_uses(self) -> None:
        """Write down when keys were last used."""
        self.uses.write(key.id for key in self.keys.list())

    def base(self, headers: Headers) -> str | None:
        """The address under which the client called, if people may sign in there.

        Keys and tokens travel only over loopback or TLS; that a proxy adds TLS is known from the
        allowed origins.
        """
        host = headers.get("host", "").lower()
        if not self.keys.list():
            return None
        if f"https://{host}" in self.settings.allowed_origins:
            return f"https://{host}"
        return f"http://{host}" if host_name(host) in LOOPBACK else None

    def resource(self, headers: Headers) -> str:
        """The only thing that tokens are good for: MCP under this address."""
        return f"{self.base(headers)}{MCP}"

    def challenge(self, headers: Headers) -> str:
        """The part of `WWW-Authenticate` that tells a client where to sign in."""
        base = self.base(headers)
        return f', resource_metadata="{base}{RESOURCE_METADATA}{MCP}"' if base else ""

    def key(self, token: str, headers: Headers) -> Key | None:
        """The key that a token was granted with, unless it was revoked."""
        grant = self.grants.find(token) if token.startswith(PREFIX) else None
        if grant is None or grant.resource != self.resource(headers):
            return None
        return self._key(grant)

    def _key(self, grant: Grant) -> Key | None:
        return self.keys.with_hash(grant.key)

    def token_response(self, form: dict[str, str], headers: Headers) -> dict[str, Any]:
        """New tokens for a code or a refresh token."""
        resource = self.resource(headers)
        check_resource(form, resource)
        client = form.get("client_id", "")
        match form.get("grant_type"):
            case "authorization_code":
                grant, tokens = self.grants.exchange_code(
                    form.get("code", ""),
                    client=client,
                    resource=resource,
                    verifier=form.get("code_verifier", ""),
                    uri=form.get("redirect_uri"),
                )
            case "refresh_token":
                token = form.get("refresh_token", "")
                grant, tokens = self.grants.exchange_refresh(
                    token, client=client, resource=resource
                )
            case _:
                message = "grant_type must be authorization_code or refresh_token"
                raise OAuthError("unsupported_grant_type", message)
        if self._key(grant) is None:
            message = "the key was revoked or has expired: sign in with another"
            raise OAuthError("invalid_grant", message)
        return {
            "access_token": tokens.access,
            "token_type": "Bearer",
            "expires_in": ACCESS_SECONDS,
            "refresh_token": tokens.refresh,
        }

    def metadata(self, base: str) -> dict[str, Any]:
        """What clients read to find the routes (RFC 8414)."""
        return {
            "issuer": base,
            "authorization_endpoint": base + AUTHORIZE,
            "token_endpoint": base + TOKEN,
            "registration_endpoint": base + REGISTER,
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }

    def resource_metadata(self, base: str) -> dict[str, Any]:
        """What clients read to find the authorisation server (RFC 9728)."""
        return {
            "resource": base + MCP,
            "authorization_servers": [base],
            "bearer_methods_supported": ["header"],
            "resource_name": "Recollect",
        }


def check_resource(fields: dict[str, str], resource: str) -> None:
    """Refuse tokens for anything but this server; older clients do not say what they are for."""
    if fields.get("resource", resource).removesuffix("/") != resource:
        raise OAuthError("invalid_target", f"the only resource here is {resource}")
