"""Vectors in blocks, compared with one matrix."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

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
