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


@pytest.mark.parametrize(
    ("said", "told", "named"),
    [
        ("I moved to Lisbon yesterday.", "user lives in Lisbon", ("Lisbon", "place")),
        ("I live in Paris at the moment.", "user lives in Paris", ("Paris", "place")),
        ("I moved to Oslo two weeks ago.", "user lives in Oslo", ("Oslo", "place")),
        ("Me mudé a Madrid ayer.", "user lives in Madrid", ("Madrid", "place")),
        ("Vivo en Sevilla en este momento.", "user lives in Sevilla", ("Sevilla", "place")),
        ("J'ai déménagé à Paris hier.", "user habite Paris", ("Paris", "place")),
        ("J'habite à Lyon en ce moment.", "user habite Lyon", ("Lyon", "place")),
        ("My sister Ana moved to Vienna yesterday.", "Ana lives in Vienna", ("Vienna", "place")),
        ("My sister Ana lives in Vienna.", "user has sister Ana", ("Ana", "person")),
        ("My boss is Jane.", "user has boss Jane", ("Jane", "person")),
        ("Jane is my boss.", "user has boss Jane", ("Jane", "person")),
        ("Meine Schwester Anna wohnt in Graz.", "user has Schwester Anna", ("Anna", "person")),
        ("Meine Chefin heißt Jana.", "user has Chefin Jana", ("Jana", "person")),
        ("Mi hermana se llama Ana.", "user has hermana Ana", ("Ana", "person")),
        ("Carmen es mi jefa.", "user has jefa Carmen", ("Carmen", "person")),
        ("Ma sœur Marie habite à Nice.", "user a pour sœur Marie", ("Marie", "person")),
        ("Ma cheffe s'appelle Claire.", "user a pour cheffe Claire", ("Claire", "person")),
    ],
)
def test_names_have_no_time_in_them_and_people_are_somebodys(opened, said, told, named):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": said}])
    memory.sync()
    assert told in {tie.sentence for tie in alice.graph.search()}
    assert f"- {told}" in alice.context().text
    types = {one.name: one.type for one in alice.graph.entities()}
    assert named in types.items()
    assert types.get("user", "person") == "person"


def test_two_who_are_named_together_are_two_people(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "My kids are Ana and Bea."}])
    memory.sync()
    assert {"Ana", "Bea"} <= {one.name for one in alice.graph.entities()}


def test_whose_brother_somebody_is_is_not_made_up(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "Tom works at Acme. Jane is his sister."}])
    memory.sync()
    assert {tie.sentence for tie in alice.graph.search()} == {"Tom works at Acme"}
