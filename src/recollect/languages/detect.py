"""Which language a text is in: by its common words, and by how its other words are spelled.

Languages without a pack compete with those that have one, so that nothing is learned from a text
which merely looks like one of ours. A word that several languages share tells little for each.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log
from typing import Any, NamedTuple

from recollect.domain.folding import composed, folded
from recollect.languages.pack import languages_without_pack, packs

# So much of a text is searched for prose, and so much of its prose is read.
_SEARCHED = 4_000
_READ = 400
# What a common word is worth for each language that has it, and what its languages share.
_EACH = 0.5
_COMMON = 0.5
# What is shared for the ending of another word, a group of letters, a letter that few have.
_ENDING = 0.4
_GROUP = 0.2
_SIGN = 0.6
_SPELLING = 0.4
# The logarithm for three letters that no common word has, and how far such likelihoods are trusted.
_UNSEEN = -9.0
_TRUST = 0.6
# How much speaks for the language spoken so far, or else for the default one.
_BEFORE = 0.55
_DEFAULT = 0.45
# By so much a language is ahead of all others that is surely meant: by a common word of its own.
_SURE = 0.5
# A language without a pack must be ahead by this much, and by more where there are few words.
_FOREIGN = 0.3
_FOREIGN_SHORT = 0.5
_FEW_WORDS = 3
# With so many words, at least such a part of them must speak for the language.
_MANY_WORDS = 8
_LEAST_PART = 0.1
_SHORTEST_WITH_ENDING = 4
# Shorter words are others when their accents are left out.
_SHORTEST_PLAIN = 3
_LAST_LATIN = "\u024f"
_MORE_LATIN = ("\u1e00", "\u1eff")

_FENCE = "```"
_LINE_OF_CODE = re.compile(r"`[^`\n]*`")
# Mail, paths, addresses, tags, names in code, numbers and what is glued to them.
_CODE_SIGN = re.compile(r"[@\\/_=<>{}\[\]|~^#$\d]|\w\.\w|[a-z][A-Z]")
_WORD = re.compile(r"[^\W\d_]+(?:['’·][^\W\d_]+)*")

Scores = defaultdict[str, float]


class _Signs(NamedTuple):
    """The languages that have a common word, an ending, a group of letters or a letter."""

    common: Mapping[str, frozenset[str]]
    plain: Mapping[str, frozenset[str]]
    endings: Mapping[str, frozenset[str]]
    groups: Mapping[str, frozenset[str]]
    letters: Mapping[str, frozenset[str]]


def detect(text: str, before: str | None = None) -> str | None:
    """The code of the language of a text; None for a language without a pack.

    A text too short to tell is in the language spoken `before`, else in the default one.
    """
    found = _told(text)
    if found is None:
        return None
    words, scores = found
    usual = before if before and before in packs() else _default()
    scores[usual] += _BEFORE if before else _DEFAULT
    best = max(packs(), key=lambda code: (scores[code], code == usual))
    doubtful = words >= _MANY_WORDS and scores[best] < _LEAST_PART * words
    return None if doubtful else best


def surely(text: str) -> str | None:
    """The code of the language of a text, by its own words alone; None where two may be meant."""
    found = _told(text)
    if found is None:
        return None
    _, scores = found
    best, second = sorted(packs(), key=lambda code: -scores[code])[:2]
    return best if scores[best] - scores[second] >= _SURE else None


def _told(text: str) -> tuple[int, Scores] | None:
    """How many words a text has and what they speak for; None for a language without a pack."""
    prose = _prose(text)
    if _is_other_script(prose):
        return None
    words = _WORD.findall(prose.replace("’", "'"))
    scores = _scores(words)
    return None if _is_foreign(scores, len(words)) else (len(words), scores)


def _is_foreign(scores: Mapping[str, float], words: int) -> bool:
    """Whether a language without a pack is clearly ahead of all that have one."""
    known = max(scores.get(code, 0) for code in packs())
    foreign = max((score for code, score in scores.items() if code not in packs()), default=0)
    return foreign >= known + (_FOREIGN_SHORT if words < _FEW_WORDS else _FOREIGN)


def _prose(text: str) -> str:
    """The beginning of a text without code, addresses and numbers."""
    outside = " ".join(composed(text[:_SEARCHED]).split(_FENCE)[::2])
    words = _LINE_OF_CODE.sub(" ", outside).split()
    return " ".join(word for word in words if not _CODE_SIGN.search(word))[:_READ]


def _is_other_script(prose: str) -> bool:
    letters = [letter for letter in prose if letter.isalpha()]
    other = sum(
        letter > _LAST_LATIN and not _MORE_LATIN[0] <= letter <= _MORE_LATIN[1]
        for letter in letters
    )
    return other * 2 > len(letters)


def _scores(words: list[str]) -> Scores:
    scores: Scores = defaultdict(float)
    for at, word in enumerate(words):
        for code, worth in _worth(word.lower()):
            # A name in the midst of a text says little about its language.
            named = at > 0 and word[0].isupper() and worth < _EACH
            scores[code] += worth / 2 if named else worth
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


@lru_cache(maxsize=8192)
def _worth(word: str) -> Sequence[tuple[str, float]]:
    """How much a word speaks for which languages."""
    codes = _known(word)
    if codes:
        return [(code, _EACH + _COMMON / len(codes)) for code in codes]
    scores: Scores = defaultdict(float)
    # Before an apostrophe stands a word of its own.
    for part in _parts(word):
        _share(scores, _known(part), _COMMON, _EACH)
    if not scores:
        _spell(word, scores)
    return tuple(scores.items())


def _known(word: str) -> frozenset[str]:
    signs = _signs()
    return signs.common.get(word) or signs.plain.get(folded(word), frozenset())


def _parts(word: str) -> list[str]:
    front, mark, rest = word.partition("'")
    return [front + mark, front, rest] if mark else []


@cache
def _spelling() -> Mapping[str, Mapping[str, float]]:
    """How usual three letters in a row are in the common words of each language, as logarithms."""
    found: dict[str, dict[str, float]] = {}
    words: dict[str, list[str]] = {}
    for word, codes in _signs().plain.items():
        for code in codes:
            words.setdefault(code, []).append(word)
    for code, known in words.items():
        counts = Counter(three for word in known for three in _threes(word))
        total = sum(counts.values())
        found[code] = {three: log(count / total) for three, count in counts.items()}
    return found


def _threes(word: str) -> list[str]:
    edged = f" {word} "
    return [edged[at : at + 3] for at in range(len(edged) - 2)]


def _by_spelling(word: str) -> Iterable[tuple[str, float]]:
    """How likely each language spells a word so; together as much as one ending."""
    threes = _threes(folded(word))
    likely = {
        code: exp(_TRUST * sum(known.get(three, _UNSEEN) - _UNSEEN for three in threes))
        for code, known in _spelling().items()
    }
    whole = sum(likely.values())
    return [(code, _SPELLING * share / whole) for code, share in likely.items()]


def _spell(word: str, scores: Scores) -> None:
    """Add what the spelling of a word that is not common speaks for."""
    for code, worth in _by_spelling(word):
        scores[code] += worth
    signs = _signs()
    if len(word) >= _SHORTEST_WITH_ENDING:
        ends = (signs.endings.get(word[-size:], frozenset()) for size in (6, 5, 4, 3, 2))
        _share(scores, next(filter(None, ends), frozenset()), _ENDING)
    for size in (4, 3, 2):
        for start in range(len(word) - size + 1):
            _share(scores, signs.groups.get(word[start : start + size], frozenset()), _GROUP)
