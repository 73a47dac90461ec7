from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from recollect.domain.ports import Clock, Embedder
from recollect.testing import FixedClock, ToyEmbedder

START = datetime(2026, 5, 1, 12, tzinfo=UTC)


def vector(embedder: Embedder, text: str) -> np.ndarray:
    return np.frombuffer(embedder.embed(text), dtype="<f4")


def test_a_fixed_clock_moves_only_when_advanced():
    clock: Clock = FixedClock(START)
    assert clock.now() == clock.now() == START
    assert clock.advance(1.5) == clock.now() == START + timedelta(seconds=1.5)


def test_a_fixed_clock_returns_utc():
    clock = FixedClock(datetime(2026, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == START
    assert clock.now().tzinfo is UTC
    with pytest.raises(ValueError, match="aware"):
        FixedClock(datetime(2026, 5, 1))  # noqa: DTZ001 - that is the point


@pytest.mark.parametrize("text", ["tea", "I like tea", "", " ", "記憶", "x " * 10_000])
def test_a_toy_vector_has_unit_length_and_is_deterministic(text: str):
    first, again = vector(ToyEmbedder(), text), vector(ToyEmbedder(), text)
    assert first.shape == (16,)
    assert np.array_equal(first, again)
    assert np.linalg.norm(first) == pytest.approx(1, abs=1e-6)


def test_texts_that_share_words_have_similar_vectors():
    toy = ToyEmbedder(dims=64)
    tea, more_tea, other = (vector(toy, t) for t in ("I like tea", "we like TEA", "rain on Monday"))
    assert tea @ more_tea > tea @ other


def test_every_name_is_a_separate_space():
    assert not np.array_equal(vector(ToyEmbedder("a"), "tea"), vector(ToyEmbedder("b"), "tea"))
    assert (ToyEmbedder("a").name, ToyEmbedder("a", dims=8).dims) == ("a", 8)


def test_a_toy_embedder_records_its_calls_and_fails_as_scripted():
    toy = ToyEmbedder()
    toy.warm()
    toy.failures += [TimeoutError("slow"), ValueError("no")]
    for error in (TimeoutError, ValueError):
        with pytest.raises(error):
            toy.embed("tea")
    assert toy.embed("milk")
    assert toy.calls == ["tea", "tea", "milk"]
