"""R8: the signals that a question is relevant to a memory, and their weights."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.domain.hit import Scope
from recollect.domain.query import Query
from recollect.recall.relevance import Bar, Nearness, Signals, judge_relevance
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build

NOTHING = Signals(
    nearness=(Nearness(0.1, 0.0),),
    pending=False,
    words=0.0,
    user=0.0,
    known=False,
    stranger=False,
    general=False,
    small_talk=False,
    passages=100,
)
shares = st.floats(0, 1)
nearnesses = st.builds(Nearness, st.floats(-1, 1), st.floats(-1, 1))
anything = st.builds(
    Signals,
    nearness=st.none() | st.lists(nearnesses, max_size=2).map(tuple),
    pending=st.booleans(),
    words=shares,
    user=st.sampled_from((0.0, 0.5, 1.0)),
    known=st.booleans(),
    stranger=st.booleans(),
    general=st.booleans(),
    small_talk=st.booleans(),
    passages=st.integers(1, 200_000),
)


def relevant(**signals):
    return judge_relevance(replace(NOTHING, **signals), Bar()).relevant


def test_nothing_similar_and_no_shared_word_is_not_relevant():
    assert not relevant()


def test_similarity_is_enough_and_so_are_shared_words():
    assert relevant(nearness=[Nearness(0.5, 0.0)])
    assert relevant(words=0.35)
    assert relevant(nearness=None, words=0.15)


def test_similarity_to_all_passages_does_not_count():
    assert relevant(nearness=[Nearness(0.6, 0.1)])
    assert not relevant(nearness=[Nearness(0.6, 0.5)])


def test_turns_and_memories_have_separate_averages():
    alike = Nearness(0.6, 0.5)
    assert not relevant(nearness=[alike, Nearness(0.3, 0.0)])
    assert relevant(nearness=[alike, Nearness(0.4, 0.0)])


def test_a_large_memory_raises_the_threshold():
    assert relevant(nearness=[Nearness(0.4, 0.0)], passages=500)
    assert not relevant(nearness=[Nearness(0.4, 0.0)], passages=100_000)
    assert relevant(nearness=[Nearness(0.65, 0.0)], passages=100_000)


def test_a_question_about_the_user_needs_no_similarity():
    assert relevant(user=1.0)
    assert not relevant(user=0.5)
    assert relevant(user=0.5, nearness=[Nearness(0.25, 0.0)])


def test_fewer_words_suffice_while_the_best_turn_has_no_vector():
    assert not relevant(words=0.2)
    assert relevant(words=0.2, pending=True)


def test_a_stranger_or_a_general_question_needs_more():
    assert relevant(nearness=[Nearness(0.45, 0.0)])
    assert not relevant(nearness=[Nearness(0.45, 0.0)], stranger=True)
    assert not relevant(nearness=[Nearness(0.45, 0.0)], general=True)


@given(anything)
def test_the_score_is_the_sum_of_its_parts(signals):
    found = judge_relevance(signals, Bar())
    parts = (found.meaning, found.words, found.user, found.known, found.stranger, found.general)
    assert found.score == pytest.approx(sum(parts))
    assert found.relevant == (found.score >= found.least)


def nearer(nearness, more):
    return (
        None
        if nearness is None
        else [Nearness(one.nearest + more, one.average) for one in nearness]
    )


@given(anything, shares)
def test_more_evidence_is_never_less_relevant(signals, more):
    richer = replace(
        signals,
        words=min(signals.words + more, 1.0),
        nearness=nearer(signals.nearness, more),
    )
    if judge_relevance(signals, Bar()).relevant:
        assert judge_relevance(richer, Bar()).relevant


@given(anything)
def test_small_talk_is_never_relevant(signals):
    assert not judge_relevance(replace(signals, small_talk=True), Bar()).relevant


# Measurement


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    components = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(components, background=False) as opened:
        opened.agent("a").ingest(
            "c",
            [
                {"role": "user", "speaker": "Mara", "content": text, "at": f"2025-03-0{day}T10:00Z"}
                for day, text in enumerate(
                    ("We sailed to Bergen.", "The mast broke.", "Tim mended it."), start=1
                )
            ],
        )
        opened.sync()
        yield opened


def signals(memory, text):
    query = Query(text=text, limit=1, scopes=frozenset(Scope))
    return memory.recall.signals("a", query)


def test_the_words_of_a_turn_and_its_neighbours_count_together(memory):
    both, one, none = (
        signals(memory, text).words
        for text in ("Who mended the mast?", "Who painted the mast?", "Who painted the wall?")
    )
    assert both > one > none == 0


def test_a_speaker_is_known_and_an_unseen_name_is_a_stranger(memory):
    assert signals(memory, "What did Mara do?").known
    assert signals(memory, "What did Ottilie do?").stranger
    # Tim is not a speaker, but is mentioned.
    tim = signals(memory, "What did Tim do?")
    assert (tim.known, tim.stranger) == (False, False)


def test_a_question_that_names_the_agent_is_about_its_memory(memory):
    memory.agent("Ottilie").remember("I moved to Lisbon.")
    memory.agent("default").remember("I moved to Lisbon.")
    query = partial(Query, limit=1, scopes=frozenset(Scope))
    of_her = memory.recall.signals("Ottilie", query(text="Where does Ottilie live?"))
    assert (of_her.known, of_her.stranger) == (True, False)
    assert not memory.recall.signals("default", query(text="What is the default port?")).known


def test_a_day_within_the_history_is_known_but_not_a_whole_year(memory):
    assert signals(memory, "What happened on 2 March 2025?").known
    assert not signals(memory, "What happened on 2 March 2015?").known
    assert not signals(memory, "Who won the elections in 2025?").known
    assert not signals(memory, "What did Ottilie do on 2 March 2025?").known


def test_she_next_to_a_strangers_name_is_the_stranger(memory):
    assert signals(memory, "Where did she go?").user == 0.5
    assert signals(memory, "Where did Ottilie go when she left?").user == 0


def test_an_empty_memory_has_no_signals(memory):
    query = Query(text="Who?", limit=1, scopes=frozenset(Scope))
    assert memory.recall.signals("nobody", query) is None
    assert memory.recall.answer("nobody", query).relevance is None
