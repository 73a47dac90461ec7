"""Search: R1–R4, R8's "search never gates", M8."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from in_memory_store import InMemoryStore
from recollect import InvalidInput, Memory
from recollect.domain.hit import Scope
from recollect.domain.query import Query
from recollect.recall.question import understand
from recollect.recall.results import SearchResults
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


def everything(query):
    return Query(text=query, limit=30, scopes=frozenset(Scope))


@pytest.fixture(autouse=True)
def isolated_home(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))


@pytest.fixture
def memory(tmp_path):
    components = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(components, background=False) as opened:
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
        + parts.recency
        + parts.learned,
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


def test_memories_are_found_with_turns_and_after_edits(alice):
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


def test_as_of_shows_what_had_been_said_then(tmp_path):
    clock = FixedClock(DAY)
    components = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=clock)
    with Memory(components, background=False) as memory:
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
    vector = memory._components.embedder.embed("The cat is called Tommy")
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
    components = build(load(index_cache_mb=1), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(components, background=False) as memory:
        for number in range(40):
            agent = memory.agent(f"agent {number}")
            agent.ingest("c", [{"user": f"turn {n} of {number}"} for n in range(20)])
            assert agent.search(f"turn 3 of {number}")
            assert components.recall.indexes.nbytes <= 2**20


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
def test_invalid_arguments_are_named(alice, field, call):
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


TURNS = st.tuples(WORDS, st.sampled_from([None, "Ann", "Bob"]), st.sampled_from([0, 20]))
QUERIES = st.tuples(WORDS, st.sampled_from(["", " Ann", " on 2 May 2026"])).map("".join)


@settings(max_examples=24)
@given(
    conversations=st.lists(st.lists(TURNS, min_size=1, max_size=5), min_size=1, max_size=4),
    known=st.lists(WORDS, max_size=4, unique=True),
    order=st.randoms(use_true_random=False),
    query=QUERIES,
    tokens=st.sampled_from([60, 4_000]),
)
@pytest.mark.slow
def test_results_do_not_depend_on_the_order_of_arrival_or_the_store(
    conversations, known, order, query, tokens
):
    """Determinism (R1): items added in another order, in another store, by another process."""
    # The first conversation is repeated: if all else is equal, the names must decide.
    conversations = [*conversations, conversations[0]]

    def ingest(agent, number):
        turns = [
            {
                "role": "user",
                "speaker": speaker,
                "content": text,
                "at": (DAY + timedelta(hours=hours)).isoformat(),
                "id": f"{number}-{n}",
            }
            for n, (text, speaker, hours) in enumerate(conversations[number])
        ]
        agent.ingest(f"c{number}", turns)

    def results(things, store):
        clock = FixedClock(DAY + timedelta(days=3))
        components = build(load(), ":memory:", embedder=ToyEmbedder(), store=store, clock=clock)
        with Memory(components, background=False) as memory:
            agent = memory.agent("a")
            for thing in things:
                if isinstance(thing, int):
                    ingest(agent, thing)
                else:
                    agent.memories.add(thing)
                agent.search(query)
            memory.sync()
            context = agent.context(query, tokens=tokens)
            assert context.text.startswith("Current date: Mon 4 May 2026")
            hits = [(hit.id, hit.score) for hit in agent.search(query)]
            return hits, context.text, context.receipt.items, agent.context(tokens=tokens).text

    things = [*range(len(conversations)), *known]
    shuffled = things[:]
    order.shuffle(shuffled)
    assert results(things, None) == results(shuffled, InMemoryStore(FixedClock(DAY)))


@pytest.mark.parametrize(
    "question",
    [
        "the weekend of 31 June",
        "the week of 31 Feb",
        "second half of 30 February",
        "yesterday before 31 Feb",
    ],
)
def test_an_invalid_date_is_ignored(alice, question):
    assert alice.search(question)


def test_a_memory_is_found_as_of_a_time_in_which_it_held(alice):
    now = datetime.now(UTC)
    past = alice.memories.add("Lives in Porto", valid_until="2026-01-01T00:00:00+00:00")
    future = alice.memories.add("Moves to Porto", valid_from="2150-01-01T00:00:00+00:00")
    found = {hit.id for hit in alice.search("Porto", scopes=("memories",), as_of=now)}
    assert found.isdisjoint({past.id, future.id})
    assert {past.id, future.id} <= {hit.id for hit in alice.search("Porto")}


def test_a_memory_about_the_future_does_not_change_now(memory):
    agent = memory.agent("b")
    agent.remember("We ate soup.", id="soup", at="2026-05-30T10:00:00+00:00")
    agent.remember("Good morning.", at="2026-05-31T10:00:00+00:00")
    agent.memories.add("The passport runs out.", valid_from="2030-01-01T00:00:00+00:00")
    best = agent.search("What did we do yesterday?")[0]
    assert (best.id, best.scores.time > 0) == ("soup", True)


def test_true_is_not_one_in_a_filter(alice):
    alice.remember("counted", metadata={"n": 1})
    assert not alice.search("counted", filters={"metadata": {"n": True}})
    assert alice.search("counted", filters={"metadata": {"n": 1}})


def test_any_positive_limit_is_accepted(alice):
    assert len(alice.search("bicycle", limit=10**400)) == 5


@pytest.mark.parametrize("value", [[10**400], ["1"] * 8, [float("nan")], [0.0], [[1.0]], "x", None])
def test_a_value_that_is_not_a_vector_is_refused(alice, value):
    with pytest.raises(InvalidInput):
        alice.search_by_vector(value)


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_only_the_direction_of_a_vector_counts(memory, alice, scale):
    memory.sync()
    vector = np.frombuffer(ToyEmbedder().embed("bicycle"), "<f4")
    usual = [hit.id for hit in alice.search_by_vector(vector, 3)]
    assert [hit.id for hit in alice.search_by_vector(vector.astype(float) * scale, 3)] == usual


def test_a_memory_can_be_deleted_or_shortened_during_a_search(tmp_path):
    """Another process changes it after the ranking, before its text is fetched."""
    path = tmp_path / "two.sqlite"
    long = " ".join(f"word{n} alpha beta gamma." for n in range(600))
    with (
        Memory(build(load(embedding_backend="none"), path), background=False) as memory,
        Memory(build(load(embedding_backend="none"), path), background=False) as other,
    ):
        agent, elsewhere = memory.agent("a"), other.agent("a")
        agent.remember("filler")
        entry = agent.memories.add(long)
        for change in (
            lambda: elsewhere.memories.update(entry.id, content="word599 alpha, and no more."),
            lambda: elsewhere.memories.delete(entry.id),
        ):
            assert entry.id in {hit.id for hit in agent.search("word599 alpha")}
            with memory.recall.indexes.acquire("a") as index:
                found = SearchResults(
                    memory.recall.store,
                    "a",
                    index,
                    memory.recall._score(index, understand("word599", (), DAY), None),
                )
                change()
                hits = found.hits(range(len(index)))
        assert entry.id not in {hit.id for hit in hits}


@pytest.mark.parametrize("backend", ["toy", "none"])
def test_memories_never_change_how_turns_rank(tmp_path, backend):
    embedder = ToyEmbedder() if backend == "toy" else None
    components = build(load(embedding_backend="none"), tmp_path / "m.sqlite", embedder=embedder)
    with Memory(components, background=False) as memory:
        alice = memory.agent("alice")
        for number in range(30):
            when = f"2026-05-{number % 28 + 1:02}T10:00:00+00:00"
            words = f"We talked about boats, trains and the harbour, day {number}."
            alice.remember(words, conversation=f"c{number % 3}", at=when, id=str(number))
        memory.sync()
        asked = ("Which boats in May?", "the harbour on day 7", "trains")

        def turns():
            return [
                (hit.id, hit.score, hit.scores)
                for question in asked
                for hit in alice.search(question, scopes=("turns",))
            ]

        before = turns()
        for number in range(40):
            alice.memories.add(f"Loves boats and the harbour of day {number}, and trains")
        memory.sync()
        assert turns() == before
