"""The memories of an agent, found by nearness: a new statement is compared with a few of them, not with all."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from heapq import nsmallest
from math import log
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.domain.entry import SHOWN, Entry, Kind
from recollect.domain.similarity import stem_of, stems_of

# Makes the vector of a text; None where it cannot be had.
Embed = Callable[[str], bytes | None]

# So many are near by meaning, so many by words.
BY_MEANING: Final = 3
BY_WORDS: Final = 1
# A word that more memories have says little about any of them.
_COMMON: Final = 1000


class Known:
    """What is held now, by word, by attribute, by key and by meaning; built once and kept up to date."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: dict[str, Entry] = {}
        self._stems: dict[str, frozenset[str]] = {}
        self._by_stem: dict[str, dict[str, None]] = {}
        self._by_attribute: dict[str, dict[str, None]] = {}
        self._by_key: dict[tuple[Kind, str], str] = {}
        self._vectors = _Vectors()
        # Those that have no vector yet, in the order they came.
        self._to_embed: dict[str, None] = {}
        for entry in entries:
            self.add(entry)

    def __len__(self) -> int:
        """How many memories are held."""
        return len(self._entries)

    def add(self, entry: Entry) -> None:
        """Hold a memory; one that is shown no more is held no longer."""
        old = self._entries.get(entry.id)
        if old is not None:
            self._remove(old, keep_vector=old.content == entry.content)
        if entry.status not in SHOWN:
            self._vectors.remove(entry.id)
            return
        self._entries[entry.id] = entry
        if entry.key is None and self._vectors.get(entry.id) is None:
            self._to_embed[entry.id] = None
        self._stems[entry.id] = stems_of(f"{entry.subject or ''} {entry.content}")
        for stem in self._stems[entry.id]:
            self._by_stem.setdefault(stem, {})[entry.id] = None
        if entry.attribute:
            self._by_attribute.setdefault(entry.attribute, {})[entry.id] = None
        if entry.key is not None:
            self._by_key[entry.kind, entry.key] = entry.id

    def get(self, name: str) -> Entry | None:
        """The memory of this id, if it is held."""
        return self._entries.get(name)

    def keyed(self, kind: Kind, key: str | None) -> Entry | None:
        """The memory under a key."""
        name = self._by_key.get((kind, key)) if key is not None else None
        return self._entries.get(name) if name else None

    def stating(self, attribute: str) -> list[Entry]:
        """The memories that state an attribute, the latest first."""
        return [self._entries[name] for name in reversed(self._by_attribute.get(attribute, {}))]

    def near(self, text: str, embed: Embed | None = None) -> list[Entry]:
        """The memories that a text may have to do with, the nearest first; those under a key aside."""
        scores = self._by_words(stems_of(text))
        meant = self._by_meaning(text, embed)
        # Without vectors the words have to do for both.
        count = BY_WORDS if meant else BY_MEANING + BY_WORDS
        shared = nsmallest(count, scores, key=lambda name: (-scores[name], name))
        return [self._entries[name] for name in dict.fromkeys((*meant, *shared))]

    def sharing(self, words: frozenset[str]) -> list[Entry]:
        """Every memory that shares a word with these."""
        found: dict[str, None] = {}
        for word in words:
            found |= self._by_stem.get(stem_of(word), {})
        return [self._entries[name] for name in found]

    def likeness(self, text: str, entry: Entry, embed: Embed | None) -> float:
        """The cosine of a text and a memory; 0 where no vector can be had."""
        own = _vector(text, embed)
        other = self._vector_of(entry, embed)
        return 0.0 if own is None or other is None else float(own @ other)

    def _by_words(self, stems: frozenset[str]) -> dict[str, float]:
        """How much each memory shares with these words; rare words count for more."""
        scores: dict[str, float] = defaultdict(float)
        every = len(self._entries) + 1
        for stem in stems:
            holders = self._by_stem.get(stem, {})
            if not 0 < len(holders) <= _COMMON:
                continue
            weight = log(every / len(holders))
            for name in holders:
                if self._entries[name].key is None:
                    scores[name] += weight
        return {name: score / len(self._stems[name]) ** 0.5 for name, score in scores.items()}

    def _by_meaning(self, text: str, embed: Embed | None) -> list[str]:
        own = _vector(text, embed)
        if own is None:
            return []
        for name in list(self._to_embed):
            self._vector_of(self._entries[name], embed)
        return self._vectors.nearest(own, BY_MEANING)

    def _vector_of(self, entry: Entry, embed: Embed | None) -> npt.NDArray[np.float32] | None:
        held = self._vectors.get(entry.id)
        if held is None:
            held = _vector(entry.content, embed)
            if held is not None and self._to_embed.pop(entry.id, 0) is None:
                self._vectors.put(entry.id, held)
        return held

    def _remove(self, entry: Entry, *, keep_vector: bool) -> None:
        del self._entries[entry.id]
        self._to_embed.pop(entry.id, None)
        for stem in self._stems.pop(entry.id):
            self._by_stem[stem].pop(entry.id, None)
        if entry.attribute:
            self._by_attribute.get(entry.attribute, {}).pop(entry.id, None)
        if entry.key is not None:
            self._by_key.pop((entry.kind, entry.key), None)
        if not keep_vector:
            self._vectors.remove(entry.id)


class _Vectors:
    """Vectors by name in one matrix, so that all are compared at once."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._rows: dict[str, int] = {}
        self._matrix = np.empty((0, 0), np.float32)

    def get(self, name: str) -> npt.NDArray[np.float32] | None:
        row = self._rows.get(name)
        return None if row is None else self._matrix[row]

    def put(self, name: str, vector: npt.NDArray[np.float32]) -> None:
        if len(self._names) == len(self._matrix):
            more = np.empty((max(64, 2 * len(self._names)), vector.size), np.float32)
            if self._names:
                more[: len(self._names)] = self._matrix
            self._matrix = more
        self._rows[name] = len(self._names)
        self._matrix[len(self._names)] = vector
        self._names.append(name)

    def remove(self, name: str) -> None:
        """Put the last one in its place."""
        row = self._rows.pop(name, None)
        if row is None:
            return
        last = self._names.pop()
        if last != name:
            self._names[row], self._rows[last] = last, row
            self._matrix[row] = self._matrix[len(self._names)]

    def nearest(self, vector: npt.NDArray[np.float32], count: int) -> list[str]:
        if not self._names:
            return []
        scores = self._matrix[: len(self._names)] @ vector
        ranked = nsmallest(count, zip((-scores).tolist(), self._names, strict=True))
        return [name for _, name in ranked]


def _vector(text: str, embed: Embed | None) -> npt.NDArray[np.float32] | None:
    made = embed(text) if embed else None
    return None if made is None else np.frombuffer(made, "<f4")
