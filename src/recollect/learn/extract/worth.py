"""Which clauses are worth noting, and as what: weights that were learned from dialogues with a careful reader's notes.

`python -m recollect.bench.train` makes the weights anew (`weights.npz`). A sign's place in the table is its checksum,
so that the table needs no list of words.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from math import exp, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.learn.extract.signs import Signs
from recollect.model.entry import Kind

# How many places the table has.
PLACES: Final = 1 << 18
KIND_PLACES: Final = 1 << 15
# The kinds that a clause of a person may be noted as. The first column of the table is whether it is worth it at all.
KINDS: Final = (
    Kind.FACT,
    Kind.COMMITMENT,
    Kind.PREFERENCE,
    Kind.DECISION,
    Kind.CORRECTION,
    Kind.RELATIONSHIP,
    Kind.SKILL,
    Kind.PROCEDURE,
)


@dataclass(frozen=True, slots=True)
class Worth:
    """How likely a careful reader would note a clause, the kind he would give it, and how likely that one is."""

    noted: float
    kind: Kind
    sure: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each sign counts for, in steps: for being noted, and for each kind; and `base`, before any sign is seen."""

    worth: npt.NDArray[np.int8]
    worth_step: float
    kinds: npt.NDArray[np.int8]
    kinds_step: float
    base: npt.NDArray[np.float64]

    def weigh(self, found: Signs) -> Worth:
        """The worth of what has these signs."""
        likely, kinds = float(self.base[0]), self.base[1:].copy()
        for group in found.own:
            at = places(group)
            share = 1 / sqrt(len(group) or 1)
            likely += self._noted(at) * share
            kinds += self.kinds[[one % KIND_PLACES for one in at]].sum(axis=0, dtype=np.int64) * (
                self.kinds_step * share
            )
        for group in found.around:
            likely += self._noted(places(group)) / sqrt(len(group) or 1)
        shares = np.exp(kinds - kinds.max())
        best = int(shares.argmax())
        return Worth(1 / (1 + exp(-likely)), KINDS[best], float(shares[best] / shares.sum()))

    def _noted(self, at: list[int]) -> float:
        return int(self.worth[at].sum(dtype=np.int64)) * self.worth_step


def places(group: Iterable[str]) -> list[int]:
    """Where the signs stand in the table."""
    return [zlib.crc32(one.encode()) % PLACES for one in group]


@cache
def shipped() -> Weights:
    """The weights that are shipped."""
    data = files("recollect.learn.extract").joinpath("weights.npz").read_bytes()
    with np.load(BytesIO(data)) as found:
        return Weights(
            worth=found["worth"],
            worth_step=float(found["worth_step"]),
            kinds=found["kinds"],
            kinds_step=float(found["kinds_step"]),
            base=found["base"],
        )
