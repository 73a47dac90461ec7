"""Cosine similarity between the vectors of a question and of each unit."""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from recollect.domain.ports import Embedder
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Floats
from recollect.recall.question import Question
from recollect.recall.vectors import Scan
from recollect.recall.weights import Weights


def question_vector(embedder: Embedder, question: Question, weights: Weights) -> Floats:
    """The vector of a question with its names, plus that without them.

    A name helps to find the speaker but hides the topic.
    """
    with_names = np.frombuffer(embedder.embed(question.text), "<f4")
    if question.stripped == question.text:
        return with_names
    without_names = np.frombuffer(embedder.embed(question.stripped), "<f4")
    combined = with_names + weights.nameless * without_names
    return np.asarray(combined / np.linalg.norm(combined), np.float32)


@dataclass(frozen=True, slots=True)
class DenseScan:
    """The similarity of every unit, still being computed."""

    index: AgentIndex
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


def start_scan(
    index: AgentIndex, vector: Floats, helpers: Executor | None = None
) -> DenseScan | None:
    """Start to compare every unit with a vector; None if no unit has a vector."""
    if index.vectors is None or not index.embedded.any():
        return None
    scan = index.vectors.scan(vector, index.units)
    scan.start(helpers)
    return DenseScan(index, scan)


def dense(index: AgentIndex, vector: Floats, helpers: Executor | None = None) -> Floats | None:
    """The cosine of every unit with a vector; None if no unit has a vector."""
    scan = start_scan(index, vector, helpers)
    return None if scan is None else scan.result()
