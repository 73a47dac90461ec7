"""An index of an agent's memories, so that a new statement is compared with few of them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from heapq import nsmallest
from math import log
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.domain.entry import SHOWN, Entry, Kind
from recollect.domain.ports import Embedder
from recollect.domain.similarity import same_stem, stem_of, stems_of
from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable

# Embeds a text; None if it cannot be embedded.
Embed = Callable[[str], bytes | None]

# How many candidates come from vectors, and how many from words.
BY_MEANING: Final = 3
BY_WORDS: Final = 1
# Words in more memories than this say little about any of them.
_COMMON: Final = 1000


def embed_by(embedder: Embedder | None) -> Embed | None:
    """A function that embeds a text, or None without an embedder; rejected texts have no vector."""
    if embedder is None:
        return None

    def embed(text: str) -> bytes | None:
        try:
            return embedder.embed(text)
        except (ProviderUnavailable, CircuitOpen):
            # Judging without the vector now would give another verdict than later.
            raise
        except ProviderError:
            return None

    return embed


class MemoryIndex:
    """The visible memories by word, attribute, key and meaning; updated incrementally."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: dict[str, Entry] = {}
        self._stems: dict[str, frozenset[str]] = {}
        self._by_stem: dict[str, dict[str, None]] = {}
        self._by_attribute: dict[str, dict[str, None]] = {}
        self._by_key: dict[tuple[Kind, str], str] = {}
        self._vectors = _Vectors()
        # Memories without a vector, in order of arrival.
        self._to_embed: dict[str, None] = {}
        for entry in entries:
            self.add(entry)

    def __len__(self) -> int:
        """How many memories are indexed."""
        return len(self._entries)

    def add(self, entry: Entry) -> None:
        """Index a memory, or remove it if it is no longer visible."""
        old = self._entries.get(entry.id)
        if old is not None:
            self._remove(old, keep_vector=old.content == entry.content)
        if entry.status not in SHOWN:
            self._vectors.remove(entry.id)
            return
        self._entries[entry.id] = entry
        if (entry.key is None or entry.is_standing) and self._vectors.get(entry.id) is None:
            self._to_embed[entry.id] = None
        self._stems[entry.id] = stems_of(f"{entry.subject or ''} {entry.content}")
        for stem in self._stems[entry.id]:
            self._by_stem.setdefault(stem, {})[entry.id] = None
        if entry.attribute:
            self._by_attribute.setdefault(entry.attribute, {})[entry.id] = None
        if entry.key is not None:
            self._by_key[entry.kind, entry.key] = entry.id

    def get(self, name: str) -> Entry | None:
        """The memory with this id, if it is indexed."""
        return self._entries.get(name)

    def by_key(self, kind: Kind, key: str | None) -> Entry | None:
        """The memory under a key."""
        name = self._by_key.get((kind, key)) if key is not None else None
        return self._entries.get(name) if name else None

    def with_attribute(self, attribute: str) -> list[Entry]:
        """The memories that state an attribute, the latest first."""
        return [self._entries[name] for name in reversed(self._by_attribute.get(attribute, {}))]

    def near(self, text: str, embed: Embed | None = None) -> list[Entry]:
        """The memories that a text may relate to, nearest first; tool knowledge is excluded."""
        scores = self._by_words(stems_of(text))
        by_meaning = self._by_meaning(text, embed)
        # Without vectors, words supply all candidates.
        count = BY_WORDS if by_meaning else BY_MEANING + BY_WORDS
        by_words = nsmallest(count, scores, key=lambda name: (-scores[name], name))
        return [self._entries[name] for name in dict.fromkeys((*by_meaning, *by_words))]

    def sharing_words(self, words: frozenset[str]) -> list[Entry]:
        """Every memory that shares a word with these."""
        found: dict[str, None] = {}
        for word in words:
            found |= self._by_stem.get(stem_of(word), {})
        return [self._entries[name] for name in found]

    def having_all(self, stems: frozenset[str]) -> list[Entry]:
        """The memories with all of these words, in any form: live, lives; none without words."""
        found = [self._with_form_of(stem) for stem in stems]
        names = set[str]().union(*found[:1]).intersection(*found)
        return [self._entries[name] for name in self._entries if name in names] if names else []

    def _with_form_of(self, stem: str) -> set[str]:
        forms = [other for other in self._by_stem if same_stem(stem, other)]
        return {name for form in forms for name in self._by_stem[form]}

    def about_any(self, names: frozenset[str]) -> list[Entry]:
        """The memories about one of these, or that mention it."""
        return [
            entry
            for entry in self._entries.values()
            if entry.subject in names or any(item.name in names for item in entry.mentions)
        ]

    def cosine(self, text: str, entry: Entry, embed: Embed | None) -> float:
        """The cosine similarity of a text and a memory; 0 without vectors."""
        own = _vector(text, embed)
        other = self._vector_of(entry, embed)
        return 0.0 if own is None or other is None else float(own @ other)

    def _by_words(self, stems: frozenset[str]) -> dict[str, float]:
        """How much each memory shares with these words; rare words weigh more."""
        scores: dict[str, float] = defaultdict(float)
        total = len(self._entries) + 1
        for stem in stems:
            matches = self._by_stem.get(stem, {})
            if not 0 < len(matches) <= _COMMON:
                continue
            weight = log(total / len(matches))
            for name in matches:
                if self._entries[name].key is None or self._entries[name].is_standing:
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
        vector = self._vectors.get(entry.id)
        if vector is None:
            vector = _vector(entry.content, embed)
            if vector is not None and self._to_embed.pop(entry.id, 0) is None:
                self._vectors.put(entry.id, vector)
        return vector

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
        """Remove a vector; the last one takes its row."""
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
    raw = embed(text) if embed else None
    return None if raw is None else np.frombuffer(raw, "<f4")
