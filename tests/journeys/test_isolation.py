"""No call ever returns or changes another agent's rows, for hostile names too (SPEC "Always")."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect import Memory, NotFound

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
        [a for a in memory.agents() if a.id == agent.id],
    )


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    names=st.lists(AGENTS, min_size=3, max_size=3, unique=True),
    calls=st.lists(CALLS, max_size=14),
)
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
            seen = repr(everything(memory, agent))
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
