"""How near each unit's meaning is to the question's."""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from recollect.domain.ports import Embedder
from recollect.recall.index import AgentIndex, Floats
from recollect.recall.question import Question
from recollect.recall.vectors import Scan
from recollect.recall.weights import Weights


def question_vector(embedder: Embedder, question: Question, weights: Weights) -> Floats:
    """The question with the names in it and without: the name helps to find the speaker, and hides the topic."""
    asked = np.frombuffer(embedder.embed(question.text), "<f4")
    if question.stripped == question.text:
        return asked
    nameless = np.frombuffer(embedder.embed(question.stripped), "<f4")
    both = asked + weights.nameless * nameless
    return np.asarray(both / np.linalg.norm(both), np.float32)


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near each unit is, being worked out."""

    index: AgentIndex
    scan: Scan

    def finished(self) -> Floats:
        """The cosine of every unit; one whose vector is still to come counts as the average."""
        near, embedded = self.scan.finished(), self.index.embedded
        if not embedded.all():
            # Added up in double precision: the average must not depend on the order in which they came.
            spoken = self.index.turn_units
            both = embedded if spoken is None else embedded & spoken
            near[~embedded] = near[both if both.any() else embedded].mean(dtype=np.float64)
        return near


def begun(index: AgentIndex, vector: Floats, helpers: Executor | None = None) -> Nearness | None:
    """Begin to work out how near each unit is to a vector; None where none has a vector of its own."""
    if index.vectors is None or not index.embedded.any():
        return None
    scan = index.vectors.scan(vector, index.units)
    scan.begin(helpers)
    return Nearness(index, scan)


def dense(index: AgentIndex, vector: Floats, helpers: Executor | None = None) -> Floats | None:
    """How near each unit is to a vector."""
    scan = begun(index, vector, helpers)
    return None if scan is None else scan.finished()
