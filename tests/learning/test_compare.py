"""How a statement relates to a memory: the guards limit how far the reader model is trusted."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.domain.entry import Kind
from recollect.domain.marks import Relation
from recollect.learning.compare import Comparison, ComparisonModels, Outcome, compare, same_subject
from scripted_reader import UNRELATED, ScriptedReader

SAME = Relation(0.9, 0.05, 0.05, 0.0, 0.0, 0.0)
MORE = Relation(0.1, 0.8, 0.0, 0.0, 0.1, 0.0)
LESS = Relation(0.1, 0.0, 0.8, 0.0, 0.1, 0.0)
REPLACES = Relation(0.0, 0.0, 0.0, 0.99, 0.01, 0.0)
AGAINST = Relation(0.0, 0.0, 0.0, 0.1, 0.0, 0.9)


def models(alone=UNRELATED, affected=UNRELATED):
    return ComparisonModels(ScriptedReader(compares=lambda *_: alone, affects=lambda *_: affected))


def outcome(said, old, alone=UNRELATED, affected=UNRELATED):
    return compare(said, old, models(alone, affected)).outcome


# --- never compared, whatever the reader says


def test_two_statements_of_one_message_coexist(said, memory):
    old = memory("User lives in Porto.", turn_id="new")
    assert outcome(said("User lives in Rome."), old, REPLACES, REPLACES) is Outcome.APART
    assert outcome(said("User lives in Porto."), old, REPLACES, REPLACES) is Outcome.SAME


def test_another_speaker_changes_nothing(said, memory):
    old = memory("I play tennis", subject="Ann", speaker="Ann")
    new = said("I gave up tennis", subject="Ben", speaker="Ben")
    assert outcome(new, old, REPLACES, REPLACES) is Outcome.APART


def test_a_statement_about_another_person_changes_nothing(said, memory):
    old = memory("Tom works at Bosch", subject="Tom")
    assert outcome(said("Ida left Bosch", subject="Ida"), old, REPLACES, REPLACES) is Outcome.APART


def test_a_statement_that_names_a_person_may_change_their_memories(said, memory):
    old = memory("my wife Ida works at Bosch", subject="Ida")
    assert outcome(said("Ida left Bosch"), old, REPLACES, REPLACES) is Outcome.REPLACES


def test_the_owner_distinguishes_one_thing_from_another(said, memory):
    old = memory("I have a dog")
    assert (
        outcome(said("Anna's dog died", subject="Anna's dog"), old, REPLACES, REPLACES)
        is Outcome.APART
    )


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Theo", "my son Theo", True),
        ("user", None, True),
        ("", "user", True),
        ("Theo", "Ida", False),
        ("Theo", "user", False),
        ("my", "user", True),
    ],
)
def test_same_subject(one, other, same):
    assert same_subject(one, other) is same
    assert same_subject(other, one) is same


# --- the same, more and less


def test_identical_words_need_no_reader(said, memory):
    made = compare(said("I live in Porto"), memory("i live in porto!"), ComparisonModels())
    assert made == Comparison(Outcome.SAME)


@pytest.mark.parametrize(
    ("known", "new"),
    [("I eat meat", "I don't eat meat"), ("We eat meat", "I eat meat"), ("I can ski", "I ski")],
)
def test_without_a_reader_every_word_counts(said, memory, known, new):
    assert compare(said(new), memory(known), ComparisonModels()).outcome is Outcome.APART


def test_a_repetition_in_other_words(said, memory):
    old = memory("I work as a nurse in Leeds")
    assert outcome(said("I'm a nurse and I work in Leeds"), old, SAME) is Outcome.SAME


def test_more_and_less_are_distinguished(said, memory):
    short, long = "I play the piano", "I play the piano in a jazz trio"
    assert outcome(said(long), memory(short), MORE) is Outcome.MORE
    assert outcome(said(short), memory(long), LESS) is Outcome.LESS


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I take 50 mg of sertraline", "I take 100 mg of sertraline"),
        ("my sister met Ana in Rome", "my sister met Eva in Rome"),
        ("I like Thai food", "I like Chinese food"),
        ("I run on Tuesdays at noon", "I run on Saturdays at noon"),
    ],
)
def test_a_different_number_name_or_word_is_not_a_repetition(said, memory, known, new):
    assert outcome(said(new), memory(known), SAME) is Outcome.APART


def test_a_negation_is_unclear_and_not_a_repetition(said, memory):
    old = memory("I eat meat on most days")
    assert outcome(said("I don't eat meat on most days"), old, SAME) is Outcome.UNCLEAR
    assert outcome(said("I don't eat meat on most days any more"), old, SAME) is Outcome.REPLACES


def test_statements_without_a_common_word_are_not_repetitions(said, memory):
    assert outcome(said("Bread is my life"), memory("I bake loaves"), SAME) is Outcome.APART


# --- attributes


def at_home(city):
    return {"attribute": "home", "value": city}


def test_the_same_value_replaces_nothing(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    assert outcome(said("my flat is in Porto", **at_home("the porto")), old) is Outcome.APART


def test_a_denied_value_is_not_a_repetition(said, memory):
    old = memory("User is allergic to nuts.", attribute="allergy", value="nuts")
    new = said("I am not allergic to nuts", attribute="allergy", value="nuts")
    assert outcome(new, old) is not Outcome.SAME


def test_a_new_value_replaces_the_old_one_of_a_single_valued_attribute(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    unsure = Relation(0.0, 0.0, 0.0, 0.3, 0.3, 0.4)
    new = said("I live in Rome", **at_home("Rome"))
    assert outcome(new, old, unsure, unsure) is Outcome.REPLACES
    assert compare(new, old, ComparisonModels()).outcome is Outcome.REPLACES
    assert outcome(new, old, UNRELATED) is Outcome.APART


def test_two_employers_are_unclear_unless_they_clearly_coexist(said, memory):
    old = memory("User works at Acme.", attribute="employer", value="Acme")
    new = said("I work at Lidl", attribute="employer", value="Lidl")
    doubtful = Relation(0.0, 0.0, 0.0, 0.1, 0.3, 0.6)
    assert outcome(new, old, doubtful, doubtful) is Outcome.UNCLEAR
    assert outcome(new, old, UNRELATED) is Outcome.APART


@pytest.mark.parametrize(
    ("known", "new", "expected"),
    [
        ("My boss is Tom|Tom", "My new boss is Karin|Karin", Outcome.REPLACES),
        ("My boss is Tom|Tom", "Karin is now my boss|Karin", Outcome.REPLACES),
        ("My boss is Karin|Karin", "My boss is Karin Holt|Karin Holt", Outcome.APART),
        ("My boss is Tom|Tom", "My other boss is Karin|Karin", Outcome.APART),
    ],
)
def test_another_name_in_the_same_words_replaces_the_first(said, memory, known, new, expected):
    (old_words, old_name), (words, name) = known.split("|"), new.split("|")
    old = memory(old_words, attribute="manager", value=old_name)
    statement = said(words, attribute="manager", value=name)
    assert outcome(statement, old, Relation(0.0, 0.0, 0.0, 0.0, 0.97, 0.03)) is expected


def test_values_of_a_multi_valued_attribute_coexist(said, memory):
    old = memory("User's pet is called Rex.", attribute="pet", value="Rex")
    new = said("my dog is called Lotte", attribute="pet", value="Lotte")
    assert outcome(new, old) is Outcome.APART
    assert compare(new, old, ComparisonModels()).outcome is Outcome.APART


def test_another_persons_home_replaces_nothing(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    new = said("Ida lives in Rome", subject="Ida", **at_home("Rome"))
    assert compare(new, old, ComparisonModels()).outcome is Outcome.APART
    assert outcome(new, old, REPLACES, REPLACES) is Outcome.APART


# --- ended memories, and those a person has to decide about


def test_a_sure_reader_ends_a_memory(said, memory):
    old = memory("I play tennis on Fridays")
    assert outcome(said("I gave up tennis on Fridays"), old, REPLACES) is Outcome.REPLACES
    assert outcome(said("I gave up tennis on Fridays"), old, AGAINST, AGAINST) is Outcome.UNCLEAR
    assert outcome(said("I gave up tennis on Fridays"), old) is Outcome.APART


def test_for_another_topic_both_readings_must_agree(said, memory):
    old = memory("I play tennis on Fridays")
    new = said("My racket is sold")
    likely = Relation(0.0, 0.0, 0.0, 0.9, 0.1, 0.0)
    assert outcome(new, old, likely, UNRELATED) is Outcome.APART
    assert outcome(new, old, REPLACES, REPLACES) is Outcome.REPLACES


def test_without_a_reader_nothing_else_ends(said, memory):
    old = memory("I play tennis on Fridays")
    assert (
        compare(said("I gave up tennis on Fridays"), old, ComparisonModels()).outcome
        is Outcome.APART
    )


# --- time


def test_an_older_statement_is_itself_replaced(said, memory):
    old = memory("User lives in Porto.", days=60, **at_home("Porto"))
    assert outcome(said("I live in Rome", **at_home("Rome")), old, REPLACES) is Outcome.REPLACED


def test_a_future_statement_ends_nothing_yet(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    new = said("I live in Rome from July", **at_home("Rome"))
    later = replace(new, proposal=replace(new.proposal, valid_from=new.at + timedelta(days=30)))
    assert outcome(later, old, REPLACES, REPLACES) is Outcome.LATER
    plan = replace(old, kind=Kind.COMMITMENT)
    assert outcome(later, plan, REPLACES, REPLACES) is Outcome.REPLACES


def test_what_is_true_only_later_or_for_a_time_ends_nothing(said, memory):
    old = memory("My rota is three nights on and four off")
    new = said("So no more nights from February", limited=True)
    assert outcome(new, old, REPLACES, REPLACES) is Outcome.LATER
