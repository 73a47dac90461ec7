"""How near each unit's meaning is to the question's."""

import numpy as np

from recollect.model.ports import Embedder
from recollect.recall.index import AgentIndex, Floats
from recollect.recall.question import Question
from recollect.recall.weights import Weights


def question_vector(embedder: Embedder, question: Question, weights: Weights) -> Floats:
    """The question with the names in it and without: the name helps to find the speaker, and hides the topic."""
    asked = np.frombuffer(embedder.embed(question.text), "<f4")
    if question.stripped == question.text:
        return asked
    nameless = np.frombuffer(embedder.embed(question.stripped), "<f4")
    both = asked + weights.nameless * nameless
    return np.asarray(both / np.linalg.norm(both), np.float32)


def dense(index: AgentIndex, vector: Floats) -> Floats | None:
    """The cosine of every unit; one whose vector is still to come counts as the average."""
    if index.vectors is None or not index.embedded.any():
        return None
    near = index.vectors.near(vector, index.units)
    if not index.embedded.all():
        # Added up in double precision: the average must not depend on the order in which they came.
        near[~index.embedded] = near[index.embedded].mean(dtype=np.float64)
    return near
