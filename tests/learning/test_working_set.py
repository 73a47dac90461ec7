"""What happens to memories when proposals are applied, one after the other."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.domain.entry import USER, Kind, Status
from recollect.domain.learning import Proposal
from recollect.domain.marks import Relation
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import ComparisonModels
from recollect.learning.decide import VerifyRules
from recollect.learning.working_set import WorkingSet
from scripted_reader import UNRELATED, ScriptedReader

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
REPLACES = Relation(0.0, 0.0, 0.0, 0.95, 0.05, 0.0)
AGAINST = Relation(0.0, 0.0, 0.0, 0.1, 0.0, 0.9)
SAME = Relation(0.9, 0.05, 0.05, 0.0, 0.0, 0.0)
NOBODY = ComparisonModels()


def models(relation):
    return ComparisonModels(
        ScriptedReader(compares=lambda *_: relation, affects=lambda *_: relation)
    )


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


def applied(working_set, *contents, judged=NOBODY, **more):
    """The writes that follow when these are said, a turn and a day each."""
    turns = [turn(number, content, days=number) for number, content in enumerate(contents)]
    return [put for one in turns for put in working_set.apply(proposal(one, **more), one, judged)]


def working_set(*entries):
    return WorkingSet(entries, VerifyRules())


def statuses(held):
    return [held.get(name).status for name in held._entries]


def test_a_hundred_contradictions_do_not_create_a_hundred_disputes():
    held = working_set()
    said = [f"I like place number {number}." for number in range(60)]
    puts = applied(held, *said, judged=models(AGAINST))
    entries = [held.get(name) for name in {put.entry.id for put in puts}]
    assert len(entries) == 60
    assert {entry.status for entry in entries} == {Status.REVIEW}
    assert sum(len(entry.rivals) for entry in entries) <= 2 * len(said)
    assert len(puts) <= 6 * len(said)


def test_the_same_sentence_of_the_same_turn_is_applied_once():
    held = working_set()
    assert len(applied(held, "I live in Lisbon.")) == 1
    assert applied(held, "I live in Lisbon.") == []


def test_the_same_sentence_in_another_turn_reinforces_the_memory():
    held = working_set()
    first, again = applied(held, "I live in Lisbon.", "I live in Lisbon.")
    assert again.entry.id == first.entry.id
    assert again.entry.confidence > first.entry.confidence


def test_a_superseded_memory_names_its_successor_and_end_date():
    held = working_set()
    old, new, over = applied(held, "I play tennis.", "I gave up tennis.", judged=models(REPLACES))
    assert over.entry.id == old.entry.id
    assert (over.entry.status, over.entry.superseded_by) == (Status.SUPERSEDED, new.entry.id)
    assert over.entry.valid_until == NOW + timedelta(days=1)


def test_both_sides_of_a_contradiction_are_kept_for_review():
    held = working_set()
    applied(held, "I play tennis.", "I hardly play tennis.", judged=models(AGAINST))
    assert statuses(held) == [Status.REVIEW] * 2


def test_a_memory_that_repeats_its_rival_does_not_become_its_own():
    held = working_set()
    applied(held, "I play tennis.", "I hardly play tennis.", judged=models(AGAINST))
    first, second = (held.get(name) for name in [*held._entries])
    edited = replace(second, content="I play tennis!", edited=True)
    held.put(edited)
    held.hide([edited])
    assert held.compare(edited, NOW, models(SAME)) == []
    for entry in (held.get(first.id), held.get(second.id)):
        assert entry.id not in entry.rivals


def test_the_reader_sees_the_whole_message():
    asked = []

    def affects(_known, message):
        asked.append(message)
        return UNRELATED

    held = working_set()
    applied(held, "I'm a nurse at Hartwell.")
    said = turn(7, "Such kind people here. I have Fridays off at Brightside.", days=30)
    part = proposal(said, content="x", start=23, end=len(said.content), quote=said.content[23:])
    held.apply(
        part, said, ComparisonModels(ScriptedReader(affects=affects), lambda _: b"\x00\x00\x80\x3f")
    )
    assert asked == [said.content]


def test_the_reader_does_not_see_what_was_pasted():
    asked = []

    def affects(_known, message):
        asked.append(message)
        return UNRELATED

    held = working_set()
    applied(held, "I'm a nurse at Hartwell.")
    own = "I have Fridays off at Brightside. What do you think of this?"
    page = (
        "Hospitals close.\n\nI no longer work at Hartwell. © 2026 Quiet Media, all rights reserved."
    )
    said = turn(7, f"{own}\n\n{page}", days=30)
    part = proposal(said, content="x", start=0, end=33, quote=own[:33])
    held.apply(
        part, said, ComparisonModels(ScriptedReader(affects=affects), lambda _: b"\x00\x00\x80\x3f")
    )
    assert asked == [own]


def test_a_tentative_proposal_is_kept_only_if_it_changes_something():
    assert applied(working_set(), "We gave the keys back.", tentative=True) == []
    for relation, changed in ((UNRELATED, 0), (SAME, 0), (REPLACES, 2), (AGAINST, 3)):
        held = working_set()
        applied(held, "We have the keys.")
        said = turn(3, "We gave back the keys.", days=3)
        puts = held.apply(proposal(said, tentative=True), said, models(relation))
        assert len(puts) == changed, relation


def test_a_late_statement_about_an_earlier_time_is_past():
    held = working_set()
    home = {"attribute": "home"}
    now, before = turn(0, "I live in Rome.", days=60), turn(1, "I live in Porto.")
    held.apply(proposal(now, value="Rome", **home), now, NOBODY)
    (put,) = held.apply(proposal(before, value="Porto", **home), before, NOBODY)
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
def test_a_memory_does_not_end_before_it_was_stated(since, ended):
    held = working_set()
    applied(held, "I smoke.")
    later = turn(1, "I stopped: I smoke no more.", days=30)
    puts = held.apply(proposal(later, valid_from=since), later, models(REPLACES))
    (old,) = (put.entry for put in puts if put.entry.status is Status.SUPERSEDED)
    assert old.valid_until == ended


def test_memories_named_by_a_core_model_are_ended_or_reinforced():
    held = working_set()
    (old,) = applied(held, "I play tennis.")
    said = turn(5, "No tennis for me.", days=5)
    puts = held.apply(proposal(said, ends=(old.entry.id,)), said, NOBODY)
    assert [put.entry.status for put in puts] == [Status.ACTIVE, Status.SUPERSEDED]
    again = turn(6, "None at all.", days=6)
    (put,) = held.apply(proposal(again, repeats=puts[0].entry.id), again, NOBODY)
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
RELATIONS = st.sampled_from([UNRELATED, SAME, REPLACES, AGAINST])


@given(st.lists(SENTENCES, max_size=6), RELATIONS)
def test_applying_the_same_proposals_again_changes_nothing(said, relation):
    held = working_set()
    judged = models(relation)
    applied(held, *said, judged=judged)
    assert applied(held, *said, judged=judged) == []


@given(st.lists(SENTENCES, min_size=1, max_size=6), RELATIONS, st.booleans())
def test_a_users_edit_or_deletion_is_never_undone(said, relation, deleted):
    held = working_set()
    first = applied(held, said[0])[0].entry
    mine = (
        replace(first, status=Status.DELETED)
        if deleted
        else replace(first, content="What I say.", edited=True)
    )
    held.put(mine)
    applied(held, *said, judged=models(relation))
    now = held.get(first.id)
    assert now.content == mine.content
    if deleted:
        assert now == mine
