"""S10: every message once into full, compressed or dropped, in order, and never over the budget."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.compressor import Shortener
from recollect.budget.counters import by_characters, by_scripts
from recollect.budget.partition import TokenBudget, partition
from recollect.domain.turn import Role, Tier, Turn, View

THEN = datetime(2025, 1, 15, tzinfo=UTC)
LONG = "a line of words without facts\n" * 40  # 300 tokens, compressed 18
SHORT = "short\n" * 20  # 30 tokens, and no smaller when compressed


def turn(content, number=0, count=by_characters, **fields):
    return Turn(
        id=str(number),
        conversation="c",
        index=number,
        role=Role.USER,
        content=content,
        at=THEN,
        recorded_at=THEN,
        tokens=count(content),
        **fields,
    )


def turns(*contents, **fields):
    return [turn(content, number, **fields) for number, content in enumerate(contents)]


def budget(room, window=2, trigger=0.7):
    return TokenBudget(
        max_context_tokens=room,
        system_prompt_tokens=0,
        response_reserve_tokens=0,
        full_message_window=window,
        compression_trigger_ratio=trigger,
    )


def views(made):
    return [one.view.value for one in made.shown]


CONTENTS = st.one_of(
    st.sampled_from([LONG, SHORT, "", "ok", "see https://example.com/a\n" * 30, "x" * 5000]),
    st.text(max_size=400),
)
BUDGETS = st.builds(
    TokenBudget,
    max_context_tokens=st.integers(0, 3000),
    system_prompt_tokens=st.integers(0, 500),
    response_reserve_tokens=st.integers(0, 500),
    max_short_term_tokens=st.integers(0, 3000),
    full_message_window=st.integers(0, 12),
    compression_trigger_ratio=st.floats(0, 2),
)
CONVERSATIONS = st.lists(
    st.tuples(CONTENTS, st.sampled_from(Tier), st.sampled_from(View)), max_size=25
).map(
    lambda parts: [
        turn(content, n, tier=tier, view=view) for n, (content, tier, view) in enumerate(parts)
    ]
)


def shown_as(made, view):
    return [one for one in made.shown if one.view is view]


COUNTERS = st.sampled_from([by_characters, by_scripts])


@given(CONVERSATIONS, BUDGETS)
def test_s10_every_message_comes_once_and_in_order(messages, limits):
    made = partition(messages, limits)
    assert [one.turn for one in made.shown] == messages


@given(CONVERSATIONS, BUDGETS, COUNTERS)
def test_s10_the_budget_is_never_exceeded(messages, limits, count):
    messages = [replace(one, tokens=count(one.content)) for one in messages]
    made = partition(messages, limits, Shortener(count))
    assert made.tokens == sum(count(one.text) for one in made.shown) <= limits.message_limit


@given(CONVERSATIONS, BUDGETS)
def test_s10_what_is_compressed_is_smaller_and_what_is_full_is_unchanged(messages, limits):
    made = partition(messages, limits)
    assert all(one.tokens < one.turn.tokens for one in shown_as(made, View.COMPRESSED))
    assert all(
        (one.text, one.tokens) == (one.turn.content, one.turn.tokens)
        for one in shown_as(made, View.FULL)
    )
    assert all((one.text, one.tokens) == ("", 0) for one in shown_as(made, View.DROPPED))


@given(CONVERSATIONS, BUDGETS)
def test_s10_long_term_turns_are_compressed_only_when_the_budget_is_tight(messages, limits):
    made = partition(messages, limits)
    if any(one.turn.tier is Tier.LONG_TERM for one in shown_as(made, View.COMPRESSED)):
        assert limits.is_tight(sum(one.tokens for one in messages))


def test_s10_the_defaults_are_the_documented_numbers():
    limits = TokenBudget()
    assert limits.message_limit == 190_000
    assert (limits.full_limit, limits.compressed_limit) == (161_500, 180_500)
    assert (limits.full_message_window, limits.compression_trigger_ratio) == (30, 0.7)
    assert TokenBudget(max_short_term_tokens=10**6).message_limit == 190_904


def test_s10_nothing_is_compressed_below_the_trigger():
    four = turns(LONG, LONG, LONG, LONG)  # 1200 tokens
    assert views(partition(four, budget(1715, window=0))) == ["full"] * 4
    assert not budget(1715).is_tight(1200)
    assert budget(1714).is_tight(1200)


def test_s10_older_messages_stay_full_up_to_85_percent_and_compressed_up_to_95():
    # Room 1000: the window takes 600, one more full message would make 900; 350 are left until 950.
    five = turns(LONG, LONG, LONG, LONG, LONG)
    assert views(partition(five, budget(1000))) == ["compressed"] * 3 + ["full"] * 2
    # Room 1060: 85 % is 901.
    assert views(partition(five, budget(1060))) == ["compressed"] * 2 + ["full"] * 3
    # Room 670: 95 % is 636, and 600 + 18 + 18 = 636.
    assert views(partition(five, budget(670))) == ["dropped"] + ["compressed"] * 2 + ["full"] * 2


def test_s10_the_real_compressed_size_decides_and_not_the_estimate():
    full_of_facts = "\n".join(f"number {n}" for n in range(1000, 1060))  # a fifth would be enough
    old = turn(full_of_facts)
    assert Shortener()(old).tokens > old.tokens // 5
    made = partition([old, *turns(LONG, LONG)], budget(600 + old.tokens // 2))
    assert views(made) == ["dropped", "full", "full"]


def test_s10_a_message_that_compression_does_not_shrink_is_full_or_dropped():
    made = partition([*turns(SHORT, SHORT), *turns(LONG, LONG)], budget(743))  # 85 % is 631
    assert views(made) == ["dropped", "full", "full", "full"]


def test_s10_the_window_is_full_whatever_the_views():
    messages = turns(SHORT, SHORT, view=View.DROPPED) + turns(LONG, LONG, view=View.COMPRESSED)
    assert views(partition(messages, budget(10_000, window=4))) == ["full"] * 4
    assert views(partition(messages, budget(10_000, window=1))) == [
        "dropped",
        "dropped",
        "compressed",
        "full",
    ]


def test_s10_a_view_holds_before_the_window_also_when_there_is_room():
    marked = turns(LONG, SHORT, view=View.COMPRESSED) + turns("last")
    assert views(partition(marked, budget(10_000, window=1))) == ["compressed", "full", "full"]


def test_s10_a_long_term_turn_marked_for_compression_is_full_while_there_is_room():
    marked = turns(LONG, view=View.COMPRESSED, tier=Tier.LONG_TERM) + turns("last")
    assert views(partition(marked, budget(10_000, window=1))) == ["full", "full"]
    assert views(partition(marked, budget(400, window=1))) == ["compressed", "full"]


def test_s10_a_window_larger_than_the_budget_keeps_the_newest():
    assert views(partition(turns(LONG, LONG, LONG), budget(620, window=3))) == [
        "dropped",
        "full",
        "full",
    ]
    assert views(partition(turns(LONG, LONG, LONG), budget(700, window=3))) == [
        "compressed",
        "full",
        "full",
    ]


@pytest.mark.parametrize(("room", "shown"), [(0, "dropped"), (5, "dropped"), (50, "compressed")])
def test_s10_one_message_larger_than_everything(room, shown):
    assert views(partition(turns(LONG), budget(room))) == [shown]


def test_s10_a_trigger_beyond_the_budget_does_not_exceed_it():
    made = partition(turns(LONG, LONG, LONG), budget(700, window=1, trigger=2.0))
    assert views(made) == ["compressed", "compressed", "full"]


def test_s10_no_messages_take_nothing():
    assert partition([], budget(0)).shown == ()
    assert partition([], TokenBudget()).tokens == 0


def test_s10_reserves_larger_than_the_context_leave_no_room():
    limits = TokenBudget(max_context_tokens=1000)
    assert (limits.message_limit, limits.usage(0)) == (0, 0.0)
    assert views(partition(turns("hello"), limits)) == ["dropped"]
