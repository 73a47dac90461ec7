"""The memory index finds memories by word, attribute, key and meaning."""

from dataclasses import replace

import numpy as np

from recollect.domain.entry import Kind, Status
from recollect.learning.memory_index import BY_MEANING, BY_WORDS, MemoryIndex, stems_of


def by_letters(text):
    """A vector of letter counts."""
    counts = np.array([text.casefold().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"])
    return (counts / max(float(np.linalg.norm(counts)), 1.0)).astype("<f4").tobytes()


def contents(entries):
    return [entry.content for entry in entries]


def test_a_text_is_near_memories_with_its_rare_words(memory):
    known = MemoryIndex(
        memory(f"User likes {thing}.") for thing in ("tea", "boats", "chess", "cats")
    )
    assert contents(known.near("He sold all of his boats"))[0] == "User likes boats."
    assert known.near("Nothing of the sort") == []


def test_the_number_of_near_memories_is_limited(memory):
    known = MemoryIndex(memory(f"User has boat number {n}.") for n in range(40))
    assert len(known.near("my boat")) == BY_MEANING + BY_WORDS
    assert len(known.near("my boat", by_letters)) <= BY_MEANING + BY_WORDS


def test_nearness_by_meaning_needs_no_common_word(memory):
    known = MemoryIndex([memory("abc abc"), memory("xyz xyz")])
    assert contents(known.near("zzyyxx", by_letters))[0] == "xyz xyz"
    assert known.cosine("zzyyxx", memory("xyz xyz"), by_letters) > 0.99
    assert known.cosine("zzyyxx", memory("xyz xyz"), None) == 0.0


def test_a_hidden_memory_is_removed(memory):
    entry = memory("User likes boats.", attribute="hobby", value="boats")
    known = MemoryIndex([entry])
    assert len(known) == 1
    known.add(replace(entry, status=Status.DELETED))
    assert len(known) == 0
    assert known.near("boats", by_letters) == []
    assert known.with_attribute("hobby") == []
    known.add(replace(entry, status=Status.REVIEW))
    assert contents(known.near("boats")) == ["User likes boats."]


def test_an_edited_memory_is_found_only_by_its_new_words(memory):
    entry = memory("User likes boats.")
    known = MemoryIndex([entry])
    known.near("x", by_letters)
    known.add(replace(entry, content="User likes chess."))
    assert known.near("boats") == []
    assert (
        known.cosine("User likes chess.", replace(entry, content="User likes chess."), by_letters)
        > 0.99
    )


def test_the_last_to_state_an_attribute_comes_first(memory):
    known = MemoryIndex(
        memory(f"User lives in {city}.", attribute="home", value=city) for city in ("A", "B")
    )
    assert contents(known.with_attribute("home")) == ["User lives in B.", "User lives in A."]


def test_a_keyed_memory_is_found_only_by_its_key(memory):
    entry = memory("The form needs a phone number.", kind=Kind.DOMAIN, key="k")
    known = MemoryIndex([entry])
    assert known.by_key(Kind.DOMAIN, "k") == entry
    assert known.by_key(Kind.ERROR_PATTERN, "k") is None
    assert known.by_key(Kind.DOMAIN, None) is None
    assert known.near("The form needs a phone number.", by_letters) == []


def test_words_match_by_their_first_letters():
    assert stems_of("gardening") & stems_of("her gardener")
    assert stems_of("is an of") == frozenset()
