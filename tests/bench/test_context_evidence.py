"""Evidence shown as a memory is counted separately from the turns themselves."""

from functools import partial

from recollect import Memory
from recollect.bench.context_evidence import measure_contexts
from recollect.bench.recall import BenchQuestion


def test_evidence_shown_only_as_a_memory_counts_as_told(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none") as memory:
        ann = memory.agent("ann")
        entry = ann.memories.add("Ann lives in Bergen.")
        asked = BenchQuestion("ann", "Where does Ann live?", frozenset({"D1:1"}), 4)
        made = partial(ann.context, asked.text)
        shown = measure_contexts(asked, lambda budget: made(tokens=budget), {entry.id: ["D1:1"]})
    assert not any(shown.answer.found.values())
    assert all(shown.told.found.values())
