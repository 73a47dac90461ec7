"""From the marks of single words to highlights: the stretches of a message that are worth keeping."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from recollect.domain.entry import Kind
from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS, MessageMarks, WordMarks
from recollect.languages.sentences import sentences
from recollect.languages.words import (
    asks,
    common_words,
    is_article,
    is_pronoun,
    is_somebody,
    last_person,
    refers_back,
)

# A word this likely belongs to a highlight; between two such words these may stand.
_WORD: Final = 0.5
_BRIDGED_WORDS: Final = 3
# A highlight goes as far as its clause, if that has no more words than these before or behind it.
_CLAUSE_WORDS: Final = 6
_CLAUSE_MARKS: Final = frozenset([",", ";", ":", ".", "!", "?", "(", ")", "-", "–", "—", "…", '"'])
# Fewer words say nothing by themselves, unless they name an attribute's value.
_FEWEST_WORDS: Final = 3
# Behind these another statement may begin.
_CUTS: Final = frozenset(",;:-–—")
# With fewer words, or with "she" at its head, it says little without the sentence before it.
FEWEST_ALONE: Final = 6
# A longer sentence is cut into its statements, and of a longer statement only a clause is kept.
_LONG_FOR_ONE: Final = 120
_LONG: Final = 260
_LONGEST: Final = 400
# What is told in the middle of a highlight as something new begins another one.
_OPENS: Final = 0.7
# From here on a mark of a whole highlight is believed.
_LIKELY: Final = 0.5
_SUBJECT: Final = 0.35
_SUBJECT_OF_SHE: Final = 0.15
_ATTRIBUTE: Final = 0.8
_VALUE: Final = 0.5
_VALUE_WORDS: Final = 6
# Who said a line of the exchange.
_LABEL: Final = re.compile(r"^[^:\n]{1,60}:", re.MULTILINE)
# So many characters back "she" may have been named.
_EARLIER: Final = 600
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGNS: Final = frozenset("-+−€$£")
_PAIRS: Final = ("()", "[]", "“”", "„“", "«»", '""')
_JOINS: Final = frozenset("-'’/&")


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """Some characters of a message, and what the reader says of them."""

    start: int
    end: int
    # How likely it is worth keeping.
    worth: float
    kind: Kind
    is_standing: bool
    about_other: bool
    # Whom it is about, as the message or the exchange before it calls them; "" where nobody is named.
    subject: str = ""
    attribute: str | None = None
    value: str | None = None
    # How long the longest of its statements is, where several are quoted together.
    longest: int = 0


def highlights(text: str, before: str, marks: MessageMarks) -> list[Highlight]:
    """What may be worth keeping, in order: whole sentences, or statements that can stand alone."""
    found: list[Highlight] = []
    last = (0, 0)
    for place in sentences(text):
        words = words_in(marks.words, *place)
        for part in _statements(text, words):
            made = _of_part(text, before, marks, part, words)
            if made is not None and _leans_back(text, made):
                made = _with_the_last(text, made, last, found)
            if made is not None:
                found.append(made)
        last = place
    return found


def _of_part(
    text: str,
    before: str,
    marks: MessageMarks,
    part: Sequence[WordMarks],
    sentence: Sequence[WordMarks],
) -> Highlight | None:
    """A statement with something worth keeping in it; of a question or a long one, the clause that has it."""
    runs = list(_runs(part))
    if not runs:
        return None
    likeliest = max(runs, key=lambda run: _mean(part[slice(*run)], lambda word: word.kept))
    likely = _mean(part[slice(*likeliest)], lambda word: word.kept)
    asked = text[part[-1].start] == "?"
    long = part[-1].end - part[0].start > _LONG
    told = part[runs[0][0] : runs[-1][1]]
    if asked or long:
        part = told = _grown(text, part, likeliest)
        if asked and asks(text[part[0].start : part[0].end]):
            return None
    made = _highlight(text, before, marks, part, sentence, told)
    return made and replace(made, worth=max(likely, made.worth))


def _leans_back(text: str, made: Highlight) -> bool:
    """Whether a highlight says little without what was said before it: "she starts in June", "By Zoom"."""
    first, *more = text[made.start : made.end].split() or [""]
    if _refers(text, made):
        return True
    own = made.value is not None or (is_pronoun(first) and not refers_back(first))
    return not own and len(more) + 1 < FEWEST_ALONE


def _refers(text: str, made: Highlight) -> bool:
    """Whether a highlight begins with "she", "it" or the like, and nobody knows who that is."""
    first = _FIRST_WORD.match(text, made.start)
    return not made.subject and first is not None and refers_back(first[0])


def _with_the_last(
    text: str, made: Highlight, last: tuple[int, int], found: list[Highlight]
) -> Highlight | None:
    """The highlight with the sentence before it; None where there is none and it says nothing alone."""
    start, end = last
    before = found[-1] if found and found[-1].end > start else None
    start = before.start if before else start
    asked = text[end - 1 : end] == "?"
    apart = "\n\n" in text[end : made.start] or made.end - start > _LONGEST
    if start == end or start >= made.start or asked or apart:
        words = len(text[made.start : made.end].split())
        riddle = _refers(text, made) or words < _FEWEST_WORDS
        return None if riddle and not made.is_standing else made
    if before:
        found.pop()
        return replace(before, end=made.end, worth=max(before.worth, made.worth))
    return replace(made, start=start)


def best_sentence(text: str, before: str, marks: MessageMarks) -> Highlight | None:
    """The sentence that is worth most, however little that is; questions aside."""
    told = [(start, end) for start, end in sentences(text) if text[end - 1] != "?"]
    each = [words_in(marks.words, start, end) for start, end in told]
    made = [_highlight(text, before, marks, words, words) for words in each if words]
    return max((one for one in made if one), key=lambda one: one.worth, default=None)


def whole(text: str, before: str, marks: MessageMarks, start: int, end: int) -> Highlight | None:
    """The highlight of exactly these characters."""
    words = words_in(marks.words, start, end)
    return _highlight(text, before, marks, words, words) if words else None


def words_in(words: Sequence[WordMarks], start: int, end: int) -> Sequence[WordMarks]:
    """The words between two places."""
    first = bisect_left(words, start, key=attrgetter("start"))
    return words[first : bisect_right(words, end, first, key=attrgetter("end"))]


def _statements(text: str, words: Sequence[WordMarks]) -> Iterator[Sequence[WordMarks]]:
    """A sentence; a long one, cut where another statement begins that can stand alone."""
    first = 0
    long = bool(words) and words[-1].end - words[0].start > _LONG_FOR_ONE
    for at in range(FEWEST_ALONE, len(words) - FEWEST_ALONE) if long else ():
        if at - first < FEWEST_ALONE or not _begins_anew(text, words, at):
            continue
        inside = text[words[first].start : words[at].start]
        if inside.count("(") <= inside.count(")"):
            yield words[first:at]
            first = at
    if words[first:]:
        yield words[first:]


def _runs(words: Sequence[WordMarks]) -> Iterator[tuple[int, int]]:
    """Where likely words stand together: first and behind the last; short gaps are bridged."""
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


def _begins_anew(text: str, words: Sequence[WordMarks], at: int) -> bool:
    """Whether a statement of its own begins here: behind a mark, with a subject that needs no other.

    "Three days a week" goes on with what was said before it, and so does the second half of "Ed and I".
    """
    said = text[words[at].start : words[at].end]
    behind_a_mark = any(text[word.start] in _CUTS for word in words[max(0, at - 2) : at])
    subject = (is_pronoun(said) and not refers_back(said)) or said[:1].isupper()
    return words[at].opens >= _OPENS and behind_a_mark and subject


def _grown(text: str, words: Sequence[WordMarks], run: tuple[int, int]) -> Sequence[WordMarks]:
    """The run up to where its clause begins and ends, if that is not far."""
    first, last = start, end = run
    while start > 0 and not _parts(text, words[start - 1]):
        start -= 1
    while end < len(words) and not _parts(text, words[end]):
        end += 1
    first = start if first - start <= _CLAUSE_WORDS else first
    last = end if end - last <= _CLAUSE_WORDS else last
    return words[first:last]


def _parts(text: str, word: WordMarks) -> bool:
    """Whether a mark parts two clauses."""
    return text[word.start : word.end] in _CLAUSE_MARKS


def _highlight(
    text: str,
    before: str,
    marks: MessageMarks,
    words: Sequence[WordMarks],
    sentence: Sequence[WordMarks],
    likely: Sequence[WordMarks] = (),
) -> Highlight | None:
    """The highlight of these words; of what kind it is, the likely ones among them say."""
    words = _trimmed(text, words)
    if not words or words[-1].end - words[0].start > _LONGEST or _asks(text, words, sentence):
        return None
    start, end = words[0].start, words[-1].end
    attribute, value, told = _stated(text, words)
    first = _FIRST_WORD.match(text, start)
    she = first is not None and is_somebody(first[0])
    other = she or _mean(told, lambda word: word.about_other) >= _LIKELY
    spoken = sum(text[word.start].isalnum() for word in words)
    if value is None and spoken < _FEWEST_WORDS and len(words) < len(sentence) - 1:
        return None
    return Highlight(
        start=start,
        end=end,
        worth=_mean(words, lambda word: word.kept),
        kind=_kind(likely or words),
        is_standing=_mean(likely or words, lambda word: word.standing) >= _LIKELY,
        about_other=other,
        subject=_subject(text, before, marks, (start, end)) if other else "",
        attribute=attribute,
        value=value,
    )


def _trimmed(text: str, words: Sequence[WordMarks]) -> Sequence[WordMarks]:
    """Without the marks before the first word and behind the last."""
    places = [
        at for at, word in enumerate(words) if any(map(str.isalnum, text[word.start : word.end]))
    ]
    # "…, and": what only leads to the next clause.
    while len(places) > 1 and _leads_on(text, words, places[-2], places[-1]):
        places.pop()
    if not places:
        return ()
    last = places[-1] + 1
    said = text[words[places[0]].start : words[last - 1].end]
    closing = (shut for opened, shut in _PAIRS if opened in said)
    signs = "%€$£+" + "".join(closing)
    # A bracket or a sign that belongs to the last word: (4), C++, 20 €.
    while last < len(words) and text[words[last].start] in signs:
        last += 1
    first = places[0]
    # -20 degrees, $50.
    if first and text[words[first].start].isdigit() and text[words[first - 1].start] in _SIGNS:
        first -= 1
    return words[first:last]


def _leads_on(text: str, words: Sequence[WordMarks], before: int, last: int) -> bool:
    """Whether the last word is a small one behind a mark."""
    small = text[words[last].start : words[last].end] in common_words()
    return small and last - before > 1 and text[words[last - 1].start] in _CUTS


def _asks(text: str, words: Sequence[WordMarks], sentence: Sequence[WordMarks]) -> bool:
    """Whether it is the end of a question."""
    return bool(sentence) and text[sentence[-1].start] == "?" and words[-1] is sentence[-2:][0]


def _mean(words: Sequence[WordMarks], of: Callable[[WordMarks], float]) -> float:
    return sum(map(of, words)) / len(words)


def _kind(words: Sequence[WordMarks]) -> Kind:
    totals = [sum(each) for each in zip(*(word.kinds for word in words), strict=True)]
    return MARKED_KINDS[max(range(len(totals)), key=totals.__getitem__)]


def _stated(
    text: str, words: Sequence[WordMarks]
) -> tuple[str | None, str | None, Sequence[WordMarks]]:
    """The closed attribute and its value, where both are surely there, and the words that tell it."""
    value = _best_stretch(words, lambda word: word.value, _VALUE)
    told = value or words
    totals = [sum(each) / len(told) for each in zip(*(w.attributes for w in told), strict=True)]
    best = max(range(len(totals)), key=totals.__getitem__)
    if best == len(ATTRIBUTES) or totals[best] < _ATTRIBUTE:
        return None, None, words
    if not value or len(value) > _VALUE_WORDS or _is_cut(text, value[0].start, value[-1].end):
        return ATTRIBUTES[best], None, words
    return ATTRIBUTES[best], text[value[0].start : value[-1].end], value


def _is_cut(text: str, start: int, end: int) -> bool:
    """Whether a value ends inside a compound: left-handed."""
    return text[end : end + 1] in _JOINS or text[start - 1 : start] in _JOINS


def _subject(text: str, before: str, marks: MessageMarks, place: tuple[int, int]) -> str:
    """Whom it is about: the likeliest name of the message up to here, else of the exchange before it."""
    own = [word for word in marks.words if word.end <= place[1]]
    first = _FIRST_WORD.match(text, place[0])
    # "She" is who was named last.
    if (
        first
        and is_somebody(first[0])
        and (last := last_person(_just_before(text, before, place[0])))
    ):
        return last
    least = _SUBJECT_OF_SHE if first and refers_back(first[0]) else _SUBJECT
    labels = [found.span() for found in _LABEL.finditer(before)]
    named = [word for word in marks.before if not any(a <= word.start < b for a, b in labels)]
    # "The oven is broken" is about the oven.
    named = [] if first and is_article(first[0]) else named
    for said, words in ((text, own), (before, named)):
        name = _best_stretch(words, lambda word: word.subject, least)
        found = _as_name(said[name[0].start : name[-1].end]) if name else ""
        if found:
            return found
    return ""


def _just_before(text: str, before: str, start: int) -> str:
    """The last words before a place; of a long message not all, since each sentence may ask."""
    return before[-_EARLIER:] + text[max(0, start - _EARLIER) : start]


def _as_name(text: str) -> str:
    """A name without what only leans on it: "my brother Eli", "frère Luc n'"; nothing of "she"."""
    words = text.strip(" '’\"-,.:").split()
    large = [word for word in words if word[:1].isupper() and word.casefold() not in common_words()]
    while words and (words[0].casefold() in common_words() or (large and words[0].islower())):
        words = words[1:]
    while len(words) > 1 and len(words[-1].strip("'’")) == 1:
        words.pop()
    # "Jules is", "customer now wants": a small word ends a name, unless a large one follows it.
    ends = (
        at
        for at in range(1, len(words))
        if words[at].casefold() in common_words() and not "".join(words[at + 1 :])[:1].isupper()
    )
    return " ".join(words[: next(ends, len(words))])


def _best_stretch(
    words: Sequence[WordMarks], of: Callable[[WordMarks], float], least: float
) -> list[WordMarks]:
    """The last of the stretches of words that are at least so likely, the likeliest where one is plainly likelier."""
    stretches: list[list[WordMarks]] = [[]]
    for word in words:
        if of(word) >= least:
            stretches[-1].append(word)
        elif stretches[-1]:
            stretches.append([])
    full = [one for one in stretches if one]
    return max(full, key=lambda one: (round(max(map(of, one)), 1), one[0].start), default=[])
