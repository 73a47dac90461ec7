"""BM25 with neighbours, compared with a naive implementation."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from effort import examples
from recollect.domain.columns import TurnColumns
from recollect.recall.index import AgentIndex
from recollect.recall.lexical import lexical
from recollect.recall.reading import TermReader, passages_of
from recollect.recall.terms import query_terms, terms
from recollect.recall.weights import Weights

READ = TermReader().read
WORDS = ("tea", "Oslo", "bicycle", "rain", "doctor", "Tuesday")
LONG = "They talked for hours about the harbour and the rain over tea. " * 12


def row(conversation, place, text):
    return (conversation, f"{conversation}-{place}", place, None, "user", 0, 0, None, text, None)


def indexed(batches, search=None):
    """An index to which each batch of (conversation, place, text) was added, then searched."""
    index = AgentIndex()
    for batch in batches:
        columns = TurnColumns.from_rows([row(*each) for each in batch])
        index.add(columns, [READ(text).data for text in columns.content])
        if search is not None:
            search(index)
    return index


def expected(turns, query, weights):
    """The score of each unit, by its turn and passage."""
    conversations = {}
    for conversation, place, text in sorted(turns):
        asks = "?" in text[-60:]
        units = [(terms(part), asks) for part in passages_of(text)]
        conversations.setdefault(conversation, []).extend(
            ((f"{conversation}-{place}", number), *unit) for number, unit in enumerate(units)
        )
    keys, lengths, held = {}, {}, Counter()
    for units in conversations.values():
        for here, (name, own, _) in enumerate(units):
            held.update(set(own))
            key, length = Counter(own), float(len(own))
            for there, (_, other, asks) in enumerate(units):
                distance = abs(here - there)
                if not 1 <= distance <= len(weights.window):
                    continue
                share = weights.window[distance - 1]
                share += weights.after_question * (there == here - 1 and asks)
                for term in other:
                    key[term] += share
                length += share * len(other)
            keys[name], lengths[name] = key, length
    usual = sum(lengths.values()) / len(lengths) or 1e-9
    scores = {}
    for name, key in keys.items():
        norm = weights.k1 * (1 - weights.b + weights.b * lengths[name] / usual)
        scores[name] = sum(
            math.log(1 + (len(keys) - held[term] + 0.5) / (held[term] + 0.5))
            * key[term]
            * (weights.k1 + 1)
            / (key[term] + norm)
            for term in query
            if key[term]
        )
    return scores


def found(index, query, weights):
    scores = lexical(index, query, weights).tolist()
    numbers = np.arange(index.units) - index.first_unit[index.turn_of]
    names = [index.keys[turn][1] for turn in index.turn_of]
    return dict(zip(zip(names, numbers.tolist(), strict=True), scores, strict=True))


TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
TURNS = st.lists(
    st.tuples(st.sampled_from("abc"), st.one_of(TEXTS, TEXTS.map("{}?".format), st.just(LONG))),
    min_size=1,
    max_size=25,
)


@settings(max_examples=examples(60))
@given(
    turns=TURNS,
    cuts=st.sets(st.integers(1, 24), max_size=6),
    query=st.sampled_from(["tea", "Oslo rain", "the doctor's bicycle", "nothing of the kind"]),
    weights=st.sampled_from([Weights(), Weights(window=(0.4,)), Weights(window=(), k1=0.0)]),
)
@example(
    [("a", "tea?"), ("b", "rain"), ("a", "Oslo"), ("b", "x"), ("a", "y")], {1, 3}, "tea", Weights()
)
def test_the_score_is_bm25_in_any_order_of_arrival(turns, cuts, query, weights):
    places = Counter()
    numbered = []
    for conversation, text in turns:
        numbered.append((conversation, places[conversation], text))
        places[conversation] += 1
    borders = [0, *sorted(cut for cut in cuts if cut < len(numbered)), len(numbered)]
    batches = [numbered[i:j] for i, j in pairwise(borders)]
    asked = query_terms(query)
    wanted = expected(numbered, asked, weights)
    for search in (None, lambda index: lexical(index, asked, weights)):
        got = found(indexed(batches, search), asked, weights)
        assert got.keys() == wanted.keys()
        for name, score in wanted.items():
            assert math.isclose(got[name], score, abs_tol=1e-9), name


def test_a_rare_word_among_many_turns_scores_the_same():
    """Rare and common words are counted in different ways."""
    turns = [("a", n, f"rain {WORDS[n % 4]}" + ("?" if n % 7 == 0 else "")) for n in range(400)]
    turns[200] = ("a", 200, "a xylophone?")
    turns[250] = ("a", 250, "a xylophone and a marimba")
    asked = query_terms("xylophone marimba rain Tuesday")
    wanted = expected(turns, asked, Weights())
    for batches in ([turns], [turns[:190], turns[190:201], turns[201:260], turns[260:]]):
        got = found(indexed(batches), asked, Weights())
        for name, score in wanted.items():
            assert math.isclose(got[name], score, abs_tol=1e-9), name


def test_a_common_word_says_less_than_a_rare_one_that_occurs_as_often():
    index = indexed([[("a", 0, "laptop works"), ("b", 0, "pottery class"), ("c", 0, "it rained")]])
    question = query_terms("where do I work on pottery")
    work, pottery, rain = lexical(index, question, Weights(), beside_meaning=True)
    assert pottery > work > rain == 0
    # Without vectors there are only words to go by.
    work, pottery, rain = lexical(index, question, Weights())
    assert pottery == work > rain == 0
