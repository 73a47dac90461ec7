"""What becomes of memories when proposals are believed, one after the other."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.domain.entry import Kind, Status
from recollect.domain.learning import USER, Proposal
from recollect.domain.marks import Relation
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import Minds
from recollect.learning.ledger import Ledger
from recollect.learning.verdict import VerifyRules
from recollect.testing.scripted_reader import BESIDE, ScriptedReader

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
OVER = Relation(0.0, 0.0, 0.0, 0.95, 0.05, 0.0)
AGAINST = Relation(0.0, 0.0, 0.0, 0.1, 0.0, 0.9)
SAME = Relation(0.9, 0.05, 0.05, 0.0, 0.0, 0.0)
NOBODY = Minds()


def minds(relation):
    return Minds(ScriptedReader(compares=lambda *_: relation, affects=lambda *_: relation))


def turn(number, content, *, days=0):
    at = NOW + timedelta(days=days)
    return Turn(
        id=str(number),
        conversation="c",
        index=number,
        role=Role.USER,
        content=content,
        at=at,
        recorded_at=at,
        tokens=1,
    )


def proposal(said, **more):
    """A whole message as one proposal."""
    fixed = {"kind": Kind.FACT, "content": said.content, "subject": USER, "turn_id": said.id}
    place = {"start": 0, "end": len(said.content), "quote": said.content}
    return Proposal(**{**fixed, **place, **more})


def believed(ledger, *contents, judged=NOBODY, **more):
    """The writes that follow when these are said, a turn and a day each."""
    turns = [turn(number, content, days=number) for number, content in enumerate(contents)]
    return [put for one in turns for put in ledger.believe(proposal(one, **more), one, judged)]


def ledger(*entries):
    return Ledger(entries, VerifyRules())


def statuses(held):
    return [held.get(name).status for name in held._entries]


def test_a_hundred_statements_that_cannot_all_be_true_are_no_heap_of_pairs():
    held = ledger()
    said = [f"I like place number {number}." for number in range(60)]
    puts = believed(held, *said, judged=minds(AGAINST))
    entries = [held.get(name) for name in {put.entry.id for put in puts}]
    assert len(entries) == 60
    assert {entry.status for entry in entries} == {Status.REVIEW}
    assert sum(len(entry.rivals) for entry in entries) <= 2 * len(said)
    assert len(puts) <= 6 * len(said)


def test_the_same_sentence_of_the_same_turn_is_believed_once():
    held = ledger()
    assert len(believed(held, "I live in Lisbon.")) == 1
    assert believed(held, "I live in Lisbon.") == []


def test_the_same_sentence_of_another_turn_makes_it_surer():
    held = ledger()
    first, again = believed(held, "I live in Lisbon.", "I live in Lisbon.")
    assert again.entry.id == first.entry.id
    assert again.entry.confidence > first.entry.confidence


def test_what_is_over_says_what_took_its_place_and_since_when():
    held = ledger()
    old, new, over = believed(held, "I play tennis.", "I gave up tennis.", judged=minds(OVER))
    assert over.entry.id == old.entry.id
    assert (over.entry.status, over.entry.superseded_by) == (Status.SUPERSEDED, new.entry.id)
    assert over.entry.valid_until == NOW + timedelta(days=1)


def test_both_sides_of_a_doubt_are_kept_for_a_person():
    held = ledger()
    believed(held, "I play tennis.", "I hardly play tennis.", judged=minds(AGAINST))
    assert statuses(held) == [Status.REVIEW] * 2


def test_the_reader_sees_the_whole_message():
    asked = []

    def affects(_known, message):
        asked.append(message)
        return BESIDE

    held = ledger()
    believed(held, "I'm a nurse at Hartwell.")
    said = turn(7, "Such kind people here. I have Fridays off at Brightside.", days=30)
    part = proposal(said, content="x", start=23, end=len(said.content), quote=said.content[23:])
    held.believe(part, said, Minds(ScriptedReader(affects=affects), lambda _: b"\x00\x00\x80\x3f"))
    assert asked == [said.content]


def test_what_is_tentative_is_kept_only_if_it_changes_something():
    assert believed(ledger(), "We gave the keys back.", tentative=True) == []
    for relation, changed in ((BESIDE, 0), (SAME, 0), (OVER, 2), (AGAINST, 3)):
        held = ledger()
        believed(held, "We have the keys.")
        said = turn(3, "We gave back the keys.", days=3)
        puts = held.believe(proposal(said, tentative=True), said, minds(relation))
        assert len(puts) == changed, relation


def test_what_was_said_late_of_an_earlier_time_is_past():
    held = ledger()
    home = {"attribute": "home"}
    now, before = turn(0, "I live in Rome.", days=60), turn(1, "I live in Porto.")
    held.believe(proposal(now, value="Rome", **home), now, NOBODY)
    (put,) = held.believe(proposal(before, value="Porto", **home), before, NOBODY)
    assert put.entry.status is Status.SUPERSEDED
    assert statuses(held)[0] is Status.ACTIVE


@pytest.mark.parametrize(
    ("since", "ended"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 5, 31, 12, tzinfo=UTC)),
        (datetime(2026, 5, 20, tzinfo=UTC), datetime(2026, 5, 20, tzinfo=UTC)),
        (None, datetime(2026, 5, 31, 12, tzinfo=UTC)),
    ],
)
def test_what_ends_in_some_month_does_not_end_before_it_was_told(since, ended):
    held = ledger()
    believed(held, "I smoke.")
    later = turn(1, "I stopped: I smoke no more.", days=30)
    puts = held.believe(proposal(later, valid_from=since), later, minds(OVER))
    (old,) = (put.entry for put in puts if put.entry.status is Status.SUPERSEDED)
    assert old.valid_until == ended


def test_what_a_core_model_names_is_ended_or_said_again():
    held = ledger()
    (old,) = believed(held, "I play tennis.")
    said = turn(5, "No tennis for me.", days=5)
    puts = held.believe(proposal(said, ends=(old.entry.id,)), said, NOBODY)
    assert [put.entry.status for put in puts] == [Status.ACTIVE, Status.SUPERSEDED]
    again = turn(6, "None at all.", days=6)
    (put,) = held.believe(proposal(again, repeats=puts[0].entry.id), again, NOBODY)
    assert put.entry.content == "None at all."


SENTENCES = st.sampled_from(
    [
        "I live in Porto.",
        "I live in Rome.",
        "I don't live in Rome.",
        "I play tennis.",
        "I gave up tennis.",
        "My dog is called Rex.",
    ]
)
RELATIONS = st.sampled_from([BESIDE, SAME, OVER, AGAINST])


@given(st.lists(SENTENCES, max_size=6), RELATIONS)
def test_believing_the_same_again_changes_nothing(said, relation):
    held = ledger()
    judged = minds(relation)
    believed(held, *said, judged=judged)
    assert believed(held, *said, judged=judged) == []


@given(st.lists(SENTENCES, min_size=1, max_size=6), RELATIONS, st.booleans())
def test_what_a_person_edited_or_deleted_says_what_they_left_it_saying(said, relation, deleted):
    held = ledger()
    first = believed(held, said[0])[0].entry
    mine = (
        replace(first, status=Status.DELETED)
        if deleted
        else replace(first, content="What I say.", edited=True)
    )
    held.take(mine)
    believed(held, *said, judged=minds(relation))
    now = held.get(first.id)
    assert now.content == mine.content
    if deleted:
        assert now == mine
