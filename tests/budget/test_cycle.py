"""S13: a whole run of the optimizer, and how usage behaves under load."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.compressor import Shortener
from recollect.budget.counters import by_characters
from recollect.budget.cycle import optimize, relieve
from recollect.budget.partition import TokenBudget, partition
from recollect.domain.tuning import Parameters
from recollect.domain.turn import Role, Tier, Turn, View

NOW = datetime(2025, 1, 15, 10, 36, tzinfo=UTC)
LONG = "a line of words without facts\n" * 40  # 300 tokens, compressed 18
OLD = timedelta(hours=2)


def run_to_end(steps):
    """The result of work in steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def turn(content, number=0, at=NOW, **fields):
    return Turn(
        id=str(number),
        conversation="c",
        index=number,
        role=Role.USER,
        content=content,
        at=at,
        recorded_at=at,
        tokens=by_characters(content),
        **fields,
    )


def lines(number):
    """Some 300 tokens that compress well and repeat no other turn."""
    return "\n".join(f"line{'abcdefghij'[n % 10]} of text{number}x{n}y" for n in range(60))


def budget(room, window=2, trigger=0.7):
    return TokenBudget(
        max_context_tokens=room,
        system_prompt_tokens=0,
        response_reserve_tokens=0,
        full_message_window=window,
        compression_trigger_ratio=trigger,
    )


def relieved(turns, limits):
    return [(one.place, one.action.value) for one in relieve(turns, limits, Shortener())]


# --- relief


def test_s13_below_the_trigger_there_is_nothing_to_relieve():
    assert relieved([turn(LONG)] * 4, budget(1715)) == []


def test_s13_the_oldest_are_compressed_just_until_usage_lies_below_the_trigger():
    five = [turn(LONG)] * 5  # 1500 tokens, and each step saves 282
    assert relieved(five, budget(2000)) == [(0, "compress")]
    assert relieved(five, budget(1500)) == [(0, "compress"), (1, "compress")]


def test_s13_long_term_turns_are_compressed_after_the_others():
    mixed = [turn(LONG, tier=Tier.LONG_TERM), *[turn(LONG)] * 4]
    assert relieved(mixed, budget(1500)) == [(1, "compress"), (2, "compress")]
    assert relieved(mixed, budget(1100)) == [(1, "compress"), (2, "compress"), (0, "compress")]


def test_s13_only_what_was_compressed_already_is_dropped_and_long_term_turns_never():
    compressed = [turn(LONG, tier=tier, view=View.COMPRESSED) for tier in (*Tier, *Tier)]
    assert relieved([*compressed, turn(LONG), turn(LONG)], budget(700)) == [
        (0, "drop"),
        (2, "drop"),
    ]
    fresh = [turn(LONG), turn(LONG), turn(LONG), turn(LONG)]
    assert relieved(fresh, budget(700)) == [(0, "compress"), (1, "compress")]


def test_s13_a_message_too_short_to_shrink_is_marked_first_and_dropped_the_next_time():
    short = [turn("short\n" * 20)] * 8  # 240 tokens
    marks = relieved(short, budget(300))
    assert marks == [(place, "compress") for place in range(6)]
    marked = [replace(one, view=View.COMPRESSED) for one in short]
    assert relieved(marked, budget(300)) == [(0, "drop"), (1, "drop")]


# --- one run


def test_s13_a_run_acts_adapts_and_records():
    turns = [
        turn("ok", at=NOW - OLD),
        turn("hi", at=NOW - OLD, view=View.COMPRESSED),
        turn("the page is https://example.com, remember that", at=NOW),
        *[turn(lines(n), at=NOW) for n in range(12)],
    ]
    room = round(sum(one.tokens for one in turns) / 0.8)
    done = run_to_end(
        optimize([turns], NOW, parameters=Parameters(full_message_window=10), budget=budget(room))
    )
    metrics, parameters = done.snapshot.metrics, done.snapshot.parameters
    assert [one.view.value for one in done.windows[0].turns[:2]] == ["compressed", "dropped"]
    assert (done.windows[0].turns[2].tier, done.windows[0].turns[2].relevance) == (
        Tier.LONG_TERM,
        1.0,
    )
    assert metrics.usage_ratio == pytest.approx(0.8, abs=0.01)
    assert metrics.tokens_after < 0.7 * room <= metrics.tokens_before
    assert (metrics.entries_compressed, metrics.entries_dropped, metrics.entries_promoted) == (
        3,
        1,
        1,
    )
    assert (parameters.compression_trigger, parameters.min_relevance) == (0.65, 0.35)
    assert done.snapshot.at == NOW
    assert [one.content for one in done.windows[0].turns] == [one.content for one in turns]


def test_s13_a_run_over_nothing_relaxes():
    done = run_to_end(optimize([], NOW, parameters=Parameters()))
    assert done.windows == ()
    assert done.snapshot.parameters.compression_trigger == 0.725
    assert done.snapshot.metrics.tokens_saved == 0


TURNS = st.lists(
    st.builds(
        turn,
        st.sampled_from([LONG, "ok", "see https://example.com", "short\n" * 20, "", lines(1)]),
        at=st.sampled_from([NOW, NOW - OLD, NOW - timedelta(days=3)]),
        tier=st.sampled_from(Tier),
        view=st.sampled_from(View),
        relevance=st.sampled_from([0.1, 0.5, 1.0]),
    ),
    max_size=25,
)


@given(TURNS, st.integers(0, 4000), st.sampled_from([0.35, 0.7, 0.85]), st.integers(10, 50))
def test_s13_the_record_of_a_run_is_what_the_window_shows(turns, room, trigger, window):
    parameters = Parameters(compression_trigger=trigger, full_message_window=window)
    done = run_to_end(optimize([turns], NOW, parameters=parameters, budget=budget(room)))
    limits = budget(room, window, trigger)
    assert done.snapshot.metrics.tokens_before == partition(turns, limits).tokens <= room
    assert (
        done.snapshot.metrics.tokens_after
        == partition(done.windows[0].turns, limits).tokens
        <= room
    )
    assert [one.id for one in done.windows[0].turns] == [one.id for one in turns]


# --- under load

ROOM = 40_000


def usages(shares):
    """Usage as each run finds it, two minutes apart, when so large a share of the budget is said in between."""
    random, shorten, parameters, now = Random(7), Shortener(), Parameters(), NOW
    turns, found = (), []
    for share in shares:
        said = 0
        while said < share * ROOM:
            turns += (turn(lines(random.random()), len(turns), now),)
            said += turns[-1].tokens
        now += timedelta(minutes=2)
        done = run_to_end(
            optimize([turns], now, parameters=parameters, budget=budget(ROOM), shorten=shorten)
        )
        turns, parameters = done.windows[0].turns, done.snapshot.parameters
        found.append(done.snapshot.metrics.usage_ratio)
    return found


def in_band(usage):
    return 0.50 <= usage <= 0.75


@pytest.mark.parametrize(("share", "runs"), [(0.01, 100), (0.02, 70)])
def test_s13_under_a_steady_load_usage_enters_the_band_and_stays(share, runs):
    found = usages([share] * runs)
    entered = next(place for place, usage in enumerate(found) if in_band(usage))
    assert entered <= 50
    assert all(map(in_band, found[entered:]))


@pytest.mark.parametrize("share", [0.05, 0.1, 0.3])
def test_s13_under_a_heavy_load_usage_settles_in_the_band(share):
    # The seed's steps are small: a load that fills the band in a few runs overshoots it at first.
    found = usages([share] * 40)
    entered = next(place for place, usage in enumerate(found) if in_band(usage))
    assert all(map(in_band, found[entered + 10 :]))


def test_s13_usage_recovers_from_a_spike():
    found = usages([0.05] * 25 + [0.6] * 3 + [0.05] * 30)
    assert all(map(in_band, found[20:25]))
    assert max(found[25:28]) > 0.9
    assert all(map(in_band, found[38:]))
