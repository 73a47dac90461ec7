"""Ranking and diversification, each compared with a naive implementation."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import examples
from recollect.domain.columns import TurnColumns
from recollect.recall.index import AgentIndex
from recollect.recall.mmr import diversified
from recollect.recall.ranking import ranked
from recollect.recall.reading import TermReader
from recollect.recall.score import Scored

RANKS = 30
READING = TermReader().read("x").data


def make_index(times):
    index = AgentIndex()
    # Names that are not in the order of arrival.
    rows = [
        (f"c{n % 3}", f"{n * 7919 % 1000:03}", n, None, "user", at, 0, READING, None, None)
        for n, at in enumerate(times)
    ]
    index.add(TurnColumns.from_rows(rows), [READING] * len(rows))
    return index


@settings(max_examples=examples(60))
@given(
    scores=st.lists(st.integers(0, 30), min_size=1, max_size=600),
    spread=st.sampled_from([1.0, 1e-3, 1e-7]),
    most=st.integers(1, 8),
    chosen=st.none() | st.integers(1, 5),
    data=st.data(),
)
def test_rows_are_ordered_by_score_then_time_then_name(scores, spread, most, chosen, data):
    seed = data.draw(st.integers(0, 99))
    times = np.random.default_rng(seed).integers(0, 3, len(scores)).tolist()
    index = make_index(times)
    total = spread * np.array(scores, np.float64)
    allowed = None if chosen is None else np.arange(len(scores)) % chosen == 0
    stretches = list(ranked(index, Scored(total, lambda _: {}), allowed, most))
    rows = [row for stretch in stretches for row in stretch]
    plain = sorted(
        (row for row in range(len(scores)) if allowed is None or allowed[row]),
        key=lambda row: (-round(total[row], 5), index.at[row], index.keys[row][::-1]),
    )
    assert rows == plain
    assert all(len(stretch) == most for stretch in stretches[:-1])


def reference_mmr(scores, words, strength):
    rest = list(range(len(scores)))
    low, high = min(scores), max(scores)
    relevance = [(score - low) / (high - low) if high > low else 1.0 for score in scores]
    chosen = []
    while rest and len(chosen) < RANKS:

        def worth(number):
            alike = [
                len(words[number] & words[other]) / len(words[number] | words[other] or {0})
                for other in chosen
            ]
            return strength * relevance[number] - (1 - strength) * max(alike, default=0.0)

        best = max(rest, key=lambda number: (worth(number), -number))
        rest.remove(best)
        chosen.append(best)
    return chosen + rest


@settings(max_examples=examples(60))
@given(
    items=st.lists(
        st.tuples(st.integers(0, 9), st.frozensets(st.integers(0, 12))), min_size=3, max_size=45
    ),
    strength=st.sampled_from([0.0, 0.3, 0.7]),
)
def test_the_first_ranks_trade_relevance_against_similarity(items, strength):
    scores = sorted((float(score) for score, _ in items), reverse=True)
    words = [held for _, held in items]
    arrays = [np.array(sorted(held), np.uint32) for held in words]
    assert diversified(scores, arrays, strength, RANKS) == reference_mmr(scores, words, strength)
    assert diversified(scores, arrays, 1.0, RANKS) == list(range(len(scores)))
