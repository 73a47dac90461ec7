"""What ends a memory of a relationship, and what does not."""

import pytest

from recollect.domain.entry import Status
from recollect.languages.endings import says_they_parted
from tests.learning.test_clauses import from_first, learned_from


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("My wife is Sinead.", "Sinead started eating fish again last month, but still no meat."),
        ("My wife is Sinead.", "Sinead quit her job."),
        ("My wife is Sinead.", "Sinead isn't vegetarian any more."),
        ("My wife is Sinead.", "Sinead turned 40 last week."),
        (
            "My wife is Sinead and we have two kids, Oscar (9) and Mila.",
            "Sinead started running last month.",
        ),
        ("My wife is Sinead.", "My wife started running last month."),
        ("My son is called Oscar.", "Oscar moved out last month."),
        ("I have a dog called Rex.", "Rex no longer sleeps in the kitchen."),
        ("Meine Frau heißt Svenja.", "Svenja isst seit letzter Woche kein Fleisch mehr."),
        ("Mi mujer se llama Lucía.", "Lucía ya no trabaja en el hospital."),
        ("Ma femme s'appelle Claire.", "Claire ne mange plus de viande."),
    ],
)
def test_something_else_about_a_person_ends_no_relationship(said, later):
    memories = learned_from(said, later)
    assert {m.status for m in from_first(memories)} == {Status.ACTIVE}
    assert not any(memory.corrects for memory in memories)


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("My wife is Sinead.", "Sinead and I split up last month."),
        ("My wife is Sinead.", "I'm divorced from Sinead now."),
        ("My wife is Sinead.", "Sinead died in May."),
        ("I have a dog called Rex.", "We gave Rex away."),
        ("Meine Frau heißt Svenja.", "Svenja und ich sind seit März geschieden."),
    ],
)
def test_a_relationship_ends_with_what_says_so(said, later):
    assert [m.status for m in from_first(learned_from(said, later))] == [Status.SUPERSEDED]


def test_what_else_such_a_memory_says_is_corrected():
    first, second = learned_from(
        "We have two kids, Oscar (9) and Mila.", "Oscar is 10 now, he turned it last week."
    )
    assert first.status is Status.ACTIVE
    assert second.corrects == (first.id,)


def test_a_word_that_only_contains_the_phrase_says_nothing():
    assert says_they_parted("Sinead died in May")
    assert not says_they_parted("Sinead studied law")


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("My boss is Tom.", "I have a new boss, his name is Sean Doyle."),
        ("My boss is Tom.", "I've got a new boss, Sean Doyle."),
        ("My boss is Tom Price.", "We have a new boss, Sean Doyle."),
        ("My boss is Tom.", "I have a new boss. Her name is Karen."),
        ("My girlfriend is Anna.", "I have a new girlfriend, her name is Lena."),
        ("Mein Chef heißt Tom.", "Ich habe einen neuen Chef, er heißt Sean Doyle."),
        ("Meine Freundin heißt Anna.", "Ich habe eine neue Freundin, sie heißt Lena."),
    ],
)
def test_whoever_has_a_new_one_has_no_longer_the_first(said, later):
    assert [m.status for m in from_first(learned_from(said, later))] == [Status.SUPERSEDED]


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("My boss is Tom.", "My sister has a new boss, her name is Karen."),
        ("My boss is Tom.", "Tom's new boss is Karen."),
        ("My boss is Tom.", "I have a new colleague, his name is Sean Doyle."),
        ("My boss is Tom.", "I had a boss called Karen."),
        ("My boss is Tom.", "I might get a new boss, maybe Karen."),
        ("My boss is Anna.", "My boss is Catholic."),
        ("My friend is called Tom.", "I have a new friend, his name is Sean."),
        ("Mein Chef heißt Tom.", "Meine Schwester hat einen neuen Chef, er heißt Jens."),
    ],
)
def test_a_new_one_of_somebody_else_ends_nothing(said, later):
    assert [m.status for m in from_first(learned_from(said, later))] == [Status.ACTIVE]
