"""The speed benchmark with tiny sizes; `recollect bench --speed` checks its bounds."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from recollect.bench.ratio import Ratio, show
from recollect.bench.sizes import Sizes
from recollect.bench.speed import blas_threads, lines
from recollect.bench.synthetic_data import (
    AgentGroup,
    HashEmbedder,
    fill,
    open_without_model,
    unit_vectors,
)
from recollect.bench.texts import sentences
from recollect.providers.embedders import MiniLM

TINY = Sizes(
    turns=60,
    small=20,
    others=3,
    of_each=5,
    opened=30,
    memories=3,
    bulk=3,
    agents=6,
    of_agent=2,
    cache_mb=1,
    rounds=2,
    queries=2,
    adds=2,
)


@pytest.fixture
def bar():
    @contextmanager
    def counting(what, total):
        def update(done):
            assert done <= total
            counting.updates.append((what, done, total))

        yield update

    counting.updates = []
    return counting


@pytest.mark.slow
def test_every_line_is_measured_and_progress_is_shown(tmp_path, bar):
    measured = list(lines(tmp_path, TINY, bar))
    assert [line.name for line in measured] == [
        "open and first search",
        "search / matrix product",
        *(["search / matrix product, numpy's default threads"] if blas_threads() > 1 else []),
        "a new turn becomes visible",
        "a new turn becomes visible, at worst",
        "search among others / alone",
        "search of a small memory",
        "memory, bundled embedder",
        "memory, no embedder",
        "context / search",
        "size of all indexes",
        "bulk ingest / bare embedder",
    ]
    proc = Path("/proc/self/status").exists()
    assert all(line.rounds or (not proc and line.unit == "MB") for line in measured)
    assert all(value > 0 for line in measured for value in line.rounds)
    assert ("Storing 60 turns", 1, 1) in bar.updates
    json.dumps([line.as_data() for line in measured])


def test_every_turn_of_a_filled_database_has_its_own_vector(tmp_path, bar):
    fill(tmp_path / "f.sqlite", AgentGroup(("ann", "ben"), 7, seed=1), "filling", bar)
    with open_without_model(tmp_path / "f.sqlite") as opened:
        stored = opened.memory.stats().store
        assert (stored.agents, stored.turns, stored.turns_embedded) == (2, 14, 14)
        assert not opened.memory.jobs.list()
        said = opened.memory.agent("ann").turns()[3].content
        nearest = opened.memory.agent("ann").search_by_vector(unit_vectors(7, 1)[3].tolist(), 1)
        assert [hit.text for hit in nearest] == [said]


def test_the_hash_embedder_uses_the_bundled_space():
    assert (HashEmbedder().name, HashEmbedder().dims) == (MiniLM.name, MiniLM.dims)
    assert len(HashEmbedder().embed("hello")) == 4 * MiniLM.dims


def test_synthetic_messages_depend_on_the_seed_and_are_all_different():
    assert sentences(50, 1) == sentences(50, 1) != sentences(50, 2)
    assert len(set(sentences(50, 1))) == 50


def test_the_median_decides_whether_a_bound_holds(capsys):
    kept = Ratio("kept", (1.0, 2.0, 9.0), 2.0, at_least=False, detail="")
    broken = Ratio("slow", (1.0, 2.0, 9.0), 2.5, at_least=True, detail="on [this]", unit="ms")
    unknown = Ratio("unknown", (), 1.0, at_least=True, detail="")
    assert (kept.holds, broken.holds, unknown.holds) == (True, False, True)
    show([kept, broken, unknown])
    out = capsys.readouterr().out
    for part in ("holds", "broken", "not measured", "2.00 ms", "≥ 2.5 ms", "on [this]"):
        assert part in out
