"""M11: what had been recorded, and was valid, at a moment."""

from datetime import UTC, datetime

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
        alice.remember("I moved to Porto.", conversation="c2", id="2")
        memory.sync()
        yield memory, alice


def contents(entries):
    return " ".join(entry.content for entry in entries)


MAY, JULY = "2026-05-10T00:00:00+00:00", "2026-07-01T00:00:00+00:00"


def test_m11_memories_are_listed_as_they_had_been_written(told):
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
