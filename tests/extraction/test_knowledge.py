"""Which site a turn is about, and the key under which knowledge is stored."""

from datetime import UTC, datetime

import pytest

from recollect.domain.entry import Kind
from recollect.domain.turn import Role, Turn
from recollect.extraction.knowledge import key_of, site_at, site_of

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def turn(content, index=0, role=Role.TOOL):
    return Turn(
        id=str(index),
        conversation="c",
        index=index,
        role=role,
        content=content,
        at=NOW,
        recorded_at=NOW,
        tokens=1,
    )


@pytest.mark.parametrize(
    ("said", "site"),
    [
        ("GET https://shop.example.com/cart?id=7 200", "shop.example.com"),
        ("I opened www.example.org for you", "example.org"),
        ("EXAMPLE.ORG is down", "example.org"),
        ("edit main.py and notes.txt", ""),
        ("write to maya@example.org", ""),
        ("version 1.2.3 is out", ""),
        ("nothing here", ""),
    ],
)
def test_the_first_site_mentioned(said, site):
    assert site_of(turn(said)) == site


def test_a_system_prompt_mentions_no_site():
    assert site_of(turn("You work at example.org", role=Role.SYSTEM)) == ""


def test_the_last_site_up_to_a_turn():
    turns = [turn("a.example.org"), turn("hello", 1), turn("b.example.org", 2)]
    assert site_at(turns, 1) == "a.example.org"
    assert site_at(turns, 2) == "b.example.org"
    assert site_at([], 5) == ""


KIND = Kind.WEBSITE_KNOWLEDGE


def test_a_key_is_readable_and_includes_its_site():
    key = key_of(KIND, "The login form needs a phone number.", "example.org")
    assert key.startswith("example.org:the-login-form-needs-a-phone-number")
    assert key != key_of(KIND, "The login form needs a phone number.", "other.org")
    assert key != key_of(KIND, "The login form needs a name.", "example.org")
    assert key != key_of(Kind.ERROR_PATTERN, "The login form needs a phone number.", "example.org")


def test_numbers_and_addresses_are_not_part_of_a_key():
    assert key_of(KIND, "The export takes 30 seconds.") == key_of(
        KIND, "The export takes 45 seconds."
    )
    assert key_of(KIND, "The button is #buy-1.") == key_of(KIND, "The button is #buy-2.")
    assert key_of(KIND, "404") != key_of(KIND, "500")
