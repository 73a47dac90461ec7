"""A memory made of the evidence is told apart from the evidence itself."""

from functools import partial

from recollect import Memory
from recollect.bench.recall import BenchQuestion
from recollect.bench.rendered import rendered


def test_evidence_that_only_a_memory_tells_counts_as_told(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none") as memory:
        ann = memory.agent("ann")
        entry = ann.memories.add("Ann lives in Bergen.")
        asked = BenchQuestion("ann", "Where does Ann live?", frozenset({"D1:1"}), 4)
        made = partial(ann.context, asked.text)
        shown = rendered(asked, lambda budget: made(tokens=budget), {entry.id: ["D1:1"]})
    assert not any(shown.answer.found.values())
    assert all(shown.told.found.values())
