"""Who and what is known, and how it is related, now and at a moment (M7, M11)."""

from datetime import datetime, timedelta

import pytest

from recollect import InvalidInput
from recollect.domain.entry import Change, Entry, Kind, Priority, Status
from recollect.domain.graph import Link
from recollect.domain.ids import entry_digest
from recollect.domain.provenance import Origin
from recollect.domain.writes import PutEntry


def learn(memory, tie, *, version=1, **told):
    """Write what learning writes for one tie, as "user lives in Porto"."""
    subject, relation, other = tie
    now = memory._components.clock.now()
    entry = Entry(
        **{
            "id": f"{subject} {relation} {other}",
            "version": version,
            "kind": Kind.FACT,
            "content": f"{subject} {relation} {other}.",
            "subject": subject,
            "confidence": 0.9,
            "priority": Priority.HIGH,
            "origin": Origin.USER,
            "recorded_at": now,
            "changed_at": now,
            "links": (Link(subject=subject, relation=relation, object=other, confidence=0.9),),
            **told,
        }
    )
    change = Change.ADDED if version == 1 else Change.SUPERSEDED
    put = PutEntry(entry, entry_digest(entry), change, expected=version - 1)
    memory._components.store.write("alice", put)
    return entry


def sentences(graph, *names, **asked):
    return {tie.sentence for tie in graph.search(*names, **asked)}


def test_the_graph_tells_what_holds_and_what_held(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    porto = learn(memory, ("user", "lives in", "Porto"))
    learn(memory, ("user", "is sibling of", "Ottilie"))
    then = clock.now()
    clock.advance(3_600)
    learn(
        memory,
        ("user", "lives in", "Porto"),
        version=2,
        status=Status.SUPERSEDED,
        recorded_at=porto.recorded_at,
    )
    learn(memory, ("user", "lives in", "Lisbon"))
    assert sentences(alice.graph) == {"user lives in Lisbon", "user is sibling of Ottilie"}
    past = sentences(alice.graph, as_of=then)
    assert past == {"user lives in Porto", "user is sibling of Ottilie"}
    types = {thing.name: thing.type for thing in alice.graph.entities()}
    assert types == {"user": "person", "Ottilie": "person", "Lisbon": "place"}
    text = alice.context().text
    assert "- user lives in Lisbon" in text
    assert "lives in Porto" not in text


def test_what_is_said_is_in_the_graph_under_the_name_of_who_speaks(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"role": "user", "speaker": "Maya", "content": "I live in Paris now."}])
    alice.ingest("d", [{"user": "J'habite à Lyon en ce moment."}])
    memory.sync()
    assert sentences(alice.graph) == {"Maya lives in Paris", "user lives in Lyon"}


def test_a_tie_has_its_time(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    learn(memory, ("user", "works at", "Acme"), valid_until=clock.now() + timedelta(days=1))
    assert sentences(alice.graph) == {"user works at Acme"}
    clock.advance(2 * 86_400)
    assert sentences(alice.graph) == set()


def test_the_time_of_a_tie_is_on_the_clock_of_whoever_said_it(opened):
    memory = opened()
    tie = ("user", "lives in", "Porto")
    # The 5th has begun in Berlin, but not in UTC.
    begins = datetime.fromisoformat("2026-12-04T23:00:00+00:00")
    said = {"said_at": "2026-10-01T09:00:00+01:00"}
    learn(memory, tie, valid_from=begins, metadata=said)
    (found,) = memory.agent("alice").graph.search(as_of="2026-12-06T00:00:00+00:00")
    assert found.valid_from.isoformat() == "2026-12-05T00:00:00+01:00"


def test_a_deleted_memory_is_in_no_graph(opened):
    memory = opened()
    alice = memory.agent("alice")
    entry = learn(memory, ("user", "is sibling of", "Ottilie"))
    alice.memories.delete(entry.id)
    assert (alice.graph.entities(), alice.graph.search()) == ([], [])


def test_traversal_is_bounded_and_bad_depths_are_refused(opened):
    memory = opened()
    alice = memory.agent("alice")
    learn(memory, ("user", "is sibling of", "Ottilie"))
    learn(memory, ("user", "lives in", "Lisbon"))
    learn(memory, ("Ana", "lives in", "Lisbon"))
    assert sentences(alice.graph, "Ottilie", depth=1) == {"user is sibling of Ottilie"}
    far = alice.graph.search("ottilie")
    assert {(tie.object, tie.distance) for tie in far} == {("Ottilie", 1), ("Lisbon", 2)}
    assert len(alice.graph.search("Ottilie", depth=3)) == 3
    assert sentences(alice.graph, relation="lives") == {
        "user lives in Lisbon",
        "Ana lives in Lisbon",
    }
    assert alice.graph.search("nobody") == []
    for depth in (0, -1, 6, True, "2"):
        with pytest.raises(InvalidInput):
            alice.graph.search("Ottilie", depth=depth)
