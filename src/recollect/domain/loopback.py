"""The addresses by which a machine reaches itself."""

from ipaddress import ip_address
from typing import Final

# The names of this machine for itself, as they are in a Host header.
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})


def is_loopback(host: str) -> bool:
    """Whether an address is reachable only from this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
