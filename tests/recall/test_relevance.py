"""R8: the signs that a question has to do with a memory, and how they are weighed."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.domain.hit import Scope
from recollect.domain.query import Query
from recollect.recall.relevance import Bar, Nearness, Signs, judged
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build

NOTHING = Signs(
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
    Signs,
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


def relevant(**signs):
    return judged(replace(NOTHING, **signs), Bar()).relevant


def test_nothing_near_and_no_word_in_common_is_not_relevant():
    assert not relevant()


def test_nearness_is_enough_and_so_are_words():
    assert relevant(nearness=[Nearness(0.5, 0.0)])
    assert relevant(words=0.35)
    assert relevant(nearness=None, words=0.15)


def test_what_all_passages_have_in_common_is_not_nearness():
    assert relevant(nearness=[Nearness(0.6, 0.1)])
    assert not relevant(nearness=[Nearness(0.6, 0.5)])


def test_turns_and_what_was_learned_each_have_their_own_in_common():
    alike = Nearness(0.6, 0.5)
    assert not relevant(nearness=[alike, Nearness(0.3, 0.0)])
    assert relevant(nearness=[alike, Nearness(0.4, 0.0)])


def test_in_a_large_memory_it_takes_more():
    assert relevant(nearness=[Nearness(0.4, 0.0)], passages=500)
    assert not relevant(nearness=[Nearness(0.4, 0.0)], passages=100_000)
    assert relevant(nearness=[Nearness(0.65, 0.0)], passages=100_000)


def test_a_question_about_the_user_need_not_be_near_anything():
    assert relevant(user=1.0)
    assert not relevant(user=0.5)
    assert relevant(user=0.5, nearness=[Nearness(0.25, 0.0)])


def test_fewer_words_do_while_the_best_has_no_vector_yet():
    assert not relevant(words=0.2)
    assert relevant(words=0.2, pending=True)


def test_a_stranger_and_a_general_question_take_more():
    assert relevant(nearness=[Nearness(0.45, 0.0)])
    assert not relevant(nearness=[Nearness(0.45, 0.0)], stranger=True)
    assert not relevant(nearness=[Nearness(0.45, 0.0)], general=True)


@given(anything)
def test_the_score_is_the_sum_of_its_parts(signs):
    found = judged(signs, Bar())
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
def test_more_in_common_is_never_less_relevant(signs, more):
    richer = replace(
        signs,
        words=min(signs.words + more, 1.0),
        nearness=nearer(signs.nearness, more),
    )
    if judged(signs, Bar()).relevant:
        assert judged(richer, Bar()).relevant


@given(anything)
def test_small_talk_is_never_relevant(signs):
    assert not judged(replace(signs, small_talk=True), Bar()).relevant


# What is measured


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    house = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(house, background=False) as opened:
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


def signs(memory, text):
    wish = Query(text=text, limit=1, scopes=frozenset(Scope))
    return memory.recall.signs("a", wish)


def test_the_words_of_a_turn_and_of_those_beside_it_are_counted_together(memory):
    both, one, none = (
        signs(memory, text).words
        for text in ("Who mended the mast?", "Who painted the mast?", "Who painted the wall?")
    )
    assert both > one > none == 0


def test_somebody_who_speaks_here_is_known_and_one_never_heard_of_a_stranger(memory):
    assert signs(memory, "What did Mara do?").known
    assert signs(memory, "What did Ottilie do?").stranger
    # Tim does not speak, but was spoken of.
    tim = signs(memory, "What did Tim do?")
    assert (tim.known, tim.stranger) == (False, False)


def test_a_question_about_somebody_is_one_about_their_memory(memory):
    memory.agent("Ottilie").remember("I moved to Lisbon.")
    memory.agent("default").remember("I moved to Lisbon.")
    wish = partial(Query, limit=1, scopes=frozenset(Scope))
    of_her = memory.recall.signs("Ottilie", wish(text="Where does Ottilie live?"))
    assert (of_her.known, of_her.stranger) == (True, False)
    assert not memory.recall.signs("default", wish(text="What is the default port?")).known


def test_a_day_of_this_history_is_known_and_another_or_a_whole_year_is_not(memory):
    assert signs(memory, "What happened on 2 March 2025?").known
    assert not signs(memory, "What happened on 2 March 2015?").known
    assert not signs(memory, "Who won the elections in 2025?").known
    assert not signs(memory, "What did Ottilie do on 2 March 2025?").known


def test_beside_a_stranger_she_is_the_stranger(memory):
    assert signs(memory, "Where did she go?").user == 0.5
    assert signs(memory, "Where did Ottilie go when she left?").user == 0


def test_an_agent_without_a_memory_has_no_signs(memory):
    wish = Query(text="Who?", limit=1, scopes=frozenset(Scope))
    assert memory.recall.signs("nobody", wish) is None
    assert memory.recall.answer("nobody", wish).relevance is None
