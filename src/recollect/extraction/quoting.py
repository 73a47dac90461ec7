"""How much of a message a memory quotes: enough to be understood by somebody who was not there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from recollect.domain.marks import WordMarks
from recollect.extraction.spans import FEWEST_ALONE, Highlight, words_in
from recollect.languages.sentences import sentences
from recollect.languages.words import is_pronoun, refers_back

# Up to this length the statements of a message are quoted together. People split one thought over several short
# sentences ("no spiders. ever. nina has a phobia"), and each alone is a riddle.
LONGEST_TOGETHER: Final = 240
# A sentence before the first highlight is quoted too, unless it is as empty as "ok." or "exactly.".
_EMPTY: Final = 0.02
_WISHED: Final = 0.5
# More characters between two sentences are something pasted that was left out.
_GAP: Final = 2


def quoted_together(
    text: str, words: Sequence[WordMarks], found: Sequence[Highlight]
) -> list[Highlight]:
    """The highlights; one that leans on what was said before it is quoted with that, as one."""
    made: list[Highlight] = []
    left = list(found)
    for start, end in _stretches(text, words):
        inside = [one for one in left if start <= one.start and one.end <= end]
        left = [one for one in left if one not in inside]
        leaning = [one for one in inside if not _stands_alone(text, one)]
        if not leaning or leaning[-1].end - start > LONGEST_TOGETHER:
            made += inside
            continue
        behind = [one for one in inside if one.start >= leaning[-1].end]
        stated = [one for one in inside if one.value is not None and one not in leaning]
        joined = [one for one in inside if one not in behind and one not in stated]
        made += [*stated, _joined(joined, start), *(one for one in behind if one not in stated)]
    return sorted((*made, *left), key=lambda one: (one.start, one.end))


def _stands_alone(text: str, one: Highlight) -> bool:
    """Whether a highlight is clear without what was said before it: "I live in Porto", and no "he", "it" or "that"."""
    said = text[one.start : one.end].split()
    if any(refers_back(word.strip(".,!?")) for word in said):
        return False
    begins = said[0][:1].isupper() or said[0][:1].isdigit()
    return one.value is not None or is_pronoun(said[0]) or (begins and len(said) >= FEWEST_ALONE)


def _joined(inside: Sequence[Highlight], start: int) -> Highlight:
    """One highlight in place of several; of what kind it is and about whom, the most telling one says."""
    best = max(inside, key=lambda one: (one.value is not None, one.is_standing, one.worth))
    standing = any(one.is_standing for one in inside)
    worth = max(one.worth for one in inside)
    longest = max(one.end - one.start for one in inside)
    whole = replace(best, start=start, end=inside[-1].end, worth=worth, longest=longest)
    return replace(whole, is_standing=standing)


def _stretches(text: str, words: Sequence[WordMarks]) -> Iterator[tuple[int, int]]:
    """Where statements follow one another, with no question, empty line or pasted text between them."""
    first, last = -1, -1
    for start, end in sentences(text):
        told = words_in(words, start, end)
        # A wish may be a question: "Would you give me ounces from now on?"
        asked = text[end - 1] == "?" and not any(word.kept >= _WISHED for word in told)
        apart = last >= 0 and (start - last > _GAP or "\n\n" in text[last:start])
        if first >= 0 and (asked or apart):
            yield first, last
            first = -1
        if not asked and (first >= 0 or _says_something(told)):
            first = start if first < 0 else first
            last = end
    if first >= 0:
        yield first, last


def _says_something(words: Sequence[WordMarks]) -> bool:
    return any(word.kept >= _EMPTY for word in words)
