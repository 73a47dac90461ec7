"""The memories of an agent are found by word, by attribute, by key and by meaning."""

from dataclasses import replace

import numpy as np

from recollect.domain.entry import Kind, Status
from recollect.learning.known import BY_MEANING, BY_WORDS, Known, stems_of


def by_letters(text):
    """A vector of how often each letter stands in a text."""
    counts = np.array([text.casefold().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"])
    return (counts / max(float(np.linalg.norm(counts)), 1.0)).astype("<f4").tobytes()


def contents(entries):
    return [entry.content for entry in entries]


def test_a_text_is_near_what_shares_its_rare_words(memory):
    known = Known(memory(f"User likes {thing}.") for thing in ("tea", "boats", "chess", "cats"))
    assert contents(known.near("He sold all of his boats"))[0] == "User likes boats."
    assert known.near("Nothing of the sort") == []


def test_no_more_are_near_than_can_be_compared(memory):
    known = Known(memory(f"User has boat number {n}.") for n in range(40))
    assert len(known.near("my boat")) == BY_MEANING + BY_WORDS
    assert len(known.near("my boat", by_letters)) <= BY_MEANING + BY_WORDS


def test_what_is_near_by_meaning_needs_no_word_in_common(memory):
    known = Known([memory("abc abc"), memory("xyz xyz")])
    assert contents(known.near("zzyyxx", by_letters))[0] == "xyz xyz"
    assert known.likeness("zzyyxx", memory("xyz xyz"), by_letters) > 0.99
    assert known.likeness("zzyyxx", memory("xyz xyz"), None) == 0.0


def test_what_is_shown_no_more_is_held_no_longer(memory):
    entry = memory("User likes boats.", attribute="hobby", value="boats")
    known = Known([entry])
    assert len(known) == 1
    known.add(replace(entry, status=Status.DELETED))
    assert len(known) == 0
    assert known.near("boats", by_letters) == []
    assert known.stating("hobby") == []
    known.add(replace(entry, status=Status.REVIEW))
    assert contents(known.near("boats")) == ["User likes boats."]


def test_a_memory_with_other_words_is_found_by_those_alone(memory):
    entry = memory("User likes boats.")
    known = Known([entry])
    known.near("x", by_letters)
    known.add(replace(entry, content="User likes chess."))
    assert known.near("boats") == []
    assert (
        known.likeness("User likes chess.", replace(entry, content="User likes chess."), by_letters)
        > 0.99
    )


def test_the_last_to_state_an_attribute_comes_first(memory):
    known = Known(
        memory(f"User lives in {city}.", attribute="home", value=city) for city in ("A", "B")
    )
    assert contents(known.stating("home")) == ["User lives in B.", "User lives in A."]


def test_what_is_kept_under_a_key_is_found_by_it_alone(memory):
    entry = memory("The form needs a phone number.", kind=Kind.DOMAIN, key="k")
    known = Known([entry])
    assert known.keyed(Kind.DOMAIN, "k") == entry
    assert known.keyed(Kind.ERROR_PATTERN, "k") is None
    assert known.keyed(Kind.DOMAIN, None) is None
    assert known.near("The form needs a phone number.", by_letters) == []


def test_words_are_the_same_by_their_first_letters():
    assert stems_of("gardening") & stems_of("her gardener")
    assert stems_of("is an of") == frozenset()
