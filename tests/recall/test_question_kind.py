"""The kind of an English question, by its vector: about what is remembered, or a general one."""

import numpy as np
import pytest

from recollect.domain.query import Query
from recollect.memory import Memory
from recollect.providers.embedders import MiniLM
from recollect.recall.question_kind import FITTED_ON, question_kind
from recollect.recall.wording import LIMIT
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build


@pytest.fixture(scope="module")
def embedder():
    return MiniLM()


@pytest.mark.parametrize(
    "text",
    [
        "what did the plumber charge us in the end",
        "which of my cousins is allergic to shellfish",
        "did we ever settle on a colour for the hall",
    ],
)
def test_a_question_about_what_was_said_is_above_zero(embedder, text):
    assert question_kind(np.frombuffer(embedder.embed(text), "<f4")) > 0


@pytest.mark.parametrize(
    "text",
    [
        "how does a heat pump work",
        "what is the boiling point of ethanol",
        "write a haiku about winter",
    ],
)
def test_a_general_question_is_below_zero(embedder, text):
    assert question_kind(np.frombuffer(embedder.embed(text), "<f4")) < 0


def test_no_vector_is_surer_than_the_limit():
    assert question_kind(np.full(384, 100, np.float32)) in (-LIMIT, LIMIT)


def test_the_weights_are_for_the_bundled_embedder():
    assert MiniLM.name == FITTED_ON


def kind_of(memory, text):
    memory.agent("ann").remember("I parked the van behind the library.", conversation="c")
    memory.sync()
    return memory.recall.signals("ann", Query(text=text)).kind


def test_only_english_questions_have_a_kind():
    with Memory.open(":memory:", extractor="none") as memory:
        assert kind_of(memory, "where did I leave the van") > 0
        assert kind_of(memory, "Wo habe ich den Lieferwagen abgestellt?") is None


def test_no_kind_is_read_from_the_vectors_of_another_embedder():
    components = build(load(extractor="none"), ":memory:", embedder=ToyEmbedder())
    with Memory(components) as memory:
        assert kind_of(memory, "where did I leave the van") is None
