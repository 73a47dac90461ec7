"""How a statement relates to a memory: what the reader says is believed only as far as the guards let it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.domain.entry import Kind
from recollect.domain.marks import Relation
from recollect.learning.compare import Compared, Link, Minds, compare, same_subject
from recollect.testing.scripted_reader import BESIDE, ScriptedReader

SAME = Relation(0.9, 0.05, 0.05, 0.0, 0.0, 0.0)
MORE = Relation(0.1, 0.8, 0.0, 0.0, 0.1, 0.0)
LESS = Relation(0.1, 0.0, 0.8, 0.0, 0.1, 0.0)
OVER = Relation(0.0, 0.0, 0.0, 0.99, 0.01, 0.0)
AGAINST = Relation(0.0, 0.0, 0.0, 0.1, 0.0, 0.9)


def minds(alone=BESIDE, affected=BESIDE):
    return Minds(ScriptedReader(compares=lambda *_: alone, affects=lambda *_: affected))


def link(said, old, alone=BESIDE, affected=BESIDE):
    return compare(said, old, minds(alone, affected)).link


# --- what is never compared, whatever the reader says


def test_two_things_of_one_message_stand_side_by_side(said, memory):
    old = memory("User lives in Porto.", turn_id="new")
    assert link(said("User lives in Rome."), old, OVER, OVER) is Link.APART
    assert link(said("User lives in Porto."), old, OVER, OVER) is Link.SAME


def test_what_another_speaker_says_changes_nothing(said, memory):
    old = memory("I play tennis", subject="Ann", speaker="Ann")
    new = said("I gave up tennis", subject="Ben", speaker="Ben")
    assert link(new, old, OVER, OVER) is Link.APART


def test_what_is_said_of_another_person_changes_nothing(said, memory):
    old = memory("Tom works at Bosch", subject="Tom")
    assert link(said("Ida left Bosch", subject="Ida"), old, OVER, OVER) is Link.APART


def test_what_is_said_of_somebody_by_name_may_change_what_is_known_of_them(said, memory):
    old = memory("my wife Ida works at Bosch", subject="Ida")
    assert link(said("Ida left Bosch"), old, OVER, OVER) is Link.REPLACES


def test_whose_thing_it_is_tells_it_from_any_other(said, memory):
    old = memory("I have a dog")
    assert link(said("Anna's dog died", subject="Anna's dog"), old, OVER, OVER) is Link.APART


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
def test_who_is_the_same(one, other, same):
    assert same_subject(one, other) is same
    assert same_subject(other, one) is same


# --- the same, more and less


def test_the_same_words_need_no_reader(said, memory):
    made = compare(said("I live in Porto"), memory("i live in porto!"), Minds())
    assert made == Compared(Link.SAME)


@pytest.mark.parametrize(
    ("known", "new"),
    [("I eat meat", "I don't eat meat"), ("We eat meat", "I eat meat"), ("I can ski", "I ski")],
)
def test_without_a_reader_every_word_counts(said, memory, known, new):
    assert compare(said(new), memory(known), Minds()).link is Link.APART


def test_a_repetition_in_other_words(said, memory):
    old = memory("I work as a nurse in Leeds")
    assert link(said("I'm a nurse and I work in Leeds"), old, SAME) is Link.SAME


def test_more_and_less_are_told_apart(said, memory):
    short, long = "I play the piano", "I play the piano in a jazz trio"
    assert link(said(long), memory(short), MORE) is Link.MORE
    assert link(said(short), memory(long), LESS) is Link.LESS


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I take 50 mg of sertraline", "I take 100 mg of sertraline"),
        ("my sister met Ana in Rome", "my sister met Eva in Rome"),
        ("I like Thai food", "I like Chinese food"),
        ("I run on Tuesdays at noon", "I run on Saturdays at noon"),
    ],
)
def test_another_number_name_or_word_is_no_repetition(said, memory, known, new):
    assert link(said(new), memory(known), SAME) is Link.APART


def test_not_is_no_repetition_but_asked_about(said, memory):
    old = memory("I eat meat on most days")
    assert link(said("I don't eat meat on most days"), old, SAME) is Link.UNCLEAR
    assert link(said("I don't eat meat on most days any more"), old, SAME) is Link.REPLACES


def test_what_shares_no_word_is_no_repetition(said, memory):
    assert link(said("Bread is my life"), memory("I bake loaves"), SAME) is Link.APART


# --- attributes


def at_home(city):
    return {"attribute": "home", "value": city}


def test_the_same_value_replaces_nothing(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    assert link(said("my flat is in Porto", **at_home("the porto")), old) is Link.APART


def test_a_value_that_is_denied_is_no_repetition(said, memory):
    old = memory("User is allergic to nuts.", attribute="allergy", value="nuts")
    new = said("I am not allergic to nuts", attribute="allergy", value="nuts")
    assert link(new, old) is not Link.SAME


def test_of_an_attribute_with_one_value_a_new_one_replaces_the_old_one(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    unsure = Relation(0.0, 0.0, 0.0, 0.3, 0.3, 0.4)
    new = said("I live in Rome", **at_home("Rome"))
    assert link(new, old, unsure, unsure) is Link.REPLACES
    assert compare(new, old, Minds()).link is Link.REPLACES
    assert link(new, old, BESIDE) is Link.APART


def test_of_two_employers_it_is_asked_unless_both_plainly_hold(said, memory):
    old = memory("User works at Acme.", attribute="employer", value="Acme")
    new = said("I work at Lidl", attribute="employer", value="Lidl")
    doubtful = Relation(0.0, 0.0, 0.0, 0.1, 0.3, 0.6)
    assert link(new, old, doubtful, doubtful) is Link.UNCLEAR
    assert link(new, old, BESIDE) is Link.APART


def test_of_an_attribute_with_several_both_stand(said, memory):
    old = memory("User's pet is called Rex.", attribute="pet", value="Rex")
    new = said("my dog is called Lotte", attribute="pet", value="Lotte")
    assert link(new, old) is Link.APART
    assert compare(new, old, Minds()).link is Link.APART


def test_where_another_lives_replaces_nobodys_home(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    new = said("Ida lives in Rome", subject="Ida", **at_home("Rome"))
    assert compare(new, old, Minds()).link is Link.APART
    assert link(new, old, OVER, OVER) is Link.APART


# --- what is over, and what has to be asked


def test_what_the_reader_is_sure_of_is_over(said, memory):
    old = memory("I play tennis on Fridays")
    assert link(said("I gave up tennis on Fridays"), old, OVER) is Link.REPLACES
    assert link(said("I gave up tennis on Fridays"), old, AGAINST, AGAINST) is Link.UNCLEAR
    assert link(said("I gave up tennis on Fridays"), old) is Link.APART


def test_of_something_far_off_both_readings_have_to_agree(said, memory):
    old = memory("I play tennis on Fridays")
    new = said("My racket is sold")
    likely = Relation(0.0, 0.0, 0.0, 0.9, 0.1, 0.0)
    assert link(new, old, likely, BESIDE) is Link.APART
    assert link(new, old, OVER, OVER) is Link.REPLACES


def test_without_a_reader_nothing_else_is_over(said, memory):
    old = memory("I play tennis on Fridays")
    assert compare(said("I gave up tennis on Fridays"), old, Minds()).link is Link.APART


# --- time


def test_what_was_said_before_what_is_known_is_over_itself(said, memory):
    old = memory("User lives in Porto.", days=60, **at_home("Porto"))
    assert link(said("I live in Rome", **at_home("Rome")), old, OVER) is Link.REPLACED


def test_what_begins_later_ends_nothing_yet(said, memory):
    old = memory("User lives in Porto.", **at_home("Porto"))
    new = said("I live in Rome from July", **at_home("Rome"))
    later = replace(new, new=replace(new.new, valid_from=new.at + timedelta(days=30)))
    assert link(later, old, OVER, OVER) is Link.APART
    plan = replace(old, kind=Kind.COMMITMENT)
    assert link(later, plan, OVER, OVER) is Link.REPLACES
