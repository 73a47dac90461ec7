"""What ends a memory of an allergy, an illness or a medicine, and what does not."""

import pytest

from recollect.domain.entry import Status
from recollect.learning.health import leaves_something, may_end
from tests.learning.test_clauses import from_first, learned_from


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("I'm allergic to sesame.", "I'm not vegetarian any more, I eat fish now."),
        ("I'm lactose intolerant.", "I don't eat meat any more, I'm vegan now."),
        ("I'm gluten intolerant.", "I'm not vegan any more, I eat eggs now."),
        ("I'm allergic to penicillin.", "I don't work at Tesco any more, I'm a nurse now."),
        ("I have asthma.", "I don't play football any more, I swim now."),
        ("I'm allergic to cashews.", "I'm not allergic to cats any more."),
        ("Ich bin allergisch gegen Sellerie.", "Ich bin nicht mehr Veganer, ich esse jetzt Käse."),
        ("Soy alérgico al marisco.", "Ya no soy vegetariano, ahora como carne."),
    ],
)
def test_a_change_of_something_else_does_not_end_an_allergy_or_an_illness(said, later):
    assert [m.status for m in from_first(learned_from(said, later))] != [Status.SUPERSEDED]


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("I'm allergic to sesame.", "I'm not allergic to sesame any more."),
        ("I'm lactose intolerant.", "I'm not lactose intolerant any more."),
        ("Ich bin allergisch gegen Sellerie.", "Ich bin nicht mehr allergisch gegen Sellerie."),
    ],
)
def test_a_statement_that_names_the_allergy_ends_it(said, later):
    assert [m.status for m in from_first(learned_from(said, later))] == [Status.SUPERSEDED]


def test_the_memory_ends_that_is_named():
    said = "I'm vegetarian and I'm allergic to walnuts."
    diet, allergy = from_first(
        learned_from(said, "I'm not vegetarian any more, I eat chicken now.")
    )
    assert (diet.quote, diet.status) == ("I'm vegetarian", Status.SUPERSEDED)
    assert allergy.status is Status.ACTIVE


@pytest.mark.parametrize(
    ("said", "attribute", "value", "statement", "allowed"),
    [
        ("I take metformin", "medication", "metformin", "I don't take the bus any more", False),
        ("I take metformin", "medication", "metformin", "I stopped taking Metformin", True),
        ("I have diabetes", "condition", "diabetes", "I'm not diabetic any more", True),
        ("Ich vertrage keine Erdnüsse", "allergy", "Erdnüsse", "Eine Erdnuss geht wieder", True),
        ("I have an allergy", "allergy", None, "I moved to York", False),
        ("I have an allergy", "allergy", None, "My allergy is gone", True),
        ("I can't have gluten", None, None, "I can have milk again", False),
        ("I work in cancer research", "employer", "cancer research", "I'm at Shell now", True),
        ("I play the cello", "hobby", "cello", "I sold it", True),
    ],
)
def test_what_may_end_a_memory(memory, said, attribute, value, statement, allowed):
    known = memory(said, attribute=attribute or "", value=value or "")
    assert may_end(statement, known) is allowed


@pytest.mark.parametrize(
    ("attribute", "said", "statement", "expected"),
    [
        ("allergy", "I'm allergic to hazelnuts", "it's walnuts, not hazelnuts", True),
        ("allergy", "I'm allergic to hazelnuts", "I'm allergic to walnuts, not hazelnuts", False),
        ("allergy", "I'm allergic to hazelnuts", "hazelnuts are no longer a problem", False),
        ("medication", "I take 50 mg of sertraline in the morning", "I take it at night now", True),
        ("medication", "I take 50 mg of sertraline", "I take 100 mg of sertraline now", False),
        ("medication", "I take 50 mg of sertraline", "I stopped the sertraline", False),
        ("hobby", "I play 2 cellos", "I sold one", False),
    ],
)
def test_a_memory_of_health_is_corrected_in_part_where_its_end_would_lose_something(
    memory, proposal, attribute, said, statement, expected
):
    known = memory(said, attribute=attribute, value="")
    assert leaves_something(proposal(statement), known) is expected


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("Rex takes carprofen twice a day.", "Carprofen was stopped last week."),
        ("Rex takes carprofen twice a day.", "The vet stopped the carprofen."),
        ("My mum takes warfarin every day.", "Warfarin was stopped."),
        ("Meine Mutter nimmt täglich Marcumar.", "Marcumar wurde abgesetzt."),
    ],
)
def test_a_medicine_of_somebody_else_ends_without_a_name(said, later):
    assert [m.status for m in from_first(learned_from(said, later))] == [Status.SUPERSEDED]


@pytest.mark.parametrize(
    "later",
    [
        "I stopped taking carprofen.",
        "My carprofen was stopped.",
        "Anna's carprofen was stopped.",
        "The vet stopped Bo's carprofen.",
        "The metformin was stopped.",
        "The carprofen is expensive.",
    ],
)
def test_a_medicine_stays_that_somebody_else_stopped(later):
    memories = learned_from("Rex takes carprofen twice a day.", later)
    assert [m.status for m in from_first(memories)] == [Status.ACTIVE]
