"""The address of the client that sent a request, as far as it can be trusted."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

# A Unix socket has no address.
UNIX: Final = "unix"
_UNKNOWN: Final = "unknown"
# Where the scope's state has the client's address.
_STATE: Final = "client_address"
# More proxies in a row than anybody has.
_MOST_PROXIES: Final = 20


@dataclass(frozen=True, slots=True)
class ClientAddresses:
    """Finds the client's address behind trusted proxies; what others say in headers is ignored."""

    trusted: Sequence[str]

    def note(self, scope: Scope) -> None:
        """Leave the address in the scope, for whoever logs or counts by it."""
        scope.setdefault("state", {})[_STATE] = self.of(scope)

    def of(self, scope: Scope) -> str:
        """The last address of the request's way that is not a trusted proxy's."""
        client = scope.get("client")
        address = client[0] if client is not None else UNIX
        if not self.trusted or not self._trusts(address):
            return address
        values = Headers(scope=scope).getlist("x-forwarded-for")
        for part in reversed(",".join(values).rsplit(",", _MOST_PROXIES)):
            try:
                found = str(ip_address(part.strip()))
            except ValueError:
                # Before this, anybody could have written anything.
                return address
            address = found
            if not self._trusts(address):
                return address
        return address

    def _trusts(self, address: str) -> bool:
        if address == UNIX:
            return UNIX in self.trusted
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in ip_network(name) for name in self.trusted if name != UNIX)


def client_address(scope: Scope) -> str:
    """The address that was noted."""
    return str(scope.get("state", {}).get(_STATE, _UNKNOWN))


def network_of(address: str) -> str:
    """What one client is counted by: its address, and of IPv6 the part that a provider assigns."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(ip_network((found, 64), strict=False))
    return address
