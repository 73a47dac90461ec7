"""Decides how much of a message a memory quotes: enough to be understood out of context."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from recollect.domain.marks import WordMarks
from recollect.extraction.spans import FEWEST_ALONE, Highlight, is_short_rule, words_in
from recollect.languages.sentences import sentences
from recollect.languages.words import is_pronoun, refers_back

# Statements of a message are quoted together up to this length. People split one thought over
# several short sentences ("no spiders. ever. nina has a phobia"), and each alone is a riddle.
MAX_MERGED_LENGTH: Final = 240
# A sentence before the first highlight is quoted too, unless it is as empty as "ok." or "exactly.".
_EMPTY: Final = 0.02
_REQUESTED: Final = 0.5
# A larger gap between two sentences means that pasted text was left out.
_GAP: Final = 2


def merge_highlights(
    text: str, words: Sequence[WordMarks], found: Sequence[Highlight]
) -> list[Highlight]:
    """The highlights, each that depends on earlier sentences merged with them."""
    ordered = sorted(found, key=attrgetter("start"))
    merged: list[Highlight] = []
    next_one = 0
    for start, end in _statement_runs(text, words):
        first = bisect_left(ordered, start, next_one, key=attrgetter("start"))
        merged += ordered[next_one:first]
        next_one = first
        while next_one < len(ordered) and ordered[next_one].end <= end:
            next_one += 1
        merged += _merge_run(text, ordered[first:next_one], start)
    return sorted((*merged, *ordered[next_one:]), key=attrgetter("start", "end"))


def _merge_run(text: str, inside: Sequence[Highlight], start: int) -> Iterator[Highlight]:
    """The highlights of one run of statements, merged up to the last one that is unclear alone."""
    clear = [_is_self_contained(text, highlight) for highlight in inside]
    last = max((place for place, alone in enumerate(clear) if not alone), default=-1)
    if last < 0 or inside[last].end - start > MAX_MERGED_LENGTH:
        yield from inside
        return
    to_merge = []
    for place, highlight in enumerate(inside):
        if place > last or (clear[place] and highlight.value is not None):
            yield highlight
        else:
            to_merge.append(highlight)
    yield _merged(to_merge, start)


def _is_self_contained(text: str, highlight: Highlight) -> bool:
    """Whether a highlight is clear without the text before it: no "he", "it" or "that"."""
    words = text[highlight.start : highlight.end].split()
    if highlight.stands_alone:
        return True
    if any(refers_back(word.strip(".,!?")) for word in words):
        return False
    starts_large = words[0][:1].isupper() or words[0][:1].isdigit()
    return (
        (highlight.value is not None and len(words) > 1)
        or is_pronoun(words[0])
        or is_short_rule(highlight, words)
        or (starts_large and len(words) >= FEWEST_ALONE)
    )


def _merged(inside: Sequence[Highlight], start: int) -> Highlight:
    """One highlight for several; kind and subject come from the most informative one."""
    best = max(
        inside,
        key=lambda highlight: (highlight.value is not None, highlight.is_standing, highlight.score),
    )
    standing = any(highlight.is_standing for highlight in inside)
    score = max(highlight.score for highlight in inside)
    longest = max(highlight.end - highlight.start for highlight in inside)
    merged = replace(best, start=start, end=inside[-1].end, score=score, longest=longest)
    main = best.start if best.main is None else best.main
    return replace(merged, is_standing=standing, is_clause=False, main=main)


def _statement_runs(text: str, words: Sequence[WordMarks]) -> Iterator[tuple[int, int]]:
    """Runs of statements without a question, empty line or pasted text in between."""
    first, last = -1, -1
    for start, end in sentences(text):
        marks = words_in(words, start, end)
        # A request may be a question: "Would you give me ounces from now on?"
        is_question = text[end - 1] == "?" and not any(word.kept >= _REQUESTED for word in marks)
        apart = last >= 0 and (start - last > _GAP or "\n\n" in text[last:start])
        if first >= 0 and (is_question or apart):
            yield first, last
            first = -1
        if not is_question and (first >= 0 or any(word.kept >= _EMPTY for word in marks)):
            first = start if first < 0 else first
            last = end
    if first >= 0:
        yield first, last
