"""What the word lists of the languages decide about a few words."""

import pytest

from recollect.languages.words import is_name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PROJ-1234", True),
        ("Initech", True),
        ("Anna-Lena", True),
        ("PROJ-", False),
        ("src/", False),
    ],
)
def test_the_beginning_of_an_identifier_is_no_name(text, expected):
    assert is_name(text) is expected
