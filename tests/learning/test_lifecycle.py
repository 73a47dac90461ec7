"""M2 and M10: how confidence grows and decays, and which memories are archived first."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.domain.entry import Entry, Kind, NewEntry, Priority, Source, Status
from recollect.domain.provenance import Origin
from recollect.learning.lifecycle import (
    archive,
    decay,
    has_faded,
    is_lasting,
    over_limit,
    reinforce,
    revive,
)

BORN = datetime(2025, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOURS = st.integers(0, 24 * 400).map(lambda hours: BORN + timedelta(hours=hours))


def entry(**more):
    made = Entry(
        id="m",
        version=1,
        kind=Kind.FACT,
        content="I live in Graz.",
        priority=Priority.MEDIUM,
        origin=Origin.USER,
        recorded_at=BORN,
        changed_at=BORN,
    )
    return replace(made, **more)


def said(turn, content="I live in Graz.", **more):
    source = Source(conversation="c", turn_id=turn, start=0, end=len(content), quote=content)
    return NewEntry(
        kind=Kind.FACT, content=content, priority=Priority.MEDIUM, source=source, **more
    )


def first(turn):
    return entry(source=said(turn).source)


ENTRIES = st.builds(
    entry,
    id=st.integers(0, 999).map(str),
    confidence=st.floats(0, 1),
    priority=st.sampled_from(Priority),
    access_count=st.integers(0, 3),
    accessed_at=st.none() | HOURS,
    decayed_at=st.none() | HOURS,
    pinned=st.booleans(),
    status=st.sampled_from((Status.ACTIVE, Status.REVIEW, Status.SUPERSEDED)),
)


def test_a_repetition_adds_a_tenth_and_merges_tags_and_sources():
    again = reinforce(replace(first("a"), tags=("x",)), said("b", tags=("y", "x")), BORN)
    assert again.confidence == 0.6
    assert again.tags == ("x", "y")
    assert again.turn_id == "a"
    assert [source.turn_id for source in again.also] == ["b"]


def test_a_repeated_source_is_listed_once():
    again = reinforce(reinforce(first("a"), said("b"), BORN), said("b"), BORN)
    assert [source.turn_id for source in again.also] == ["b"]
    assert reinforce(first("a"), said("a"), BORN).also == ()


def test_kept_words_keep_their_subject():
    car = replace(first("a"), subject="user")
    assert reinforce(car, said("b", subject="user's car"), BORN).subject == "user"
    fuller = said("b", "I live in Graz, in a mill.", subject="Ana")
    assert reinforce(car, fuller, BORN, content=fuller.content).subject == "Ana"
    assert reinforce(first("a"), said("b", subject="Ana"), BORN).subject == "Ana"


def test_fuller_words_bring_their_own_source():
    fuller = said("b", "I live in Graz, on the third floor.")
    again = reinforce(first("a"), fuller, BORN, content=fuller.content)
    assert again.content == fuller.content
    assert again.quote == fuller.content
    assert [source.turn_id for source in again.also] == ["a"]


def test_the_time_of_the_last_statement_counts():
    early, late = {"said_at": "2025-01-01T00:00:00+00:00"}, {"said_at": "2025-02-01T00:00:00+00:00"}
    for one, other in ((early, late), (late, early)):
        again = reinforce(entry(metadata=one), said("b", metadata=other), BORN)
        assert again.metadata["said_at"] == late["said_at"]


def test_the_last_time_uses_the_clock_of_the_kept_dates():
    known = {"said_at": "2025-02-01T20:00:00-08:00"}
    new = {"said_at": "2025-02-02T03:00:00+00:00"}  # an hour sooner, though its day is later
    again = reinforce(entry(metadata=known, valid_until=BORN), said("b", metadata=new), BORN)
    assert again.metadata == {**known, "first_said_at": "2025-02-01T19:00:00-08:00"}
    again = reinforce(entry(metadata=known), said("b", metadata=new, valid_until=BORN), BORN)
    assert again.metadata["said_at"] == "2025-02-02T04:00:00+00:00"
    assert again.metadata["first_said_at"] == "2025-02-02T03:00:00+00:00"


@given(ENTRIES, st.integers(1, 40))
def test_confidence_never_leaves_zero_to_one(one, times):
    up = down = one
    for n in range(times):
        up = reinforce(up, said("b"), BORN)
        down = decay(down, BORN + n * 45 * DAY)
    assert 0 <= down.confidence <= one.confidence <= up.confidence <= 1


@given(ENTRIES, st.lists(HOURS, max_size=12), HOURS)
def test_decay_does_not_depend_on_how_often_it_runs(one, sweeps, last):
    swept = one
    for moment in sorted(moment for moment in sweeps if moment <= last):
        swept = decay(swept, moment)
    assert abs(decay(swept, last).confidence - decay(one, last).confidence) < 1e-9
    assert decay(swept, last).decayed_at == decay(one, last).decayed_at


def test_thirty_full_days_unused_cost_a_tenth():
    assert decay(entry(), BORN + 30 * DAY - timedelta(seconds=1)) == entry()
    assert decay(entry(), BORN + 30 * DAY).confidence == 0.4
    assert decay(entry(), BORN + 59 * DAY).confidence == 0.4
    assert decay(entry(), BORN + 60 * DAY).confidence == 0.3


def test_use_and_repetition_restart_the_thirty_days():
    day_20, day_40 = BORN + 20 * DAY, BORN + 40 * DAY
    assert decay(entry(accessed_at=day_20), day_40) == entry(accessed_at=day_20)
    assert decay(reinforce(entry(), said("b"), day_20), day_40).confidence == 0.6


@given(ENTRIES, HOURS)
def test_a_pinned_memory_never_decays_nor_fades(one, moment):
    pinned = replace(one, pinned=True, confidence=0.0)
    assert decay(pinned, moment) == pinned
    assert not has_faded(pinned)


def test_a_memory_below_a_tenth_has_faded():
    assert has_faded(entry(confidence=0.09))
    assert not has_faded(entry(confidence=0.1))
    assert not has_faded(decay(entry(), BORN + 120 * DAY))
    assert has_faded(decay(entry(), BORN + 150 * DAY))
    assert not has_faded(entry(confidence=0.0, status=Status.SUPERSEDED))


@given(st.lists(ENTRIES, max_size=20, unique_by=lambda one: one.id), st.integers(0, 12))
def test_only_the_least_valuable_excess_is_archived(entries, most):
    gone = over_limit(entries, most)
    shown = [one for one in entries if one.status is not Status.SUPERSEDED]
    loose = [one for one in shown if not one.pinned]
    assert all(one in loose for one in gone)
    assert len(gone) == (min(len(loose), max(0, len(shown) - most)) if most else 0)
    kept = [one for one in loose if one not in gone]
    if gone and kept:
        assert max(one.confidence for one in gone) <= min(one.confidence for one in kept)


def test_ties_are_broken_by_priority_then_use_then_age():
    high = entry(id="high", priority=Priority.HIGH)
    low = entry(id="low", priority=Priority.LOW, access_count=3)
    used = entry(id="used", access_count=1)
    old = entry(id="old")
    young = entry(id="young", recorded_at=BORN + DAY)
    going = over_limit([high, used, young, old, low], 1)
    assert [one.id for one in going] == ["low", "old", "young", "used"]
    assert over_limit([high, low], 0) == ()


@pytest.mark.parametrize(
    "more",
    [
        {"pinned": True},
        {"origin": Origin.MANUAL},
        {"edited": True},
        {"metadata": {"standing": True}},
        {"metadata": {"attribute": "allergy", "value": "nuts"}},
        {"metadata": {"attribute": "name", "value": "Maya"}},
        {"kind": Kind.USER_PREFERENCE, "key": "tone", "origin": Origin.MANUAL},
        {"content": "My brother Tom has diabetes"},
        {"content": "Jonas hat eine Nussallergie"},
        {"content": "Je m'appelle Zoé"},
        {"content": "My name is Maya"},
    ],
    ids=str,
)
def test_what_is_written_by_hand_or_high_stakes_never_fades(more):
    one = entry(confidence=0.0, **more)
    assert is_lasting(one)
    assert decay(one, BORN + 3650 * DAY) == one
    assert not has_faded(one)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"metadata": {"attribute": "home", "value": "Graz"}},
        {"kind": Kind.DOMAIN, "key": "example.com", "origin": Origin.MANUAL},
        {"content": "El archivo está en la mesa"},
        {"content": "The call is on Monday, name it"},
    ],
    ids=str,
)
def test_a_plain_fact_and_what_a_tool_found_out_fade(more):
    assert not is_lasting(entry(**more))
    assert has_faded(decay(entry(**more), BORN + 365 * DAY))


def test_what_lasts_is_archived_last_where_there_are_too_many():
    by_hand = entry(id="hand", origin=Origin.MANUAL, confidence=0.1)
    going = over_limit([by_hand, entry(id="a", confidence=1.0), entry(id="b")], 1)
    assert [one.id for one in going] == ["b", "a"]


def test_an_archived_memory_comes_back_with_confidence_and_a_fresh_start():
    gone = archive(entry(confidence=0.05, rivals=("x",), status=Status.REVIEW))
    assert (gone.status, gone.rivals) == (Status.ARCHIVED, ())
    back = revive(gone, BORN + 400 * DAY, 0.9)
    assert (back.status, back.confidence) == (Status.ACTIVE, 0.9)
    assert decay(back, BORN + 429 * DAY) == back
    assert revive(entry(), BORN) == entry()
