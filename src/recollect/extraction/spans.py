"""Per-word marks of the reader model -> highlights: the spans of a message worth keeping."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import attrgetter, itemgetter
from typing import Final

from recollect.domain.entry import Kind
from recollect.domain.marks import MARKED_KINDS, MessageMarks, WordMarks
from recollect.extraction.clauses import clauses, stands_alone
from recollect.extraction.subjects import is_about_speaker, subject_of
from recollect.extraction.values import attribute_and_value, likeliest, mean
from recollect.languages.sentences import sentences
from recollect.languages.words import (
    common_words,
    is_pronoun,
    is_question_word,
    named_first,
    names_speaker,
    refers_back,
    refers_to_person,
)

# Words with this probability belong to a highlight, and up to this many others between them.
_WORD: Final = 0.5
_BRIDGED_WORDS: Final = 3
# A highlight extends to its clause, unless that adds more words than this on either side.
_CLAUSE_WORDS: Final = 6
_CLAUSE_MARKS: Final = frozenset([",", ";", ":", ".", "!", "?", "(", ")", "-", "–", "—", "…", '"'])
# Fewer words mean nothing alone, unless they name an attribute's value.
_FEWEST_WORDS: Final = 3
# Another statement may begin after these.
_CUTS: Final = frozenset(",;:-–—")
# With fewer words, or starting with "she", it means little without the sentence before it.
FEWEST_ALONE: Final = 6
# Of a longer statement only a clause is kept.
_LONG: Final = 260
_LONGEST: Final = 400
# Marks of a whole highlight count from this probability.
_LIKELY: Final = 0.5
_MAY_STAND: Final = 0.1
# "Tom moved" is about Tom if he is that probably whom it is about: of 28 statements without "I"
# that begin with another word, such as "Moved to York", none had more than 0.02.
_FIRST_SUBJECT: Final = 0.04
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGNS: Final = frozenset("-+−€$£")
_PAIRS: Final = ("()", "[]", "“”", "„“", "«»", '""', "``")


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A span of a message, and what the reader model says about it."""

    start: int
    end: int
    # Probability that it is worth keeping.
    score: float
    kind: Kind
    is_standing: bool
    about_other: bool
    # Who it is about, as named in the message or the preceding turns; "" if nobody is named.
    subject: str = ""
    attribute: str | None = None
    value: str | None = None
    # Whether it may be a standing instruction, if its words say so too.
    may_stand: bool = False
    # Whether it is one of several clauses of a sentence, and clear without those before it.
    is_clause: bool = False
    stands_alone: bool = False
    # Length of its longest statement, if several are merged.
    longest: int = 0
    # Where its main statement begins, if it begins with another.
    main: int | None = None


def highlights(text: str, before: str, marks: MessageMarks, language: str) -> list[Highlight]:
    """What may be worth keeping, in order: whole sentences or self-contained statements."""
    found: list[Highlight] = []
    last = (0, 0)
    for sentence in sentences(text):
        words = words_in(marks.words, *sentence)
        parts = clauses(text, words, language)
        for number, part in enumerate(parts):
            highlight = _highlight_in_statement(text, before, marks, part, words)
            alone = number > 0 and stands_alone(text, part, language)
            if highlight is not None:
                clause = replace(highlight, is_clause=len(parts) > 1, stands_alone=alone)
                needs_context = not alone and _needs_context(text, clause)
                highlight = (
                    _with_previous_sentence(text, clause, last, found) if needs_context else clause
                )
            if highlight is not None:
                found.append(highlight)
        last = sentence
    return found


def _highlight_in_statement(
    text: str,
    before: str,
    marks: MessageMarks,
    part: Sequence[WordMarks],
    sentence: Sequence[WordMarks],
) -> Highlight | None:
    """The highlight in a statement; of a question or a long one, the clause that contains it."""
    runs = list(_runs(part))
    if not runs:
        return None
    likely, likeliest = max(
        ((mean(part[slice(*run)], "kept"), run) for run in runs), key=itemgetter(0)
    )
    is_question = text[part[-1].start] == "?"
    long = part[-1].end - part[0].start > _LONG
    likely_words = part[runs[0][0] : runs[-1][1]]
    if is_question or long:
        part = likely_words = _extended_to_clause(text, part, likeliest)
        if is_question and is_question_word(text[part[0].start : part[0].end]):
            return None
    highlight = _highlight(text, before, marks, part, sentence, likely_words)
    return highlight and replace(highlight, score=max(likely, highlight.score))


def _needs_context(text: str, highlight: Highlight) -> bool:
    """Whether it means little without the text before it: "she starts in June", "By Zoom"."""
    first, *more = text[highlight.start : highlight.end].split() or [""]
    if _has_unknown_referent(text, highlight):
        return True
    # A single word may be a value, "Pip.", but does not say of what.
    has_value = highlight.value is not None and bool(more)
    is_independent = has_value or (is_pronoun(first) and not refers_back(first))
    if is_independent or is_short_rule(highlight, (first, *more)):
        return False
    return len(more) + 1 < FEWEST_ALONE


def is_short_rule(highlight: Highlight, words: Sequence[str]) -> bool:
    """Whether it is a standing instruction that is clear alone: "Never touch vendor/."."""
    refers = any(refers_back(word.strip(".,!?")) for word in words)
    return highlight.is_standing and len(words) >= _FEWEST_WORDS and not refers


def _has_unknown_referent(text: str, highlight: Highlight) -> bool:
    """Whether it begins with "she", "it" or the like, and the referent is unknown."""
    first = _FIRST_WORD.match(text, highlight.start)
    return not highlight.subject and first is not None and refers_back(first[0])


def _with_previous_sentence(
    text: str, highlight: Highlight, previous_sentence: tuple[int, int], found: list[Highlight]
) -> Highlight | None:
    """The highlight with the sentence before it; None if it has none and means nothing alone."""
    start, end = previous_sentence
    previous = found[-1] if found and found[-1].end > start else None
    start = previous.start if previous else start
    is_question = text[end - 1 : end] == "?"
    apart = "\n\n" in text[end : highlight.start] or highlight.end - start > _LONGEST
    if start == end or start >= highlight.start or is_question or apart:
        words = len(text[highlight.start : highlight.end].split())
        unclear = _has_unknown_referent(text, highlight) or words < _FEWEST_WORDS
        return None if unclear and not highlight.is_standing else highlight
    if previous:
        found.pop()
        score = max(previous.score, highlight.score)
        return replace(previous, end=highlight.end, score=score, is_clause=False)
    return replace(highlight, start=start, is_clause=False, main=highlight.start)


def best_sentence(text: str, before: str, marks: MessageMarks) -> Highlight | None:
    """The sentence with the highest score, however low; questions are skipped."""
    statements = ((start, end) for start, end in sentences(text) if text[end - 1] != "?")
    found = (highlight_at(text, before, marks, *statement) for statement in statements)
    return max(filter(None, found), key=attrgetter("score"), default=None)


def highlight_at(
    text: str, before: str, marks: MessageMarks, start: int, end: int
) -> Highlight | None:
    """The highlight of exactly these characters."""
    words = words_in(marks.words, start, end)
    return _highlight(text, before, marks, words, words) if words else None


def words_in(words: Sequence[WordMarks], start: int, end: int) -> Sequence[WordMarks]:
    """The words between two offsets."""
    first = bisect_left(words, start, key=attrgetter("start"))
    return words[first : bisect_right(words, end, first, key=attrgetter("end"))]


def _runs(words: Sequence[WordMarks]) -> Iterator[tuple[int, int]]:
    """Runs of likely words as (first, end) indexes; short gaps are bridged."""
    first = last = -1
    for at, word in enumerate(words):
        if word.kept < _WORD:
            continue
        if last >= 0 and at - last > _BRIDGED_WORDS + 1:
            yield first, last + 1
            first = at
        elif last < 0:
            first = at
        last = at
    if last >= 0:
        yield first, last + 1


def _extended_to_clause(
    text: str, words: Sequence[WordMarks], run: tuple[int, int]
) -> Sequence[WordMarks]:
    """The run extended to the limits of its clause, if those are near."""
    first, last = start, end = run
    while start > 0 and not _separates_clauses(text, words[start - 1]):
        start -= 1
    while end < len(words) and not _separates_clauses(text, words[end]):
        end += 1
    first = start if first - start <= _CLAUSE_WORDS else first
    last = end if end - last <= _CLAUSE_WORDS else last
    return _without_leading_fragment(text, words[first:last])


def _without_leading_fragment(text: str, words: Sequence[WordMarks]) -> Sequence[WordMarks]:
    """The words without the end of another clause: "the KW-5, but my wife is allergic to nickel".

    What is left must begin with "I", "my" or the like, after a word such as "but".
    """
    for at, word in enumerate(words[: -_FEWEST_WORDS or None]):
        if len(text[words[0].start : word.start].split()) >= _FEWEST_WORDS:
            return words
        if at and text[word.start] in ",;":
            first, second = (text[each.start : each.end] for each in words[at + 1 : at + 3])
            joins = first in common_words() and not is_pronoun(first)
            if joins and is_pronoun(second) and not refers_back(second):
                return words[at + 1 :]
    return words


def _separates_clauses(text: str, word: WordMarks) -> bool:
    """Whether a word is punctuation between clauses."""
    return text[word.start : word.end] in _CLAUSE_MARKS


def _highlight(
    text: str,
    before: str,
    marks: MessageMarks,
    words: Sequence[WordMarks],
    sentence: Sequence[WordMarks],
    likely: Sequence[WordMarks] = (),
) -> Highlight | None:
    """The highlight of these words; its kind comes from the likely ones among them."""
    words = _trimmed(text, words)
    if not words:
        return None
    start, end = words[0].start, words[-1].end
    # The words must not end a question.
    asks = text[sentence[-1].start] == "?" and words[-1] is sentence[-2:][0]
    if end - start > _LONGEST or asks:
        return None
    attribute, value, value_words = _stated(text, words)
    first = _FIRST_WORD.match(text, start)
    starts_with_person = first is not None and refers_to_person(first[0])
    told = value_words
    if value is None and first is not None and names_speaker(first[0]):
        # "We had to cancel Rome, Tom's dad is ill" is about us, although most words are not.
        lead = [*takewhile(lambda word: text[word.start] != ",", words)]
        told = lead if len(lead) >= _FEWEST_WORDS else words
    # Of "Tom is allergic to nuts" the reader may be unsure, as it is of some names.
    is_subject = words[0].subject >= _FIRST_SUBJECT
    named = named_first(text[start:end], is_subject=is_subject) if value or is_subject else ""
    named = "" if named in (value or "") else named
    is_others = mean(told, "about_other") >= _LIKELY or bool(named)
    about_other = starts_with_person or is_others
    subject = "" if is_subject else named
    if about_other and not subject:
        subject = subject_of(text, before, marks, (start, end)) or named
    # "I am allergic" is about the speaker, whoever was named in the sentence before.
    if subject and subject not in text[start:end] and is_about_speaker(text[start:end]):
        about_other, subject = False, ""
    standing = mean(likely or words, "standing")
    word_count = sum(text[word.start].isalnum() for word in words)
    if value is None and word_count < _FEWEST_WORDS and len(words) < len(sentence) - 1:
        return None
    return Highlight(
        start=start,
        end=end,
        score=mean(words, "kept"),
        kind=MARKED_KINDS[likeliest(word.kinds for word in likely or words)[1]],
        is_standing=standing >= _LIKELY,
        may_stand=standing >= _MAY_STAND,
        about_other=about_other,
        subject=subject,
        attribute=attribute,
        value=value,
    )


def _stated(
    text: str, words: Sequence[WordMarks]
) -> tuple[str | None, str | None, Sequence[WordMarks]]:
    """The attribute and its value; of "I live in Leeds with my son Tom, who is 8", the home."""
    whole = attribute_and_value(text, words)
    first = text[words[0].start : words[0].end]
    if whole[1] is None or not is_pronoun(first) or refers_back(first):
        return whole
    for at in range(_FEWEST_WORDS, len(words) - 1):
        follows = text[words[at + 1].start : words[at + 1].end]
        if text[words[at].start] == "," and is_question_word(follows):
            main = attribute_and_value(text, words[:at])
            return main if main[1] is not None else whole
    return whole


def _trimmed(text: str, words: Sequence[WordMarks]) -> Sequence[WordMarks]:
    """The words without punctuation before the first and after the last."""
    places = [
        at for at, word in enumerate(words) if any(map(str.isalnum, text[word.start : word.end]))
    ]
    # "…, and": a trailing connective.
    while len(places) > 1 and _is_trailing_connective(text, words, places[-2], places[-1]):
        places.pop()
    if not places:
        return ()
    last = places[-1] + 1
    covered = text[words[places[0]].start : words[last - 1].end]
    closing = (shut for opened, shut in _PAIRS if opened in covered)
    signs = "%€$£+/" + "".join(closing)
    # Brackets and signs that belong to the last word: (4), C++, 20 €, vendor/.
    while last < len(words) and text[words[last].start] in signs:
        last += 1
    first = places[0]
    # -20 degrees, $50, `make`.
    sign = text[words[first - 1].start] if first else ""
    if sign == "`" or (sign in _SIGNS and text[words[first].start].isdigit()):
        first -= 1
    return words[first:last]


def _is_trailing_connective(text: str, words: Sequence[WordMarks], before: int, last: int) -> bool:
    """Whether the last word is a common one after punctuation, and not joined: "check-in"."""
    mark, word = words[last - 1], words[last]
    small = text[word.start : word.end] in common_words() and mark.end < word.start
    return small and last - before > 1 and text[mark.start] in _CUTS
