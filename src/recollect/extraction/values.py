"""The attribute that some words state, such as a home, and its value, by the reader's marks."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from recollect.domain.marks import ATTRIBUTES, POSSESSED, RELATIVES, WordMarks
from recollect.domain.ports import MessageReader
from recollect.extraction.preceding_turns import with_full_stop
from recollect.languages.relatives import relation_stated
from recollect.languages.sentences import main_clause

# Both count from this probability.
_ATTRIBUTE: Final = 0.8
_VALUE: Final = 0.5
# Where all other words only state a relation: "We have a new boss, Sean Doyle".
_NAME: Final = 0.3
# After other messages the reader is less sure of a value. It is asked again about the words alone
# if it takes their attribute for likely, and must then be sure. Of 14 statements after 32 contexts
# each, 0.5 found 3 fewer values than 0.3, and 0 none more; 0.9 instead of 0.95 changed nothing.
_LIKELY: Final = 0.3
_SURE_ALONE: Final = 0.95
# The reader tells that somebody is a relative, a friend or a colleague of the speaker more surely
# than which of them.
_RELATIONS: Final = [place for place, name in enumerate(ATTRIBUTES) if name in POSSESSED]
_LIKELY_RELATIVE: Final = 0.6
_VALUE_WORDS: Final = 6
_JOINS: Final = frozenset("-'’/&")


def stated_attribute(text: str, reader: MessageReader) -> tuple[str | None, str | None]:
    """The attribute that a text states, and its value."""
    words = reader.read("", text).words
    return attribute_and_value(text, words)[:2] if words else (None, None)


def value_read_alone(
    text: str, words: Sequence[WordMarks], language: str, reader: MessageReader
) -> tuple[str, str] | None:
    """The attribute and value that a text, or its first clause, states if it is read alone.

    `words` has the marks that it got after other messages: they must hint at the attribute.
    """
    total, place = max(((max(w.attributes[:-1]), w.attributes) for w in words), default=(0.0, ()))
    if total < _LIKELY:
        return None
    for part in dict.fromkeys((text, with_full_stop(main_clause(text, language)))):
        alone = reader.read("", part).words
        attribute, value, _ = attribute_and_value(part, alone, _SURE_ALONE)
        if attribute == ATTRIBUTES[place.index(total)] and value:
            return attribute, value
        if named := _named_relative(part, alone):
            return named
    return None


def _named_relative(text: str, words: Sequence[WordMarks]) -> tuple[str, str] | None:
    """The relation and the name in "Karin is my new boss", which the reader may take for a friend.

    All other words have to be such as state a name: "my boss met Karin" names no boss.
    """
    name = best_stretch(words, "value", _NAME)
    total = sum(word.attributes[at] for word in name for at in _RELATIONS)
    if not name or total / len(name) < _LIKELY_RELATIVE:
        return None
    start, end = name[0].start, name[-1].end
    relation = relation_stated(f"{text[:start]} {text[end:]}")
    return (relation, text[start:end]) if relation in RELATIVES else None


def attribute_and_value(
    text: str, words: Sequence[WordMarks], least: float = _ATTRIBUTE
) -> tuple[str | None, str | None, Sequence[WordMarks]]:
    """The closed attribute and its value, if both are certain, and the words that state it."""
    value = best_stretch(words, "value", _VALUE)
    source_words = value or words
    total, best = likeliest(word.attributes for word in source_words)
    if best == len(ATTRIBUTES) or total / len(source_words) < least:
        return None, None, words
    if not value or len(value) > _VALUE_WORDS:
        return ATTRIBUTES[best], None, words
    start, end = value[0].start, value[-1].end
    # Left-handed: a value does not end inside a compound.
    splits_compound = text[end : end + 1] in _JOINS or text[start - 1 : start] in _JOINS
    if splits_compound:
        return ATTRIBUTES[best], None, words
    return ATTRIBUTES[best], text[start:end], value


def mean(words: Sequence[WordMarks], mark: str) -> float:
    """The average probability of a mark."""
    values: list[float] = [getattr(word, mark) for word in words]
    return sum(values) / len(values)


def likeliest(columns: Iterable[Sequence[float]]) -> tuple[float, int]:
    """The mark with the highest sum over all words: the sum, and its place."""
    sums = [sum(column) for column in zip(*columns, strict=True)]
    return max(sums), sums.index(max(sums))


def best_stretch(words: Sequence[WordMarks], mark: str, threshold: float) -> list[WordMarks]:
    """The last run of words above a threshold, or an earlier one if clearly likelier."""
    of = attrgetter(mark)
    runs = [list(run) for is_above, run in groupby(words, lambda w: of(w) >= threshold) if is_above]
    return max(runs, key=lambda run: (round(max(map(of, run)), 1), run[0].start), default=[])
