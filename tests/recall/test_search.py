"""A question going out: R1–R4, R8's "search never gates", M8."""

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect import InvalidInput, Memory
from recollect.settings import load
from recollect.testing import FixedClock, InMemoryStore, ToyEmbedder
from recollect.wiring import build

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))


@pytest.fixture
def memory(tmp_path):
    house = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(house, background=False) as opened:
        yield opened


@pytest.fixture
def alice(memory):
    agent = memory.agent("alice")
    agent.ingest(
        "c1",
        [
            {"role": "user", "speaker": "Alice", "content": "I moved to Lisbon in May.", "id": "1"},
            {"role": "user", "speaker": "Bob", "content": "How is the weather?", "id": "2"},
            {
                "role": "user",
                "speaker": "Alice",
                "content": "Sunny, I bought a bicycle.",
                "id": "3",
            },
            {"role": "assistant", "content": "Bicycles are healthy.", "id": "4"},
        ],
    )
    agent.ingest("c2", [{"role": "user", "content": "The cat is called Tommy", "id": "1"}])
    return agent


def ids(hits):
    return [(hit.turn.conversation, hit.id) for hit in hits if hit.turn]


def test_a_turn_is_found_by_the_very_next_call(memory):
    agent = memory.agent("a")
    agent.remember("The meeting is in Oslo", conversation="c")
    assert agent.search("Oslo meeting")[0].text == "The meeting is in Oslo"
    agent.remember("The dinner is in Bergen", conversation="c")
    assert agent.search("Bergen dinner")[0].text == "The dinner is in Bergen"


def test_a_hit_has_what_the_contract_names(alice):
    hit = alice.search("Where did Alice move?")[0]
    assert (hit.id, hit.scope, hit.text) == ("1", "turns", "I moved to Lisbon in May.")
    assert (hit.turn.id, hit.turn.conversation, hit.turn.speaker, hit.turn.role) == (
        "1",
        "c1",
        "Alice",
        "user",
    )
    parts = hit.scores
    assert hit.score == pytest.approx(
        parts.lexical
        + parts.dense
        + parts.reply
        + parts.speaker
        + parts.time
        + parts.session
        + parts.role
        + parts.asking
        + parts.phrase
        + parts.recency,
        abs=1e-4,
    )


def test_search_never_gates(alice):
    assert len(alice.search("quantum chromodynamics")) == 5
    assert len(alice.search("quantum chromodynamics", limit=2)) == 2


def test_an_answer_is_found_by_the_question_before_it(alice):
    assert ids(alice.search("What was the weather like?"))[:2] in (
        [("c1", "2"), ("c1", "3")],
        [("c1", "3"), ("c1", "2")],
    )


def test_memories_are_found_beside_turns_and_follow_their_edits(alice):
    entry = alice.memories.add("Prefers green tea", kind="preference")
    assert alice.search("green tea")[0].entry == entry
    alice.memories.update(entry.id, content="Prefers black coffee")
    assert alice.search("black coffee")[0].text == "Prefers black coffee"
    assert not [hit for hit in alice.search("tea") if "tea" in hit.text]
    alice.memories.delete(entry.id)
    assert not [hit for hit in alice.search("black coffee") if hit.entry]


def test_scopes_and_filters(alice):
    alice.memories.add("Prefers green tea", kind="preference")
    assert {hit.scope for hit in alice.search("tea", scopes=("memories",))} == {"memories"}
    assert {hit.scope for hit in alice.search("tea", scopes=["turns"])} == {"turns"}
    assert alice.search("tea", scopes=()) == []
    assert alice.search("tea", scopes=("graph", "summaries")) == []
    kinds = alice.search("tea", filters={"kind": "preference"})
    assert [hit.text for hit in kinds] == ["Prefers green tea"]
    assert alice.search("tea", filters={"kind": "fact"}) == []
    assert ids(alice.search("cat", filters={"conversation": "c2"})) == [("c2", "1")]
    assert ids(alice.search("x", filters={"conversation": "nowhere"})) == []
    assert ids(alice.search("x", filters={"role": "assistant"})) == [("c1", "4")]
    assert ids(alice.search("x", filters={"speaker": "Bob"})) == [("c1", "2")]


def test_times_and_metadata(memory):
    agent = memory.agent("a")
    for day in (1, 2, 3):
        agent.remember(
            f"day {day}", at=DAY.replace(day=day), id=str(day), metadata={"odd": day % 2}
        )
    hits = agent.search("day", filters={"after": DAY.replace(day=2), "before": DAY.replace(day=3)})
    assert [hit.id for hit in hits] == ["2"]
    assert {hit.id for hit in agent.search("day", filters={"metadata": {"odd": 1}})} == {"1", "3"}
    assert agent.search("what happened on 2 May 2026?")[0].id == "2"


def test_as_of_shows_what_had_been_recorded_then(tmp_path):
    clock = FixedClock(DAY)
    house = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=clock)
    with Memory(house, background=False) as memory:
        agent = memory.agent("a")
        agent.remember("first", id="1")
        clock.advance(3600)
        agent.remember("second", id="2")
        assert [hit.id for hit in agent.search("x", as_of=DAY)] == ["1"]


def test_a_deleted_word_is_never_findable(alice):
    alice.conversations.delete("c2")
    assert not [hit for hit in alice.search("Tommy the cat") if "Tommy" in hit.text]
    alice.erase()
    assert alice.search("Lisbon") == []


def test_by_vector(memory, alice):
    memory.sync()
    vector = memory._house.embedder.embed("The cat is called Tommy")
    hits = alice.search_by_vector(np.frombuffer(vector, "<f4").tolist(), 2)
    assert (len(hits), hits[0].text) == (2, "The cat is called Tommy")
    assert hits[0].score == pytest.approx(1.0, abs=1e-3)


def test_another_process_sees_it_too(tmp_path, alice):
    with Memory(build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder())) as other:
        bob = other.agent("alice")
        assert bob.search("Lisbon")[0].id == "1"
        alice.remember("And now Porto", conversation="c1", id="9")
        assert "9" in [hit.id for hit in bob.search("Porto")]
        alice.conversations.delete("c1")
        assert not [hit for hit in bob.search("Porto") if "Porto" in hit.text]


def test_the_cache_of_indexes_keeps_its_limit(tmp_path):
    house = build(load(index_cache_mb=1), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(house, background=False) as memory:
        for number in range(40):
            agent = memory.agent(f"agent {number}")
            agent.ingest("c", [{"user": f"turn {n} of {number}"} for n in range(20)])
            assert agent.search(f"turn 3 of {number}")
            assert house.recall.indexes.nbytes <= 2**20


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("query", {"query": ""}),
        ("query", {"query": 5}),
        ("limit", {"limit": 0}),
        ("scopes", {"scopes": "turns"}),
        ("scopes", {"scopes": ["dreams"]}),
        ("filters", {"filters": {"colour": 1}}),
        ("filters", {"filters": [1]}),
        ("filters.kind", {"filters": {"kind": "rumour"}}),
        ("filters.after", {"filters": {"after": "yesterday"}}),
        ("as_of", {"as_of": "now"}),
    ],
)
def test_bad_wishes_are_named(alice, field, call):
    with pytest.raises(InvalidInput) as refused:
        alice.search(**{"query": "x", **call})
    assert refused.value.field == field


@pytest.mark.parametrize("vector", [[], [0, 0], "abc", [[1]], [float("nan")], None])
def test_bad_vectors_are_refused(alice, vector):
    with pytest.raises(InvalidInput):
        alice.search_by_vector(vector, 3)


WORDS = st.lists(
    st.sampled_from("tea coffee Lisbon Oslo bicycle doctor Tuesday rain cat dog".split()),
    min_size=1,
    max_size=6,
).map(" ".join)


@settings(max_examples=40)
@given(
    talks=st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=4),
    order=st.randoms(use_true_random=False),
    query=WORDS,
)
def test_results_do_not_depend_on_the_order_of_arrival_or_the_store(talks, order, query):
    """Determinism (R1): conversations taken in another order, in another store, by another process."""

    def results(numbers, store):
        house = build(load(), ":memory:", embedder=ToyEmbedder(), store=store)
        with Memory(house, background=False) as memory:
            agent = memory.agent("a")
            for number in numbers:
                turns = [
                    {"role": "user", "content": text, "at": DAY.isoformat(), "id": f"{number}-{n}"}
                    for n, text in enumerate(talks[number])
                ]
                agent.ingest(f"c{number}", turns)
                agent.search(query)
            memory.sync()
            return [(hit.id, hit.score) for hit in agent.search(query)]

    numbers = list(range(len(talks)))
    shuffled = numbers[:]
    order.shuffle(shuffled)
    assert results(numbers, None) == results(shuffled, InMemoryStore(FixedClock(DAY)))
