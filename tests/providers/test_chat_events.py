"""Server-sent events out of bytes that were cut anywhere."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.errors import ProviderError
from recollect.providers.chat.events import Events


def read(*parts: bytes) -> list[bytes]:
    events = Events("the service")
    return [data for part in parts for data in events.feed(part)]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (b"data: a\n\n", [b"a"]),
        (b"data:a\n\ndata:  b\n\n", [b"a", b" b"]),
        (b"data: a\ndata: b\n\n", [b"a\nb"]),
        (b"data\ndata:\n\n", [b"\n"]),
        (b"event: e\nid: 1\ndata: a\nretry: 5\n\n", [b"a"]),
        (b": hello\n\n:\n\ndata: a\n\n", [b"a"]),
        (b"event: e\n\n\n\n", []),
        (b"data: a", []),
        (b"data: a\n", []),
        (b"dat: a\ndatas: b\n data: c\n\n", []),
        (b"\xef\xbb\xbfdata: a\n\n\xef\xbb\xbfdata: b\n\n", [b"a"]),
        (b"data: a\x0b\x0c\x1c\xc2\x85\xe2\x80\xa8b\n\n", [b"a\x0b\x0c\x1c\xc2\x85\xe2\x80\xa8b"]),
    ],
)
def test_an_event_is_its_data(said: bytes, heard: list[bytes]) -> None:
    assert read(said) == heard


SAID = b": c\n\ndata: one\ndata: two\nevent: e\n\n\ndata: \xe6\x88\x91\n\ndata: cut"


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@given(cuts=st.lists(st.integers(0, 80)))
def test_where_the_bytes_are_cut_makes_no_difference(end: bytes, cuts: list[int]) -> None:
    said = SAID.replace(b"\n", end)
    at = sorted({0, *cuts, len(said)})
    parts = [said[here:there] for here, there in pairwise(at)]
    assert read(*parts) == read(*[bytes([byte]) for byte in said]) == [b"one\ntwo", "我".encode()]


def test_many_events_may_come_but_none_may_be_endless() -> None:
    assert len(read(*[b"data: " + b"x" * 1000 + b"\n\n"] * 2000)) == 2000
    with pytest.raises(ProviderError):
        read(*[b"data: " + b"x" * 1000] * 2000)
    with pytest.raises(ProviderError):
        read(*[b"data: " + b"x" * 1000 + b"\n"] * 2000)
