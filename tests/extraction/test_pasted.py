"""Pasted prose is told from typed words by its form; what the author typed stays readable."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect.extraction.own_words import BLANK, blank_foreign_text
from recollect.extraction.pasted import pasted_spans

FIXTURE = Path(__file__).parent / "fixture"
TRAINING = Path(__file__).parents[2] / "training/pasted"


def marked(path: Path) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The messages of a file, and where each has its marked sentences."""
    for message in path.read_text("utf-8").split("\n%%%\n"):
        text, places = "", []
        for part in message.strip("\n").split("⟦"):
            sentence, closed, rest = part.partition("⟧")
            if closed:
                places.append((len(text), len(text) + len(sentence)))
            text += sentence + rest
        if text.strip():
            yield text, places


def readable(text: str, place: tuple[int, int]) -> bool:
    """Whether most of a sentence is left as the author's own."""
    left = blank_foreign_text(text)[slice(*place)]
    return left.count(BLANK) < len(left) / 2


@pytest.mark.parametrize(("name", "most"), [("pastes.txt", 1)])
def test_planted_sentences_of_pages_are_not_the_users(name, most):
    cases = [*marked(FIXTURE / name)]
    believed = [text for text, places in cases if any(readable(text, place) for place in places)]
    assert len(cases) == 40
    assert len(believed) <= most, believed


def test_facts_of_long_typed_messages_are_the_users():
    cases = [*marked(FIXTURE / "typed.txt")]
    facts = [(text, place) for text, places in cases for place in places]
    lost = [text[slice(*place)] for text, place in facts if not readable(text, place)]
    assert len(facts) > 80
    assert len(lost) <= 0.05 * len(facts), lost


def test_the_messages_that_the_weights_were_fitted_with_are_told_apart():
    for text, places in marked(TRAINING / "pastes.txt"):
        assert not any(readable(text, place) for place in places), text
    for text, places in marked(TRAINING / "typed.txt"):
        assert all(readable(text, place) for place in places), text


def test_what_is_typed_before_and_after_a_page_stays():
    page = (
        "Calm people plan less.\nThey leave room in the day. I live in Zanzibar.\n© 2026 Quiet Ltd"
    )
    text = f"I am allergic to soy. What do you think of this?\n\n{page}\n\nShould I, with two dogs?"
    own = blank_foreign_text(text)
    assert "Zanzibar" not in own
    assert own.startswith("I am allergic to soy.")
    assert own.endswith("Should I, with two dogs?")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 50_000,
        "a " * 25_000,
        "?" * 50_000,
        " " * 50_000,
        "\n" * 50_000,
        ": " * 25_000,
        "",
        "@",
    ],
)
def test_any_shape_of_text_is_answered(text):
    for start, end in pasted_spans(text):
        assert 0 <= start <= end <= len(text)
