"""Which clauses are worth noting, and as what: by their signs and by what a careful reader notices in their words.

The weights of the signs were learned from dialogues with notes; `python -m recollect.bench.train` makes them anew
(`weights.npz`). A sign's place in the table is its checksum, so that the table needs no list of words.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import exp, log, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.learn.extract.signs import Around, Signs
from recollect.model.entry import Kind
from recollect.model.noticed import NOTED_KINDS, Noticed

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
_PLACES_OF_KINDS: Final = tuple(NOTED_KINDS.index(kind) for kind in KINDS)
_SURE: Final = 20.0


# How much the signs and the words noticed count, each in log-odds. Neither does as well alone: what the one has never
# seen, the other may have.
_SHARE: Final = 0.7
_AGAINST: Final = -3.0
# The kind of a rule gives way where hardly any reader would accept it, and most would accept another.
_HARDLY: Final = 0.3
_RATHER: Final = 0.5


@dataclass(frozen=True, slots=True)
class Worth:
    """How likely a careful reader would note a clause, and how well each of `KINDS` would do."""

    noted: float
    kinds: npt.NDArray[np.float64]
    # How likely its words alone would be accepted as each of them, where they were read.
    accepted: npt.NDArray[np.float64] | None = None

    def seen(self, words: Sequence[Noticed], *, formed: bool) -> "Worth":
        """The same with what is noticed in its words; less can speak against a clause of a known form."""
        if not words:
            return self
        signs_say = log(self.noted / (1 - self.noted))
        words_say = sum(word.worth for word in words) / len(words)
        if formed:
            words_say = max(words_say, _AGAINST)
        kinds = np.mean(
            [[word.kinds[place] for place in _PLACES_OF_KINDS] for word in words], axis=0
        )
        return Worth(_likely(_SHARE * (signs_say + words_say)), self.kinds * kinds, kinds)

    @property
    def kind(self) -> Kind:
        """The likeliest kind."""
        return KINDS[int(self.kinds.argmax())]

    def share(self, kind: Kind) -> float:
        """How likely it is of a kind; of one that is only given by rules it is certain."""
        return float(self.kinds[KINDS.index(kind)]) if kind in KINDS else 1.0

    def kind_or(self, kind: Kind) -> Kind:
        """This one of `KINDS`, or the likeliest where the words speak against it."""
        if self.accepted is None:
            return kind
        hardly = self.accepted[KINDS.index(kind)] < _HARDLY
        return self.kind if hardly and self.accepted[self.kinds.argmax()] > _RATHER else kind

    def kind_but(self, other: Kind) -> Kind:
        """The likeliest kind but this one."""
        return max(
            (share, kind)
            for share, kind in zip(self.kinds, KINDS, strict=True)
            if kind is not other
        )[1]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
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
        likely += _said_around(self, found.around)
        shares = np.exp(kinds - kinds.max())
        return Worth(_likely(likely), shares / shares.sum())

    def noted(self, group: Iterable[str]) -> float:
        """What the signs of a group count for being noted."""
        return self._noted(places(group))

    def _noted(self, at: list[int]) -> float:
        return int(self.worth[at].sum(dtype=np.int64)) * self.worth_step


def _likely(odds: float) -> float:
    """How likely something of these log-odds is; never quite certain."""
    return 1 / (1 + exp(-max(-_SURE, min(_SURE, odds))))


def places(group: Iterable[str]) -> list[int]:
    """Where the signs stand in the table."""
    return [zlib.crc32(one.encode()) % PLACES for one in group]


# The same turn stands around many clauses.
@lru_cache(maxsize=4)
def _said_around(weights: Weights, around: Around) -> float:
    return sum(weights.noted(group) / sqrt(len(group) or 1) for group in around.groups)


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
