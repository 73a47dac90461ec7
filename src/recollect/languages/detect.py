"""Detect the language of a text, by its common words and by the spelling of the others.

Languages without a pack compete with those that have one, so that nothing is learned from a text
that merely resembles a supported language. A word counts less the more languages share it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log
from typing import Any, NamedTuple

from recollect.domain.folding import composed, folded
from recollect.languages.pack import languages_without_pack, packs

# How many characters of a text are searched for prose, and how much of the prose is read.
_MAX_TEXT = 4_000
_MAX_PROSE = 400
# The score of a common word for each language that has it, plus a score that they share.
_EACH = 0.5
_COMMON = 0.5
# The shared scores of an ending, a group of letters, a rare letter, and spelling.
_ENDING = 0.4
_GROUP = 0.2
_SIGN = 0.6
_SPELLING = 0.4
# The log probability of a trigram that no common word has, and the weight of such evidence.
_UNSEEN = -9.0
_TRUST = 0.6
# The initial score of the previous language, or else of the default one.
_BEFORE = 0.55
_DEFAULT = 0.45
# The lead of a confident result: about one common word that no other language has.
_SURE = 0.5
# The lead that a language without a pack needs, and the larger one for short texts.
_FOREIGN = 0.3
_FOREIGN_SHORT = 0.5
_FEW_WORDS = 3
# In a text of this many words, the minimum score per word.
_MANY_WORDS = 8
_MIN_SCORE_PER_WORD = 0.1
_SHORTEST_WITH_ENDING = 4
# Shorter words become other words without their accents.
_SHORTEST_PLAIN = 3
_LAST_LATIN = "\u024f"
_MORE_LATIN = ("\u1e00", "\u1eff")

_FENCE = "```"
_LINE_OF_CODE = re.compile(r"`[^`\n]*`")
# Email addresses, paths, URLs, tags, identifiers, and words with digits.
_CODE_SIGN = re.compile(r"[@\\/_=<>{}\[\]|~^#$\d]|\w\.\w|[a-z][A-Z]")
_WORD = re.compile(r"[^\W\d_]+(?:['’·][^\W\d_]+)*")

Scores = defaultdict[str, float]


class _Signs(NamedTuple):
    """The languages of each common word, ending, group of letters, and letter."""

    common: Mapping[str, frozenset[str]]
    plain: Mapping[str, frozenset[str]]
    endings: Mapping[str, frozenset[str]]
    groups: Mapping[str, frozenset[str]]
    letters: Mapping[str, frozenset[str]]


def detect(text: str, before: str | None = None) -> str | None:
    """The code of the language of a text; None for a language without a pack.

    A text too short to decide is in the language `before`, else in the default one.
    """
    result = _score_text(text)
    if result is None:
        return None
    words, scores = result
    expected = before if before and before in packs() else _default()
    scores[expected] += _BEFORE if before else _DEFAULT
    best = max(packs(), key=lambda code: (scores[code], code == expected))
    doubtful = words >= _MANY_WORDS and scores[best] < _MIN_SCORE_PER_WORD * words
    return None if doubtful else best


def detect_confidently(text: str) -> str | None:
    """The code of the language of a text, by its words alone; None if two are close."""
    result = _score_text(text)
    if result is None:
        return None
    _, scores = result
    best, second = sorted(packs(), key=lambda code: -scores[code])[:2]
    return best if scores[best] - scores[second] >= _SURE else None


def _score_text(text: str) -> tuple[int, Scores] | None:
    """The word count and the scores of a text; None for a language without a pack."""
    prose = _prose(text)
    if _is_other_script(prose):
        return None
    words = _WORD.findall(prose.replace("’", "'"))
    scores = _scores(words)
    return None if _is_foreign(scores, len(words)) else (len(words), scores)


def _is_foreign(scores: Mapping[str, float], words: int) -> bool:
    """Whether a language without a pack clearly leads."""
    known = max(scores.get(code, 0) for code in packs())
    foreign = max((score for code, score in scores.items() if code not in packs()), default=0)
    return foreign >= known + (_FOREIGN_SHORT if words < _FEW_WORDS else _FOREIGN)


def _prose(text: str) -> str:
    """The beginning of a text, without code, addresses and numbers."""
    outside = " ".join(composed(text[:_MAX_TEXT]).split(_FENCE)[::2])
    words = (word for word in _LINE_OF_CODE.sub(" ", outside).split() if not _is_code(word))
    prose: list[str] = []
    length = 0
    for word in words:
        prose.append(word)
        length += len(word) + 1
        if length > _MAX_PROSE:
            break
    return " ".join(prose)[:_MAX_PROSE]


def _is_code(word: str) -> bool:
    # Most words are only letters, and in lower case.
    return not (word.isalpha() and word.islower()) and bool(_CODE_SIGN.search(word))


def _is_other_script(prose: str) -> bool:
    if prose.isascii():
        return False
    letters = [letter for letter in prose if letter.isalpha()]
    other = sum(
        letter > _LAST_LATIN and not _MORE_LATIN[0] <= letter <= _MORE_LATIN[1]
        for letter in letters
    )
    return other * 2 > len(letters)


def _scores(words: list[str]) -> Scores:
    scores: Scores = defaultdict(float)
    for at, word in enumerate(words):
        # A name inside a text is weak evidence for its language.
        may_be_name = at > 0 and word[0].isupper()
        for code, worth in _worth(word.lower()):
            scores[code] += worth / 2 if may_be_name and worth < _EACH else worth
    small = "".join(word for at, word in enumerate(words) if at == 0 or word[0].islower())
    for letter in set(small) & _signs().letters.keys():
        _share(scores, _signs().letters[letter], _SIGN)
    return scores


def _share(scores: Scores, codes: frozenset[str], worth: float, each: float = 0.0) -> None:
    for code in codes:
        scores[code] += each + worth / len(codes)


@cache
def _signs() -> _Signs:
    tables = {code: pack.table("detect") for code, pack in packs().items()}
    tables |= languages_without_pack()
    common = _by_sign(tables, "common")
    plain: dict[str, frozenset[str]] = {}
    for word, codes in common.items():
        if len(word) >= _SHORTEST_PLAIN:
            plain[folded(word)] = plain.get(folded(word), frozenset()) | codes
    letters = _by_sign(tables, "letters")
    single = {sign: codes for sign, codes in letters.items() if len(sign) == 1}
    return _Signs(
        common=common,
        plain=plain,
        endings=_by_sign(tables, "endings"),
        groups={sign: codes for sign, codes in letters.items() if len(sign) > 1},
        letters=single | _by_sign(tables, "signs"),
    )


def _by_sign(tables: Mapping[str, Mapping[str, Any]], key: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for code, table in tables.items():
        for sign in table.get(key, "").split():
            found.setdefault(sign, set()).add(code)
    return {sign: frozenset(codes) for sign, codes in found.items()}


@cache
def _default() -> str:
    return next(code for code, pack in packs().items() if pack.table("detect").get("default"))


@lru_cache(maxsize=2048)
def _worth(word: str) -> Sequence[tuple[str, float]]:
    """The scores of a word, by language."""
    codes = _known(word)
    if codes:
        return [(code, _EACH + _COMMON / len(codes)) for code in codes]
    scores: Scores = defaultdict(float)
    # The part before an apostrophe may be a word.
    for part in _parts(word):
        _share(scores, _known(part), _COMMON, _EACH)
    if not scores:
        _add_spelling(word, scores)
    return tuple(scores.items())


def _known(word: str) -> frozenset[str]:
    signs = _signs()
    return signs.common.get(word) or signs.plain.get(folded(word), frozenset())


def _parts(word: str) -> list[str]:
    front, mark, rest = word.partition("'")
    return [front + mark, front, rest] if mark else []


@cache
def _spelling() -> tuple[Sequence[str], Mapping[str, Mapping[str, float]]]:
    """The languages, and what each trigram of their common words says for them: a log probability.

    By trigram, because most trigrams occur in few languages.
    """
    found: dict[str, dict[str, float]] = {}
    words: dict[str, list[str]] = {}
    for word, codes in _signs().plain.items():
        for code in codes:
            words.setdefault(code, []).append(word)
    for code, known in words.items():
        counts = Counter(trigram for word in known for trigram in _trigrams(word))
        total = sum(counts.values())
        for trigram, count in counts.items():
            found.setdefault(trigram, {})[code] = log(count / total) - _UNSEEN
    return tuple(words), found


def _trigrams(word: str) -> list[str]:
    edged = f" {word} "
    return [edged[at : at + 3] for at in range(len(edged) - 2)]


def _spelling_scores(word: str) -> Iterable[tuple[str, float]]:
    """The scores of the spelling of a word, by language; they sum to that of one ending."""
    codes, known = _spelling()
    gains = dict.fromkeys(codes, 0.0)
    for trigram in _trigrams(folded(word)):
        for code, gain in known.get(trigram, {}).items():
            gains[code] += gain
    likely = {code: exp(_TRUST * gain) for code, gain in gains.items()}
    whole = sum(likely.values())
    return [(code, _SPELLING * share / whole) for code, share in likely.items()]


def _add_spelling(word: str, scores: Scores) -> None:
    """Add the scores of the spelling of a word that is not common."""
    for code, worth in _spelling_scores(word):
        scores[code] += worth
    signs = _signs()
    if len(word) >= _SHORTEST_WITH_ENDING:
        ends = (signs.endings.get(word[-size:], frozenset()) for size in (6, 5, 4, 3, 2))
        _share(scores, next(filter(None, ends), frozenset()), _ENDING)
    for size in (4, 3, 2):
        for start in range(len(word) - size + 1):
            codes = signs.groups.get(word[start : start + size])
            if codes:
                _share(scores, codes, _GROUP)
