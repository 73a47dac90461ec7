"""Turn a text into the hashed terms that it is indexed and searched by.

Any word in Latin script yields one *common* term, the English stem of its form without accents,
which does not depend on the language; a text in another language adds the stem of that language.
So a word in a question matches the same word in a turn whatever language was detected in either,
English costs one term per word, and "vivimos" still matches "vivir" if both texts are Spanish.
"""

import re
import struct
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, repeat
from threading import Lock
from typing import Any, Final
from zlib import crc32

import numpy as np
import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs

from recollect.domain.data_files import read_toml

# Increase it whenever a text would yield other terms, also when PyStemmer's algorithms change.
ANALYZER: Final = 3

_TABLE: Final = read_toml("recollect.recall", "terms.toml")
_MEANS_IN_ENGLISH: Final = frozenset(_TABLE["means_in_english"].split())
_ELIDED: Final = frozenset(_TABLE["elided"].split())
_SNOWBALL: Final = _TABLE["stemmers"]
_SNOWBALL_OF_SCRIPT: Final = _TABLE["stemmers_by_script"]
# Scripts that put no spaces between words.
_DENSE_SCRIPTS: Final = _TABLE["dense_scripts"]
DENSE: Final = "".join(_DENSE_SCRIPTS.values())
_SCRIPTS: Final = _TABLE["scripts"] | {
    "ja": _DENSE_SCRIPTS["hiragana"] + _DENSE_SCRIPTS["katakana"],
    "zh": _DENSE_SCRIPTS["han"],
    "th": _DENSE_SCRIPTS["thai"],
    "lo": _DENSE_SCRIPTS["lao"],
    "my": _DENSE_SCRIPTS["myanmar"],
    "km": _DENSE_SCRIPTS["khmer"],
}


def _marks() -> str:
    """The combining marks: not letters to Python, but part of words in many scripts."""
    spans = (*range(0x300, 0x1E00), *range(0xA800, 0xAC00))
    return "".join(chr(i) for i in spans if unicodedata.category(chr(i)) in {"Mn", "Mc"})


MARKS: Final = _marks()
# A token is a run of letters, digits and the marks inside a word: mother-in-law's, user_id.
_TOKEN: Final = re.compile(rf"[\w'{MARKS}-]+")
_ASCII_BREAKS: Final = {i: " " for i in range(128) if not (chr(i).isalnum() or chr(i) in "'-_")}
_EDGES: Final = "'-_"
_THOUSANDS: Final = re.compile(r"(?<![\d.,'])\d{1,3}([.,'])\d{3}(?:\1\d{3})*(?!\1?\d)")
_IN_NUMBER: Final = re.compile(r"\d[.,:/']\d")
_NUMBER_JOINT: Final = re.compile(r"(?<=\d)[.,:/'](?=\d)")
_DOTTED: Final = re.compile(r"\.\w")
_INITIALS: Final = re.compile(r"(?<!\w)[^\W\d_](?:\.[^\W\d_])+(?!\.?\w)")  # u.s., p.m.
# A commit or a digest: letters and digits, and no word. Its beginning means the same.
HASH: Final = re.compile(r"(?=.*[a-f])(?=.*\d)[0-9a-f]{7,64}")
HASH_BEGINNING: Final = 7
_COUNTED: Final = re.compile(r"(\d+)[^\W\d_]+")
# Runs of one script: in Japanese this separates nouns from endings and particles.
_DENSE_RUNS: Final = "|".join(f"[{script}]+" for script in _DENSE_SCRIPTS.values())
_DENSE_RUN: Final = re.compile(_DENSE_RUNS)
_MIXED_TOKEN: Final = re.compile(rf"{_DENSE_RUNS}|(?:(?![{DENSE}])[\w'{MARKS}-])+")
_HAN_RUN: Final = re.compile(f"[{_DENSE_SCRIPTS['han']}]")
_HIRAGANA_RUN: Final = re.compile(f"[{_DENSE_SCRIPTS['hiragana']}]")
_NOT_LATIN: Final = re.compile("[^\x00-\u036f\u1e00-\u1eff\u2000-\u2bff\ufb00-\ufb06]+")
_SCRIPT_RUN: Final = re.compile("|".join(f"(?P<{code}>[{s}]+)" for code, s in _SCRIPTS.items()))
_INVISIBLE: Final = re.compile("[\u00ad\u0640\u200c\u200d\u2060\ufeff\ufe00-\ufe0f]+")
# Accents, Hebrew and Arabic points, and letters that do not decompose.
_FOLDS: Final = {
    **dict.fromkeys((*range(0x300, 0x370), *range(0x591, 0x5C8), *range(0x64B, 0x660), 0x670)),
    **str.maketrans("øłđıð", "oldid"),
    ord("æ"): "ae",
    ord("œ"): "oe",
    ord("þ"): "th",
}
# The highest bit of every term of a word; smaller numbers are days.
WORD: Final = 2**31
_SUFFIX_MAX: Final = 3  # Caroline's, they'll, Ankara'dan
_TOKEN_MAX: Final = 64  # longer is data rather than a word; its beginning is enough
_PARTS_MAX: Final = 4
_PHRASE_MIN: Final = 8
# Odd, so that multiplication is reversible.
_SPREAD: Final = np.array([0x9E3779B1, 0x85EBCA6B], "<u4")
# The number of words, and of letters in another script, that language detection reads.
_WORDS_MAX: Final = 500
_LETTERS_MAX: Final = 32
# The votes of a sign that only one language has, and the initial votes for English.
_VOTE: Final = 12
_PRIOR: Final = 10


def _folded(word: str) -> str:
    """The word without accents; marks that carry a sound (kana, Indic vowels) are kept."""
    if word.isascii():
        return word
    bare = unicodedata.normalize("NFD", word).translate(_FOLDS)
    return unicodedata.normalize("NFC", bare)


_STOPS: Final[dict[str, frozenset[str]]] = {
    code: frozenset(words.split()) for code, words in _TABLE["stop_words"].items()
}
# By language and whether the text is a question: many people type those without accents.
_DROPPED: Final = {
    **{(code, False): words - _MEANS_IN_ENGLISH for code, words in _STOPS.items()},
    **{(code, True): words | set(map(_folded, words)) for code, words in _STOPS.items()},
}
_CODES: Final = tuple(_STOPS)
_COUNT: Final = struct.Struct(f"<{len(_CODES)}H")


def _votes(lists: dict[str, frozenset[str]]) -> dict[str, int]:
    """The votes of each sign, packed with 16 bits per language so that one sum counts all."""
    codes_of: dict[str, list[str]] = {}
    for code, signs in lists.items():
        for sign in signs:
            codes_of.setdefault(sign, []).append(code)
    return {sign: _ballot(codes) for sign, codes in codes_of.items()}


def _ballot(codes: list[str]) -> int:
    # A word that English lacks counts against English however many languages share it.
    weight = max(_VOTE // len(codes), 0 if "en" in codes else _VOTE // 2)
    return sum(weight << 16 * _CODES.index(code) for code in codes)


_WORD_VOTES: Final = _votes({**_STOPS, "en": _STOPS["en"] | _MEANS_IN_ENGLISH})
_SIGN_VOTES: Final = _votes(
    {code: frozenset(signs.split()) for code, signs in _TABLE["signs"].items()}
)


def terms(text: str, language: str | None = None) -> list[int]:
    """The terms of a text in order, with repeats, each an integer from 2**31 up to 2**32."""
    return _terms(text, language, in_question=False)[0]


def terms_and_language(text: str) -> tuple[list[int], str]:
    """The terms of a text, and the language that they were found in, as by `language_of`."""
    return _terms(text, None, in_question=False)


def query_terms(text: str) -> list[int]:
    """The distinct terms of a question, in its own language."""
    return list(dict.fromkeys(_terms(text, None, in_question=True)[0]))


def language_of(text: str) -> str:
    """The two-letter code of the language of a text; "en" if the evidence for another is weak."""
    plain = _plain(text)
    return _language(plain, _tokens(plain))


def _terms(text: str, language: str | None, *, in_question: bool) -> tuple[list[int], str]:
    plain = _plain(text)
    tokens = _tokens(plain)
    language = language or _language(plain, tokens)
    salt = hash((language, in_question))
    result: list[int] = []
    for token in tokens:
        cached = _known.get(hash(token) ^ salt)
        result += _analyze(token, language, in_question=in_question) if cached is None else cached
    return result, language


def _plain(text: str) -> str:
    if text.isascii():
        plain = text.lower()
    else:
        plain = unicodedata.normalize("NFKC", text).casefold()
        plain = plain.replace("’", "'").replace("ʼ", "'").replace("‐", "-")
        plain = _INVISIBLE.sub("", plain)
    if _IN_NUMBER.search(plain):
        plain = _THOUSANDS.sub(lambda number: re.sub(r"\D", "", number.group()), plain)
        plain = _NUMBER_JOINT.sub("_", plain)
    if _DOTTED.search(plain):
        plain = _INITIALS.sub(lambda letters: letters.group().replace(".", ""), plain)
    return plain.replace("--", " ")


def _tokens(plain: str) -> list[str]:
    if plain.isascii():
        return plain.translate(_ASCII_BREAKS).split()
    if _NOT_LATIN.search(plain) and _DENSE_RUN.search(plain):
        return _MIXED_TOKEN.findall(plain)
    return _TOKEN.findall(plain)


def _language(plain: str, tokens: list[str]) -> str:
    signs = 0
    if not plain.isascii():
        foreign = "".join(_NOT_LATIN.findall(plain))
        if 3 * len(foreign) > len(plain) and (script := _script(foreign[:_LETTERS_MAX])):
            return script
        signs = sum(votes for sign, votes in _SIGN_VOTES.items() if sign in plain)
    votes = sum(map(_WORD_VOTES.get, tokens[:_WORDS_MAX], repeat(0)), signs + _PRIOR)
    count = _COUNT.unpack(votes.to_bytes(_COUNT.size, "little"))
    return _CODES[count.index(max(count))]


def _script(letters: str) -> str | None:
    """The language of most of the letters, if their script identifies one."""
    counts: dict[str, int] = {}
    for run in _SCRIPT_RUN.finditer(letters):
        code = str(run.lastgroup)
        counts[code] = counts.get(code, 0) + len(run.group())
    if "ja" in counts:  # a Japanese sentence may have more Han than kana
        counts["ja"] += counts.pop("zh", 0)
    return max(counts, key=lambda code: counts[code], default=None)


# A cache of terms by the hash of a token and its language; the words themselves are not stored.
# Clearing it when full costs a few milliseconds once in many thousand messages, and lets reads go
# without a lock.
_known: Final[dict[int, tuple[int, ...]]] = {}
_KNOWN_MAX: Final = 32_768
_stemming: Final = Lock()  # stemmers are not thread-safe


def _analyze(token: str, language: str, *, in_question: bool) -> tuple[int, ...]:
    if _DENSE_RUN.match(token):
        result = _grams(token, in_question=in_question)
        if len(token) > _PHRASE_MIN:  # a phrase that hardly occurs again
            return result
    else:
        result = _word_terms(token, language, in_question=in_question)
    if len(_known) >= _KNOWN_MAX:
        _known.clear()
    _known[hash(token) ^ hash((language, in_question))] = result
    return result


def _word_terms(token: str, language: str, *, in_question: bool) -> tuple[int, ...]:
    stops = _DROPPED.get((language, in_question), frozenset())
    forms = [form for form in _forms(token[:_TOKEN_MAX], stops) if form and form not in stops]
    stems = (stem for form in forms for stem in _stems(form, language))
    # Not a cryptographic hash: any 32-bit hash can be reversed by brute force.
    return tuple(dict.fromkeys(crc32(stem.encode()) | WORD for stem in stems))


def _forms(token: str, stops: frozenset[str]) -> tuple[str, ...]:
    """The forms of a token to index: itself, or its parts and the parts joined."""
    if token.isalpha():
        return (token,)
    token = token.strip(_EDGES)
    if token in stops or token.endswith("n't"):
        return ()
    parts = [_bare(part) for part in re.split("[-_]", token)]
    if len(parts) == 1:
        return _with_number(parts[0])
    joiner = "." if all(map(str.isdecimal, parts)) else ""
    joined = len(parts) <= _PARTS_MAX and not stops.issuperset(parts)
    return (*map(_number, parts), joiner.join(parts) if joined else "")


def _bare(word: str) -> str:
    """A word without the article before, or the ending after, an apostrophe."""
    head, _, tail = word.strip(_EDGES).partition("'")
    if not tail:
        return head
    if head in _ELIDED:
        return tail.replace("'", "")
    if len(tail) <= _SUFFIX_MAX and len(head) > 1:
        return head
    return head + tail.replace("'", "")


def _with_number(word: str) -> tuple[str, ...]:
    """The word, and its number alone if it has a suffix (7th, 10am), or its beginning if a hash."""
    if HASH.fullmatch(word):
        return word, word[:HASH_BEGINNING]
    counted = _COUNTED.fullmatch(word)
    return (word, _number(counted[1])) if counted else (_number(word),)


def _number(word: str) -> str:
    return str(int(word)) if word.isdecimal() else word


def _stems(word: str, language: str) -> Iterator[str]:
    if not _NOT_LATIN.match(word):
        yield _stem("english", _folded(word))
        if language in _SNOWBALL:
            yield _folded(_stem(_SNOWBALL[language], word))
        return
    script = _script(word[0])
    if script == "ko":
        yield from (word, *map("".join, pairwise(word)))
    elif script in _SNOWBALL_OF_SCRIPT:
        yield _folded(_stem(_SNOWBALL_OF_SCRIPT[script], word))
    else:
        yield _folded(word)


def _stem(algorithm: str, word: str) -> str:
    with _stemming:
        stem: str = _stemmer(algorithm).stemWord(word)
    return stem or word


@cache
def _stemmer(algorithm: str) -> Any:
    return Stemmer.Stemmer(algorithm, 0)  # 0 disables its cache, which would store words


def _grams(run: str, *, in_question: bool) -> tuple[int, ...]:
    """Character bigrams, plus single characters that may be words: lone ones, and Han in turns."""
    letters = np.frombuffer(run.encode("utf-32-le"), "<u4")
    alone = (letters * _SPREAD[0]) | WORD
    if len(run) == 1:
        # A lone kana is a particle.
        return () if _HIRAGANA_RUN.match(run) else tuple(alone.tolist())
    pairs = (alone[:-1] ^ (letters[1:] * _SPREAD[1])) | WORD
    if in_question or not _HAN_RUN.match(run):
        return tuple(pairs.tolist())
    return (*pairs.tolist(), *alone.tolist())
