"""Vectors in blocks, beside one matrix."""

import numpy as np
import pytest

from recollect.recall.vectors import Vectors


@pytest.mark.parametrize("steps", [[3, 1, 1, 20], [4095, 1, 1, 1], [5000, 5000], [9000, 1, 4000]])
def test_blocks_are_one_matrix(steps):
    draw = np.random.default_rng(1)
    vectors, plain = Vectors(5), np.zeros((sum(steps), 5), np.float32)
    asked = draw.standard_normal(5).astype(np.float32)
    size = 0
    for step in steps:
        # Some have no vector yet, and they do not come in order.
        places = size + draw.permutation(step)[: max(1, step * 2 // 3)]
        values = draw.standard_normal((len(places), 5)).astype(np.float32)
        vectors.put(places, values)
        plain[places] = values
        size += step
        assert vectors.near(asked, size) == pytest.approx(plain[:size] @ asked, abs=1e-5)


def test_a_row_is_added_up_alike_wherever_it_stands():
    draw = np.random.default_rng(2)
    row = draw.standard_normal(384).astype(np.float32)
    asked = draw.standard_normal(384).astype(np.float32)
    alone = Vectors(384)
    alone.put(np.array([0]), row[None])
    many = Vectors(384)
    many.put(np.arange(4200), np.repeat(row[None], 4200, axis=0))
    assert set(many.near(asked, 4200).tolist()) == set(alone.near(asked, 1).tolist())


def test_growing_does_not_move_what_lies_in_full_blocks():
    vectors = Vectors(4)
    vectors.put(np.arange(4096), np.ones((4096, 4), np.float32))
    first = vectors._blocks[0]
    vectors.put(np.arange(4096, 4100), np.ones((4, 4), np.float32))
    assert vectors._blocks[0] is first
    assert vectors.nbytes < 2 * first.nbytes
