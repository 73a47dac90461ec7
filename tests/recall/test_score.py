"""What each part of a score is for: of two otherwise equal turns, the expected one ranks first."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from recollect import Memory
from recollect.domain.query import search_query
from recollect.recall.dense import RequestEmbedder
from recollect.recall.question import understand
from recollect.recall.weights import Weights
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(params=["with an embedder", "without"])
def memory(request, tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    plain = request.param == "without"
    components = build(
        load(embedding_backend="none" if plain else "minilm"),
        tmp_path / "m.sqlite",
        embedder=None if plain else ToyEmbedder(dims=256),
    )
    with Memory(components, background=False) as opened:
        yield opened


def tell(memory, conversation, *turns, at=DAY):
    """Add turns given as (speaker, text); their ids are their numbers."""
    memory.agent("a").ingest(
        conversation,
        [
            {
                "role": "assistant" if speaker == "Assistant" else "user",
                "speaker": speaker,
                "content": text,
                "id": f"{conversation}{number}",
                "at": at.isoformat(),
            }
            for number, (speaker, text) in enumerate(turns)
        ],
    )


def tell_of_other_things(memory):
    """Add eight unrelated turns: with two turns alone, chance would decide."""
    for number in range(8):
        tell(memory, f"x{number}", ("Ann", f"Something else, number {number}."))


def found(memory, query):
    memory.sync()
    hits = memory.agent("a").search(query, limit=50)
    return {hit.id: (rank, hit.scores) for rank, hit in enumerate(hits)}


@pytest.mark.parametrize(
    ("query", "held", "other"),
    [
        ('Who said "blue in green"?', "They played Blue  in Green.", "They played green in blue."),
        ("Who said “let it be”?", "Somebody said: let it be!", "Somebody said: be it, let us."),
        ("Wer sagte „so ist’s“?", "Er sagte: So ist's, Freund.", "Er sagte: Ist's so, Freund?"),
    ],
)
def test_a_quoted_phrase_is_found_verbatim(memory, query, held, other):
    tell_of_other_things(memory)
    tell(memory, "a", ("Ann", other))
    tell(memory, "b", ("Ann", held))
    hits = found(memory, query)
    assert hits["b0"][0] < hits["a0"][0]
    assert (hits["b0"][1].phrase > 0, hits["a0"][1].phrase) == (True, 0)


def test_two_matching_phrases_count_more_than_one(memory):
    tell(memory, "a", ("Ann", "Red Dust and then Late Snow were on."))
    tell(memory, "b", ("Ann", "Red Dust and then some more were on."))
    hits = found(memory, 'When were "red dust" and "late snow" on?')
    assert hits["a0"][1].phrase == pytest.approx(2 * hits["b0"][1].phrase)


def test_turns_of_the_first_named_speaker_rank_first(memory):
    tell(memory, "a", ("Nate", "A dog, a present."), ("Joanna", "A dog, a present."))
    first = found(memory, "What present did Joanna give Nate?")
    assert first["a1"][1].speaker > first["a0"][1].speaker == 0
    both = found(memory, "What present do Joanna and Nate like?")
    assert both["a0"][1].speaker == both["a1"][1].speaker == 0


def test_a_short_time_counts_more_than_a_long_one_and_a_week_after_counts_too(memory):
    for month in range(1, 13):
        tell(memory, f"m{month:02}", ("Ann", "We went out."), at=DAY.replace(month=month, day=10))
    tell(memory, "late", ("Ann", "We went out."), at=DAY.replace(month=6, day=3))
    may = found(memory, "Where did we go in May 2026?")
    assert may["m050"][0] == 0
    assert may["m050"][1].time > may["late0"][1].time > may["m060"][1].time == 0
    half = found(memory, "Where did we go between January and June 2026?")
    assert may["m050"][1].time > half["m050"][1].time > 0
    always = found(memory, "Where did we go in 2026?")
    assert always["m050"][1].time == 0


def test_a_turn_that_only_asks_ranks_below_a_statement(memory):
    tell(memory, "a", ("Ann", "The red tent leaks?"))
    tell(memory, "b", ("Ann", "The red tent leaks."))
    tell_of_other_things(memory)
    hits = found(memory, "red tent leaks")
    assert hits["b0"][0] < hits["a0"][0]
    assert (hits["a0"][1].asking < 0, hits["b0"][1].asking) == (True, 0)
    long = (
        "I told you of the red tent, " + "which we took along to every lake, " * 15 + "did I not?"
    )
    tell(memory, "c", ("Ann", long))
    assert found(memory, "red tent leaks")["c0"][1].asking == 0


def test_people_rank_above_the_assistant_unless_the_question_asks_for_it(memory):
    tell(memory, "a", ("Ann", "A novel about whales."))
    tell(memory, "b", ("Assistant", "A novel about whales."))
    tell_of_other_things(memory)
    mine = found(memory, "Which novel did I like?")
    assert mine["a0"][0] < mine["b0"][0]
    yours = found(memory, "Which novel did you recommend?")
    assert yours["a0"][1].role < yours["b0"][1].role


@pytest.mark.parametrize("memory", ["with an embedder"], indirect=True)
def test_a_reply_is_found_by_the_meaning_of_the_question_before_it(memory):
    tell(memory, "a", ("Bob", "Which sport relaxes you?"), ("Ann", "Swimming, since May."))
    tell(memory, "b", ("Bob", "Which sport relaxes you!"), ("Ann", "Swimming, since May."))
    tell_of_other_things(memory)
    hits = found(memory, "What sport relaxes her?")
    assert hits["a1"][1].reply > 0
    assert hits["b1"][1].reply == 0
    assert hits["a1"][0] < hits["b1"][0]


@pytest.mark.parametrize("memory", ["with an embedder"], indirect=True)
def test_a_second_passage_is_not_a_reply_to_the_first(memory):
    tell(memory, "a", ("Ann", "Kayaks on the lake are fine. " * 40 + "Are they not?"))
    tell(memory, "b", ("Ann", "Something else."))
    assert found(memory, "kayaks on the lake")["a0"][1].reply == 0


def test_of_two_equal_turns_the_one_in_the_matching_conversation_ranks_first(memory):
    between = [("Ann", f"Well, well, number {number}.") for number in range(4)]
    alike = ("Ann", "It went wonderfully.")
    # By name the other would be first; and at a distance of four turns, no terms are shared.
    tell(memory, "a", ("Ann", "Onions are cheap."), *between, alike)
    tell(memory, "b", ("Ann", "We paddled the kayaks."), *between, alike)
    tell_of_other_things(memory)
    hits = found(memory, "How did paddling the kayaks go?")
    assert hits["b5"][0] < hits["a5"][0]
    assert hits["b5"][1].session > hits["a5"][1].session
    assert hits["b5"][1].lexical == hits["a5"][1].lexical


def test_of_two_equal_turns_the_newer_ranks_first(memory):
    # By name, and by time as a tie-breaker, the older would be first.
    tell(memory, "a", ("Ann", "The red tent leaks."), at=DAY - timedelta(days=40))
    tell(memory, "b", ("Ann", "The red tent leaks."), at=DAY)
    tell_of_other_things(memory)
    hits = found(memory, "red tent")
    assert hits["b0"][0] < hits["a0"][0]
    assert hits["b0"][1].recency > hits["a0"][1].recency > 0


@pytest.mark.parametrize(
    ("mmr_lambda", "first"), [(0.7, ["a0", "c0", "b0"]), (1.0, ["a0", "b0", "c0"])]
)
def test_a_near_duplicate_ranks_below_something_different(tmp_path, monkeypatch, mmr_lambda, first):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    chosen = load(embedding_backend="none", mmr_lambda=mmr_lambda)
    with Memory(build(chosen, tmp_path / "m.sqlite"), background=False) as memory:
        tell(memory, "a", ("Ann", "The red tent leaks badly."))
        tell(memory, "b", ("Ann", "The red tent leaks badly!"))
        tell(memory, "c", ("Ann", "A red tent stood beside our lake house yesterday."))
        tell_of_other_things(memory)
        hits = memory.agent("a").search("red tent", limit=3)
    assert [hit.id for hit in hits] == first


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0, 2.0])
def test_the_question_vector_combines_the_text_with_and_without_names(share):
    toy = ToyEmbedder(dims=64)
    whole, bare = (
        np.frombuffer(toy.embed(text), "<f4")
        for text in ("What does Melanie paint?", "What does paint?")
    )
    question = understand("What does Melanie paint?", ["Melanie", "Ann"], DAY)
    vector = RequestEmbedder(toy).question(question, Weights(nameless=share))
    both = whole + share * bare
    assert vector == pytest.approx(both / np.linalg.norm(both), abs=1e-6)
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-6)


def test_a_question_without_names_is_embedded_once():
    toy = ToyEmbedder()
    vector = RequestEmbedder(toy).question(understand("What is painted?", ["Ann"], DAY), Weights())
    assert vector.tobytes() == toy.embed("What is painted?")
    assert toy.calls == ["What is painted?"] * 2


def test_the_topic_is_found_where_the_name_would_hide_it(tmp_path, monkeypatch):
    """A name in a question favours turns with that name; without it, the topic decides."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    components = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder(dims=256))
    with Memory(components, background=False) as memory:
        tell(memory, "a", ("Bob", "Melanie Melanie came along."))
        tell(memory, "b", ("Bob", "paint sunsets often"))
        tell(memory, "c", ("Melanie", "Good morning."))
        tell_of_other_things(memory)
        memory.sync()
        asked = search_query(
            "Melanie Melanie paint", memory.settings.recall_top_k, ("turns",), None, None
        )

        def nearness(weights):
            hits = replace(memory.recall, weights=weights).search("a", asked)
            return {hit.id: hit.scores.dense for hit in hits}

        with_both, with_names = nearness(Weights()), nearness(Weights(nameless=0.0))
    assert with_names["b0"] < with_names["a0"]
    assert with_both["b0"] > with_both["a0"]


def test_scores_in_a_single_conversation_stay_small(memory):
    """Their gains are equal; beside a memory, dividing by a rounding error made them 1e14."""
    words = "garden dentist bike station school bread review rent tutor laptop soup".split()
    tell(memory, "c", *(("Ann", f"A note about the {word}.") for word in words))
    memory.agent("a").memories.add("The tutor is called Rute.")
    for word in words:
        hits = memory.agent("a").search(f"What about the {word} and the {words[3]}?")
        assert all(abs(hit.scores.session) < 1 for hit in hits)
