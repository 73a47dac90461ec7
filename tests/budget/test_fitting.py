"""S10: of a conversation as much is looked at as can fit, and no more."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.compressor import Shortener
from recollect.budget.counters import by_characters
from recollect.budget.fitting import fit_to_budget
from recollect.budget.partition import TokenBudget, partition
from recollect.domain.turn import Role, Turn, View

THEN = datetime(2025, 1, 15, tzinfo=UTC)
LONG = "a line of words without facts\n" * 40  # 300 tokens, compressed 18
SHORT = "short\n" * 20  # 30 tokens, and no smaller when compressed


def turns(*told):
    return [
        Turn(
            id=str(number),
            conversation="c",
            index=number,
            role=Role.USER,
            content=content,
            at=THEN,
            recorded_at=THEN,
            tokens=by_characters(content),
            view=view,
        )
        for number, (content, view) in enumerate(told)
    ]


def budget(room):
    return TokenBudget(
        max_context_tokens=room,
        system_prompt_tokens=0,
        response_reserve_tokens=0,
        full_message_window=2,
    )


def test_s10_the_real_size_of_what_is_compressed_decides_how_far_back_a_window_reaches():
    old = turns(*[(LONG, View.COMPRESSED)] * 80)
    shown = fit_to_budget(reversed(old), budget(3_000), Shortener())
    # 2 in full and 78 of 18 tokens each are 2,004: all fit, though 78 fifths of 300 tokens would not.
    assert sorted(shown) == [*range(80)]


def test_no_more_is_looked_at_than_could_fit():
    looked_at = []
    newest_first = (looked_at.append(one) or one for one in turns(*[(SHORT, View.FULL)] * 1_000))
    shown = fit_to_budget(newest_first, budget(900), Shortener())
    assert len(shown) == 25
    assert len(looked_at) == 31


@given(
    st.lists(st.tuples(st.sampled_from([LONG, SHORT, "x" * 5_000]), st.sampled_from(View))),
    st.integers(0, 4_000),
)
def test_s10_where_everything_fits_everything_is_shown(told, room):
    every = turns(*told)
    whole = partition(every, budget(room)).shown
    shown = fit_to_budget(reversed(every), budget(room), Shortener())
    dropped = [one.view is View.DROPPED for one in whole]
    if dropped == [one.view is View.DROPPED for one in every]:
        assert shown == {
            len(every) - 1 - place: one.text
            for place, one in enumerate(whole)
            if one.view is not View.DROPPED
        }
    assert sum(by_characters(text) for text in shown.values()) <= room
