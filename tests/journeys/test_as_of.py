"""M11: what had been said, and held, at a moment."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect import InvalidInput, Memory
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(params=["toy", "none"])
def told(request, tmp_path, monkeypatch):
    """Somebody who lived in Lisbon in May and moves to Porto in June."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    clock = FixedClock(NOW)
    embedder = ToyEmbedder() if request.param == "toy" else None
    house = build(
        load(embedding_backend="none"), tmp_path / "m.sqlite", embedder=embedder, clock=clock
    )
    with Memory(house, background=False) as memory:
        alice = memory.agent("alice")
        alice.remember("I live in Lisbon.", conversation="c1", id="1")
        memory.sync()
        clock.advance(40 * 86_400)
        alice.remember("I live in Porto now.", conversation="c2", id="2")
        memory.sync()
        yield memory, alice


def contents(entries):
    return " ".join(entry.content for entry in entries)


MAY, JULY = "2026-05-10T00:00:00+00:00", "2026-07-01T00:00:00+00:00"


def test_m11_memories_are_listed_as_they_stood(told):
    _, alice = told
    assert "Lisbon" in contents(alice.memories.list(as_of=MAY))
    assert "Porto" not in contents(alice.memories.list(as_of=MAY))
    assert "Porto" in contents(alice.memories.list(as_of=JULY))
    assert "Lisbon" not in contents(alice.memories.list(as_of=JULY))
    assert alice.memories.list(as_of="2026-04-01T00:00:00+00:00") == []
    with pytest.raises(InvalidInput):
        alice.memories.list(as_of="yesterday")


def test_m11_a_search_of_the_past_finds_what_was_true_then(told):
    _, alice = told
    then = alice.search("Where does the user live?", as_of=MAY)
    assert {hit.scope for hit in then} >= {"turns", "memories"}
    assert not any("Porto" in hit.text for hit in then)
    now = [h.text for h in alice.search("Where does the user live?", scopes=("memories",))]
    assert not any("Lisbon" in text for text in now)


def test_m11_a_context_of_the_past_knows_nothing_of_what_came_later(told):
    _, alice = told
    then = alice.context("Where does the user live?", as_of=MAY).text
    assert "10 May 2026" in then
    assert "Lisbon" in then
    assert "Porto" not in then
    assert "Porto" in alice.context("Where does the user live?").text


def test_m11_what_was_erased_stays_erased(told):
    memory, alice = told
    alice.conversations.delete("c1")
    assert "Lisbon" not in contents(alice.memories.list(as_of=MAY))
    assert "Lisbon" not in alice.context("Where does the user live?", as_of=MAY).text
    memory.agent("alice").erase()
    assert alice.memories.list(as_of=JULY) == []


def imported(alice):
    """The talks of two years, all taken in today."""
    alice.ingest(
        "2023",
        [
            {"user": "I live in Lisbon.", "at": "2023-03-01T10:00:00+00:00"},
            {"user": "I have a cat called Tommy.", "at": "2023-03-01T10:01:00+00:00"},
        ],
    )
    alice.ingest("2025", [{"user": "I live in Porto now.", "at": "2025-03-01T10:00:00+00:00"}])


IN_2022, IN_2024 = "2022-06-01T00:00:00+00:00", "2024-06-01T00:00:00+00:00"
IN_APRIL_2026 = "2026-04-01T00:00:00+00:00"


def test_imported_history_has_a_past(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    imported(alice)
    memory.sync()
    for moment, home, other in ((IN_2024, "Lisbon", "Porto"), (IN_APRIL_2026, "Porto", "Lisbon")):
        told = contents(alice.memories.list(as_of=moment))
        assert home in told
        assert other not in told
        found = alice.search("Where does the user live?", scopes=("memories",), as_of=moment)
        assert home in " ".join(hit.text for hit in found)
        assert other not in " ".join(hit.text for hit in found)
        assert other not in {tie.object for tie in alice.graph.search(as_of=moment)}
        assert home in alice.profile.current(as_of=moment).text
        assert other not in alice.profile.current(as_of=moment).text
    then = alice.context("Where does the user live?", as_of=IN_2024).text
    assert "Lisbon" in then
    assert "Porto" not in then
    turns = alice.search("Where does the user live?", scopes=("turns",), as_of=IN_2024)
    assert {hit.turn.conversation for hit in turns} == {"2023"}
    assert alice.memories.list(as_of=IN_2022) == []
    assert alice.search("Lisbon", as_of=IN_2022) == []
    assert alice.profile.current(as_of=IN_2022) is None
    recaps = alice.search("cat", scopes=("summaries",), as_of=IN_2024)
    assert [hit.entry.key for hit in recaps] == ["2023"]


def test_what_is_imported_later_but_was_said_before_counts(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.remember("I am allergic to peanuts.")
    memory.sync()
    then = clock.now()
    clock.advance(86_400)
    imported(alice)
    memory.sync()
    told = contents(alice.memories.list(as_of=then))
    assert "peanuts" in told
    assert "Porto" in told


def test_newest_first_or_oldest_first_history_has_the_same_past(opened, clock):
    """Exports often begin with the last conversation."""
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    again = "I am allergic to peanuts."
    alice.ingest("2025", [{"user": again, "at": "2025-03-01T10:00:00+00:00"}])
    memory.sync()
    assert alice.memories.list(as_of=IN_2024) == []
    alice.ingest("2023", [{"user": again, "at": "2023-03-01T10:00:00+00:00"}])
    memory.sync()
    (allergy,) = alice.memories.list()
    assert len(allergy.sources) == 2
    assert [entry.id for entry in alice.memories.list(as_of=IN_2024)] == [allergy.id]
    assert alice.memories.list(as_of=IN_2022) == []


def test_what_a_person_put_right_is_right_in_the_past_too(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    imported(alice)
    memory.sync()
    (home,) = [e for e in alice.memories.list(as_of=IN_2024) if "Lisbon" in e.content]
    (cat,) = [e for e in alice.memories.list(as_of=IN_2024) if "Tommy" in e.content]
    alice.memories.update(home.id, content="User lives in Faro.")
    alice.memories.delete(cat.id)
    told = contents(alice.memories.list(as_of=IN_2024))
    assert "Faro" in told
    assert "Lisbon" not in told
    assert "Tommy" not in told
    alice.memories.restore(cat.id)
    assert "Tommy" in contents(alice.memories.list(as_of=IN_2024))


def test_no_turn_of_a_later_day_stands_beside_what_was_found(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest(
        "c",
        [
            {"user": "Our cat is called Tommy.", "at": "2023-03-01T10:00:00+00:00"},
            {"user": "The dentist is on Friday.", "at": "2025-03-01T10:00:00+00:00"},
        ],
    )
    assert "dentist" in alice.context("What is the cat called?").text
    assert "dentist" not in alice.context("What is the cat called?", as_of=IN_2024).text


def test_what_had_been_replaced_by_then_is_marked_as_it_is_now(opened, clock):
    memory = opened(clock=clock, extractor="built_in", embedding_backend="none")
    alice = memory.agent("alice")
    texts = ("I take sertraline 50 mg.", "My sertraline is up to 100 mg now.", "I moved to Leeds.")
    for number, said in enumerate(texts):
        alice.remember(said, conversation=f"c{number}", at=clock.now())
        memory.sync()
        clock.advance(30 * 86_400)
    memory.sync()
    before, between, after = (clock.now() - timedelta(days=days) for days in (75, 45, 1))
    marked = "I take sertraline 50 mg. (no longer true)"
    question = "What sertraline do I take?"
    shown = [alice.context(question, as_of=at).text for at in (before, between, after, None)]
    assert [marked in text for text in shown] == [False, True, True, True]
    assert "50 mg" in shown[0]
