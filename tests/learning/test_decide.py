"""The verdict on a statement, given all known memories."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.domain.entry import Kind
from recollect.domain.marks import Relation
from recollect.learning.compare import ComparisonModels
from recollect.learning.decide import (
    Duplicate,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    VerifyRules,
    decide,
)
from recollect.learning.memory_index import MemoryIndex
from scripted_reader import UNRELATED, ScriptedReader

SAME = Relation(0.9, 0.05, 0.05, 0.0, 0.0, 0.0)
MORE = Relation(0.1, 0.8, 0.0, 0.0, 0.1, 0.0)
REPLACES = Relation(0.0, 0.0, 0.0, 0.99, 0.01, 0.0)
AGAINST = Relation(0.0, 0.0, 0.0, 0.1, 0.0, 0.9)
CAREFUL = VerifyRules()


def reading(relations):
    """A reader that says this of memories with such words in them."""

    def relate(known, _new):
        return next((one for words, one in relations.items() if words in known), UNRELATED)

    return ComparisonModels(ScriptedReader(compares=relate, affects=relate))


def decided(said, *known, rules=CAREFUL, **relations):
    return decide(said, MemoryIndex(known), rules, reading(relations))


def test_a_statement_unlike_any_memory_is_new(said, memory):
    assert decided(said("I sold the boat"), memory("I like tea")) == New()


@pytest.mark.parametrize(
    ("content", "more"),
    [
        ("...", {}),
        ("I sold it", {"quote": " "}),
        ("I sold it", {"end": 3}),
    ],
)
def test_an_invalid_statement_is_refused(said, content, more):
    assert isinstance(decided(said(content, **more)), Refused)


def test_a_statement_that_ends_before_it_begins_is_refused(said):
    new = said("I sold the boat")
    backwards = replace(new.proposal, valid_from=new.at, valid_until=new.at - timedelta(days=1))
    assert isinstance(decided(replace(new, proposal=backwards)), Refused)


def test_a_repetition_is_one_memory_with_the_fuller_words(said, memory):
    old = memory("I play the piano")
    assert decided(said("I play the piano"), old) == Duplicate(old)
    fuller = "I play the piano in a trio"
    assert decided(said(fuller), old, piano=MORE) == Duplicate(old, fuller)


def test_equivalent_memories_end_together(said, memory):
    tennis = memory("I play tennis on Fridays")
    again = memory("on Fridays I play tennis with Ida")
    piano = memory("I play the piano")
    made = decided(said("I gave up tennis on Fridays"), tennis, again, piano, tennis=REPLACES)
    assert isinstance(made, Supersedes)
    assert {one.id for one in made.of} == {tennis.id, again.id}


def test_of_several_unrelated_memories_only_the_surest_ends(said, memory):
    tennis, swim = memory("I play tennis at noon"), memory("I swim on the coast")
    relations = {"tennis": REPLACES, "swim": Relation(0.0, 0.0, 0.0, 0.5, 0.5, 0.0)}
    made = decide(
        said("I gave up tennis at noon, the coast is far"),
        MemoryIndex([tennis, swim]),
        CAREFUL,
        reading(relations),
    )
    assert made == Supersedes((tennis,))


@pytest.mark.parametrize(
    ("known", "new"),
    [
        (
            ("My son Paul is a pilot. His wife is called Mia.", "role", "a pilot"),
            "Paul is not a pilot any more",
        ),
        (("I live in Leeds with my cat Miso", "home", "Leeds"), "I moved from Leeds to York"),
    ],
)
def test_what_a_memory_says_besides_stays(said, memory, known, new):
    content, attribute, value = known
    old = memory(content, attribute=attribute, value=value)
    ends = Relation(0.0, 0.0, 0.0, 0.99, 0.01, 0.0)
    assert decided(said(new), old, **{value.split()[-1]: ends}) == Supersedes((), (old,))


def test_a_memory_that_may_have_ended_needs_review(said, memory):
    old = memory("I play tennis on Fridays")
    assert decided(said("tennis on Fridays is dull"), old, tennis=AGAINST) == NeedsReview((old,))


def test_one_message_disputes_a_memory_once(said, memory):
    new = said("tennis on Fridays is dull")
    beside = memory("I am tired of tennis")
    old = memory("I play tennis on Fridays")
    beside = replace(beside, source=replace(beside.source, turn_id=new.proposal.turn_id))
    asked = replace(old, rivals=(beside.id,))
    assert decided(new, asked, beside, tennis=AGAINST) == New()
    other = replace(beside, source=replace(beside.source, turn_id="another"))
    assert isinstance(decided(new, asked, other, tennis=AGAINST), NeedsReview)


def test_a_statement_older_than_the_memory_is_past(said, memory):
    old = memory("User lives in Porto.", days=60, attribute="home", value="Porto")
    new = said("I live in Rome", attribute="home", value="Rome")
    assert decided(new, old, Porto=REPLACES) == New(past=old)


def test_a_future_plan_keeps_the_current_memory(said, memory):
    old = memory("User lives in Porto.", attribute="home", value="Porto")
    new = said("I live in Rome from July", attribute="home", value="Rome")
    later = replace(new, proposal=replace(new.proposal, valid_from=new.at + timedelta(days=30)))
    assert decided(later, old, Porto=REPLACES) == New()
    # What is kept only if it changes something is kept, too.
    tentative = replace(later, proposal=replace(later.proposal, tentative=True))
    assert decided(tentative, old, Porto=REPLACES) == Supersedes(())


def test_all_memories_with_the_attribute_are_compared(said, memory):
    old = memory("we found a flat on the river", attribute="home", value="Porto")
    new = said("I live in Rome", attribute="home", value="Rome")
    assert decide(new, MemoryIndex([old]), CAREFUL, ComparisonModels()) == Supersedes((old,))


# --- knowledge under a key


def test_knowledge_under_the_same_key_is_replaced(said, memory):
    old = memory("The form needs a name.", kind=Kind.DOMAIN, key="k")
    new = said("The form needs a phone number.", kind=Kind.DOMAIN, key="k")
    assert decided(new, old) == Duplicate(old, "The form needs a phone number.")
    edited = replace(old, edited=True)
    assert decided(new, edited) == Duplicate(edited)
    assert decided(said("The form needs a name.", kind=Kind.DOMAIN, key="k"), old) == Duplicate(old)


def test_knowledge_under_another_key_is_new(said, memory):
    old = memory("The form needs a name.", kind=Kind.DOMAIN, key="k")
    assert (
        decided(said("The form needs a name.", kind=Kind.DOMAIN, key="j"), old, form=SAME) == New()
    )


# --- other ways of verifying


def test_without_verification_everything_valid_is_new(said, memory):
    rules = VerifyRules(enabled=False)
    assert decided(said("I like tea"), memory("I like tea"), rules=rules) == New()
    assert isinstance(decided(said("..."), rules=rules), Refused)


def test_seed_mode_compares_word_overlap(said, memory):
    seed = VerifyRules(mode="seed")
    old = memory("I like green tea in the morning")
    assert decided(said("I like green tea in the morning sun"), old, rules=seed) == Duplicate(old)
    assert decided(said("I like black coffee in the evening"), old, rules=seed) == Supersedes(
        (old,)
    )
    other_kind = said("I like black coffee in the evening", kind=Kind.PREFERENCE)
    assert decided(other_kind, old, rules=seed) == New()
    assert decided(said("Boats are sold"), old, rules=seed) == New()


def test_seed_mode_compares_meaning_too(said, memory):
    old = memory("I like tea")
    vector = b"\x00\x00\x80\x3f"
    verdict = decide(
        said("Boats are sold"),
        MemoryIndex([old]),
        VerifyRules(mode="seed"),
        ComparisonModels(embed=lambda _: vector),
    )
    assert verdict == Duplicate(old)
