"""The wording of questions about what is remembered, and of general ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.recall.wording import LIMIT, split_pieces, wording


@pytest.mark.parametrize(
    "text",
    [
        "what did my brother say about the boat",
        "When is my appointment with the optician?",
        "Wann ist mein Termin beim Optiker?",
        "¿Cuándo tengo la cita con mi abogada?",
        "Quand est mon rendez-vous avec l'avocate ?",
    ],
)
def test_a_question_about_the_past_of_the_user_is_above_zero(text):
    assert wording(text) > 0


@pytest.mark.parametrize(
    "text",
    [
        "How does a steam turbine work?",
        "Translate this into Danish.",
        "Wie funktioniert eine Dampfturbine?",
        "¿Cómo funciona una turbina de vapor?",
        "Comment fonctionne une turbine à vapeur ?",
        "the lid of my jar is stuck, how do I open it",
    ],
)
def test_a_general_question_is_below_zero(text):
    assert wording(text) < 0


def test_pieces_are_words_pairs_first_words_and_starts():
    pieces, each = split_pieces("Where did I park 3 lorries?")
    assert {"where", "did i", "^ where did", "^ where did i", "park 0", "lorri…", "? $"} <= pieces
    assert "3" not in pieces
    assert each == pytest.approx(4 / 13**0.5)


def test_of_a_long_message_the_start_and_the_end_are_read():
    text = "one " * 15 + "middle " * 1_000 + "two " * 15
    pieces, _ = split_pieces(text)
    assert {"one", "two", "one two"} <= pieces
    assert "middle" not in pieces


@given(st.text())
def test_any_text_has_a_limited_wording(text):
    assert -LIMIT <= wording(text) <= LIMIT
    assert wording(text) == wording(text.replace("'", "’"))


def test_a_text_without_words_is_neither():
    assert wording("") == wording("…") == 0
