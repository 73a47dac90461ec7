"""Parsing is linear in the length of the text, counted in interpreter steps, not in time."""

from datetime import UTC, datetime

import pytest

from recollect.dates import find_days, find_times
from recollect.languages.detect import detect

NOW = datetime(2025, 5, 14, tzinfo=UTC)
PIECES = (
    "a ", "1 ", "may ", "1, ", "monday, ", "monday and ", "of the ", "in ", "- ", "1 of the ",
    "last ", "every ", "1-", "1.", "1", "1,111,", "2024 to ", "may 1-", "the 1st ", "end of ",
    "since ", "(", "1/", "was ", "christmas ", "two weeks ", "`", "a'", "é", "Q1 ", "\n",
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_text_takes_about_twice_the_steps(piece, steps):
    def read(size):
        text = piece * (size // len(piece))
        find_days(text, NOW, "en")
        find_times(text, NOW)
        detect(text)

    read(100)
    small, large = steps(lambda: read(1_000)), steps(lambda: read(4_000))
    assert large <= 5 * small + 2_000


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.timeout(20)
@pytest.mark.slow
def test_twenty_kilobytes_of_anything_can_be_parsed(piece):
    text = piece * (20_000 // len(piece))
    find_days(text, NOW, "en")
    find_times(text, NOW)
    detect(text)
