"""Large databases in little time, with synthetic texts and random vectors."""

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
from recollect.recall.embedding import vector_space
from recollect.settings import load
from recollect.wiring import build

# Shows progress: takes a label and a total, and returns a function that takes the number done.
ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]
_T = TypeVar("_T")
Floats = npt.NDArray[np.float32]

SPEAKERS: Final = ("Alice", "Bob")
_BEGIN: Final = datetime(2020, 1, 1, tzinfo=UTC)
_TURNS_PER_CONVERSATION: Final = 500
# Concurrent writers share a commit.
_WRITERS: Final = 8


def steps(bar: ProgressBar, what: str, items: Sequence[_T]) -> Iterator[_T]:
    """The items one by one, with a progress bar."""
    with bar(what, len(items)) as update:
        for number, item in enumerate(items, 1):
            yield item
            if update is not None:
                update(number)


class HashEmbedder:
    """An `Embedder` for the bundled space without its model: it hashes the text."""

    name: Final = MiniLM.name
    dims: Final = MiniLM.dims

    def warm(self) -> None:
        """Nothing has to be loaded."""

    def embed(self, text: str) -> bytes:
        """A unit vector of little-endian float32, the same for the same text."""
        # No random generator: loading one would add to the measured time and memory.
        drawn = np.frombuffer(hashlib.shake_256(text.encode()).digest(2 * self.dims), "<i2")
        vector = drawn.astype(np.float32)
        return (vector / np.linalg.norm(vector)).astype("<f4").tobytes()


def unit_vectors(count: int, seed: int) -> Floats:
    """Random unit vectors with the dimensions of the bundled embedder."""
    drawn = np.random.default_rng(seed).standard_normal((count, MiniLM.dims), np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


@dataclass(frozen=True, slots=True)
class OpenedMemory:
    """A memory with a `HashEmbedder`, and its store."""

    memory: Memory
    store: Store


@contextmanager
def open_without_model(path: Path, **settings: object) -> Iterator[OpenedMemory]:
    """Open a file without a model, without learning and without background threads."""
    components = build(load(extractor="none", **settings), path, embedder=HashEmbedder())
    with Memory(components, background=False) as memory:
        yield OpenedMemory(memory, components.store)


@dataclass(frozen=True, slots=True)
class AgentGroup:
    """Agents to create: their names, the number of turns of each, and the seed of the texts."""

    names: tuple[str, ...]
    turns: int
    seed: int


def fill(path: Path, group: AgentGroup, what: str, bar: ProgressBar) -> None:
    """Store turns with vectors for every agent of the group, and run the jobs that are due."""
    starts = [
        (agent, start)
        for agent in group.names
        for start in range(0, group.turns, _TURNS_PER_CONVERSATION)
    ]
    with open_without_model(path) as into:
        with ThreadPoolExecutor(_WRITERS) as pool:
            jobs = [
                pool.submit(_converse, into, group, number, *start)
                for number, start in enumerate(starts)
            ]
            for job in steps(bar, what, jobs):
                job.result()
        assert into.memory.sync().ok


def _converse(into: OpenedMemory, group: AgentGroup, number: int, agent: str, start: int) -> None:
    """Store one conversation of an agent, with vectors for its turns."""
    count = min(_TURNS_PER_CONVERSATION, group.turns - start)
    seed = group.seed + number
    turns = [turn_at(start + place, text) for place, text in enumerate(sentences(count, seed))]
    conversation = f"conversation-{start}"
    receipt = into.memory.agent(agent).ingest(conversation, turns)
    put_vectors(into.store, agent, conversation, receipt.ids, seed)


def turn_at(place: int, text: str) -> dict[str, str]:
    """A message of one of two speakers, an hour after the previous one."""
    speaker = SPEAKERS[place % len(SPEAKERS)]
    at = (_BEGIN + timedelta(hours=place)).isoformat()
    return {"role": "user", "content": text, "speaker": speaker, "at": at}


def put_vectors(
    store: Store, agent: str, conversation: str, ids: tuple[str, ...], seed: int
) -> None:
    """Store vectors for turns, as the background job would."""
    halves = unit_vectors(len(ids), seed).astype("<f2")
    vectors = tuple(Derived(id_, half.tobytes()) for id_, half in zip(ids, halves, strict=True))
    store.write(agent, PutVectors(conversation, vector_space(HashEmbedder()), vectors))
