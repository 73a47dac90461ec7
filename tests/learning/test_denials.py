"""What "I no longer …" and "that's wrong, …" end in a later conversation, and what they leave."""

import pytest

from benchmarks.bundled_models import bundled_comparison_models
from benchmarks.truth import learn
from recollect.domain.entry import Status
from recollect.learning.decide import VerifyRules
from recollect.wiring.learning import extract


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
        ("I'm allergic to hazelnuts.", "That's wrong, I'm not allergic to hazelnuts."),
        ("I'm allergic to hazelnuts.", "That is not true. I'm not allergic to hazelnuts."),
        ("I'm allergic to hazelnuts.", "No, I'm not allergic to hazelnuts."),
        ("Mia is lactose intolerant.", "Turns out Mia isn't lactose intolerant, it's the egg."),
        (
            "Mia can't have milk, she's lactose intolerant.",
            "Turns out Mia isn't lactose intolerant.",
        ),
        ("I have type 2 diabetes.", "That's not right, I don't have diabetes."),
        ("Ich habe eine Nussallergie.", "Das ist falsch, ich habe keine Nussallergie."),
        ("Ich habe Diabetes.", "Das stimmt nicht, ich habe keinen Diabetes."),
        ("Je suis allergique aux noix.", "C'est faux, je ne suis pas allergique aux noix."),
        ("Soy alérgico a las nueces.", "Eso no es verdad, no soy alérgico a las nueces."),
        ("Sono allergico alle noci.", "Non è vero, non sono allergico alle noci."),
        ("Sou alérgico a nozes.", "Isso está errado, não sou alérgico a nozes."),
    ],
)
def test_what_is_no_longer_or_never_was_true_ends(said, later):
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
        ("My son smokes.", "I no longer smoke."),
        ("I run a bakery in Leeds.", "I don't run any more."),
        ("Alex is my partner.", "Alex and I no longer work together."),
        ("Alex is my partner.", "Tom and Mia are no longer together."),
        ("Dan is allergic to nuts.", "Turns out Mia isn't allergic to nuts."),
        ("Ich habe einen Hund.", "Ich habe keine Katze mehr."),
        ("J'habite à Lyon.", "Je n'habite plus chez mes parents."),
        ("I'm allergic to hazelnuts.", "That's wrong, I'm not allergic to walnuts."),
        ("I'm allergic to hazelnuts.", "That's wrong, hazelnuts are not legumes."),
        ("I'm allergic to hazelnuts.", "Something's wrong, I'm not sleeping well."),
    ],
)
def test_what_is_over_for_somebody_or_something_else_stays(said, later):
    assert first_after(said, later).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("I'm allergic to hazelnuts.", "That's wrong, I'm not allergic to hazelnut oil."),
        ("I drink coffee with my sister on Sundays.", "I no longer drink."),
    ],
)
def test_what_denies_less_or_more_is_asked_about(said, later):
    assert first_after(said, later).status is Status.REVIEW
