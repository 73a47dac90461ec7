"""Large databases in little time, with synthetic texts and random vectors."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from recollect.bench.texts import sentences
from recollect.domain.ports import Store
from recollect.domain.turn import NewTurn
from recollect.domain.writes import AddTurn, Derived, PutVectors, Write
from recollect.learning.intake import Intake
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
_TURNS_PER_COMMIT: Final = 1_000
# More texts than there are words: how often each word occurs stays the same.
_DIFFERENT_TURNS: Final = 20_000


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
    """A memory with a `HashEmbedder`, its store, and what turns pass through before it."""

    memory: Memory
    store: Store
    intake: Intake
    # Lets the database store the readings and vectors of this process.
    prepare: Callable[[], None]


@contextmanager
def open_without_model(path: Path, **settings: object) -> Iterator[OpenedMemory]:
    """Open a file without a model, without learning and without background threads."""
    components = build(load(extractor="none", **settings), path, embedder=HashEmbedder())
    with Memory(components, background=False) as memory:
        prepare = components.worker.prepare
        yield OpenedMemory(memory, components.store, components.intake, prepare)


@dataclass(frozen=True, slots=True)
class AgentGroup:
    """Agents to create: their names, the number of turns of each, and the seed of the texts."""

    names: tuple[str, ...]
    turns: int
    seed: int


def fill(path: Path, group: AgentGroup, what: str, bar: ProgressBar) -> None:
    """Store turns with vectors for every agent of the group, without jobs: nothing is left to do.

    Texts recur, in other conversations and at other agents: each is checked and read once.
    """
    at_once = max(1, _TURNS_PER_COMMIT // group.turns)
    batches = [
        (start, group.names[first : first + at_once])
        for start in range(0, group.turns, _TURNS_PER_CONVERSATION)
        for first in range(0, len(group.names), at_once)
    ]
    with open_without_model(path) as into:
        into.prepare()
        said = cache(partial(_said, into.intake, group))
        writes = lru_cache(1)(partial(_conversation, said, group))
        for start, names in steps(bar, what, batches):
            into.store.write_every([(name, writes(start)) for name in names])


def _said(intake: Intake, group: AgentGroup, start: int) -> tuple[NewTurn, ...]:
    """The messages of one conversation, checked and read."""
    count = min(_TURNS_PER_CONVERSATION, group.turns - start)
    texts = sentences(count, group.seed + start)
    return intake.turns([turn_at(start + place, text) for place, text in enumerate(texts)])


def _conversation(
    said: Callable[[int], Sequence[NewTurn]], group: AgentGroup, start: int
) -> tuple[Write, ...]:
    """The writes of one conversation, with vectors for its turns."""
    name, first = f"conversation-{start}", start % _DIFFERENT_TURNS
    later = timedelta(hours=start - first)
    turns = [
        replace(turn, id=str(place), at=turn.at + later)
        for place, turn in enumerate(said(first), start)
        if place < group.turns
    ]
    ids = tuple(str(turn.id) for turn in turns)
    return (*(AddTurn(name, turn) for turn in turns), _vectors(name, ids, group.seed + start))


def turn_at(place: int, text: str) -> dict[str, str]:
    """A message of one of two speakers, an hour after the previous one."""
    speaker = SPEAKERS[place % len(SPEAKERS)]
    at = (_BEGIN + timedelta(hours=place)).isoformat()
    return {"role": "user", "content": text, "speaker": speaker, "at": at}


def put_vectors(
    store: Store, agent: str, conversation: str, ids: tuple[str, ...], seed: int
) -> None:
    """Store vectors for turns, as the background job would."""
    store.write(agent, _vectors(conversation, ids, seed))


def _vectors(conversation: str, ids: tuple[str, ...], seed: int) -> PutVectors:
    halves = unit_vectors(len(ids), seed).astype("<f2")
    vectors = tuple(Derived(id_, half.tobytes()) for id_, half in zip(ids, halves, strict=True))
    return PutVectors(conversation, vector_space(HashEmbedder()), vectors)
