"""The search index over its life: loaded from stored columns, kept up to date, thrown away, the same everywhere."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect import InvalidInput, Memory, NotFound
from recollect.domain.query import search_query
from recollect.domain.writes import Derived, PutVectors
from recollect.errors import StorageCorrupt
from recollect.memory import recording
from recollect.recall.cache import Indexes
from recollect.recall.embedding import space_of
from recollect.recall.reading import TermReader, passages_of
from recollect.settings import load
from recollect.testing import FixedClock, InMemoryStore, ToyEmbedder
from recollect.testing.store_contract.values import readings_of, vectors_of
from recollect.wiring import build

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


class CountingReader(TermReader):
    """Another reader by name, that keeps what it was asked to read."""

    def __init__(self, name=TermReader.name):
        self.name = name
        self.texts = []

    def read(self, text):
        self.texts.append(text)
        return super().read(text)


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))


@pytest.fixture
def opened(tmp_path):
    """A memory on the test's file: opened(reader=…, embedder=…, store=…)."""
    memories = []

    def open_one(*, embedder=None, **given):
        chosen = {"embedding_backend": "none"} if embedder is None else {}
        house = build(load(**chosen), tmp_path / "m.sqlite", embedder=embedder, **given)
        memories.append(Memory(house, background=False))
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


# --- what was read is stored ------------------------------------------------------------------


def test_what_was_read_is_not_read_again_after_a_restart(opened):
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


def test_a_message_that_comes_alone_is_read_when_it_is_embedded(opened):
    """Whoever waits until it is safe does not wait for that; a search reads it for itself until then."""
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


def test_without_an_embedder_it_is_read_when_it_comes(opened):
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


def test_another_reader_reads_anew_at_once_and_stores_it_in_the_background(opened):
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


def test_a_long_conversation_is_read_anew_to_its_end(opened):
    memory = opened(reader=CountingReader("old"))
    memory.agent("a").ingest("c", [{"user": f"turn {n}"} for n in range(1200)])
    memory.close()
    memory = opened(reader=CountingReader("new"))
    assert memory.sync().ok
    assert len(readings_of(memory._components.store, "a", "new")) == 1200


def test_a_damaged_reading_is_told_and_a_rebuild_mends_it(opened):
    memory = opened()
    agent = filled(memory)
    run = memory._components.store._connection.execute
    run("UPDATE turns SET reading = x'07' WHERE content LIKE '%Tommy%'")
    with pytest.raises(StorageCorrupt, match="rebuild"):
        agent.search("Tommy")
    recording.rebuild(memory._components, "alice")
    assert agent.search("Tommy")[0].text == "The cat is called Tommy"


# --- the same however it came about ----------------------------------------------------------

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
    what, talk, text = step
    clock.advance(60)
    entries = agent.memories.list()
    match what:
        case "say":
            agent.remember(text, conversation=talk, speaker="Ann" if "tea" in text else None)
        case "ask":
            agent.search(text)
        case "know":
            agent.memories.add(text)
        case "correct" if entries:
            agent.memories.update(entries[0].id, content=f"{text} indeed", confidence=0.9)
        case "forget" if entries:
            agent.memories.delete(entries[-1].id)
        case "drop" if talk in {each.id for each in agent.conversations.list()}:
            agent.conversations.delete(talk)
        case "sync":
            memory.sync()


@settings(max_examples=60)
@given(steps=st.lists(STEPS, min_size=1, max_size=25), query=TEXTS)
def test_an_index_that_was_kept_up_to_date_equals_a_new_one(steps, query):
    clock = FixedClock(DAY)
    house = build(
        load(), ":memory:", store=InMemoryStore(clock), embedder=ToyEmbedder(), clock=clock
    )
    with Memory(house, background=False) as memory:
        agent = memory.agent("a")
        agent.remember("the first thing", conversation="a")
        asked = search_query(house.settings, query, None, ("turns", "memories"), None, None)
        for step in steps:
            take(memory, agent, clock, step)
            house.recall.search("a", asked)
        space = space_of(house.embedder)
        fresh = Indexes(house.store, TermReader(), house.embedder, space, 2**20)
        anew = replace(house.recall, indexes=fresh)
        assert shown(house.recall.search("a", asked)) == shown(anew.search("a", asked))


@settings(max_examples=40)
@given(steps=st.lists(STEPS, min_size=1, max_size=12), data=st.data())
def test_a_word_that_is_gone_is_never_findable(steps, data):
    """Neither in its turn nor through the neighbours it lent it to, here or in an index made anew."""
    clock = FixedClock(DAY)
    house = build(
        load(embedding_backend="none"), ":memory:", store=InMemoryStore(clock), clock=clock
    )
    with Memory(house, background=False) as memory:
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
        fresh = Indexes(house.store, TermReader(), None, None, 2**20)
        asked = search_query(house.settings, "xylophone", None, ("turns", "memories"), None, None)
        for recall in (house.recall, replace(house.recall, indexes=fresh)):
            hits = recall.search("a", asked)
            assert hits
            assert not any("xylophone" in hit.text for hit in hits)
            assert {hit.scores.lexical for hit in hits} == {0.0}


def told_of_a_xylophone(agent, gone):
    """Tell of it in one place; what makes it go from there."""
    if gone == "talk":
        for text in ("is it loud?", "a xylophone", "is not a piano"):
            agent.remember(text, conversation="secret")
        return lambda: agent.conversations.delete("secret")
    entry = agent.memories.add("a xylophone")
    if gone == "edited":
        return lambda: agent.memories.update(entry.id, content="owns nothing")
    return lambda: agent.memories.delete(entry.id)


def xylophones(agent, embedder):
    """Everything of this agent that a question about the xylophone brings up, of what it should not."""
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
    gone=st.sampled_from(["talk", "edited", "deleted"]),
)
def test_a_word_that_is_gone_is_gone_from_the_file_too(steps, gone):
    """Also for what takes its place, and for whoever opens the file later."""
    clock, embedder = FixedClock(DAY), ToyEmbedder(dims=256)
    with TemporaryDirectory() as folder:

        def open_again():
            house = build(load(), Path(folder) / "m.sqlite", embedder=embedder, clock=clock)
            return Memory(house, background=False)

        with open_again() as memory:
            agent = memory.agent("a")
            agent.remember("the first thing", conversation="z")
            for step in steps[: len(steps) // 2]:
                take(memory, agent, clock, step)
            forget = told_of_a_xylophone(agent, gone)
            memory.sync()
            assert xylophones(agent, embedder)
            for step in steps[len(steps) // 2 :]:
                if step[0] not in {"correct", "forget"}:
                    take(memory, agent, clock, step)
            # What is asked just before is kept for a while, and must not be given again.
            assert "xylophone" in agent.context("a xylophone").text
            forget()
            assert not xylophones(agent, embedder)
            for text in ("is it quiet?", "never mind", "let it be"):
                agent.remember(text, conversation="secret")
            assert not xylophones(agent, embedder)
            memory.sync()
            assert not xylophones(agent, embedder)
        with open_again() as memory:
            agent = memory.agent("a")
            assert len(agent.search("a xylophone", limit=1000)) >= 4
            assert not xylophones(agent, embedder)


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
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(hit) for hit in json.loads(done.stdout)]


def test_two_processes_see_the_same(opened, tmp_path):
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


def test_a_turn_put_back_into_the_middle_is_found(opened, tmp_path):
    """What was exported comes back between what is there: its neighbours lend it words again."""
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


# --- room --------------------------------------------------------------------------------------


def test_the_cache_keeps_its_limit_however_many_agents_are_touched():
    clock = FixedClock(DAY)
    house = build(
        load(), ":memory:", store=InMemoryStore(clock), embedder=ToyEmbedder(), clock=clock
    )
    with Memory(house, background=False) as memory:
        limit = 100_000
        space = space_of(house.embedder)
        indexes = Indexes(house.store, TermReader(), house.embedder, space, limit)
        for number in range(120):
            memory.agent(f"agent {number}").remember(f"turn {number}", conversation="c")
            with indexes.of(f"agent {number}") as index:
                assert len(index) == 1
            assert 0 < indexes.nbytes <= limit
        kept = [slot.index.nbytes for slot in indexes._slots.values()]
        assert 1 < len(kept) < 120, "the oldest have gone, not all of them"
        assert indexes.nbytes == sum(kept)
        assert indexes.uncached == 0
        with indexes.of("agent 119"):
            pass
        assert indexes.loads == 120, "the newest was still there"
        indexes.forget("agent 119")
        assert indexes.nbytes == sum(kept) - kept[-1]


def test_many_threads_may_search_and_remember_at_once(tmp_path):
    house = build(load(), tmp_path / "threads.sqlite", embedder=ToyEmbedder())
    with Memory(house, background=True) as memory, ThreadPoolExecutor(8) as pool:
        agents = [memory.agent(name) for name in ("alice", "bob")]

        def work(number):
            agent = agents[number % 2]
            for step in range(15):
                agent.remember(f"thing {step} of {number}", conversation=f"c{number % 3}")
                assert agent.search(f"thing {step} of {number}", limit=5)

        list(pool.map(work, range(8)))
        for agent in agents:
            assert len(agent.search("thing", limit=100)) == 60
        kept = sum(slot.index.nbytes for slot in house.recall.indexes._slots.values())
        assert house.recall.indexes.nbytes == kept


def test_an_agent_larger_than_the_cache_is_served_and_counted():
    clock = FixedClock(DAY)
    house = build(
        load(embedding_backend="none"), ":memory:", store=InMemoryStore(clock), clock=clock
    )
    with Memory(house, background=False) as memory:
        memory.agent("a").ingest("c", [{"user": f"turn {n}"} for n in range(50)])
        indexes = Indexes(house.store, TermReader(), None, None, 1000)
        for _ in range(2):
            with indexes.of("a") as index:
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


def test_an_edited_memory_is_never_found_by_what_it_meant_before(opened):
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


def test_many_memories_are_embedded_to_the_last(opened):
    memory = opened(embedder=ToyEmbedder())
    agent = memory.agent("a")
    for number in range(150):
        agent.memories.add(f"Knows thing {number}")
    assert memory.sync().ok
    assert len(vectors_of(memory._components.store, "a", "toy/1")) == 150


def test_a_changed_model_embeds_memories_anew(opened):
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
    with memory.recall.indexes.of("a") as index:
        assert index.units > len(index)
    for words in PASSAGES:
        best = agent.search(words)[0]
        assert best.id == "long"
        assert best.scores.lexical > 0.8
        assert best.scores.dense > 1
    passage = passages_of(LONG)[-1]
    assert agent.search_by_vector(vector_of(memory, passage), 1)[0].score > 0.99


def test_vectors_of_passages_that_were_cut_otherwise_are_passed_over(opened):
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


# --- made anew ---------------------------------------------------------------------------------


def test_a_rebuild_makes_everything_anew(opened):
    embedder, reader = ToyEmbedder(), CountingReader()
    memory = opened(embedder=embedder, reader=reader)
    agent, store = filled(memory), memory._components.store
    memory.agent("bob").remember("Something else")
    memory.sync()
    before = shown(agent.search("green tea in Lisbon"))
    embedded = vectors_of(store, "alice", "toy/1")
    calls, read = len(embedder.calls), len(reader.texts)
    recording.rebuild(memory._components, "alice")
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


def test_a_rebuild_of_all_leaves_nobody_out(opened):
    memory = opened(reader=CountingReader())
    for name in ("alice", "bob"):
        memory.agent(name).remember("Something")
        memory.agent(name).memories.add("Something else")
    recording.rebuild(memory._components)
    store, reader = memory._components.store, TermReader.name
    assert readings_of(store, "alice", reader) == readings_of(store, "bob", reader) == {}
    assert memory.sync().ok
    for name in ("alice", "bob"):
        assert len(readings_of(store, name, reader)) == 2


def test_nobody_is_rebuilt_by_a_name_that_is_not_there(opened):
    memory = opened()
    with pytest.raises(NotFound):
        recording.rebuild(memory._components, "nobody")


def test_times_of_equal_turns_decide_and_then_their_names(opened):
    memory = opened()
    agent = memory.agent("a")
    for name, minutes in (("c", 1), ("b", 0), ("a", 1), ("d", 0)):
        at = DAY + timedelta(minutes=minutes)
        agent.ingest(f"talk {name}", [{"role": "user", "content": "x", "at": at, "id": name}])
    strict = replace(memory.recall, half_life_days=1e9, mmr_lambda=1.0)
    asked = search_query(memory.settings, "nothing", None, ("turns",), None, None)
    assert [hit.id for hit in strict.search("a", asked)] == ["b", "d", "a", "c"]
