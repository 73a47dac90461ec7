"""The options that a turn lists: a numbered list, “A, B and C”, “A or B”."""

import re
from dataclasses import dataclass
from typing import Final

from recollect.conversations.keywords import Keyword, ParsedTurn, within

_NUMBERED = re.compile(
    r"(?:^|(?<=[\s:;(]))(?:\d{1,2}[.)]|[a-h]\)|[-*•]|(?:First|Second|Third|Fourth|Fifth)(?:ly)?[,:]"
    r"|(?:Erst|Zweit|Dritt|Viert)ens[,:]?|(?:Primero|Segundo|Tercero|Cuarto)[,:]"
    r"|(?:Premièrement|Deuxièmement|Troisièmement)[,:]?)\s+(?=\S)",
    re.MULTILINE,
)
# A clause that starts like this after a comma describes the option before it.
_DESCRIBES: Final = frozenset(
    "which who where that whose with die der das den dem mit wo que con donde cuyo qui où dont"
    " avec".split()
)
_ITEM_ENDS = re.compile(r"[,.;:!?\n(–—]|\s-\s")
_JOINT: Final = r"and|or|und|oder|y|o|e|u|et|ou|sowie|vs\.?|&"
_CHUNK = re.compile(
    rf"\s*[,;]\s+(?:(?P<last>{_JOINT})\s+)?|\s+(?P<joint>{_JOINT})\s+", re.IGNORECASE
)
_MAX_WORDS = 6


@dataclass(frozen=True, slots=True)
class Option:
    """One option, by its words."""

    words: tuple[Keyword, ...]

    def has_word(self, lower: str) -> bool:
        """Whether the option has this word, given in lower case."""
        return any(word.lower == lower for word in self.words)


def options_of(turn: ParsedTurn) -> list[Option]:
    """The options that the turn lists, in order; empty if there are fewer than two."""
    numbered = _numbered(turn)
    if len(numbered) > 1:
        return numbered
    series = [options for span in turn.sentences if len(options := _series(turn, span)) > 1]
    return max(series, key=len, default=[])


def _numbered(turn: ParsedTurn) -> list[Option]:
    starts = [match.end() for match in _NUMBERED.finditer(turn.text)]
    spans = []
    for start, following in zip(starts, [*starts[1:], len(turn.text)], strict=False):
        end = _ITEM_ENDS.search(turn.text, start, following)
        spans.append((start, end.start() if end else following))
    return [Option(tuple(within(turn.content, span))) for span in spans]


def _series(turn: ParsedTurn, span: tuple[int, int]) -> list[Option]:
    start, end = span
    colon = turn.text.rfind(": ", start, end)
    if colon >= 0:
        start = colon + 2
    cuts = list(_CHUNK.finditer(turn.text, start, end))
    joints = [i for i, cut in enumerate(cuts) if cut["joint"] or cut["last"]]
    if not joints:
        return []
    bounds = [start, *(place for cut in cuts for place in cut.span()), end]
    chunks = list(zip(bounds[::2], bounds[1::2], strict=True))[: joints[-1] + 2]
    described = [
        i for i in range(1, len(chunks)) if i - 1 not in joints and _describes(turn, chunks[i])
    ]
    if described:
        return [
            Option(tuple(within(turn.content, c)))
            for i, c in enumerate(chunks)
            if i not in described
        ]
    # Before a single "or", only the chunk directly before it is an option.
    is_single = len(joints) == 1 and not all("," in cut[0] for cut in cuts[: joints[0]])
    first = joints[0] if is_single else 0
    chunks = chunks[first:]
    return [option for option in _trimmed(turn, chunks) if option.words]


def _describes(turn: ParsedTurn, chunk: tuple[int, int]) -> bool:
    return next((w.lower for w in turn.words if w.start >= chunk[0]), "") in _DESCRIBES


def _trimmed(turn: ParsedTurn, chunks: list[tuple[int, int]]) -> list[Option]:
    """The options without the words before the first and after the last."""
    if len(chunks) < 2:  # noqa: PLR2004
        return []
    start, end = chunks[-1]
    chunks[-1] = (start, _up_to_a_preposition(turn, start, end))
    chunks[0] = (_beginning(turn, chunks[0], chunks[1]), chunks[0][1])
    return [Option(tuple(within(turn.content, chunk)[:_MAX_WORDS])) for chunk in chunks]


def _up_to_a_preposition(turn: ParsedTurn, start: int, end: int) -> int:
    words = [w for w in turn.words if start <= w.start < end]
    for word in words[1:]:
        has_content = any(w in turn.content for w in words if w.start < word.start)
        is_in_name = any(w.capital and w.start == word.end + 1 for w in words)
        if (
            has_content
            and not word.capital
            and not is_in_name
            and word.lower in turn.language.prepositions
        ):
            return word.start
    return end


def _beginning(turn: ParsedTurn, first: tuple[int, int], second: tuple[int, int]) -> int:
    """The start of the first option: a word like the first of the second, or as many words."""
    left = [w for w in turn.words if first[0] <= w.start < first[1]]
    right = [w for w in turn.words if second[0] <= w.start < second[1]]
    introduction = turn.language.alternatives.search(turn.text[first[0] : first[1]].lower())
    if introduction:
        return first[0] + introduction.end()
    if not left or not right:
        return first[0]
    alike = [w for w in left if _alike(turn, w, right[0])]
    if alike:
        return alike[-1].start
    return left[-min(len(left), max(len(right), 1))].start


def _alike(turn: ParsedTurn, one: Keyword, other: Keyword) -> bool:
    if one.lower == other.lower:
        return True
    articles = (turn.language.genders.keys(), {"a", "an", "the"})
    return any(one.lower in words and other.lower in words for words in articles)
