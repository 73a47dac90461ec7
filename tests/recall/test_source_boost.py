"""A memory boosts the turn that it was learned from."""

import pytest

from recollect import Memory
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build


@pytest.fixture(params=["none", "rules"])
def agent(request, tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    components = build(load(extractor=request.param), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(components, background=False) as memory:
        ann = memory.agent("ann")
        others = [{"assistant": f"Something else, number {number}."} for number in range(12)]
        told = {"role": "user", "content": "My sister is called Ottilie.", "id": "told"}
        ann.ingest("c", [told, *others])
        memory.sync()
        yield ann


def test_a_memory_boosts_its_source_turn_a_little(agent):
    learned = {hit.id: hit for hit in agent.search("sister Ottilie", scopes=("memories",))}
    hits = agent.search("sister Ottilie")
    gains = {hit.id: hit.scores.learned for hit in hits if hit.turn is not None}
    best = max((hit.score for hit in learned.values()), default=0)
    assert gains["told"] == pytest.approx(0.1 * best)
    assert not any(gain for name, gain in gains.items() if name != "told")
    (told,) = (hit for hit in hits if hit.id == "told")
    parts = {name: getattr(told.scores, name) for name in told.scores.__dataclass_fields__}
    assert told.score == pytest.approx(sum(parts.values()), abs=1e-4)


def test_a_search_for_turns_only_has_no_boost(agent):
    hits = agent.search("sister Ottilie", scopes=("turns",))
    assert hits[0].id == "told"
    assert not any(hit.scores.learned for hit in hits)
