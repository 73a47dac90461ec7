"""The MCP library's session managers, in a module that is imported on the first request."""

from dataclasses import dataclass
from typing import Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from recollect.mcp.server import IdentifyCaller, create_server
from recollect.settings import Settings

_MB: Final = 2**20
# The HTTP server around this endpoint has already checked the host and the origin.
_SECURITY: Final = TransportSecuritySettings(enable_dns_rebinding_protection=False)


@dataclass(frozen=True, slots=True)
class SessionManagers:
    """One manager per response format, because the library allows each to run only once."""

    json: StreamableHTTPSessionManager
    streaming: StreamableHTTPSessionManager


def create_session_managers(identify: IdentifyCaller, settings: Settings) -> SessionManagers:
    """Session managers that serve the callers known to `identify`."""

    def manager(*, as_json: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            create_server(identify),
            json_response=as_json,
            stateless=True,
            security_settings=_SECURITY,
            max_request_body_size=settings.max_request_mb * _MB,
        )

    return SessionManagers(json=manager(as_json=True), streaming=manager(as_json=False))
