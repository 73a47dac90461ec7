import re
from ipaddress import ip_address, ip_network
from typing import ClassVar, Literal

from pydantic import field_validator

from recollect.domain.loopback import LOOPBACK, is_loopback

from .fields import Group, Names, Text, choice, names, switch, text, whole

AuditMode = Literal["auto", "on", "off"]
_HOST = re.compile(r"(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@*\\]+")


class Server(Group):
    """Where the server listens, and which clients it accepts."""

    title: ClassVar[str] = "Server"

    host: Text = text(
        "127.0.0.1",
        allowed="an IP address or localhost",
        takes="an IP address (127.0.0.1, 0.0.0.0, ::1, …) or localhost",
    )
    """Address the server listens on; any but loopback requires an API key (`recollect keys add`).
    """
    port: int = whole(8377, 0, 65535)
    """Port the server listens on (0 = any free one)."""
    unix_socket: Text | None = text(None, allowed="a path", takes="the path of a socket")
    """Path of a Unix socket to listen on instead of `host` and `port`; only its owner can connect.
    """
    allowed_hosts: Names = names(
        allowed="host names", takes="a list of host names without port, path or wildcard"
    )
    """Host names under which the server may be called, in addition to loopback; they require an API
    key (`recollect keys add`).
    """
    allowed_origins: Names = names(
        allowed="origins",
        takes="a list of origins such as https://app.example, without path or wildcard",
    )
    """Origins of web apps and browser extensions that may call the server."""
    allow_anonymous: bool = switch(default=False)
    """Dangerous: as long as there is no API key, let everybody who can reach the server read,
    change and erase everything, also from other machines and after the last key was revoked.
    """
    max_connections: int = whole(0, 0, 1_000_000)
    """Maximum number of open connections (0 = half of the open files that the system allows); above
    it, idle and slow ones are closed, first of the address that has most.
    """
    header_timeout_seconds: int = whole(20, 1, 3_600)
    """Seconds within which the headers of a new connection's or a begun request must arrive."""
    body_timeout_seconds: int = whole(30, 1, 86_400)
    """Seconds for a request's body to arrive, and one more for each KiB of it."""
    trusted_proxies: Names = names(
        allowed="addresses",
        takes="a list of IP addresses or networks such as 10.0.0.0/8, or unix for a Unix socket",
    )
    """Proxies whose `X-Forwarded-For` is believed, so that logs show the address of the client."""
    audit_log: AuditMode = choice(AuditMode, "auto")
    """Whether the server writes down who read, wrote and erased what, without any text, for
    `recollect audit`, from the moment that it is switched on; `auto` does once the server has
    required an API key.
    """
    audit_days: int = whole(90, 1, 3_650)
    """Days that the audit log is kept."""
    audit_max_mb: int = whole(50, 1, 10_000)
    """Maximum size of the audit log in MiB; the oldest half is removed first."""
    max_request_mb: int = whole(32, 1, 1_024)
    """Maximum size of a request body in MiB."""
    max_import_mb: int = whole(256, 1, 4_096)
    """Maximum size of a file sent to `POST /api/v1/import`, in MiB."""

    @property
    def is_exposed(self) -> bool:
        """Whether the server is meant to be reached from other machines, maybe through a proxy."""
        is_local = self.unix_socket is not None or is_loopback(self.host)
        return not is_local or not LOOPBACK.issuperset(self.allowed_hosts)

    @field_validator("host")
    @classmethod
    def _address(cls, value: str) -> str:
        if value.lower() == "localhost":
            return "localhost"
        try:
            return str(ip_address(value))
        except ValueError:
            raise ValueError("host names are not resolved") from None

    @field_validator("allowed_hosts")
    @classmethod
    def _hosts(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return _all_like(_HOST, values)

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(value if value == "unix" else str(ip_network(value)) for value in values)

    @field_validator("allowed_origins")
    @classmethod
    def _origins(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return _all_like(_ORIGIN, values)


def _all_like(pattern: re.Pattern[str], values: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(value.lower() for value in values)
    for place, value in enumerate(found, start=1):
        if not pattern.fullmatch(value):
            raise ValueError(f"item {place} of the list is invalid")
    return tuple(dict.fromkeys(found))
