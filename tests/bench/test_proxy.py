"""The proxy benchmark with few streams; `make bench` checks its bounds."""

import pytest

from benchmarks import proxy


@pytest.mark.slow
def test_every_line_is_measured_and_every_reply_is_checked(tmp_path, monkeypatch):
    for name, value in (
        ("ROUNDS", 1),
        ("_EACH", 2),
        ("_TURNS", 20),
        ("_STREAMS", 5),
        ("_PACE", 0.0),
    ):
        monkeypatch.setattr(proxy, name, value)
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    found = {ratio.name: ratio for ratio in proxy.measure_proxy(tmp_path)}
    assert list(found) == [
        "first byte without memory / direct",
        "first byte with memory / direct",
        "chats whose memory was in time",
        "concurrent streams complete",
        "of these remembered",
    ]
    assert all(ratio.value is not None for ratio in found.values())
    assert found["concurrent streams complete"].value == found["of these remembered"].value == 1.0
