"""The speed bench on sizes so small that only its parts are tried; its bounds are for `recollect bench --speed`."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from recollect.bench.filling import Crowd, StandIn, fill, opened, unit_vectors
from recollect.bench.large import blas_threads
from recollect.bench.ratio import Ratio, show
from recollect.bench.sizes import Sizes
from recollect.bench.speed import lines
from recollect.bench.texts import sentences
from recollect.providers.embedders import MiniLM

TINY = Sizes(
    turns=60,
    small=20,
    others=3,
    of_each=5,
    opened=30,
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
        def tell(done):
            assert done <= total
            counting.told.append((what, done, total))

        yield tell

    counting.told = []
    return counting


@pytest.mark.slow
def test_every_line_is_measured_and_progress_is_shown(tmp_path, bar):
    measured = list(lines(tmp_path, TINY, bar))
    assert [line.name for line in measured] == [
        "open and first search",
        "search / matrix product",
        *(["search / matrix product as numpy is by itself"] if blas_threads() > 1 else []),
        "a new turn becomes visible",
        "a new turn becomes visible, at worst",
        "search among others / alone",
        "memory, bundled embedder",
        "memory, no embedder",
        "room of all indexes",
    ]
    proc = Path("/proc/self/status").exists()
    assert all(line.rounds or (not proc and line.unit == "MB") for line in measured)
    assert all(value > 0 for line in measured for value in line.rounds)
    assert ("Storing 60 turns", 1, 1) in bar.told
    json.dumps([line.as_data() for line in measured])


def test_a_filled_database_has_every_turn_a_vector_of_its_own(tmp_path, bar):
    fill(tmp_path / "f.sqlite", Crowd(("ann", "ben"), 7, seed=1), "filling", bar)
    with opened(tmp_path / "f.sqlite") as house:
        stored = house.memory.stats().store
        assert (stored.agents, stored.turns, stored.turns_embedded) == (2, 14, 14)
        said = house.memory.agent("ann").turns()[3].content
        nearest = house.memory.agent("ann").search_by_vector(unit_vectors(7, 1)[3].tolist(), 1)
        assert [hit.text for hit in nearest] == [said]


def test_the_stand_in_lives_in_the_bundled_embedders_space():
    assert (StandIn().name, StandIn().dims) == (MiniLM.name, MiniLM.dims)
    assert len(StandIn().embed("hello")) == 4 * MiniLM.dims


def test_made_up_messages_repeat_themselves_by_their_seed_and_differ_within():
    assert sentences(50, 1) == sentences(50, 1) != sentences(50, 2)
    assert len(set(sentences(50, 1))) == 50


def test_a_bound_is_kept_or_broken_by_the_median(capsys):
    kept = Ratio("kept", (1.0, 2.0, 9.0), 2.0, at_least=False, detail="")
    broken = Ratio("slow", (1.0, 2.0, 9.0), 2.5, at_least=True, detail="on [this]", unit="ms")
    unknown = Ratio("unknown", (), 1.0, at_least=True, detail="")
    assert (kept.holds, broken.holds, unknown.holds) == (True, False, True)
    show([kept, broken, unknown])
    out = capsys.readouterr().out
    for part in ("holds", "broken", "not measured", "2.00 ms", "≥ 2.5 ms", "on [this]"):
        assert part in out
