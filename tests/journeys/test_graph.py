"""Who and what is known, and how it hangs together, now and at a moment (M7, M11)."""

import pytest

from recollect import InvalidInput


def test_the_graph_tells_what_holds_and_what_held(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "I live in Porto."}, {"user": "My sister is called Ottilie."}])
    memory.sync()
    then = clock.now()
    clock.advance(3_600)
    alice.ingest("c", [{"user": "I moved to Lisbon."}])
    memory.sync()
    now = {tie.object for tie in alice.graph.search()}
    assert "Lisbon" in now
    assert "Porto" not in now
    past = {tie.object for tie in alice.graph.search(as_of=then)}
    assert "Porto" in past
    assert "Lisbon" not in past
    assert "Ottilie" in {thing.name for thing in alice.graph.entities()}
    text = alice.context().text
    assert "lives in Lisbon" in text
    assert "lives in Porto" not in text


def test_a_deleted_memory_is_in_no_graph(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "My sister is called Ottilie."}])
    memory.sync()
    for entry in alice.memories.list():
        alice.memories.delete(entry.id)
    assert (alice.graph.entities(), alice.graph.search()) == ([], [])


def test_traversal_is_bounded_and_bad_depths_are_refused(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "My sister is called Ottilie."}, {"user": "I live in Lisbon."}])
    memory.sync()
    near = alice.graph.search("Ottilie", depth=1)
    far = alice.graph.search("ottilie", depth=2)
    assert {tie.distance for tie in near} == {1}
    assert {tie.sentence for tie in near} < {tie.sentence for tie in far}
    assert alice.graph.search("nobody") == []
    for depth in (0, -1, 6, True, "2"):
        with pytest.raises(InvalidInput):
            alice.graph.search("Ottilie", depth=depth)
