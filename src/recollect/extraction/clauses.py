"""Divides a sentence into the clauses that stand on their own: each may become one memory.

"I'm vegan, I live in Bristol and my son is called Tom" states three facts, and any of them may
change. Causes, conditions, contrasts and lists stay in one piece.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from recollect.domain.marks import WordMarks
from recollect.extraction.values import attribute_and_value, mean
from recollect.languages.pack import pack
from recollect.languages.words import common_words, is_pronoun, is_question_word, refers_back

# With these probabilities the reader says that something else begins at a word, or may begin, and
# that the words before it belong to the same statement.
_OPENS: Final = 0.7
_MAY_OPEN: Final = 0.4
_JOINED: Final = 0.7
# A clause is worth keeping alone from this probability on; below the other it surely is not.
_KEPT: Final = 0.6
_NOT_KEPT: Final = 0.1
# A clause has at least this many words; before an "and" within a statement more: "My Ed and I".
_FEWEST_WORDS: Final = 2
_FEWEST_IN_JOINED: Final = 4
_PAIRS: Final = ("()", "[]", "“”", "„“", "«»")
# A longer sentence is also divided after these, between statements of this many words.
_LONG: Final = 120
_CUTS: Final = frozenset(",;:-–—")
_FEWEST_IN_LONG: Final = 6


@dataclass(frozen=True, slots=True)
class _Boundary:
    """Where a clause may end and the next one begin, as places among the words of a sentence."""

    end: int
    start: int
    # Whether the reader is sure, and whether "and" or a semicolon stands in between.
    is_clear: bool = False
    adds: bool = False
    # Whether a long sentence is surely divided here.
    is_sure: bool = False


def clauses(text: str, words: Sequence[WordMarks], language: str) -> list[Sequence[WordMarks]]:
    """The words of each clause of a sentence, in order, without the words that join them."""
    if not words:
        return []
    first, last = _Boundary(0, 0), _Boundary(len(words), len(words))
    found = [first, *_boundaries(text, words, language), last]
    kept = [first]
    for place, (before, here, after) in enumerate(zip(found, found[1:], found[2:], strict=False)):
        left, right = words[before.start : here.end], words[here.start : after.end]
        # In "I'm vegan, I live in Bath and my son is called Tom", "and" is meant for the comma too.
        adds = here.is_clear and any(boundary.adds for boundary in found[place + 1 :])
        alone = stands_alone(text, right, language)
        if here.is_sure or (alone and _are_apart(text, left, right, adds=adds)):
            kept.append(here)
    return [words[one.start : other.end] for one, other in pairwise((*kept, last))]


def _boundaries(text: str, words: Sequence[WordMarks], language: str) -> Iterator[_Boundary]:
    """Where a clause with a subject may begin, up to the first that depends on another."""
    # "Did I say that I'm vegan, and I live in Leeds?" states nothing; after a colon comes a list.
    asks = text[words[-1].start] == "?" and not _is_speaker(text, words[0], language)
    is_list = any(text[word.start] == ":" for word in words)
    depends = _is_in("depending", text, words[0], language)
    last, is_long = 0, words[-1].end - words[0].start > _LONG
    for at in range(_FEWEST_WORDS, len(words)):
        longest = min(at - last, len(words) - at)
        if is_long and longest >= _FEWEST_IN_LONG and _begins_long_statement(text, words, at):
            boundary = _Boundary(at, at, is_sure=True)
        else:
            end = _end_before(text, words, at, language)
            joint = words[end:at]
            depends = depends or (bool(joint) and _is_in("depending", text, words[at], language))
            if asks or is_list or depends or not _begins_clause(text, joint, words[at], language):
                continue
            is_clear = max(word.opens for word in words[end : at + 1]) >= _OPENS
            adds = is_clear and any(text[word.start] != "," for word in joint)
            boundary = _Boundary(end, at, is_clear=is_clear, adds=adds)
        joint = words[boundary.end : at]
        fewest = _FEWEST_IN_JOINED if joint and _is_joined(joint) else _FEWEST_WORDS
        if boundary.end - last >= fewest and _is_closed(text, words[last : boundary.end]):
            yield boundary
            last = at


def _end_before(text: str, words: Sequence[WordMarks], at: int, language: str) -> int:
    """Where the words end before commas and "and"; the place itself if there are none."""

    def joins(word: WordMarks) -> bool:
        return text[word.start] in ",;" or _is_in("adding", text, word, language)

    end = at
    while end > 0 and not joins(words[at]) and joins(words[end - 1]):
        end -= 1
    return end


def _begins_clause(text: str, joint: Sequence[WordMarks], word: WordMarks, language: str) -> bool:
    """Whether something else begins with a word after a joint, and the word shows its subject.

    That is "I", "my" or the like, or in some languages a verb: "vivo", "wohne".
    """
    opens = max(each.opens for each in (*joint, word)) if joint else 0.0
    if opens < _OPENS and (opens < _MAY_OPEN or _is_joined(joint)):
        return False
    endings = str(pack(language).table("sentences").get("speaker_verbs", "")).split()
    return _is_speaker(text, word, language) or _written(text, word).endswith(tuple(endings))


def _is_joined(joint: Sequence[WordMarks]) -> bool:
    """Whether the reader takes an "and" for a part of the statement, as in "Ed and I"."""
    return min(word.kept for word in joint) >= _JOINED


def _begins_long_statement(text: str, words: Sequence[WordMarks], at: int) -> bool:
    """Whether a statement begins here: after punctuation, with a clear subject.

    "Three days a week" continues what came before it, and so does the second half of "Ed and I".
    """
    word = _written(text, words[at])
    after_punctuation = any(text[each.start] in _CUTS for each in words[max(0, at - 2) : at])
    subject = (is_pronoun(word) and not refers_back(word)) or word[:1].isupper()
    return words[at].opens >= _OPENS and after_punctuation and subject


def _are_apart(
    text: str, left: Sequence[WordMarks], right: Sequence[WordMarks], *, adds: bool
) -> bool:
    """Whether two clauses are facts of their own.

    Without a clear "and" the second is often the reason for the first, unless both state the value
    of an attribute, such as a home. What is hardly worth keeping goes with the other, which may
    need it, unless that states such a value.
    """
    shares = (mean(left, "kept"), mean(right, "kept"))
    has_value = [attribute_and_value(text, part)[1] is not None for part in (left, right)]
    if min(shares) >= _KEPT:
        return adds or all(has_value)
    is_fact = max(shares) >= _KEPT and has_value[shares.index(max(shares))]
    return adds and is_fact and min(shares) < _NOT_KEPT


def stands_alone(text: str, words: Sequence[WordMarks], language: str) -> bool:
    """Whether a clause says something after its subject, and refers to nothing before it.

    "My wife is too" and "it broke down" mean nothing without the clause before them.
    """
    said = [_written(text, word) for word in words]
    return not any(refers_back(word, language) for word in said) and any(
        word[0].isalnum() and word.casefold() not in common_words() for word in said[1:]
    )


def _is_speaker(text: str, word: WordMarks, language: str) -> bool:
    """Whether a word is "I", "my" or the like, also the J of "J'habite"."""
    written = _written(text, word)
    is_person = any(is_pronoun(form, language) for form in (written, f"{written}'"))
    # "Oscar and Mila, who is 6": a relative clause belongs to the words before it.
    return is_person and not (refers_back(written, language) or is_question_word(written))


def _is_closed(text: str, words: Sequence[WordMarks]) -> bool:
    """Whether no bracket or quotation is open after these words."""
    inside = text[words[0].start : words[-1].end]
    return inside.count('"') % 2 == 0 and all(
        inside.count(opened) <= inside.count(closed) for opened, closed in _PAIRS
    )


def _written(text: str, word: WordMarks) -> str:
    return text[word.start : word.end]


def _is_in(group: str, text: str, word: WordMarks, language: str) -> bool:
    return _written(text, word).casefold() in _words(group, language)


@cache
def _words(group: str, language: str) -> frozenset[str]:
    return frozenset(str(pack(language).table("sentences")[group]).split())
