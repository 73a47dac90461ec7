"""Decides how much of a message a memory quotes: enough to be understood out of context."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from recollect.domain.marks import WordMarks
from recollect.extraction.spans import FEWEST_ALONE, Highlight, words_in
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
    merged: list[Highlight] = []
    remaining = list(found)
    for start, end in _statement_runs(text, words):
        inside = [
            highlight
            for highlight in remaining
            if start <= highlight.start and highlight.end <= end
        ]
        remaining = [highlight for highlight in remaining if highlight not in inside]
        dependent = [highlight for highlight in inside if not _is_self_contained(text, highlight)]
        if not dependent or dependent[-1].end - start > MAX_MERGED_LENGTH:
            merged += inside
            continue
        after = [highlight for highlight in inside if highlight.start >= dependent[-1].end]
        stated = [
            highlight
            for highlight in inside
            if highlight.value is not None and highlight not in dependent
        ]
        to_merge = [
            highlight for highlight in inside if highlight not in after and highlight not in stated
        ]
        merged += [
            *stated,
            _merged(to_merge, start),
            *(highlight for highlight in after if highlight not in stated),
        ]
    return sorted((*merged, *remaining), key=lambda highlight: (highlight.start, highlight.end))


def _is_self_contained(text: str, highlight: Highlight) -> bool:
    """Whether a highlight is clear without the text before it: no "he", "it" or "that"."""
    words = text[highlight.start : highlight.end].split()
    if any(refers_back(word.strip(".,!?")) for word in words):
        return False
    starts_large = words[0][:1].isupper() or words[0][:1].isdigit()
    return (
        highlight.value is not None
        or is_pronoun(words[0])
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
    return replace(merged, is_standing=standing)


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
        if not is_question and (first >= 0 or _says_something(marks)):
            first = start if first < 0 else first
            last = end
    if first >= 0:
        yield first, last


def _says_something(words: Sequence[WordMarks]) -> bool:
    return any(word.kept >= _EMPTY for word in words)
