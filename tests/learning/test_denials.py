"""What "I no longer …" and "that's wrong, …" end in a later conversation, and what they leave."""

import pytest

from benchmarks.truth import learn
from recollect.domain.entry import Status
from recollect.learning.decide import VerifyRules
from recollect.wiring.learning import bundled_comparison_models, extract


def first_after(said, later):
    """The first memory, and the number of all, after messages of two conversations."""
    says = [
        {"at": "2026-01-01T10:00:00+00:00", "content": said, "conversation": "a"},
        {"at": "2026-03-01T10:00:00+00:00", "content": later, "conversation": "b"},
    ]
    return learn({"says": says}, extract, VerifyRules(), bundled_comparison_models())[0]


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("I live in Lisbon.", "I no longer live in Lisbon."),
        ("I live in Leeds with my cat.", "I no longer live in Leeds."),
        ("I moved to Lisbon in May.", "I no longer live in Lisbon."),
        ("I smoke about ten cigarettes a day.", "I no longer smoke."),
        ("I have a car.", "I no longer have a car."),
        ("Ich habe einen Hund.", "Ich habe keinen Hund mehr."),
        ("J'habite à Lyon.", "Je n'habite plus à Lyon."),
        ("J'ai un chien.", "Je n'ai plus de chien."),
        ("Vivo a Torino.", "Non vivo più a Torino."),
        ("Moro em Lisboa.", "Já não moro em Lisboa."),
        ("Alex is my partner.", "Alex and I are no longer together."),
        ("I live with my partner Alex.", "Alex and I are no longer together."),
    ],
)
def test_what_is_no_longer_true_ends(said, later):
    assert first_after(said, later).status is Status.SUPERSEDED


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("I live in Leeds.", "I no longer live with my parents."),
        ("I live in Leeds.", "I no longer live alone."),
        ("I live in Lisbon.", "I no longer live in the centre of Lisbon."),
        ("I work at Siemens.", "Tom no longer works at Siemens."),
        ("I have a car.", "I no longer have a garage for the car."),
        ("I like coffee.", "I no longer like tea."),
        ("Alex is my partner.", "Alex and I no longer work together."),
        ("Alex is my partner.", "Tom and Mia are no longer together."),
        ("Ich habe einen Hund.", "Ich habe keine Katze mehr."),
        ("J'habite à Lyon.", "Je n'habite plus chez mes parents."),
    ],
)
def test_what_is_over_for_somebody_or_something_else_stays(said, later):
    assert first_after(said, later).status is Status.ACTIVE
