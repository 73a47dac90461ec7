"""What holds for every test: no network beyond this machine, and the same examples every time."""

import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "recollect",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("recollect")

_connect = socket.socket.connect


def _only_here(self: socket.socket, address: Any) -> None:
    if isinstance(address, tuple) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
        raise AssertionError(f"a test tried to reach {address[0]}")
    return _connect(self, address)


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    monkeypatch.setattr(socket.socket, "connect", _only_here)
