"""Logistic regression on signs, in plain numpy and in a fixed number of steps: the same examples give the same weights."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
# How far the outputs of the examples are from what they should be.
Errors = Callable[[Floats], Floats]

_STEPS: Final = 200
# What fewer examples have teaches nothing of others.
_LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class Cells:
    """What some signs come to: places in a table, and how much each counts."""

    places: tuple[int, ...]
    values: tuple[float, ...]

    def __add__(self, other: "Cells") -> "Cells":
        return Cells(self.places + other.places, self.values + other.values)


@dataclass(frozen=True, slots=True)
class _Side:
    """Cells in the order of one side: where each of its lines begins, and the line of the other side for each cell."""

    starts: Ints
    other: Ints
    value: Floats

    def summed(self, of_other: Floats) -> Floats:
        return np.add.reduceat(of_other[self.other] * self.value[:, None], self.starts, axis=0)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Examples by the columns that are in use; `columns` says which places of the table those are."""

    rows: _Side
    lines: _Side
    columns: Ints
    height: int


def matrix(examples: Sequence[Cells]) -> Matrix:
    """The matrix of these examples. A column of ones stands last, so that none is empty."""
    row = np.repeat(np.arange(len(examples)), [len(one.places) for one in examples])
    place = np.concatenate([np.array(one.places, dtype=np.int64) for one in examples])
    value = np.concatenate([np.array(one.values) for one in examples])
    often = np.bincount(place) >= _LEAST
    row, place, value = row[often[place]], place[often[place]], value[often[place]]
    columns, column = np.unique(place, return_inverse=True)
    height, width = len(examples), len(columns)
    row = np.concatenate([row, np.arange(height)])
    column = np.concatenate([column, np.full(height, width)])
    value = np.concatenate([value, np.ones(height)])
    return Matrix(
        _side(row, column, value, height), _side(column, row, value, width + 1), columns, height
    )


def fit(examples: Matrix, outputs: int, errors: Errors, *, loose: float) -> tuple[Floats, Floats]:
    """The weights of each column and the base, for each output, by Nesterov's method; greater `loose`, freer weights."""
    keep = np.full((len(examples.columns) + 1, 1), 1 / loose)
    keep[-1] = 0  # the base is free
    pace = 1 / (_steepness(examples) / 2 + 1 / loose)
    weights = ahead = np.zeros((len(keep), outputs))
    for step in range(_STEPS):
        missed = errors(examples.rows.summed(ahead))
        after = ahead - pace * (examples.lines.summed(missed) + keep * ahead)
        ahead = after + step / (step + 3) * (after - weights)
        weights = after
    return weights[:-1], weights[-1]


def _side(of: Ints, other: Ints, value: Floats, lines: int) -> _Side:
    order = np.argsort(of, kind="stable")
    return _Side(np.searchsorted(of[order], np.arange(lines)), other[order], value[order])


def _steepness(examples: Matrix) -> float:
    """The greatest eigenvalue of the matrix by its transpose, by the power method."""
    size, weights = 1.0, np.ones((len(examples.columns) + 1, 1))
    for _ in range(20):
        weights = examples.lines.summed(examples.rows.summed(weights))
        size = float(np.sqrt((weights**2).sum()))
        weights = weights / size
    return size * 1.05
