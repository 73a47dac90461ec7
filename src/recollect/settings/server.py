import re
from ipaddress import ip_address
from typing import ClassVar

from pydantic import field_validator

from .fields import Group, Names, Text, names, text, whole

_HOST = re.compile(r"(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@*\\]+")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Server(Group):
    """Where the server listens, and to whom."""

    title: ClassVar[str] = "Server"

    host: Text = text(
        "127.0.0.1",
        "The address the server listens on; one that others can reach needs a key (recollect keys add).",
        allowed="an IP address or localhost",
        takes="an IP address (127.0.0.1, 0.0.0.0, ::1, …) or localhost",
    )
    port: int = whole(8377, 0, 65535, "The port the server listens on (0 = any free one).")
    allowed_hosts: Names = names(
        "Further names under which the server may be addressed, besides the loopback ones.",
        allowed="host names",
        takes="a list of host names without port, path or wildcard",
    )
    allowed_origins: Names = names(
        "The web apps and browser extensions that may call the server from a browser.",
        allowed="origins",
        takes="a list of origins such as https://app.example, without path or wildcard",
    )
    max_request_mb: int = whole(32, 1, 1_024, "The largest body of one request, in MiB.")

    @field_validator("host")
    @classmethod
    def _address(cls, value: str) -> str:
        if value.lower() == "localhost":
            return "localhost"
        try:
            return str(ip_address(value))
        except ValueError:
            raise ValueError("names are not looked up") from None

    @field_validator("allowed_hosts")
    @classmethod
    def _hosts(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return _all_like(_HOST, values)

    @field_validator("allowed_origins")
    @classmethod
    def _origins(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return _all_like(_ORIGIN, values)


def _all_like(pattern: re.Pattern[str], values: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(value.lower() for value in values)
    for place, value in enumerate(found, start=1):
        if not pattern.fullmatch(value):
            raise ValueError(f"number {place} of the list is not one")
    return tuple(dict.fromkeys(found))
