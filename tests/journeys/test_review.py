"""What cannot both be true waits for a person, and what a person decides stays decided (M4)."""

import pytest

from recollect import Conflict, InvalidInput, NotFound
from recollect.domain.marks import Relation
from scripted_reader import UNRELATED, Mark, ScriptedReader


def contradicts_the_first(earlier, later):
    """What every later number does to the first one, and to no other."""
    clash = earlier.endswith("1") and not later.endswith("1")
    return Relation(0.0, 0.0, 0.0, 0.0, 0.0, 1.0) if clash else UNRELATED


def disputing(opened, clock, count):
    """An agent that has said so many things, of which the first cannot be true beside any other."""
    marks = {f"My locker is number {number}": Mark(kept=0.95) for number in range(1, count + 1)}
    reader = ScriptedReader(marks, compares=contradicts_the_first, affects=contradicts_the_first)
    memory = opened(clock=clock, message_reader=reader)
    alice = memory.agent("alice")
    for number, said in enumerate(marks, 1):
        alice.ingest(f"c{number}", [{"user": said}])
        memory.sync()
        clock.advance(60)
    return memory, alice


@pytest.fixture
def doubtful(opened, clock):
    """An agent that has said three things of which not all can be true."""
    return disputing(opened, clock, 3)


def by_number(alice):
    every = ("active", "review", "superseded", "deleted")
    return {entry.content[-1]: entry for entry in alice.memories.list(status=every)}


def test_each_pair_is_listed_once_under_the_later_one(doubtful):
    _, alice = doubtful
    known = by_number(alice)
    listed = {dispute.id: {each.id for each in dispute.rivals} for dispute in alice.review.list()}
    said = [dispute.content for dispute in alice.review.list()]
    assert said == ["My locker is number 3", "My locker is number 2"]
    assert listed == {
        known["3"].id: {known["1"].id},
        known["2"].id: {known["1"].id},
    }


@pytest.mark.parametrize(
    ("keep", "left"),
    [
        ("this", {"1": "superseded", "2": "active", "3": "active"}),
        ("others", {"1": "review", "2": "review", "3": "superseded"}),
        ("both", {"1": "review", "2": "review", "3": "active"}),
    ],
)
def test_a_decision_and_what_it_leaves(doubtful, keep, left):
    memory, alice = doubtful
    name = by_number(alice)["3"].id
    alice.review.resolve(name, keep)
    assert {number: entry.status for number, entry in by_number(alice).items()} == left
    with pytest.raises(Conflict):
        alice.review.resolve(name, keep)
    before = by_number(alice)
    memory.rebuild("alice")
    memory.sync()
    assert by_number(alice) == before


def test_nobody_waits_for_a_decision_that_cannot_be_made(doubtful):
    """The one that lost was a rival of two: the third was doubted for its sake alone."""
    _, alice = doubtful
    known = by_number(alice)
    alice.review.resolve(known["2"].id, "this")
    waiting = {entry.id for entry in alice.memories.list(status="review")}
    listed = {dispute.id for dispute in alice.review.list()}
    assert waiting == listed == set()


def test_whoever_lost_takes_its_other_disputes_along(doubtful):
    _, alice = doubtful
    known = by_number(alice)
    alice.review.resolve(known["1"].id, "others")
    assert statuses(alice) == {"1": "superseded", "2": "active", "3": "active"}
    assert alice.review.list() == []


def test_what_is_not_there_and_what_cannot_be_said(doubtful):
    memory, alice = doubtful
    name = by_number(alice)["3"].id
    with pytest.raises(NotFound):
        alice.review.resolve("nowhere", "this")
    with pytest.raises(NotFound):
        memory.agent("Alice").review.resolve(name, "this")
    with pytest.raises(InvalidInput):
        alice.review.resolve(name, "neither")
    calm = alice.memories.add("Likes tea")
    with pytest.raises(Conflict):
        alice.review.resolve(calm.id, "this")


def statuses(alice):
    return {number: entry.status.value for number, entry in by_number(alice).items()}


@pytest.fixture
def pair(opened, clock):
    """An agent that has said two things of which not both can be true."""
    return disputing(opened, clock, 2)


@pytest.mark.parametrize("gone", ["1", "2"])
def test_when_one_of_two_is_deleted_the_other_is_no_longer_doubted(pair, gone):
    memory, alice = pair
    left = "2" if gone == "1" else "1"
    alice.memories.delete(by_number(alice)[gone].id)
    assert statuses(alice) == {gone: "deleted", left: "active"}
    assert by_number(alice)[left].rivals == ()
    before = by_number(alice)
    memory.rebuild("alice")
    memory.sync()
    assert by_number(alice) == before


def test_when_one_of_three_is_deleted_the_others_still_wait(doubtful):
    _, alice = doubtful
    known = by_number(alice)
    alice.memories.delete(known["2"].id)
    assert statuses(alice) == {"1": "review", "2": "deleted", "3": "review"}
    (dispute,) = alice.review.list()
    assert (dispute.id, [each.id for each in dispute.rivals]) == (known["3"].id, [known["1"].id])


@pytest.mark.parametrize("gone", ["1", "2"])
def test_what_is_brought_back_is_doubted_again_beside_what_is_held_still(pair, gone):
    memory, alice = pair
    name = by_number(alice)[gone].id
    alice.memories.delete(name)
    alice.memories.restore(name)
    assert statuses(alice) == {"1": "review", "2": "review"}
    (dispute,) = alice.review.list()
    assert {dispute.id, *(each.id for each in dispute.rivals)} == {
        entry.id for entry in by_number(alice).values()
    }
    memory.rebuild("alice")
    memory.sync()
    assert statuses(alice) == {"1": "review", "2": "review"}
    assert [each.id for each in alice.review.list()] == [dispute.id]


def test_what_is_brought_back_beside_nothing_is_not_doubted(pair):
    _, alice = pair
    known = by_number(alice)
    alice.memories.delete(known["1"].id)
    alice.memories.delete(known["2"].id)
    alice.memories.restore(known["1"].id)
    assert statuses(alice) == {"1": "active", "2": "deleted"}


def test_to_bring_back_what_has_lost_opens_the_question_again(pair):
    _, alice = pair
    known = by_number(alice)
    alice.review.resolve(known["2"].id, "this")
    alice.memories.restore(known["1"].id)
    assert [dispute.id for dispute in alice.review.list()] == [known["2"].id]
    alice.review.resolve(known["2"].id, "both")
    assert statuses(alice) == {"1": "active", "2": "active"}


@pytest.mark.parametrize(("keep", "brought_back"), [("this", "1"), ("others", "3"), ("both", "3")])
def test_each_decision_is_taken_back_by_the_version_from_before_it(doubtful, keep, brought_back):
    _, alice = doubtful
    known, waiting = by_number(alice), alice.review.list()
    alice.review.resolve(known["3"].id, keep)
    assert alice.review.list() != waiting
    before = known[brought_back]
    alice.memories.restore(before.id, before.version)
    assert statuses(alice) == {"1": "review", "2": "review", "3": "review"}
    assert {each.id for each in alice.review.list()} == {each.id for each in waiting}


def test_words_of_old_decide_nothing(pair):
    _, alice = pair
    name = by_number(alice)["1"].id
    alice.memories.restore(name, version=1)
    assert statuses(alice) == {"1": "review", "2": "review"}
    assert len(alice.review.list()) == 1


def test_a_rival_that_has_faded_away_leaves_nobody_in_doubt(pair, clock):
    memory, alice = pair
    known = by_number(alice)
    alice.memories.update(known["2"].id, pinned=True)
    clock.advance(400 * 86_400)
    memory._components.worker._runner.run_due()
    assert statuses(alice) == {"2": "active"}


def test_a_context_says_which_standing_instructions_are_disputed(memory, alice):
    said = ("Always answer in German.", "Answer in English.", "Never push to main.")
    for number, rule in enumerate(said):
        alice.ingest(f"c{number}", [{"user": rule}])
        memory.sync()
    (waiting,) = alice.review.list()
    lines = alice.context("Push my work").text.splitlines()
    disputed = [line for line in lines if "(disputed)" in line]
    assert len(disputed) == 2
    assert all("nswer in" in line for line in disputed)
    alice.review.resolve(waiting.id, "this")
    text = alice.context("Push my work").text
    assert "Never push to main" in text
    assert "disputed" not in text
