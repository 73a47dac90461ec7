"""Cosine similarity between the vectors of a question and of each unit."""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

import numpy as np

from recollect.domain.ports import Embedder
from recollect.errors import ProviderError
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Floats, Numbers
from recollect.recall.question import MAX_CHARS, Question
from recollect.recall.question_kind import FITTED_ON, LANGUAGE, question_kind
from recollect.recall.terms import language_of
from recollect.recall.vectors import Scan, Vectors
from recollect.recall.weights import Weights

# Fewer texts are embedded in the background before anybody could act on a warning.
_MANY_PENDING: Final = 20


class RequestEmbedder:
    """Embeds the texts of one request: each once, and none any more after a failure."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Floats] = {}
        self._failure: str | None = None
        self._pending = 0
        self._searched = 0

    @property
    def warning(self) -> str | None:
        """Why words alone were compared: of all texts, or of many; None if they were not."""
        if self._failure is not None:
            return f"Searched by words alone, because the embedder failed: {self._failure}"
        if self._pending < _MANY_PENDING:
            return None
        return (
            f"{self._pending:,} of {self._searched:,} texts are not embedded yet;"
            " until then they are found by their words alone."
        )

    def question(self, question: Question, weights: Weights) -> Floats | None:
        """The vector of a question with its names, plus that without them; None if it failed.

        A name helps to find the speaker but hides the topic.
        """
        with_names = self.embed(question.text)
        if with_names is None or question.stripped == question.text:
            return with_names
        without_names = self.embed(question.stripped)
        if without_names is None:
            return None
        combined = with_names + weights.nameless * without_names
        return np.asarray(combined / np.linalg.norm(combined), np.float32)

    def kind(self, question: Question) -> float | None:
        """What its vector says about the kind of an English question; None if it says nothing."""
        if self._embedder is None or self._embedder.name != FITTED_ON:
            return None
        vector = self.embed(question.text)
        if vector is None or language_of(question.text[:MAX_CHARS]) != LANGUAGE:
            return None
        return question_kind(vector)

    def embed(self, text: str) -> Floats | None:
        """The vector of a text; None without an embedder, or if it failed."""
        if self._embedder is None or self._failure is not None:
            return None
        try:
            if text not in self._vectors:
                self._vectors[text] = np.frombuffer(self._embedder.embed(text), "<f4")
        except ProviderError as error:
            self.fail(error.message)
            return None
        return self._vectors[text]

    def fail(self, reason: str) -> None:
        """Embed nothing any more for this reason."""
        self._failure = reason

    def note_pending(self, index: AgentIndex) -> None:
        """Count the texts of an index, and those that have no vector yet."""
        if self._embedder is None:
            return
        self._searched += len(index)
        if not index.embedded.all():
            self._pending += int(np.count_nonzero(~index.embedded[index.first_unit]))

    def fitting(self, index: AgentIndex, vector: Floats | None) -> Floats | None:
        """The vector if it can be compared with those of an index; else None, and a warning."""
        if vector is None or index.vectors is None or len(vector) == index.vectors.dims:
            return vector
        stored = f"stored ones have {index.vectors.dims}"
        self.fail(f"its vectors have {len(vector)} numbers, but {stored}.")
        return None


@dataclass(frozen=True, slots=True)
class DenseScan:
    """The similarity of every unit, still being computed."""

    index: AgentIndex
    vectors: Vectors
    vector: Floats
    scan: Scan

    def result(self) -> Floats:
        """The cosine of every unit; one without a vector yet gets the average."""
        cosines, embedded = self.scan.result(), self.index.embedded
        if not embedded.all():
            # In double precision, so that the average does not depend on the order of the units.
            turns = self.index.turn_units
            averaged = embedded if turns is None else embedded & turns
            averaged = averaged if averaged.any() else embedded
            cosines[~embedded] = cosines[averaged].mean(dtype=np.float64)
        return cosines

    @property
    def is_exact(self) -> bool:
        """Whether the cosines need not be refined."""
        return self.scan.is_exact

    def refine(self, cosines: Floats, units: Numbers) -> None:
        """Make the cosines of these units exact; they are in ascending order."""
        units = units[self.index.embedded[units]]
        cosines[units] = self.vectors.exact(self.vector, units)


def start_scan(
    index: AgentIndex, vector: Floats, helpers: Executor | None = None, *, exact: bool = True
) -> DenseScan | None:
    """Start to compare every unit with a vector; None if no unit has a vector."""
    if index.vectors is None or not index.embedded.any():
        return None
    scan = index.vectors.scan(vector, index.units, exact=exact)
    scan.start(helpers)
    return DenseScan(index, index.vectors, vector, scan)


def dense(index: AgentIndex, vector: Floats, helpers: Executor | None = None) -> Floats | None:
    """The cosine of every unit with a vector; None if no unit has a vector."""
    scan = start_scan(index, vector, helpers)
    return None if scan is None else scan.result()
