"""The scores of units by their content: standardized over all, in either precision."""

import numpy as np
import pytest

from recollect.domain.columns import TurnColumns
from recollect.recall import content
from recollect.recall.content import Content
from recollect.recall.index import AgentIndex
from recollect.recall.reading import TermReader
from recollect.recall.weights import Weights

COUNT = 60


@pytest.fixture
def index():
    """Short turns of one conversation; every third asks."""
    rows = [
        ("c", str(n), n, None, "user", 0, 0, None, f"tea {n}{'?' * (n % 3 == 0)}", None)
        for n in range(COUNT)
    ]
    columns, index = TurnColumns.from_rows(rows), AgentIndex()
    index.add(columns, [TermReader().read(text).data for text in columns.content])
    return index


@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("many", [1, 1000])
def test_the_total_is_the_sum_of_the_parts(index, precision, many, monkeypatch):
    monkeypatch.setattr(content, "_MANY", many)
    draw = np.random.default_rng(1)
    words, cosines = draw.random(COUNT), draw.random(COUNT).astype(np.float32)
    scored = Content(index, words, Weights(), precision)
    scored.add_meaning(cosines)
    parts = scored.parts_of(np.arange(COUNT))
    assert scored.total.dtype == precision
    assert scored.total == pytest.approx(sum(parts.values()), abs=1e-5)
    assert parts["lexical"].std() == pytest.approx(Weights().lexical)
    assert parts["dense"].mean() == pytest.approx(0, abs=1e-6)
    assert parts["dense"].std() == pytest.approx(Weights().dense)
    assert (parts["reply"] > 0).any()


@pytest.mark.parametrize("spread", [0.0, 1e-7])
def test_nearly_equal_values_are_told_apart_and_equal_ones_are_not(index, spread):
    words = 1000 + spread * np.arange(COUNT)
    scored = Content(index, words, Weights())
    assert scored.scales["lexical"].deviation == pytest.approx(np.std(words), rel=1e-6)
    assert scored.total.std() == pytest.approx(Weights().lexical if spread else 0.0)
