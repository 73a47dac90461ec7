"""What answers behind the door of the server: the library, which is loaded for the first who asks."""

from dataclasses import dataclass
from typing import Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from recollect.mcp.server import Who, create_server
from recollect.settings import Settings

_MB: Final = 2**20
# Who may ask at all, and from where, has been decided by the server that we stand in.
_DECIDED: Final = TransportSecuritySettings(enable_dns_rebinding_protection=False)


@dataclass(frozen=True, slots=True)
class Answering:
    """One for each of the two forms of an answer: the library lets none of them run twice."""

    plain: StreamableHTTPSessionManager
    streaming: StreamableHTTPSessionManager


def answering(who: Who, settings: Settings) -> Answering:
    """What answers callers that `who` knows."""

    def manager(*, as_json: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            create_server(who),
            json_response=as_json,
            stateless=True,
            security_settings=_DECIDED,
            max_request_body_size=settings.max_request_mb * _MB,
        )

    return Answering(plain=manager(as_json=True), streaming=manager(as_json=False))
