"""The vectors of an agent's units, in blocks: growing never moves more than one of them."""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

_BLOCK = 8192
_START = 16
# So many blocks are done before a helper has even begun.
_ALONE = 2


class Scan:
    """The product of many vectors with one, on its way: whoever has time takes the next block."""

    def __init__(self, blocks: Sequence[Floats], vector: Floats, size: int) -> None:
        self._left = deque(enumerate(blocks))
        self._vector = vector
        self._found = np.zeros(size, np.float32)
        self._helper: Future[None] | None = None

    def begin(self, helpers: Executor | None) -> None:
        """Let a helper begin, where there is enough for two."""
        if helpers is not None and len(self._left) > _ALONE:
            # Refused when all is being closed: then whoever wants the result does it alone.
            with suppress(RuntimeError):
                self._helper = helpers.submit(self._work)

    def finished(self) -> Floats:
        """The products, one for each unit."""
        self._work()
        # A helper that is kept busy elsewhere has taken no block, and is not waited for.
        if self._helper is not None and not self._helper.cancel():
            self._helper.result()
        return self._found

    def _work(self) -> None:
        with suppress(IndexError):
            while True:
                number, block = self._left.popleft()
                part = self._found[number * _BLOCK : number * _BLOCK + len(block)]
                # Nearly as fast as BLAS on one thread (100,000 × 384: 9.7 against 8.7 ms), and each row is added up
                # alike wherever it stands, which BLAS does not promise. BLAS left to itself took 4 to 16 ms on two
                # cores: it waits for all its threads, also for one that another program keeps from its core.
                np.einsum("ij,j->i", block[: len(part)], self._vector, out=part)


class Vectors:
    """A row for each unit, zeros where it has no vector yet."""

    def __init__(self, dims: int) -> None:
        self.dims = dims
        self._blocks: list[Floats] = []

    def put(self, places: Places, values: Floats) -> None:
        """Set the vectors of these units."""
        self._make_room(int(places.max()) + 1)
        blocks = places // _BLOCK
        for number in np.unique(blocks).tolist():
            here = blocks == number
            self._blocks[number][places[here] - number * _BLOCK] = values[here]

    def scan(self, vector: Floats, size: int) -> Scan:
        """The product of each of the first units with a vector, still to be begun."""
        return Scan(self._blocks, vector, size)

    @property
    def nbytes(self) -> int:
        """How much room this takes."""
        return sum(block.nbytes for block in self._blocks)

    def _make_room(self, size: int) -> None:
        while (room := self._room()) < size:
            last = self._blocks[-1] if self._blocks else None
            if last is None or len(last) == _BLOCK:
                wanted = min(_BLOCK, max(_START, size - room))
                self._blocks.append(np.zeros((wanted, self.dims), np.float32))
            else:
                wanted = min(_BLOCK, max(2 * len(last), len(last) + size - room))
                wider = np.zeros((wanted, self.dims), np.float32)
                wider[: len(last)] = last
                self._blocks[-1] = wider

    def _room(self) -> int:
        full = max(0, len(self._blocks) - 1) * _BLOCK
        return full + len(self._blocks[-1]) if self._blocks else 0
