"""A scan of bytes, after which the best are made exact, finds what an exact scan finds."""

import hashlib
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from recollect import Memory
from recollect.recall import content, pipeline, refinement, vectors
from recollect.settings import load
from recollect.wiring import build

DIMS = 48
KINDS = ["random", "heavy", "clusters", "near-duplicates", "alike"]
WORDS = "tea boat lamp river cloud stone bread glass music garden".split()
START = datetime(2026, 1, 1, tzinfo=UTC)


def drawn(kind, count, seed=1):
    """Unit vectors of one kind, as they are stored."""
    draw = np.random.default_rng(seed)
    rows = draw.standard_normal((count, DIMS))
    match kind:
        case "heavy":
            rows = rows * np.abs(rows) ** 2
        case "clusters":
            rows = rows[draw.integers(0, 9, count)] + 0.5 * rows
        case "near-duplicates":
            rows = rows[draw.integers(0, 9, count)] + 0.02 * rows
        case "alike":
            rows = rows[:1] + 1e-3 * rows
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float16).astype(np.float32)


class HashEmbedder:
    """An embedder of random vectors, the same for the same text."""

    name, dims = "hash", DIMS

    def warm(self):
        pass

    def embed(self, text):
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
        return drawn("random", 1, seed).astype("<f4").tobytes()


def said(part, number):
    """A turn; some ask, and some have several passages."""
    text = f"{WORDS[number % 10]} {number} {WORDS[number // 10 % 10]}{'?' * (number % 3 == 0)}"
    long = " And so on, for a while, about nothing in particular." * 40
    return {
        "role": "user",
        "content": text + long * (number % 90 == 7),
        "at": (START + timedelta(hours=number)).isoformat(),
        "metadata": {"part": part},
        "id": f"t{number}",
    }


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("scan")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RECOLLECT_HOME", str(path))
        chosen = load(extractor="none", optimizer_enabled=False)
        components = build(chosen, path / "m.sqlite", embedder=HashEmbedder())
    with Memory(components, background=False) as memory:
        for part in range(4):
            turns = [said(part, number) for number in range(part, 400, 4)]
            memory.agent("a").ingest(f"c{part}", turns)
        for word in WORDS:
            memory.agent("a").memories.add(f"Likes the {word}.")
            memory.agent("team").memories.add(f"Sells a {word}.")
        memory.sync()
        yield memory


def found(memory, asked):
    """What each kind of search finds."""
    agent, later = memory.agent("a"), START + timedelta(days=9)
    return [
        agent.search(asked, limit=50),
        agent.search(asked, limit=10, filters={"conversation": "c2"}),
        agent.search(asked, limit=10, filters={"after": later}),
        agent.search(asked, limit=10, filters={"metadata": {"part": 3}}),
        agent.search(asked, limit=10, as_of=later),
        agent.search(asked, limit=10, spaces=["team"]),
    ]


@pytest.fixture
def small(monkeypatch):
    """Limits that a few hundred vectors reach."""
    monkeypatch.setattr(vectors, "_BLOCK", 64)
    monkeypatch.setattr(vectors, "_MANY", 100)
    monkeypatch.setattr(content, "_MANY", 100)
    monkeypatch.setattr(pipeline, "_EXACT_ITEMS", 10)
    monkeypatch.setattr(refinement, "_CONVERSATIONS", 3)


def make_bytes(memory):
    """Search until every block has bytes."""
    for number in range(12):
        memory.agent("a").search(f"Anything {number}?", limit=1)
    with memory.recall.indexes.acquire("a") as index:
        assert all(block.has_bytes for block in index.vectors._blocks)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", KINDS)
def test_the_best_are_the_same_with_the_same_scores(kind, filled, monkeypatch):
    with filled.recall.indexes.acquire("a") as index:
        index.vectors = vectors.Vectors(DIMS)
        index.vectors.put(np.arange(index.units), drawn(kind, index.units))
    make_bytes(filled)
    asked = [f"What about the {word} in January?" for word in WORDS[:2]]
    by_bytes = [hits for text in asked for hits in found(filled, text)]
    context = filled.agent("a").context("What about the lamp?", conversation="c1")
    monkeypatch.setattr(vectors.Vectors, "scan", always_exact(vectors.Vectors.scan))
    exact = [hits for text in asked for hits in found(filled, text)]
    assert filled.agent("a").context("What about the lamp?", conversation="c1").text == context.text
    for hits, wanted in zip(by_bytes, exact, strict=True):
        scores = {hit.id: hit.score for hit in wanted}
        assert {hit.id for hit in hits[:10]} == {hit.id for hit in wanted[:10]}
        assert len({hit.id for hit in hits} & {*scores}) >= 0.98 * len(wanted)
        assert all(hit.score == pytest.approx(scores[hit.id], abs=0.05) for hit in hits[:10])


@pytest.mark.usefixtures("small")
def test_what_is_added_and_deleted_is_found(filled, monkeypatch):
    agent = filled.agent("a")
    make_bytes(filled)
    for number in range(400, 470):
        agent.remember(f"The new parrot {number} sings.", conversation="c1", id=f"t{number}")
    filled.sync()
    make_bytes(filled)
    extended = found(filled, "Which parrot sings?")
    agent.conversations.delete("c3")
    make_bytes(filled)
    after = found(filled, "Which parrot sings?")
    assert not any(hit.turn and hit.turn.conversation == "c3" for hits in after for hit in hits)
    monkeypatch.setattr(vectors.Vectors, "scan", always_exact(vectors.Vectors.scan))
    assert ids(after) == ids(found(filled, "Which parrot sings?"))
    assert ids(extended[:1]) != ids(after[:1])


def always_exact(scan):
    return lambda self, vector, size, **_: scan(self, vector, size)


def ids(found):
    return [[hit.id for hit in hits[:10]] for hits in found]
