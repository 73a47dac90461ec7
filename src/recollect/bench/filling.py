"""A database with many turns in little time: words that are made up, and vectors that no model has made."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from recollect.bench.texts import sentences
from recollect.domain.ports import Store
from recollect.domain.writes import Derived, PutVectors
from recollect.memory import Memory
from recollect.providers.embedders import MiniLM
from recollect.recall.embedding import space_of
from recollect.settings import load
from recollect.wiring import build

# Shows how far a long piece of work is: given what it is and how much, it takes how much is done.
Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]
_T = TypeVar("_T")
Floats = npt.NDArray[np.float32]

SPEAKERS: Final = ("Alice", "Bob")
_BEGIN: Final = datetime(2020, 1, 1, tzinfo=UTC)
_OF_CONVERSATION: Final = 500
# Writers that wait for the disk at the same time share a commit.
_WRITERS: Final = 8


def steps(bar: Bar, what: str, items: Sequence[_T]) -> Iterator[_T]:
    """The items one by one, with a bar that shows how many are done."""
    with bar(what, len(items)) as tell:
        for number, item in enumerate(items, 1):
            yield item
            if tell is not None:
                tell(number)


class StandIn:
    """An `Embedder` of the bundled one's space and none of its model: a text's vector is drawn from its hash."""

    name: Final = MiniLM.name
    dims: Final = MiniLM.dims

    def warm(self) -> None:
        """Nothing has to be loaded."""

    def embed(self, text: str) -> bytes:
        """A unit vector of little-endian float32, the same for the same text."""
        # Not by a generator: loading one would count as time and memory of what is measured.
        drawn = np.frombuffer(hashlib.shake_256(text.encode()).digest(2 * self.dims), "<i2")
        vector = drawn.astype(np.float32)
        return (vector / np.linalg.norm(vector)).astype("<f4").tobytes()


def unit_vectors(count: int, seed: int) -> Floats:
    """Vectors of the bundled embedder's length, in all directions."""
    drawn = np.random.default_rng(seed).standard_normal((count, MiniLM.dims), np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


@dataclass(frozen=True, slots=True)
class Opened:
    """A memory that embeds with a stand-in, and its store."""

    memory: Memory
    store: Store


@contextmanager
def opened(path: Path, **settings: object) -> Iterator[Opened]:
    """Open a file without a model and without a thread of its own."""
    house = build(load(**settings), path, embedder=StandIn())
    with Memory(house, background=False) as memory:
        yield Opened(memory, house.store)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Agents to be made: their names, how many turns each, and the seed of their words."""

    names: tuple[str, ...]
    turns: int
    seed: int


def fill(path: Path, crowd: Crowd, what: str, bar: Bar) -> None:
    """Give every agent of the crowd its turns with their vectors, and do the work that is then due."""
    stretches = [
        (agent, start) for agent in crowd.names for start in range(0, crowd.turns, _OF_CONVERSATION)
    ]
    with opened(path) as into:
        with ThreadPoolExecutor(_WRITERS) as pool:
            jobs = [
                pool.submit(_converse, into, crowd, number, *stretch)
                for number, stretch in enumerate(stretches)
            ]
            for job in steps(bar, what, jobs):
                job.result()
        assert into.memory.sync().ok


def _converse(into: Opened, crowd: Crowd, number: int, agent: str, start: int) -> None:
    """One conversation of an agent, with the vectors of its turns."""
    count = min(_OF_CONVERSATION, crowd.turns - start)
    seed = crowd.seed + number
    turns = [turn_at(start + place, text) for place, text in enumerate(sentences(count, seed))]
    kept = into.memory.agent(agent).ingest(f"talk-{start}", turns)
    put_vectors(into.store, agent, f"talk-{start}", kept.ids, seed)


def turn_at(place: int, text: str) -> dict[str, str]:
    """A message of one of two speakers, an hour behind the one before."""
    speaker = SPEAKERS[place % len(SPEAKERS)]
    at = (_BEGIN + timedelta(hours=place)).isoformat()
    return {"role": "user", "content": text, "speaker": speaker, "at": at}


def put_vectors(
    store: Store, agent: str, conversation: str, ids: tuple[str, ...], seed: int
) -> None:
    """Give turns vectors as the background work would."""
    halves = unit_vectors(len(ids), seed).astype("<f2")
    vectors = tuple(Derived(id_, half.tobytes()) for id_, half in zip(ids, halves, strict=True))
    store.write(agent, PutVectors(conversation, space_of(StandIn()), vectors))
