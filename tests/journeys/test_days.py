"""A day is the one where the speaker is: "tomorrow" at half past eleven in California is not that of Greenwich."""

import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect import InvalidSetting, Memory
from recollect.settings import load
from recollect.testing import FixedClock

DENTIST = "I have a dentist appointment tomorrow at 9."


def learned(memory, *said, at=None):
    """The one memory of what was said."""
    alice = memory.agent("alice")
    for words in said:
        alice.remember(words, at=at)
    memory.sync()
    (entry,) = alice.memories.list()
    return entry


def utc(text):
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("at", "day", "over"),
    [
        ("2026-03-02T15:59:00-08:00", "3 March 2026", "2026-03-03T23:59:59-08:00"),
        ("2026-03-02T16:01:00-08:00", "3 March 2026", "2026-03-03T23:59:59-08:00"),
        ("2026-03-02T23:30:00-08:00", "3 March 2026", "2026-03-03T23:59:59-08:00"),
        ("2026-03-03T00:30:00-08:00", "4 March 2026", "2026-03-04T23:59:59-08:00"),
        ("2026-03-02T00:30:00+14:00", "3 March 2026", "2026-03-03T23:59:59+14:00"),
        ("2026-03-02T23:30:00+05:30", "3 March 2026", "2026-03-03T23:59:59+05:30"),
        ("2026-03-02T23:30:00Z", "3 March 2026", "2026-03-03T23:59:59Z"),
    ],
)
def test_tomorrow_is_reckoned_from_the_speakers_day(memory, at, day, over):
    entry = learned(memory, DENTIST, at=at)
    assert day in entry.line
    assert entry.valid_until == utc(over)
    assert entry.valid_until.tzinfo is UTC


def test_new_words_are_dated_anew(memory):
    entry = learned(memory, DENTIST, at="2026-03-02T09:00:00Z")
    memories = memory.agent("alice").memories
    moved = memories.update(entry.id, content="I have a dentist appointment on 20 March 2026 at 9.")
    assert moved.valid_until == utc("2026-03-20T23:59:59Z")
    undated = memories.update(entry.id, content="My dentist is Dr Bell.")
    assert (undated.valid_from, undated.valid_until, undated.when) == (None, None, None)
    end = "2027-01-01T00:00:00+00:00"
    given = memories.update(entry.id, content="My dentist tomorrow is Dr Ball.", valid_until=end)
    assert given.valid_until == utc(end)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("Mañana tengo una cita con el dentista a las 9.", "3 de marzo de 2026"),
        ("Ich habe morgen um 9 einen Termin beim Zahnarzt.", "3. März 2026"),
        ("J'ai rendez-vous chez le dentiste demain à 9 h.", "3 mars 2026"),
    ],
)
def test_it_is_in_every_language(memory, words, day):
    assert day in learned(memory, words, at="2026-03-02T23:30:00-08:00").line


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 24 * 60 - 1), st.integers(-14 * 4, 14 * 4))
def test_whatever_the_hour_and_the_offset(tmp_path_factory, minute, quarters):
    zone = timezone(timedelta(minutes=15 * quarters))
    at = datetime(2026, 3, 2, tzinfo=zone) + timedelta(minutes=minute)
    with Memory.open(":memory:", background=False, timezone="UTC") as memory:
        entry = learned(memory, DENTIST, at=at)
    there = zone.utcoffset(None) or timedelta()
    day = 3 if there else (at.astimezone(UTC) + timedelta(days=1)).day
    assert f"{day} March 2026" in entry.line
    assert entry.valid_until == datetime(2026, 3, day + 1, tzinfo=zone) - timedelta(seconds=1)


def test_moments_are_kept_and_ordered_without_regard_to_where_they_were_told(alice):
    first = alice.remember("a", conversation="c", at="2026-03-02T23:30:00-08:00")
    later = alice.remember("b", conversation="c", at="2026-03-03T08:00:00+00:00")
    assert (first.at, first.at.tzinfo) == (utc("2026-03-03T07:30:00Z"), UTC)
    assert first.at < later.at
    assert first.local.isoformat() == "2026-03-02T23:30:00-08:00"
    again = alice.ingest("c", [{"role": "user", "content": "a", "at": "2026-03-03T07:30:00Z"}])
    assert (again.added, again.ids) == (0, (first.id,))
    assert alice.conversations.list()[0].started_at == first.at


@pytest.mark.parametrize(
    ("now", "zone", "day"),
    [
        ("2026-03-03T07:30:00Z", "America/Los_Angeles", "3 March 2026"),
        ("2026-03-03T08:30:00Z", "America/Los_Angeles", "4 March 2026"),
        # Summer time begins there on 8 March: the day does an hour sooner.
        ("2026-03-10T07:30:00Z", "America/Los_Angeles", "11 March 2026"),
        ("2026-03-03T07:30:00Z", "UTC", "4 March 2026"),
        ("2026-03-03T10:30:00Z", "Pacific/Kiritimati", "5 March 2026"),
    ],
)
def test_a_turn_without_a_time_is_said_in_the_zone_of_the_settings(opened, now, zone, day):
    memory = opened(clock=FixedClock(utc(now)), timezone=zone)
    assert day in learned(memory, DENTIST).line


def test_a_time_in_utc_says_when_and_not_where(opened):
    memory = opened(timezone="America/Los_Angeles")
    assert "3 March 2026" in learned(memory, DENTIST, at="2026-03-03T07:30:00Z").line


def test_a_place_at_greenwich_is_a_place(opened):
    memory = opened(timezone="America/Los_Angeles")
    at = datetime(2026, 3, 3, 7, 30, tzinfo=ZoneInfo("Europe/London"))
    assert "4 March 2026" in learned(memory, DENTIST, at=at).line


def test_a_zone_that_is_not_known_is_refused_with_what_to_write():
    for wrong in ("PST8", "Europe", "+02:00", "../etc/passwd", "Europe/Berlin\n/x"):
        with pytest.raises(InvalidSetting, match=r"such as Europe/Berlin") as refused:
            load(timezone=wrong)
        assert refused.value.field == "timezone"
    assert load(timezone=" Europe/Berlin ").zone == ZoneInfo("Europe/Berlin")


def test_a_plan_told_again_when_the_clocks_have_changed_is_the_same_plan(memory):
    alice = memory.agent("alice")
    alice.remember("My flight to Lima is on 10 April.", at="2026-03-01T12:00:00-08:00")
    alice.remember("My flight to Lima is on 10 April.", at="2026-03-20T12:00:00-07:00")
    memory.sync()
    (entry,) = alice.memories.list()
    assert len(entry.sources) == 2
    assert entry.local(entry.valid_until).isoformat() == "2026-04-10T23:59:59-07:00"


def test_a_memory_said_again_without_a_day_keeps_the_clock_of_its_day(memory):
    alice = memory.agent("alice")
    alice.remember("I'm in Rome until 3 March 2027.", at="2026-03-01T12:00:00-08:00")
    memory.sync()
    alice.remember("I'm in Rome.", at="2026-03-20T12:00:00+00:00")
    memory.sync()
    entry = next(one for one in alice.memories.list() if one.valid_until)
    assert f"{entry.local(entry.valid_until):%d %B}" == "03 March"


def test_a_context_names_the_day_that_was_named_to_its_end(opened):
    now = FixedClock(utc("2026-03-02T23:30:00-08:00"))
    memory = opened(clock=now, timezone="America/Los_Angeles")
    learned(memory, "I'm in Rome until 5 March.")
    now.advance(3 * 86_400 - 5_400)
    # The year that was left out is added to the words; the excerpt has the words alone.
    assert "[5 March 2026]" in memory.agent("alice").context("Where am I?").text
    now.advance(9_000)
    assert "[5 March 2026]" not in memory.agent("alice").context("Where am I?").text


def test_a_context_shows_what_was_said_under_the_speakers_day(opened):
    now = FixedClock(utc("2026-03-03T08:30:00Z"))
    memory = opened(clock=now, timezone="America/Los_Angeles")
    alice = memory.agent("alice")
    alice.remember("Ottilie rang about the boat.", at="2026-03-02T23:30:00-08:00")
    memory.sync()
    text = alice.context("Who rang about the boat?").text
    assert "Current date: Tue 3 Mar 2026" in text
    assert "Mon 2 Mar 2026" in text
    now.advance(16 * 3600)
    assert "Current date: Tue 3 Mar 2026" in alice.context("Who rang about the boat?").text


def test_a_question_speaks_of_days_of_the_zone(opened):
    memory = opened(timezone="America/Los_Angeles")
    alice = memory.agent("alice")
    early, late = "2026-03-01T23:50:00-08:00", "2026-03-02T23:50:00-08:00"
    alice.remember("Ottilie rang about the boat.", id="1", at=early)
    alice.remember("Ottilie rang about the car.", id="2", at=late)
    times = {hit.id: hit.scores.time for hit in alice.search("Who rang yesterday?")}
    assert times["1"] > times["2"]


def test_a_rebuild_and_an_export_give_the_same_days(opened, tmp_path):
    memory = opened(timezone="America/Los_Angeles")
    first = learned(memory, DENTIST, at="2026-03-03T07:30:00Z")
    memory.export(tmp_path / "out.jsonl")
    memory.close()
    # The zone of the settings is for turns that come; one that is there keeps its own.
    other = opened(path=tmp_path / "other.sqlite", timezone="Asia/Tokyo")
    other.import_(tmp_path / "out.jsonl")
    alice = other.agent("alice")
    assert [turn.utc_offset for turn in alice.turns()] == [-8 * 3600]
    other.rebuild()
    other.sync()
    (entry,) = alice.memories.list()
    assert (entry.line, entry.valid_until) == (first.line, first.valid_until)


def test_an_export_from_before_turns_had_an_offset_is_read(memory, tmp_path):
    memory.agent("alice").remember("Hello.")
    memory.export(tmp_path / "out.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    for line in lines:
        line.get("turn", {}).pop("utc_offset", None)
    (tmp_path / "old.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        assert other.import_(tmp_path / "old.jsonl").turns_new == 1
        assert [turn.utc_offset for turn in other.agent("alice").turns()] == [0]
