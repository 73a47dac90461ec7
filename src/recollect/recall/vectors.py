"""The vectors of an agent's units, in blocks: growing copies one block at most."""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from typing import Final

import numpy as np

from recollect.errors import InvalidInput
from recollect.recall.index_arrays import Floats, Numbers
from recollect.recall.vector_block import QueryVector, VectorBlock, exact_products

_BLOCK = 8192
_START = 16
# With this many blocks or fewer, the caller is done before a helper thread has started.
_MAX_BLOCKS_ALONE = 2
# From this many units on, reading bytes saves more time than making the best of them exact takes.
_MANY: Final = 20_000


class Scan:
    """Dot products of many vectors with one; the caller and a helper thread share the blocks."""

    def __init__(self, blocks: Sequence[VectorBlock], query: QueryVector, size: int) -> None:
        self._blocks = tuple(blocks)
        self._query = query
        self._size = size
        self._remaining = deque(range(len(blocks)))
        self._products: dict[int, Floats] = {}

    @property
    def is_exact(self) -> bool:
        """Whether the products are those of the vectors, and not of their bytes."""
        return self._query.digits is None

    def start(self, helpers: Executor | None) -> None:
        """Start a helper thread if there are enough blocks for two."""
        if helpers is not None and len(self._remaining) > _MAX_BLOCKS_ALONE:
            # Refused while the executor shuts down: the caller then does all the work.
            with suppress(RuntimeError):
                helpers.submit(self._work)

    def result(self) -> Floats:
        """The dot products, one per unit."""
        self._work()
        # The last block of the helper is not waited for: another program may have its core.
        done = self._products.copy()
        products = np.zeros(self._size, np.float32)
        for number, block in enumerate(self._blocks):
            part = done.get(number)
            part = self._multiply(number) if part is None else part
            block.put_scaled(self._query, part, products[number * _BLOCK :][: len(part)])
        if not self.is_exact:
            products *= np.float32(self._query.scale)
            products += np.float32(self._query.offset)
        return products

    def _work(self) -> None:
        with suppress(IndexError):
            while True:
                number = self._remaining.popleft()
                self._products[number] = self._multiply(number)

    def _multiply(self, number: int) -> Floats:
        block = self._blocks[number]
        # Memory of its own: while it is computed, other values are in it.
        products = np.empty(max(0, min(len(block), self._size - number * _BLOCK)), np.float32)
        block.multiply(self._query, products)
        return products


class Vectors:
    """One row per unit, zeros where it has no vector yet."""

    def __init__(self, dims: int) -> None:
        self.dims = dims
        self._blocks: list[VectorBlock] = []
        # What bytes are differences from; None without bytes.
        self._centre: Floats | None = None
        # Whether there was a scan that need not be exact.
        self._was_scanned = False

    def put(self, places: Numbers, values: Floats) -> None:
        """Set the vectors of these units."""
        self._grow(int(places.max()) + 1)
        blocks = places // _BLOCK
        for number in np.unique(blocks).tolist():
            here = blocks == number
            self._blocks[number].put(places[here] - number * _BLOCK, values[here])

    def scan(self, vector: Floats, size: int, *, exact: bool = True) -> Scan:
        """A scan of the first `size` units, not started yet; of many, it need not be exact."""
        if not exact and size >= _MANY:
            self._make_bytes()
        if exact or self._centre is None:
            return Scan(self._blocks, QueryVector(vector), size)
        return Scan(self._blocks, QueryVector.of_bytes(vector, self._centre), size)

    def _make_bytes(self) -> None:
        """Let one more block have bytes, but none before the second scan.

        It takes 5 ms and saves 0.5 ms of each scan: not worth it for an index that is soon dropped,
        and no search is to wait for all.
        """
        if not self._was_scanned:
            self._was_scanned = True
            return
        if self._centre is None:
            self._centre = self._blocks[0].centre()
        for block in self._blocks:
            if not block.has_bytes:
                block.make_bytes(self._centre)
                return

    def exact(self, vector: Floats, units: Numbers) -> Floats:
        """The dot products of these units, which are in ascending order; 0 without a vector."""
        rows = np.empty((len(units), self.dims), np.float32)
        ends = np.searchsorted(units, _BLOCK * np.arange(1, len(self._blocks))).tolist()
        start = 0
        for number, end in enumerate([*ends, int(np.searchsorted(units, self._capacity()))]):
            if start < end:
                self._blocks[number].take(units[start:end] - number * _BLOCK, rows[start:end])
            start = end
        rows[start:] = 0
        return exact_products(rows, vector)

    @property
    def nbytes(self) -> int:
        """The memory that the vectors take."""
        return sum(block.nbytes for block in self._blocks)

    def _grow(self, size: int) -> None:
        while (capacity := self._capacity()) < size:
            last = self._blocks[-1] if self._blocks else None
            if last is None or len(last) == _BLOCK:
                wanted = min(_BLOCK, max(_START, size - capacity))
                self._blocks.append(VectorBlock(wanted, self.dims))
            else:
                last.widen(min(_BLOCK, max(2 * len(last), len(last) + size - capacity)))

    def _capacity(self) -> int:
        full = max(0, len(self._blocks) - 1) * _BLOCK
        return full + len(self._blocks[-1]) if self._blocks else 0


def check_vector(value: object) -> Floats:
    """A caller's vector, normalized to length 1."""
    try:
        given = np.asarray(value)
        vector = given.astype(np.float64) if given.dtype.kind in "iuf" else np.empty(0)
    except (TypeError, ValueError, OverflowError):
        vector = np.empty(0)
    largest = float(np.abs(vector).max()) if vector.ndim == 1 and len(vector) else 0.0
    if not largest or not np.isfinite(largest):
        message = "vector takes a list of finite numbers that are not all 0"
        raise InvalidInput(message, field="vector")
    # Scale by the largest value first, so that the norm neither overflows nor underflows.
    vector = vector / largest
    return np.asarray(vector / np.linalg.norm(vector), np.float32)
