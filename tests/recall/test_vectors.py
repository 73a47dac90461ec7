"""Vectors in blocks, compared with one matrix."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

from recollect.recall.vector_block import QueryVector, VectorBlock
from recollect.recall.vectors import Vectors


def near(vectors, asked, size, helpers=None):
    scan = vectors.scan(asked, size)
    scan.start(helpers)
    return scan.result()


@pytest.mark.parametrize("steps", [[3, 1, 1, 20], [8191, 1, 1, 1], [5000, 5000], [17000, 1, 4000]])
def test_blocks_equal_one_matrix(steps):
    draw = np.random.default_rng(1)
    vectors, plain = Vectors(5), np.zeros((sum(steps), 5), np.float32)
    asked = draw.standard_normal(5).astype(np.float32)
    size = 0
    for step in steps:
        # Some have no vector yet, and they are not in order.
        places = size + draw.permutation(step)[: max(1, step * 2 // 3)]
        values = draw.standard_normal((len(places), 5)).astype(np.float32)
        vectors.put(places, values)
        plain[places] = values
        size += step
        assert near(vectors, asked, size) == pytest.approx(plain[:size] @ asked, abs=1e-5)


def test_the_result_of_a_row_does_not_depend_on_its_position():
    draw = np.random.default_rng(2)
    row = draw.standard_normal(384).astype(np.float32)
    asked = draw.standard_normal(384).astype(np.float32)
    alone = Vectors(384)
    alone.put(np.array([0]), row[None])
    many = Vectors(384)
    many.put(np.arange(8300), np.repeat(row[None], 8300, axis=0))
    assert set(near(many, asked, 8300).tolist()) == set(near(alone, asked, 1).tolist())


@pytest.mark.parametrize("state", ["free", "busy", "closed"])
def test_a_helper_changes_nothing(state):
    """Whether the helper works, is busy, or has been shut down."""
    draw = np.random.default_rng(3)
    vectors = Vectors(8)
    vectors.put(np.arange(30_000), draw.standard_normal((30_000, 8)).astype(np.float32))
    asked = draw.standard_normal(8).astype(np.float32)
    alone = near(vectors, asked, 29_000)
    release = Event()
    with ThreadPoolExecutor(1) as helpers:
        if state == "busy":
            helpers.submit(release.wait)
        elif state == "closed":
            helpers.shutdown()
        try:
            found = [near(vectors, asked, 29_000, helpers) for _ in range(20)]
        finally:
            release.set()
    assert all((each == alone).all() for each in found)


def test_growing_does_not_move_full_blocks():
    vectors = Vectors(4)
    vectors.put(np.arange(8192), np.ones((8192, 4), np.float32))
    first = vectors._blocks[0]
    vectors.put(np.arange(8192, 8196), np.ones((4, 4), np.float32))
    assert vectors._blocks[0] is first
    assert vectors.nbytes < 2 * first.nbytes


def test_products_of_bytes_are_those_of_whole_numbers():
    draw = np.random.default_rng(4)
    rows = draw.integers(-127, 128, (300, 384)).astype(np.float32)
    rows[:, 0], rows[0], rows[1] = 127, 127, -127
    rows[150:] = -rows[:150]
    block = VectorBlock(300, 384)
    block.put(np.arange(300), rows)
    block.make_bytes(np.zeros(384, np.float32))
    asked = draw.integers(-127, 128, 384).astype(np.float32)
    asked[:3] = 127, -127, 127
    for vector in (asked, np.full(384, 127, np.float32)):
        products = np.zeros(300, np.float32)
        block.multiply(QueryVector.of_bytes(vector, np.zeros(384, np.float32)), products)
        assert (products == rows @ vector).all()


@pytest.fixture
def many(monkeypatch):
    monkeypatch.setattr("recollect.recall.vectors._MANY", 100)
    monkeypatch.setattr("recollect.recall.vectors._BLOCK", 64)


@pytest.mark.usefixtures("many")
def test_bytes_follow_every_change():
    draw = np.random.default_rng(5)
    plain = draw.standard_normal((300, 24)).astype(np.float32) + 2
    asked = draw.standard_normal(24).astype(np.float32)
    vectors, size = Vectors(24), 150
    vectors.put(np.arange(size), plain[:size])
    for _ in range(4):
        vectors.scan(asked, size, exact=False)
    while size < 300:
        products = vectors.scan(asked, size, exact=False).result()
        assert 0 < np.abs(products - plain[:size] @ asked).max() < 0.5
        some = np.array([0, 63, 64, size - 1])
        assert vectors.exact(asked, some) == pytest.approx(plain[some] @ asked, abs=1e-4)
        plain[[3, 70]] = draw.standard_normal((2, 24)) * 3
        vectors.put(np.array([3, 70, size]), plain[[3, 70, size]])
        size += 1
    assert vectors.scan(asked, size).is_exact
    # Five blocks: four bytes for each number, one beside them, and a scale for each row.
    assert vectors.nbytes == 5 * 64 * (24 * (4 + 1) + 4)


@pytest.mark.usefixtures("many")
def test_units_without_a_vector_are_zero():
    vectors = Vectors(3)
    vectors.put(np.arange(120), np.ones((120, 3), np.float32))
    asked = np.ones(3, np.float32)
    assert vectors.exact(asked, np.array([0, 119, 125, 400])).tolist() == [3, 3, 0, 0]
    for _ in range(4):
        assert vectors.scan(asked, 400, exact=False).result()[:120] == pytest.approx(3)


@pytest.mark.usefixtures("many")
def test_blocks_get_bytes_one_after_the_other_but_not_for_one_scan():
    vectors = Vectors(3)
    vectors.put(np.arange(150), np.ones((150, 3), np.float32))
    made = []
    for _ in range(5):
        vectors.scan(np.ones(3, np.float32), 150)
        scan = vectors.scan(np.ones(3, np.float32), 150, exact=False)
        made.append((scan.is_exact, sum(block.has_bytes for block in vectors._blocks)))
    assert made == [(True, 0), (False, 1), (False, 2), (False, 3), (False, 3)]


def test_few_vectors_are_not_turned_into_bytes():
    vectors = Vectors(3)
    vectors.put(np.arange(10_000), np.ones((10_000, 3), np.float32))
    before = vectors.nbytes
    assert vectors.scan(np.ones(3, np.float32), 10_000, exact=False).is_exact
    assert vectors.nbytes == before


def test_a_scan_does_not_wait_for_a_helper_that_was_interrupted():
    vectors = Vectors(2)
    vectors.put(np.arange(30_000), np.ones((30_000, 2), np.float32))
    scan = vectors.scan(np.ones(2, np.float32), 30_000)
    # The helper took a block and got no further.
    scan._remaining.popleft()
    assert (scan.result() == 2).all()
