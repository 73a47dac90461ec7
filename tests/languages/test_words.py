"""What the word lists of the languages decide about a few words."""

import pytest

from recollect.languages.endings import says_it_ended
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


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("I stopped eating meat", True),
        ("I stopped by the pharmacy", False),
        ("I used to live in York", True),
        ("I'm used to early mornings", False),
        ("Ich esse kein Fleisch mehr", True),
    ],
)
def test_what_says_that_something_is_over(text, is_over):
    assert says_it_ended(text) == is_over
