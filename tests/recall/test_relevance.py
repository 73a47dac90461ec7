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
    wording=0.0,
    kind=None,
    known=False,
    stranger=False,
    general=False,
    small_talk=False,
    people=False,
    passages=50,
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
    wording=st.floats(-3, 3),
    kind=st.none() | st.floats(-3, 3),
    people=st.booleans(),
    passages=st.integers(1, 200_000),
)


def relevant(**signals):
    return judge_relevance(replace(NOTHING, **signals), Bar()).relevant


def test_nothing_similar_and_no_shared_word_is_not_relevant():
    assert not relevant()


def test_similarity_is_enough_and_so_are_shared_words():
    assert relevant(nearness=[Nearness(0.5, 0.0)])
    assert relevant(words=0.8, nearness=[Nearness(0.2, 0.0)])
    assert not relevant(nearness=[Nearness(0.2, 0.0)])
    assert relevant(nearness=None, words=0.3)


def test_similarity_to_all_passages_does_not_count():
    assert relevant(nearness=[Nearness(0.6, 0.1)])
    assert not relevant(nearness=[Nearness(0.6, 0.5)])


def test_turns_and_memories_have_separate_averages():
    alike = Nearness(0.6, 0.5)
    assert not relevant(nearness=[alike, Nearness(0.3, 0.0)])
    assert relevant(nearness=[alike, Nearness(0.5, 0.0)])


def test_a_large_memory_raises_the_threshold_ever_more_slowly():
    assert relevant(nearness=[Nearness(0.42, 0.0)])
    assert not relevant(nearness=[Nearness(0.42, 0.0)], passages=1_000)
    # A question with some of the words of a close passage is relevant to any memory.
    assert relevant(nearness=[Nearness(0.7, 0.0)], words=0.4, passages=10_000)


def test_the_smallest_memories_are_treated_alike():
    five, ten = (judge_relevance(replace(NOTHING, passages=n), Bar()) for n in (5, 10))
    assert five == ten


def test_a_question_about_the_user_needs_little_similarity():
    assert relevant(user=1.0, nearness=[Nearness(0.25, 0.0)])
    assert not relevant(user=0.5)
    assert relevant(user=0.5, nearness=[Nearness(0.38, 0.0)])


def test_wording_counts_for_the_user_or_for_a_general_question():
    close = (Nearness(0.4, 0.0),)
    assert relevant(nearness=close, wording=2.0)
    assert not relevant(nearness=close, wording=-1.0)
    remembered, general = (
        judge_relevance(replace(NOTHING, wording=wording), Bar()) for wording in (2.0, -2.0)
    )
    assert (remembered.user, remembered.general) == (0.144, 0)
    assert (general.user, general.general) == (0, -0.144)


def test_the_kind_of_a_question_counts_beside_its_wording():
    judged = (judge_relevance(replace(NOTHING, kind=kind), Bar()) for kind in (3.0, 0.0, -3.0))
    remembered, neither, general = judged
    assert remembered.score > neither.score > general.score
    assert (remembered.user, general.general) == (0.147, -0.147)
    ours = judge_relevance(replace(NOTHING, kind=-3.0, known=True), Bar())
    assert ours.general == 0


def test_wording_does_not_count_against_a_known_person_or_among_named_people():
    for signals in ({"known": True}, {"people": True}):
        found = judge_relevance(replace(NOTHING, wording=-2.0, **signals), Bar())
        assert found.general == 0


def test_a_question_about_named_people_needs_less():
    assert not relevant(nearness=[Nearness(0.34, 0.0)])
    assert relevant(nearness=[Nearness(0.34, 0.0)], people=True)


def test_words_suffice_while_the_best_turn_has_no_vector():
    assert not relevant(words=0.3)
    assert relevant(words=0.3, pending=True)


def test_a_stranger_or_a_general_question_needs_more():
    assert relevant(nearness=[Nearness(0.42, 0.0)])
    assert not relevant(nearness=[Nearness(0.42, 0.0)], stranger=True)
    assert not relevant(nearness=[Nearness(0.42, 0.0)], general=True)


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


def test_a_word_in_capitals_is_no_stranger_where_memory_has_the_rest_of_the_question(memory):
    assert not signals(memory, "What is Bergen's IP?").stranger
    for other in ("What is the otter's IP?", "What is an IP?", "What is Ottilie's IP in Bergen?"):
        assert signals(memory, other).stranger, other


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


def test_an_identifier_of_this_memory_is_known_however_little_else_is_asked(memory):
    memory.agent("a").remember("Build 1.44.0 failed with E4012, as PROJ-1234 and B12 at 10am say.")
    for known in ("E4012", "Why e4012?", "(PROJ-1234)", "1.44.0", "See E4012/PROJ-1234."):
        assert signals(memory, known).known, known
    for unknown in ("E4013", "PROJ-1235", "1.44.1", "B12", "10am", "What is carbon-14?"):
        assert not signals(memory, unknown).known, unknown


def test_an_unknown_identifier_counts_against_what_is_only_similar(memory):
    memory.agent("a").remember("PROJ-1234 fails in src/app/settings.py.")
    for other in ("What about PROJ-9999?", "Who wrote src/app/routes.py?", "E_CONN_4031"):
        assert signals(memory, other).stranger, other
    for own in ("What about PROJ-1234?", "src/app/settings.py", "Who wrote it at 10am?"):
        assert not signals(memory, own).stranger, own


def test_the_question_itself_does_not_make_its_identifier_known(memory):
    question = "What does E9999 mean?"
    memory.agent("a").remember(question, conversation="now")
    query = Query(text=question, limit=1, scopes=frozenset(Scope), conversation="now")
    assert not memory.recall.signals("a", query).known


def test_she_next_to_a_strangers_name_is_the_stranger(memory):
    assert signals(memory, "Where did she go?").user == 0.5
    assert signals(memory, "Where did Ottilie go when she left?").user == 0


def test_an_empty_memory_has_no_signals(memory):
    query = Query(text="Who?", limit=1, scopes=frozenset(Scope))
    assert memory.recall.signals("nobody", query) is None
    assert memory.recall.answer("nobody", query).relevance is None
