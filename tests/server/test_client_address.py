"""Whose request it was: the peer's address, and behind trusted proxies the one that they saw."""

import json
import logging
from collections.abc import Callable

import httpx2
import pytest

from recollect import InvalidSetting, Memory
from recollect.server.client_address import ClientAddresses, network_of
from recollect.settings import load

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
Until = Callable[[Callable[[], object]], None]


def asked(peer: str | None, *forwarded: str) -> dict[str, object]:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    client = None if peer is None else (peer, 1)
    return {"type": "http", "client": client, "headers": headers}


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "found"),
    [
        ((), "198.51.100.1", (), "198.51.100.1"),
        ((), "127.0.0.1", ("203.0.113.9",), "127.0.0.1"),
        (("10.0.0.1",), "127.0.0.1", ("203.0.113.9",), "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", ("203.0.113.9",), "203.0.113.9"),
        (("127.0.0.1",), "127.0.0.1", (), "127.0.0.1"),
        # What the client itself has written is on the left.
        (("127.0.0.1",), "127.0.0.1", ("1.2.3.4, 203.0.113.9",), "203.0.113.9"),
        (("127.0.0.1",), "127.0.0.1", ("1.2.3.4", "203.0.113.9"), "203.0.113.9"),
        (("127.0.0.1",), "127.0.0.1", ("127.0.0.1, 203.0.113.9",), "203.0.113.9"),
        (("127.0.0.1", "10.0.0.0/8"), "127.0.0.1", ("203.0.113.9, 10.1.2.3",), "203.0.113.9"),
        (("127.0.0.1", "10.0.0.0/8"), "127.0.0.1", ("9.9.9.9, x, 10.1.2.3",), "10.1.2.3"),
        (("127.0.0.1",), "127.0.0.1", ("not an address",), "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", ("",), "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", ("127.0.0.1," * 5000 + "127.0.0.1",), "127.0.0.1"),
        (("::1",), "::1", ("2001:db8::1",), "2001:db8::1"),
        ((), None, ("203.0.113.9",), "unix"),
        (("unix",), None, ("203.0.113.9",), "203.0.113.9"),
        (("127.0.0.1",), "testclient", ("203.0.113.9",), "testclient"),
    ],
)
def test_only_what_a_trusted_proxy_says_is_believed(
    trusted: tuple[str, ...], peer: str | None, forwarded: tuple[str, ...], found: str
) -> None:
    assert ClientAddresses(trusted).of(asked(peer, *forwarded)) == found


def test_one_network_counts_as_one_client() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff") == "2001:db8::/64"
    assert network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("unix") == "unix"


def test_the_request_log_has_the_address(
    opened: Opened, serve: Serve, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    plain = serve(opened(allow_anonymous=True))
    behind = serve(opened(allow_anonymous=True, trusted_proxies=["127.0.0.0/8"]))
    with caplog.at_level(logging.INFO):
        for client in (plain, behind):
            client.get("/agents", headers={"X-Forwarded-For": "203.0.113.9"})
        # The line is written after the answer has been sent.
        until(lambda: len(addresses(caplog)) == 2)
    assert sorted(addresses(caplog)) == ["127.0.0.1", "203.0.113.9"]


def addresses(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.client for record in caplog.records if record.message == "request"]


@pytest.mark.parametrize("value", ["example.com", "10.0.0.0/33", "10.0.0.1/8", "*", "300.1.1.1"])
def test_what_is_no_address_is_refused(value: str) -> None:
    with pytest.raises(InvalidSetting, match="trusted_proxies"):
        load(trusted_proxies=[value])
    assert json.dumps(load(trusted_proxies=["unix", "10.0.0.0/8"]).trusted_proxies)
