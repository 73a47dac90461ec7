"""Numbers in digits, words and characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.extraction.numbers import numbers_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("I earn 120,000 a year", 120_000),
        ("it cost twelve thousand five hundred", 12_500),
        ("one hundred and twenty thousand", 120_000),
        ("she is forty-seven", 47),
        ("about 3.5 million", 3_500_000),
        ("a salary of 120k", 120_000),
        ("zwölftausendfünfhundert Euro", 12_500),
        ("er ist einundzwanzig", 21),
        ("ciento veinte mil euros", 120_000),
        ("veintitrés", 23),
        ("quatre-vingt-dix-sept", 97),
        ("mille deux cents", 1_200),
        ("dodicimila", 12_000),
        ("cento e vinte mil", 120_000),
        ("十二万三千円", 123_000),
        ("35万円", 350_000),
        ("二〇二六年", 2026),
        ("二十三", 23),
        ("１２３４５", 12_345),
    ],
)
def test_a_number_is_the_same_in_every_notation(text, number):
    assert number in numbers_in(text)


def test_other_words_are_not_numbers():
    assert numbers_in("nobody said anything, and there is nothing to count") == frozenset()
    assert numbers_in("ein" * 500 + "x") == frozenset()


@given(st.text("1２十万,. -twenyhundrdmilé", max_size=200))
def test_any_text_can_be_read(text):
    assert all(isinstance(number, int) for number in numbers_in(text))


def test_oversized_numbers_are_ignored():
    assert numbers_in("hundred " * 1_000) == frozenset()
    assert numbers_in("1" * 10_000) == frozenset()
    assert numbers_in("一" * 10_000) == frozenset()
