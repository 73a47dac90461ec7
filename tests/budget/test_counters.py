"""S10: how tokens are counted."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.counters import by_characters, by_scripts


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("猫" * 4, 1), ("🎉" * 5, 2)]
)
def test_s10_four_characters_are_a_token(text, tokens):
    assert by_characters(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a" * 7, 2),
        ("a" * 8, 3),
        ("猫" * 3, 2),
        ("猫" * 4, 3),
        ("Hello world", 4),
        ("你好世界", 3),
        ("Hello 🌍 world", 5),
        ("a" * 7 + "猫" * 3, 4),
    ],
)
def test_s10_other_scripts_take_more_tokens(text, tokens):
    assert by_scripts(text) == tokens


@given(st.text())
def test_s10_the_sum_of_both_parts_is_rounded_up_once(text):
    ascii_count = sum(ord(sign) < 128 for sign in text)
    other = len(text) - ascii_count
    assert by_scripts(text) == math.ceil(ascii_count / Fraction("3.5") + other / Fraction("1.5"))
