"""What becomes of a statement, given all that is known."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.domain.entry import Kind
from recollect.domain.marks import Relation
from recollect.learning.compare import Minds
from recollect.learning.decide import decide
from recollect.learning.known import Known
from recollect.learning.verdict import (
    Duplicate,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    VerifyRules,
)
from recollect.testing.scripted_reader import BESIDE, ScriptedReader

SAME = Relation(0.9, 0.05, 0.05, 0.0, 0.0, 0.0)
MORE = Relation(0.1, 0.8, 0.0, 0.0, 0.1, 0.0)
OVER = Relation(0.0, 0.0, 0.0, 0.99, 0.01, 0.0)
AGAINST = Relation(0.0, 0.0, 0.0, 0.1, 0.0, 0.9)
CAREFUL = VerifyRules()


def reading(relations):
    """A reader that says this of memories with such words in them."""

    def relate(known, _new):
        return next((one for words, one in relations.items() if words in known), BESIDE)

    return Minds(ScriptedReader(compares=relate, affects=relate))


def decided(said, *known, rules=CAREFUL, **relations):
    return decide(said, Known(known), rules, reading(relations))


def test_what_is_like_nothing_known_is_new(said, memory):
    assert decided(said("I sold the boat"), memory("I like tea")) == New()


@pytest.mark.parametrize(
    ("content", "more"),
    [
        ("...", {}),
        ("I sold it", {"quote": " "}),
        ("I sold it", {"end": 3}),
    ],
)
def test_what_cannot_be_is_refused(said, content, more):
    assert isinstance(decided(said(content, **more)), Refused)


def test_what_ends_before_it_begins_is_refused(said):
    new = said("I sold the boat")
    backwards = replace(new.new, valid_from=new.at, valid_until=new.at - timedelta(days=1))
    assert isinstance(decided(replace(new, new=backwards)), Refused)


def test_a_repetition_is_one_memory_and_the_fuller_words_are_kept(said, memory):
    old = memory("I play the piano")
    assert decided(said("I play the piano"), old) == Duplicate(old)
    fuller = "I play the piano in a trio"
    assert decided(said(fuller), old, piano=MORE) == Duplicate(old, fuller)


def test_what_is_over_is_named_and_what_says_the_same_goes_with_it(said, memory):
    tennis = memory("I play tennis on Fridays")
    again = memory("on Fridays I play tennis with Ida")
    piano = memory("I play the piano")
    made = decided(said("I gave up tennis on Fridays"), tennis, again, piano, tennis=OVER)
    assert isinstance(made, Supersedes)
    assert {one.id for one in made.of} == {tennis.id, again.id}


def test_of_several_far_apart_only_the_surest_ends(said, memory):
    tennis, swim = memory("I play tennis at noon"), memory("I swim on the coast")
    relations = {"tennis": OVER, "swim": Relation(0.0, 0.0, 0.0, 0.5, 0.5, 0.0)}
    made = decide(
        said("I gave up tennis at noon, the coast is far"),
        Known([tennis, swim]),
        CAREFUL,
        reading(relations),
    )
    assert made == Supersedes((tennis,))


def test_what_may_be_over_is_asked_about(said, memory):
    old = memory("I play tennis on Fridays")
    assert decided(said("tennis on Fridays is dull"), old, tennis=AGAINST) == NeedsReview((old,))


def test_one_message_asks_about_a_memory_once(said, memory):
    new = said("tennis on Fridays is dull")
    beside = memory("I am tired of tennis")
    old = memory("I play tennis on Fridays")
    beside = replace(beside, source=replace(beside.source, turn_id=new.new.turn_id))
    asked = replace(old, rivals=(beside.id,))
    assert decided(new, asked, beside, tennis=AGAINST) == New()
    other = replace(beside, source=replace(beside.source, turn_id="another"))
    assert isinstance(decided(new, asked, other, tennis=AGAINST), NeedsReview)


def test_what_was_said_before_what_is_known_is_past(said, memory):
    old = memory("User lives in Porto.", days=60, attribute="home", value="Porto")
    new = said("I live in Rome", attribute="home", value="Rome")
    assert decided(new, old, Porto=OVER) == New(past=old)


def test_a_plan_that_begins_later_leaves_what_holds_until_then(said, memory):
    old = memory("User lives in Porto.", attribute="home", value="Porto")
    new = said("I live in Rome from July", attribute="home", value="Rome")
    later = replace(new, new=replace(new.new, valid_from=new.at + timedelta(days=30)))
    assert decided(later, old, Porto=OVER) == New()


def test_all_that_state_an_attribute_are_compared_however_they_are_worded(said, memory):
    old = memory("we found a flat on the river", attribute="home", value="Porto")
    new = said("I live in Rome", attribute="home", value="Rome")
    assert decide(new, Known([old]), CAREFUL, Minds()) == Supersedes((old,))


# --- knowledge under a key


def test_knowledge_under_the_same_key_is_replaced(said, memory):
    old = memory("The form needs a name.", kind=Kind.DOMAIN, key="k")
    new = said("The form needs a phone number.", kind=Kind.DOMAIN, key="k")
    assert decided(new, old) == Duplicate(old, "The form needs a phone number.")
    edited = replace(old, edited=True)
    assert decided(new, edited) == Duplicate(edited)
    assert decided(said("The form needs a name.", kind=Kind.DOMAIN, key="k"), old) == Duplicate(old)


def test_knowledge_under_another_key_is_new_whatever_is_like_it(said, memory):
    old = memory("The form needs a name.", kind=Kind.DOMAIN, key="k")
    assert (
        decided(said("The form needs a name.", kind=Kind.DOMAIN, key="j"), old, form=SAME) == New()
    )


# --- other ways of verifying


def test_without_verification_everything_is_new_but_what_is_refused(said, memory):
    rules = VerifyRules(enabled=False)
    assert decided(said("I like tea"), memory("I like tea"), rules=rules) == New()
    assert isinstance(decided(said("..."), rules=rules), Refused)


def test_the_seed_goes_by_the_share_of_words(said, memory):
    seed = VerifyRules(mode="seed")
    old = memory("I like green tea in the morning")
    assert decided(said("I like green tea in the morning sun"), old, rules=seed) == Duplicate(old)
    assert decided(said("I like black coffee in the evening"), old, rules=seed) == Supersedes(
        (old,)
    )
    other_kind = said("I like black coffee in the evening", kind=Kind.PREFERENCE)
    assert decided(other_kind, old, rules=seed) == New()
    assert decided(said("Boats are sold"), old, rules=seed) == New()


def test_the_seed_goes_by_meaning_too(said, memory):
    old = memory("I like tea")
    vector = b"\x00\x00\x80\x3f"
    verdict = decide(
        said("Boats are sold"),
        Known([old]),
        VerifyRules(mode="seed"),
        Minds(embed=lambda _: vector),
    )
    assert verdict == Duplicate(old)
