"""No call ever returns or changes another agent's rows, for hostile names too (SPEC "Always")."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples
from recollect import Memory, NotFound
from recollect.testing import ToyEmbedder

HOSTILE = [
    "alice",
    "Alice",
    "alice ",
    " alice",
    "ALICE",
    "alicé",
    "alice\u0301",
    "%",
    "_",
    "*",
    "'",
    '"',
    "''; DROP TABLE turns; --",
    "alice' OR '1'='1",
    "../../etc/passwd",
    "\u202ealice",
    "\n",
    "\\",
    "null",
    "None",
    "0",
    "-1",
    "default",
    "🙂",
    "ａｌｉｃｅ",
    "a" * 256,
    "a" * 255,
    "alice/1",
    "alice:1",
    "{agent}",
    "%s",
    "?1",
    ":id",
]
AGENTS = st.sampled_from(HOSTILE) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=8
)
NAMES = st.sampled_from(["c", "C", "'", "%", "c' OR 1=1", "x" * 256])
WORDS = st.sampled_from(["tea", "I like tea", "'); DELETE FROM turns; --"])
CALLS = st.tuples(
    st.sampled_from(
        [
            "remember",
            "ingest",
            "add",
            "update",
            "delete",
            "restore",
            "drop",
            "rename",
            "erase",
            "sync",
        ]
    ),
    st.integers(0, 2),
    NAMES,
    WORDS,
)


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch):
    """So that the only work is that of the turns themselves."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")


def call(memory, agent, what, name, words):  # noqa: C901 - one flat case for each call
    ids = [entry.id for entry in agent.memories.list(status=("active", "deleted"))]
    first = ids[0] if ids else "nothing"
    try:
        match what:
            case "remember":
                agent.remember(words, conversation=name)
            case "ingest":
                agent.ingest(name, [{"user": words, "assistant": words}])
            case "add":
                agent.memories.add(words, kind="domain", key=name)
            case "update":
                agent.memories.update(first, content=words)
            case "delete":
                agent.memories.delete(first)
            case "restore":
                agent.memories.restore(first)
            case "drop":
                agent.conversations.delete(name)
            case "rename":
                agent.conversations.rename(name, words)
            case "erase":
                agent.erase()
            case "sync":
                memory.sync()
    except Exception as error:
        if getattr(error, "code", None) not in {"not_found", "conflict"}:
            raise


def everything(memory, agent):
    every = ("active", "review", "superseded", "deleted")
    entries = agent.memories.list(status=every)
    return (
        agent.turns(),
        agent.conversations.list(),
        entries,
        [agent.memories.history(entry.id) for entry in entries],
        # Work that is done for everybody raises everybody's revision.
        [replace(a, revision=0) for a in memory.agents() if a.id == agent.id],
    )


def recalled(agent, query="a secret, known of number 0, 1 and 2"):
    return agent.search(query), agent.context(query)


@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    names=st.lists(AGENTS, min_size=3, max_size=3, unique=True),
    calls=st.lists(CALLS, max_size=14),
)
@pytest.mark.slow
def test_an_agent_is_changed_by_its_own_calls_only(names, calls):
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        agents = [memory.agent(name) for name in names]
        for number, agent in enumerate(agents):
            agent.remember(f"a secret of number {number}", conversation="c", id="1")
            agent.memories.add(f"known of number {number}", kind="domain", key="c")
        for what, who, name, words in calls:
            others = [n for n in range(3) if n != who]
            before = [everything(memory, agents[n]) for n in others]
            call(memory, agents[who], what, name, words)
            assert [everything(memory, agents[n]) for n in others] == before
        for number, agent in enumerate(agents):
            seen = repr((everything(memory, agent), recalled(agent)))
            assert not any(f"of number {n}" in seen for n in range(3) if n != number)


def test_another_agents_ids_are_of_no_use(memory):
    alice, bob = memory.agent("alice"), memory.agent("bob")
    entry = alice.memories.add("only hers")
    alice.remember("only hers", conversation="c", id="1")
    for look in (
        lambda: bob.memories.get(entry.id),
        lambda: bob.memories.history(entry.id),
        lambda: bob.memories.update(entry.id, content="mine"),
        lambda: bob.memories.delete(entry.id),
        lambda: bob.conversations.get("c"),
        lambda: bob.conversations.delete("c"),
    ):
        try:
            look()
        except NotFound:
            continue
        raise AssertionError("bob reached what is alice's")
    assert alice.memories.get(entry.id) == entry
    assert bob.turns("c") == []


def test_no_question_finds_what_another_agent_has_however_alike_their_names_are(opened):
    """The same conversation, question and moment for all: only the name tells one agent from another."""
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder)
    question = "Which code opens the safe?"
    vector = np.frombuffer(embedder.embed("the code of the safe"), "<f4").tolist()
    own = []
    for number, name in enumerate(HOSTILE):
        agent = memory.agent(name)
        agent.remember(f"The code of the safe is word{number}.", conversation="c", id=f"t{number}")
        agent.remember(f"Not word{number} but hat{number}?", conversation="c", id=f"u{number}")
        entry = agent.memories.add(f"The safe was made by maker{number}.")
        own.append({f"t{number}", f"u{number}", entry.id})
    assert memory.sync().ok
    for number, name in enumerate(HOSTILE):
        agent = memory.agent(name)
        context = agent.context(question)
        receipt = memory.receipt(context.receipt.id)
        assert {hit.id for hit in agent.search(question)} == own[number]
        assert {hit.id for hit in agent.search_by_vector(vector)} == own[number]
        assert {hit.id for hit in agent.search("x", filters={"conversation": "c"})} < own[number]
        assert {item.id for item in (*receipt.items, *receipt.left_out)} <= own[number]
        assert (receipt, receipt.agent) == (context.receipt, name)
        words = [word.strip(".?") for word in context.text.split()]
        marks = {"word", "hat", "maker"}
        marked = {w for w in words if w.rstrip("0123456789") in marks}
        answering = {f"word{number}", f"maker{number}"}
        assert answering <= marked <= {f"{mark}{number}" for mark in marks}
        # Names that stand beside each other are the ones that look most alike.
        for theirs in own[number - 1]:
            for query in (None, question):
                with pytest.raises(NotFound):
                    agent.why_not(theirs, query)
        counts = {agent.why_not(mine, question).candidates for mine in own[number]}
        assert counts - {None} == {3}


def test_no_desk_shows_or_changes_what_another_agent_has_however_alike_their_names_are(
    opened, monkeypatch
):
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "rules")
    memory = opened(profile_regenerate_threshold=1)
    for number, name in enumerate(HOSTILE):
        agent = memory.agent(name)
        agent.overrides.add(f"Law word{number}.")
        agent.knowledge.put("domain", "k", f"Value word{number}")
        agent.memories.add(f"User is vegetarian with Wordina{number}.")
        agent.memories.add(f"User is not vegetarian with Wordina{number}.")
        talk = [f"My sister is called Wordina{number}.", "I live in Porto."]
        agent.ingest("c", [{"user": said} for said in talk])
    assert memory.sync().ok

    def seen(agent):
        return repr(
            (
                agent.review.list(),
                agent.overrides.list(),
                agent.profile.versions(),
                agent.summaries.list(),
                agent.graph.entities(),
                agent.graph.search(),
                agent.knowledge.list(),
                agent.memories.list(),
            )
        )

    before = {name: seen(memory.agent(name)) for name in HOSTILE}
    for number, name in enumerate(HOSTILE):
        assert f"word{number}" in before[name].lower()
        for other in range(len(HOSTILE)):
            if str(number) not in str(other) and str(other) not in str(number):
                assert f"word{other}." not in before[name]
                assert f"Wordina{other}." not in before[name]
    first, second = memory.agent(HOSTILE[0]), memory.agent(HOSTILE[1])
    (law,) = first.overrides.list()
    dispute = first.review.list()[0].id
    for reach in (
        lambda: second.overrides.update(law.id, "mine"),
        lambda: second.overrides.delete(law.id),
        lambda: second.review.resolve(dispute, "this"),
    ):
        with pytest.raises(NotFound):
            reach()
    first.overrides.delete(law.id)
    first.review.resolve(dispute, "both")
    first.knowledge.use("domain", "k")
    first.erase()
    memory.sync()
    assert {name: seen(memory.agent(name)) for name in HOSTILE[1:]} == {
        name: before[name] for name in HOSTILE[1:]
    }
