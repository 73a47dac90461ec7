"""Pasted prose is told from typed words by its form; what the author typed stays readable."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect.domain.data_files import read_toml
from recollect.extraction.own_words import BLANK, blank_foreign_text
from recollect.extraction.pasted import features, pasted_spans, ways_to_part

FIXTURE = Path(__file__).parent / "fixture"
_WEIGHTS = read_toml("recollect.extraction", "pasted.toml")["weights"]
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


# The last are of messages that were written after the words and forms had been chosen.
@pytest.mark.parametrize(
    ("name", "count", "most"),
    [("typed.txt", 84, 4), ("typed_few_i.txt", 80, 4), ("typed_few_i_later.txt", 16, 8)],
)
def test_facts_of_long_typed_messages_are_the_users(name, count, most):
    cases = [*marked(FIXTURE / name)]
    facts = [(text, place) for text, places in cases for place in places]
    lost = [text[slice(*place)] for text, place in facts if not readable(text, place)]
    assert len(facts) == count
    assert len(lost) <= most, lost


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


@pytest.mark.parametrize("name", ["pastes.txt", "typed.txt"])
def test_what_decides_without_the_words_for_i_is_decided_the_same_with_them(name):
    for text, _ in marked(FIXTURE / name):
        scores = [_WEIGHTS["start"] + _sum(features(parts)) for parts in ways_to_part(text)]
        assert bool(pasted_spans(text)) == any(score > 0 for score in scores), text


def _sum(measured: dict[str, float]) -> float:
    return sum(_WEIGHTS[name] * value for name, value in measured.items())


def test_a_text_with_a_form_of_pages_has_one_of_its_parts():
    data = read_toml("recollect.extraction", "pasted.toml")
    found = set()
    for path in (FIXTURE / "pastes.txt", TRAINING / "pastes.txt"):
        for text, _ in marked(path):
            for name, parts in data["page_parts"].items():
                if re.search(data["page"][name], text):
                    found.add(name)
                    assert any(part in text.lower() for part in parts), (name, text)
    assert len(found) > len(data["page_parts"]) / 2
