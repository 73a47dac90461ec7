"""The life of the search index: loaded from stored columns, updated, evicted, rebuilt."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import examples
from forked import run_python
from in_memory_store import InMemoryStore
from recollect import InvalidInput, Memory, NotFound
from recollect.domain.query import search_query
from recollect.domain.writes import Derived, PutVectors
from recollect.errors import StorageCorrupt
from recollect.recall.cache import Indexes
from recollect.recall.embedding import vector_space
from recollect.recall.reading import TermReader, passages_of
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.testing.store_contract.reads import readings_of, vectors_of
from recollect.wiring import build

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


class CountingReader(TermReader):
    """A reader with another name that records the texts it reads."""

    def __init__(self, name=TermReader.name):
        self.name = name
        self.texts = []

    def read(self, text, said=None, role=None, /):
        self.texts.append(text)
        return super().read(text, said, role)


@pytest.fixture(autouse=True)
def isolated_home(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))


@pytest.fixture
def opened(tmp_path):
    """A memory on the test's file: opened(reader=…, embedder=…, store=…)."""
    memories = []

    def open_one(*, embedder=None, **given):
        chosen = {"embedding_backend": "none"} if embedder is None else {}
        components = build(load(**chosen), tmp_path / "m.sqlite", embedder=embedder, **given)
        memories.append(Memory(components, background=False))
        return memories[-1]

    yield open_one
    for memory in memories:
        memory.close()


def filled(memory):
    agent = memory.agent("alice")
    agent.ingest("c", [{"user": "I moved to Lisbon", "assistant": "How is the weather?"}])
    agent.ingest("d", [{"user": "The cat is called Tommy"}])
    agent.memories.add("Prefers green tea")
    return agent


def shown(hits):
    return [(hit.id, hit.score, hit.scores) for hit in hits]


# --- stored readings ------------------------------------------------------------------


def test_stored_readings_are_reused_after_a_restart(opened):
    first = CountingReader()
    memory = opened(reader=first)
    agent = filled(memory)
    before = shown(agent.search("the weather in Lisbon"))
    assert len(first.texts) == 4, "each once, when it came"
    memory.close()
    second = CountingReader()
    agent = opened(reader=second).agent("alice")
    assert shown(agent.search("the weather in Lisbon")) == before
    assert second.texts == []


def test_a_single_message_is_read_when_it_is_embedded(opened):
    """The caller does not wait for the reading; until it is stored, a search computes it."""
    reader = CountingReader()
    memory = opened(reader=reader, embedder=ToyEmbedder())
    agent = memory.agent("alice")
    agent.remember("I moved to Lisbon")
    assert reader.texts == []
    assert agent.search("Lisbon")[0].text == "I moved to Lisbon"
    assert readings_of(memory._components.store, "alice", reader.name) == {}
    assert memory.sync().ok
    assert len(readings_of(memory._components.store, "alice", reader.name)) == 1
    memory.close()
    reader = CountingReader()
    agent = opened(reader=reader, embedder=ToyEmbedder()).agent("alice")
    assert agent.search("Lisbon")[0].text == "I moved to Lisbon"
    assert reader.texts == []


def test_without_an_embedder_a_message_is_read_on_arrival(opened):
    reader = CountingReader()
    memory = opened(reader=reader)
    memory.agent("alice").remember("I moved to Lisbon")
    assert reader.texts == ["I moved to Lisbon"]
    assert len(readings_of(memory._components.store, "alice", reader.name)) == 1


def test_an_imported_text_is_read_once(opened, tmp_path):
    memory = opened()
    filled(memory)
    memory.export(tmp_path / "out.jsonl")
    memory.agent("alice").erase()
    memory.import_(tmp_path / "out.jsonl")
    memory.close()
    reader = CountingReader()
    agent = opened(reader=reader).agent("alice")
    assert agent.search("Tommy")[0].text == "The cat is called Tommy"
    assert reader.texts == []


def test_a_new_reader_applies_at_once_and_is_stored_in_the_background(opened):
    memory = opened(reader=CountingReader("old"))
    before = shown(filled(memory).search("Lisbon"))
    memory.close()
    reader = CountingReader("new")
    memory = opened(reader=reader)
    assert shown(memory.agent("alice").search("Lisbon")) == before
    assert len(reader.texts) == 4
    assert memory.sync().ok
    assert len(readings_of(memory._components.store, "alice", "new")) == 4
    assert readings_of(memory._components.store, "alice", "old") == {}
    memory.close()
    reader = CountingReader("new")
    memory = opened(reader=reader)
    assert shown(memory.agent("alice").search("Lisbon")) == before
    assert reader.texts == []


def test_two_readers_on_one_file_do_not_mix(opened):
    old = opened(reader=CountingReader("old"))
    filled(old)
    new = opened(reader=CountingReader("new"))
    new._components.worker.prepare()
    old.agent("alice").remember("Still here", conversation="d")
    assert not old.sync().ok, "the work is for the other's worker"
    assert new.sync().ok
    assert readings_of(new._components.store, "alice", "old") == {}
    assert len(readings_of(new._components.store, "alice", "new")) == 5
    for memory in (old, new):
        assert memory.agent("alice").search("still here")[0].text == "Still here"


def test_a_long_conversation_is_reread_to_its_end(opened):
    memory = opened(reader=CountingReader("old"))
    memory.agent("a").ingest("c", [{"user": f"turn {n}"} for n in range(1200)])
    memory.close()
    memory = opened(reader=CountingReader("new"))
    assert memory.sync().ok
    assert len(readings_of(memory._components.store, "a", "new")) == 1200


def test_a_damaged_reading_is_reported_and_a_rebuild_repairs_it(opened):
    memory = opened()
    agent = filled(memory)
    run = memory._components.store._connection.execute
    run("UPDATE turns SET reading = x'07' WHERE content LIKE '%Tommy%'")
    with pytest.raises(StorageCorrupt, match="rebuild"):
        agent.search("Tommy")
    memory.rebuild("alice")
    assert agent.search("Tommy")[0].text == "The cat is called Tommy"


# --- independence of history ----------------------------------------------------------

WORDS = st.sampled_from("tea coffee Lisbon Oslo bicycle doctor Tuesday rain cat".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
STEPS = st.one_of(
    st.tuples(st.just("say"), st.sampled_from("abc"), TEXTS),
    st.tuples(st.just("say"), st.sampled_from("abc"), TEXTS.map("{}?".format)),
    st.tuples(st.just("ask"), st.just(""), TEXTS),
    st.tuples(st.just("know"), st.just(""), TEXTS),
    st.tuples(st.just("correct"), st.just(""), TEXTS),
    st.tuples(st.just("forget"), st.just(""), TEXTS),
    st.tuples(st.just("drop"), st.sampled_from("abc"), st.just("")),
    st.tuples(st.just("sync"), st.just(""), st.just("")),
)


def take(memory, agent, clock, step):
    action, conversation, text = step
    clock.advance(60)
    entries = agent.memories.list()
    match action:
        case "say":
            agent.remember(
                text, conversation=conversation, speaker="Ann" if "tea" in text else None
            )
        case "ask":
            agent.search(text)
        case "know":
            agent.memories.add(text)
        case "correct" if entries:
            agent.memories.update(entries[0].id, content=f"{text} indeed", confidence=0.9)
        case "forget" if entries:
            agent.memories.delete(entries[-1].id)
        case "drop" if conversation in {each.id for each in agent.conversations.list()}:
            agent.conversations.delete(conversation)
        case "sync":
            memory.sync()


@settings(max_examples=examples(60))
@given(steps=st.lists(STEPS, min_size=1, max_size=25), query=TEXTS)
def test_an_updated_index_equals_a_new_one(steps, query):
    clock = FixedClock(DAY)
    components = build(
        load(), ":memory:", store=InMemoryStore(clock), embedder=ToyEmbedder(), clock=clock
    )
    with Memory(components, background=False) as memory:
        agent = memory.agent("a")
        agent.remember("the first thing", conversation="a")
        asked = search_query(
            query, components.settings.recall_top_k, ("turns", "memories"), None, None
        )
        for step in steps:
            take(memory, agent, clock, step)
            components.recall.search("a", asked)
        space = vector_space(components.embedder)
        fresh = Indexes(components.store, TermReader(), components.embedder, space, 2**20)
        rebuilt = replace(components.recall, indexes=fresh)
        assert shown(components.recall.search("a", asked)) == shown(rebuilt.search("a", asked))


@settings(max_examples=examples(40))
@given(steps=st.lists(STEPS, min_size=1, max_size=12), data=st.data())
def test_a_removed_word_is_never_found(steps, data):
    """Neither in its turn nor through its neighbours, in this index or in a new one."""
    clock = FixedClock(DAY)
    components = build(
        load(embedding_backend="none"), ":memory:", store=InMemoryStore(clock), clock=clock
    )
    with Memory(components, background=False) as memory:
        agent = memory.agent("a")
        agent.remember("the first thing", conversation="z")
        gone = data.draw(st.sampled_from(["turn", "edited", "deleted"]))
        for step in steps[: len(steps) // 2]:
            take(memory, agent, clock, step)
        if gone == "turn":
            agent.remember("a xylophone", conversation="secret")
            agent.remember("is not a piano", conversation="secret")
        else:
            entry = agent.memories.add("plays the xylophone")
        assert "xylophone" in agent.search("xylophone")[0].text
        for step in steps[len(steps) // 2 :]:
            if step[0] not in {"correct", "forget"}:
                take(memory, agent, clock, step)
        match gone:
            case "turn":
                agent.conversations.delete("secret")
            case "edited":
                agent.memories.update(entry.id, content="plays nothing")
            case "deleted":
                agent.memories.delete(entry.id)
        fresh = Indexes(components.store, TermReader(), None, None, 2**20)
        asked = search_query(
            "xylophone", components.settings.recall_top_k, ("turns", "memories"), None, None
        )
        for recall in (components.recall, replace(components.recall, indexes=fresh)):
            hits = recall.search("a", asked)
            assert hits
            assert not any("xylophone" in hit.text for hit in hits)
            assert {hit.scores.lexical for hit in hits} == {0.0}


def add_a_xylophone(agent, gone):
    """Add the word in one place, and return a function that removes it."""
    if gone == "conversation":
        for text in ("is it loud?", "a xylophone", "is not a piano"):
            agent.remember(text, conversation="secret")
        return lambda: agent.conversations.delete("secret")
    entry = agent.memories.add("a xylophone")
    if gone == "edited":
        return lambda: agent.memories.update(entry.id, content="owns nothing")
    return lambda: agent.memories.delete(entry.id)


def xylophone_leaks(agent, embedder):
    """Every output for this agent that still contains the removed word."""
    hits = agent.search("a xylophone", limit=1000)
    vector = np.frombuffer(embedder.embed("a xylophone"), "<f4").tolist()
    texts = [hit.text for hit in (*hits, *agent.search_by_vector(vector))]
    texts += [agent.context("a xylophone").text, agent.context().text]
    return (
        [text for text in texts if "xylophone" in text]
        + [hit for hit in hits if hit.scores.lexical != 0.0]
        + [hit for hit in agent.search_by_vector(vector) if hit.score > 0.99]
    )


@settings(max_examples=8)
@given(
    steps=st.lists(STEPS, min_size=1, max_size=8),
    gone=st.sampled_from(["conversation", "edited", "deleted"]),
)
def test_a_removed_word_is_removed_from_the_file_too(steps, gone):
    """Also from what replaces it, and for a process that opens the file later."""
    clock, embedder = FixedClock(DAY), ToyEmbedder(dims=256)
    with TemporaryDirectory() as folder:

        def open_again():
            components = build(load(), Path(folder) / "m.sqlite", embedder=embedder, clock=clock)
            return Memory(components, background=False)

        with open_again() as memory:
            agent = memory.agent("a")
            agent.remember("the first thing", conversation="z")
            for step in steps[: len(steps) // 2]:
                take(memory, agent, clock, step)
            forget = add_a_xylophone(agent, gone)
            memory.sync()
            assert xylophone_leaks(agent, embedder)
            for step in steps[len(steps) // 2 :]:
                if step[0] not in {"correct", "forget"}:
                    take(memory, agent, clock, step)
            # The last result is cached for a while, and must not be returned again.
            assert "xylophone" in agent.context("a xylophone").text
            forget()
            assert not xylophone_leaks(agent, embedder)
            for text in ("is it quiet?", "never mind", "let it be"):
                agent.remember(text, conversation="secret")
            assert not xylophone_leaks(agent, embedder)
            memory.sync()
            assert not xylophone_leaks(agent, embedder)
        with open_again() as memory:
            agent = memory.agent("a")
            assert len(agent.search("a xylophone", limit=1000)) >= 4
            assert not xylophone_leaks(agent, embedder)


SCRIPT = """
import json, sys
from recollect import Memory
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build
with Memory(build(load(), sys.argv[1], embedder=ToyEmbedder()), background=False) as memory:
    agent = memory.agent("alice")
    if len(sys.argv) > 3:
        agent.remember(sys.argv[3], conversation="c", id="from there")
    print(json.dumps([(hit.id, hit.score) for hit in agent.search(sys.argv[2])]))
"""


def elsewhere(path, *words):
    return [tuple(hit) for hit in json.loads(run_python(SCRIPT, path, *words).stdout)]


def test_two_processes_return_the_same_hits(opened, tmp_path):
    path = tmp_path / "m.sqlite"
    memory = opened(embedder=ToyEmbedder())
    agent = memory.agent("alice")
    for number in range(40):
        agent.remember(f"thing {number} of {number % 7}", conversation="cdef"[number % 4])
        agent.search("thing of 3")
    agent.memories.add("Knows thing 3")
    memory.sync()

    def here(query):
        return [(hit.id, hit.score) for hit in agent.search(query)]

    assert elsewhere(path, "thing of 3") == here("thing of 3")
    assert elsewhere(path, "a xylophone", "I bought a xylophone") == here("a xylophone")
    assert here("a xylophone")[0][0] == "from there"


def test_a_turn_restored_in_the_middle_is_found(opened, tmp_path):
    """An imported turn comes back between others, and takes terms from its neighbours again."""
    memory = opened()
    agent = memory.agent("alice")
    words = ("one", "two", "three")
    agent.ingest("c", [{"role": "user", "content": text, "id": text} for text in words])
    memory.export(tmp_path / "out.jsonl")
    agent.erase()
    lines = Path(tmp_path / "out.jsonl").read_text("utf-8").splitlines()
    Path(tmp_path / "some.jsonl").write_text("\n".join(line for line in lines if "two" not in line))
    memory.import_(tmp_path / "some.jsonl")
    assert {hit.scores.lexical for hit in agent.search("two")} == {0.0}
    memory.import_(tmp_path / "out.jsonl")
    found = {hit.id: hit.scores.lexical for hit in agent.search("two")}
    assert found["two"] > found["one"] == found["three"]


# --- memory use --------------------------------------------------------------------------------------


def test_the_cache_keeps_its_limit_with_many_agents():
    clock = FixedClock(DAY)
    components = build(
        load(), ":memory:", store=InMemoryStore(clock), embedder=ToyEmbedder(), clock=clock
    )
    with Memory(components, background=False) as memory:
        limit = 100_000
        space = vector_space(components.embedder)
        indexes = Indexes(components.store, TermReader(), components.embedder, space, limit)
        for number in range(120):
            memory.agent(f"agent {number}").remember(f"turn {number}", conversation="c")
            with indexes.acquire(f"agent {number}") as index:
                assert len(index) == 1
            assert 0 < indexes.nbytes <= limit
        kept = [slot.index.nbytes for slot in indexes._slots.values()]
        assert 1 < len(kept) < 120, "the oldest have gone, not all of them"
        assert indexes.nbytes == sum(kept)
        assert indexes.uncached == 0
        with indexes.acquire("agent 119"):
            pass
        assert indexes.loads == 120, "the newest was still there"
        indexes.forget("agent 119")
        assert indexes.nbytes == sum(kept) - kept[-1]


def test_many_threads_can_search_and_remember_at_once(tmp_path):
    components = build(load(), tmp_path / "threads.sqlite", embedder=ToyEmbedder())
    with Memory(components, background=True) as memory, ThreadPoolExecutor(8) as pool:
        agents = [memory.agent(name) for name in ("alice", "bob")]

        def work(number):
            agent = agents[number % 2]
            for step in range(15):
                agent.remember(f"thing {step} of {number}", conversation=f"c{number % 3}")
                assert agent.search(f"thing {step} of {number}", limit=5)

        list(pool.map(work, range(8)))
        for agent in agents:
            assert len(agent.search("thing", limit=100)) == 60
        kept = sum(slot.index.nbytes for slot in components.recall.indexes._slots.values())
        assert components.recall.indexes.nbytes == kept


def test_an_agent_larger_than_the_cache_is_served_and_counted():
    clock = FixedClock(DAY)
    components = build(
        load(embedding_backend="none"), ":memory:", store=InMemoryStore(clock), clock=clock
    )
    with Memory(components, background=False) as memory:
        memory.agent("a").ingest("c", [{"user": f"turn {n}"} for n in range(50)])
        indexes = Indexes(components.store, TermReader(), None, None, 1000)
        for _ in range(2):
            with indexes.acquire("a") as index:
                assert len(index) == 50
        assert (indexes.nbytes, indexes.uncached, indexes.loads) == (0, 2, 2)


# --- memories by meaning -------------------------------------------------------------------------


def vector_of(memory, text):
    return np.frombuffer(memory._components.embedder.embed(text), "<f4").tolist()


def test_a_memory_is_found_by_its_meaning(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = filled(memory)
    assert memory.sync().ok
    (hit,) = agent.search_by_vector(vector_of(memory, "Prefers green tea"), 1)
    assert (hit.scope, hit.text) == ("memories", "Prefers green tea")
    assert hit.score == pytest.approx(1.0, abs=1e-3)
    assert memory.stats().store.turns_embedded == 3


def test_an_edited_memory_is_never_found_by_its_old_meaning(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = filled(memory)
    memory.sync()
    (entry,) = agent.memories.list()
    agent.memories.update(entry.id, content="Hates long meetings")
    old = vector_of(memory, "Prefers green tea")
    assert [hit for hit in agent.search_by_vector(old, 9) if hit.entry] == []
    memory.sync()
    (found,) = [hit for hit in agent.search_by_vector(old, 9) if hit.entry]
    assert found.score < 0.9
    new = vector_of(memory, "Hates long meetings")
    assert agent.search_by_vector(new, 1)[0].id == entry.id
    agent.memories.update(entry.id, confidence=1.0)
    assert agent.search_by_vector(new, 1)[0].id == entry.id, "the same words keep their vector"
    agent.memories.delete(entry.id)
    assert [hit for hit in agent.search_by_vector(new, 9) if hit.entry] == []
    assert ("", entry.id) not in vectors_of(memory._components.store, "alice", "toy/1")
    agent.memories.restore(entry.id)
    memory.sync()
    assert agent.search_by_vector(new, 1)[0].id == entry.id


@pytest.mark.slow
def test_many_memories_are_all_embedded(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = memory.agent("a")
    for number in range(150):
        agent.memories.add(f"Knows thing {number}")
    assert memory.sync().ok
    assert len(vectors_of(memory._components.store, "a", "toy/1")) == 150


def test_a_changed_model_embeds_memories_again(opened):
    memory = opened(embedder=ToyEmbedder("one"))
    filled(memory)
    memory.sync()
    memory.close()
    memory = opened(embedder=ToyEmbedder("two"))
    assert memory.sync().ok
    store = memory._components.store
    assert len(vectors_of(store, "alice", "two/1")) == 4
    assert vectors_of(store, "alice", "one/1") == {}


def test_imported_memories_are_embedded(opened, tmp_path):
    memory = opened(embedder=ToyEmbedder())
    agent = filled(memory)
    memory.sync()
    memory.export(tmp_path / "out.jsonl")
    agent.erase()
    assert vectors_of(memory._components.store, "alice", "toy/1") == {}
    memory.import_(tmp_path / "out.jsonl")
    assert memory.sync().ok
    assert len(vectors_of(memory._components.store, "alice", "toy/1")) == 4


def test_a_vector_of_another_length_is_refused(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = filled(memory)
    memory.sync()
    with pytest.raises(InvalidInput) as refused:
        agent.search_by_vector([1.0, 2.0], 3)
    assert refused.value.field == "vector"


# --- long messages -----------------------------------------------------------------------------

PASSAGES = ("harbour storm", "violin lesson", "mushroom soup")
LONG = "\n\n".join(f"We spoke of the {words}. " * 25 for words in PASSAGES)


def test_a_long_message_counts_by_its_best_passage(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = memory.agent("a")
    agent.remember(LONG, conversation="long", id="long")
    for number in range(6):
        agent.remember(f"thing {number}", conversation=f"c{number}", id=str(number))
    memory.sync()
    with memory.recall.indexes.acquire("a") as index:
        assert index.units > len(index)
    for words in PASSAGES:
        best = agent.search(words)[0]
        assert best.id == "long"
        assert best.scores.lexical > 0.8
        assert best.scores.dense > 1
    passage = passages_of(LONG)[-1]
    assert agent.search_by_vector(vector_of(memory, passage), 1)[0].score > 0.99


def test_vectors_of_differently_cut_passages_are_skipped(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = memory.agent("a")
    agent.remember(LONG, conversation="c", id="long")
    agent.remember("short", conversation="c", id="short")
    vector = (
        np.frombuffer(memory._components.embedder.embed("short"), "<f4").astype("<f2").tobytes()
    )
    memory._components.worker.prepare()
    made = (Derived("long", vector), Derived("short", vector))
    memory._components.store.write("a", PutVectors("c", "toy/1", made))
    assert [hit.id for hit in agent.search_by_vector(vector_of(memory, "short"), 9)] == ["short"]


# --- rebuilds ---------------------------------------------------------------------------------


def test_a_rebuild_recomputes_everything(opened):
    embedder, reader = ToyEmbedder(), CountingReader()
    memory = opened(embedder=embedder, reader=reader)
    agent, store = filled(memory), memory._components.store
    memory.agent("bob").remember("Something else")
    memory.sync()
    before = shown(agent.search("green tea in Lisbon"))
    embedded = vectors_of(store, "alice", "toy/1")
    calls, read = len(embedder.calls), len(reader.texts)
    memory.rebuild("alice")
    assert vectors_of(store, "alice", "toy/1") == {}
    assert readings_of(store, "alice", reader.name) == {}
    assert len(vectors_of(store, "bob", "toy/1")) == 1, "another agent keeps what it has"
    agent.search("green tea")
    assert memory.sync().ok
    assert vectors_of(store, "alice", "toy/1") == embedded
    assert len(readings_of(store, "alice", reader.name)) == 4
    assert shown(agent.search("green tea in Lisbon")) == before
    assert len(embedder.calls) == calls, "what was embedded before comes from the cache"
    assert len(reader.texts) > read


def test_a_rebuild_of_all_includes_every_agent(opened):
    memory = opened(reader=CountingReader())
    for name in ("alice", "bob"):
        memory.agent(name).remember("Something")
        memory.agent(name).memories.add("Something else")
    memory.rebuild()
    store, reader = memory._components.store, TermReader.name
    assert readings_of(store, "alice", reader) == readings_of(store, "bob", reader) == {}
    assert memory.sync().ok
    for name in ("alice", "bob"):
        assert len(readings_of(store, name, reader)) == 2


def test_a_rebuild_of_an_unknown_agent_does_nothing(opened):
    memory = opened()
    with pytest.raises(NotFound):
        memory.rebuild("nobody")


def test_equal_turns_are_ordered_by_time_and_then_by_name(opened):
    memory = opened()
    agent = memory.agent("a")
    for name, minutes in (("c", 1), ("b", 0), ("a", 1), ("d", 0)):
        at = DAY + timedelta(minutes=minutes)
        agent.ingest(
            f"conversation {name}", [{"role": "user", "content": "x", "at": at, "id": name}]
        )
    strict = replace(memory.recall, half_life_days=1e9, mmr_lambda=1.0)
    asked = search_query("nothing", memory.settings.recall_top_k, ("turns",), None, None)
    assert [hit.id for hit in strict.search("a", asked)] == ["b", "d", "a", "c"]


def test_a_first_turn_of_stop_words_alone_is_indexed(tmp_path):
    with Memory.open(tmp_path / "m.db", background=False, embedding_backend="none") as memory:
        agent = memory.agent("alice")
        agent.remember("and so it is")
        agent.search("tea")
        agent.remember("I like tea.")
        assert agent.search("tea")[0].text == "I like tea."


def test_pasted_text_is_judged_when_it_is_read_and_not_when_it_is_shown(opened):
    page = (
        "What do you think of this?\n\nKettle news\nBy Laura Hidding | 12 March 2026 | 6 min read\n\nMost kettles are descaled"
        " too rarely, a new study says. Doctors who were asked agree with it, and so do most of the"
        " people who took part in it last year, wherever they live.\n\n© 2026 Quiet Media. All rights reserved. {}"
    )
    typed = "I descaled my kettle, and then I told my sister about my day at work. " * 5

    def origins(memory, question):
        items = memory.agent("alice").context(question).receipt.items
        return {item.id: item.origin.value for item in items}

    expected = {"batch": "pasted", "typed": "user", "single": "pasted"}
    reader = CountingReader()
    memory = opened(reader=reader)
    turns = [("batch", page.format("a")), ("typed", typed)]
    memory.agent("alice").ingest(
        "c", [{"role": "user", "content": text, "id": name} for name, text in turns]
    )
    memory.agent("alice").remember(page.format("b"), conversation="c", id="single")
    assert origins(memory, "Who descaled the kettle?") == expected
    reader.texts.clear()
    assert origins(memory, "When was the kettle descaled?") == expected
    assert reader.texts == []
    # Another process, and one with a newer reader.
    for name in (CountingReader().name, "newer"):
        assert origins(opened(reader=CountingReader(name)), "Who descaled the kettle?") == expected
