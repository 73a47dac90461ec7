"""Which words, numbers and names of two statements agree."""

import re
from itertools import filterfalse
from typing import Final

from recollect.domain.entry import Entry
from recollect.domain.similarity import stems_of
from recollect.languages.detect import detect
from recollect.languages.subjects import distinctive_words
from recollect.languages.words import (
    common_words,
    is_pronoun,
    names_speaker,
    negations_in,
    states_value,
)
from recollect.learning.joined_parts import content_stems

_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
# A capital letter inside a sentence; the first word has one anyway.
_NAME: Final = re.compile(r"(?<=[\w,;'’\"(] )[A-ZÀ-ÖØ-Þ][\w'’-]+|(?<=\()[A-ZÀ-ÖØ-Þ][\w'’-]+")
_CLAUSE: Final = re.compile("[,;]")
_WORD: Final = re.compile(r"(?<![\w'’+#.-])[\w'’+#.-]*\w[+#]*")
# Two statements that share this part of the shorter one's words are about the same thing.
_SHARED_WORDS: Final = 0.5
# Of all words, common ones included.
_SAME_WORDS: Final = 0.8


def in_own_words(memory: Entry) -> str:
    """What was said, or what a person made of it; not "User lives in Leeds"."""
    return memory.content if memory.edited else memory.quote or memory.content


def words_in_order(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.casefold())


def shares_a_word(text: str, other: str) -> bool:
    """Whether a word of the one, other than numbers and common words, is in the other."""
    return not content_stems(_NUMBER.sub(" ", text)).isdisjoint(stems_of(other))


def is_same_topic(one: str, other: str) -> bool:
    """Whether two statements are about the same thing; one common name is not enough."""
    words, other_words = (content_stems(_NUMBER.sub(" ", text)) for text in (one, other))
    fewest = min(len(words), len(other_words))
    return len(words & other_words) >= max(_SHARED_WORDS * fewest, min(2, fewest), 1)


def is_same_but_for_a_number(one: str, other: str) -> bool:
    """Whether two statements have nearly all words but numbers in common."""
    words, other_words = (
        {*words_in_text(text)} - {*_NUMBER.findall(text)} for text in (one, other)
    )
    return len(words & other_words) >= _SAME_WORDS * min(len(words), len(other_words))


def differs_in_one_word(one: str, other: str) -> bool:
    """Whether two sentences differ in exactly one word: Thai food, Chinese food."""
    words, other_words = words_in_order(one), words_in_order(other)
    return (
        len(words) == len(other_words)
        and sum(a != b for a, b in zip(words, other_words, strict=True)) == 1
    )


def differs_only_in_value(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two texts say in the same words that another value holds: "my new boss is Karin".

    "Karin Holt" is no other than "Karin".
    """
    frames, values = [], []
    for text, value in (one, other):
        words = words_in_order(text.replace(value, " "))
        # "My boss is Tom" and "I have a new boss, his name is Sean" are both about the speaker's.
        nouns = {*filterfalse(is_pronoun, filterfalse(states_value, words))}
        frames.append((nouns, names_speaker(text)))
        values.append(words_in_text(value))
    return frames[0] == frames[1] and not values[0] <= values[1] and not values[1] <= values[0]


def numbers_and_names(text: str) -> frozenset[str]:
    """The numbers and names of a text, which have to agree."""
    return frozenset((*_NUMBER.findall(text), *map(str.casefold, _NAME.findall(text))))


def is_denied(text: str) -> bool:
    """Whether a text contains an odd number of negations, by the words of its language."""
    code = detect(text, None)
    return code is not None and len(negations_in(text, code)) % 2 == 1


def denies_what_is_said(one: str, other: str) -> bool:
    """Whether of the clauses that share the most words one denies what the other says."""
    shared = [
        (len(content_stems(said) & content_stems(known)), is_denied(said) != is_denied(known))
        for said in _CLAUSE.split(one)
        for known in _CLAUSE.split(other)
    ]
    return max(shared)[1]


def words_in_text(text: str) -> frozenset[str]:
    """The words of a text, without "'s"."""
    return frozenset(_WORD.findall(text.casefold().replace("’", "'").replace("'s", "")))


def without_leading_common_words(text: str) -> str:
    """The words of a text from the first that is not common."""
    words = words_in_order(text)
    while len(words) > 1 and words[0] in common_words():
        words = words[1:]
    return " ".join(words)


def name_words(subject: str | None) -> frozenset[str]:
    """The name of a subject; of "Anna's dog" that is Anna, not just any dog."""
    capitalized = " ".join(word for word in (subject or "").split() if word[:1].isupper())
    return distinctive_words(capitalized or subject)
