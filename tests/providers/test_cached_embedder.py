"""The cache: the inner vector, made once, bounded, and forgotten when told to."""

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from recollect.errors import ProviderUnavailable
from recollect.providers.embedders import CachedEmbedder


class Counting:
    """An embedder whose vector is the text's length, and which knows what it was asked."""

    name = "counting"
    dims = 1

    def __init__(self, before: Callable[[], None] = lambda: None) -> None:
        self.asked: list[str] = []
        self.warmed = 0
        self._before = before

    def warm(self) -> None:
        self.warmed += 1

    def embed(self, text: str) -> bytes:
        self.asked.append(text)
        self._before()
        return len(text).to_bytes(4, "little")


def test_the_same_text_is_embedded_once() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    assert cached.embed("hello") == cached.embed("hello") == Counting().embed("hello")
    assert inner.asked == ["hello"]


def test_it_speaks_for_the_inner_embedder() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    cached.warm()
    assert (cached.name, cached.dims, inner.warmed) == ("counting", 1, 1)


def test_the_text_used_longest_ago_goes_first() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, entries=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        cached.embed(text)
    assert inner.asked == ["a", "b", "c", "b"]


def test_no_entries_means_no_cache() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, entries=0)
    cached.embed("a")
    cached.embed("a")
    assert inner.asked == ["a", "a"]


def test_clear_forgets_everything() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    cached.embed("a")
    cached.clear()
    cached.embed("a")
    assert inner.asked == ["a", "a"]


def test_a_vector_under_way_during_clear_is_not_kept() -> None:
    def erase() -> None:
        cached.clear()

    inner = Counting(before=erase)
    cached = CachedEmbedder(inner)
    cached.embed("a")
    cached.embed("a")
    assert inner.asked == ["a", "a"]


def test_no_text_is_held() -> None:
    cached = CachedEmbedder(Counting())
    cached.embed("a very private sentence")
    assert b"private" not in pickle.dumps(cached._cache._vectors)


def test_a_failure_is_not_remembered() -> None:
    failing = [True]

    def fail_once() -> None:
        if failing.pop():
            failing.append(False)
            raise ProviderUnavailable("away")
        failing.append(False)

    cached = CachedEmbedder(Counting(before=fail_once))
    with pytest.raises(ProviderUnavailable):
        cached.embed("a")
    assert cached.embed("a") == Counting().embed("a")


def test_a_lone_surrogate_has_a_hash_too() -> None:
    assert CachedEmbedder(Counting()).embed("\ud800") == Counting().embed("x")


def test_threads_share_it() -> None:
    cached = CachedEmbedder(Counting(), entries=7)
    texts = ["x" * (n % 20) for n in range(2000)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(cached.embed, texts)) == [Counting().embed(t) for t in texts]
    assert len(cached._cache._vectors) == 7
