"""A statement as verification reads it: what it speaks of, what it denies, and what it does to earlier ones."""

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final

import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs

from recollect.learn.lexicon import DENIALS_ELSEWHERE, SPEAKERS, Lexicon, folded
from recollect.learn.lexicon_de import GERMAN
from recollect.learn.lexicon_en import ENGLISH
from recollect.learn.lexicon_es import SPANISH
from recollect.learn.lexicon_fr import FRENCH
from recollect.model.similarity import words_of

LEXICONS: Final = (ENGLISH, GERMAN, SPANISH, FRENCH)

# Anything but space, digits and punctuation: letters of any script with their marks, and pictures.
_LETTER: Final = (
    "[^\\s\\d_!-/:-@\\[-`{-~\u00a1-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f\uff00-\uff0f]"
)
# C++ and C# are not C; 35 € is not 35 $; a version and a time are one number.
_TOKEN: Final = re.compile(
    rf"(?:(?<!\w)[-−])?\d+(?:[.,:/]\d+)*|[$%£¥€]|{_LETTER}+(?:['’-]{_LETTER}+)*[+#]*"
)
_THOUSANDS: Final = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_OPENS: Final = re.compile(r"(?:^|[.!?:;\"“„«(])\s*$")
_SHOUTED: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What one sentence says, in words that can be compared with another's."""

    language: Lexicon | None
    # All its words as they stand.
    bare: frozenset[str]
    # The words that say something, in order, each as its sense or its stem; numbers as figures.
    said: tuple[str, ...]
    # For each of them, whether nothing but another such word stands before it.
    close: tuple[bool, ...]
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    roles: frozenset[str] = frozenset()
    denied: bool = False
    # It ends something, changes it, comes on top of it, takes it back.
    ends: bool = False
    changes: bool = False
    adds: bool = False
    corrects: bool = False
    planned: bool = False
    cancels: bool = False
    failed: bool = False
    parts: bool = False
    moves: bool = False
    left: frozenset[str] = frozenset()
    bounded: bool = False
    past: bool = False
    directed: bool = False
    # It says something of which there may be many.
    many: bool = False
    # It speaks of the one thing there is: my cat, the office.
    definite: bool = False
    # It begins with a name.
    others: bool = False

    @property
    def words(self) -> frozenset[str]:
        """What it says, in any order."""
        return frozenset(self.said)

    @property
    def head(self) -> str | None:
        """The relative it is about, where it begins with one: my mother's birthday."""
        first = self.said[0] if self.definite and self.said else None
        return first if first in self.roles else None

    @property
    def named(self) -> str | None:
        """The name of that relative: my brother Max."""
        if self.head is None or len(self.said) < 2 or not self.close[1]:  # noqa: PLR2004
            return None
        return self.said[1] if self.said[1] in self.names else None

    @property
    def lasting(self) -> frozenset[str]:
        """What it says, whenever."""
        return self.words - self.language.times if self.language else self.words

    @property
    def gist(self) -> frozenset[str]:
        """What it is about: what it says without when, and without verbs that go with anything."""
        return self.lasting - self.language.light if self.language else self.words


def read(content: str, quote: str = "") -> Statement:
    """The statement of a sentence; its quote may still hold the "now" or "sorry" that the sentence lost."""
    text = unicodedata.normalize("NFC", content)
    low = folded(text)
    language = _language(low)
    if language is None:
        return _foreign(text)
    heard = f"{low} | {folded(unicodedata.normalize('NFC', quote))}"
    blanked = _without(text, low, language)
    over = bool(language.ends.search(low))
    denied = over or _denies(folded(blanked), language)
    return replace(
        _worded(blanked, language),
        bare=words_of(content),
        denied=denied != bool(language.dislikes.search(low)),
        ends=over or bool(language.ended.search(heard)),
        changes=bool(language.changes.search(heard)),
        adds=bool(language.adds.search(heard)),
        corrects=bool(language.corrects.search(heard)),
        planned=bool(language.plans.search(low)) or _future(text, language),
        cancels=bool(language.cancels.search(low)),
        failed=bool(language.fails.search(low)),
        parts=bool(language.parts.search(low)),
        bounded=bool(language.bounded.search(low)),
        moves=bool(language.moves.search(low)),
        left=_left(text, low, language),
    )


def _future(text: str, language: Lexicon) -> bool:
    return language.future is not None and bool(language.future.search(text.lower()))


def _language(low: str) -> Lexicon | None:
    """The language most of whose words are in the text; none where no word is known."""
    tokens = [token for whole in _TOKEN.findall(low) for token in whole.split("'")]
    known = [sum(map(lexicon.knows, tokens)) for lexicon in LEXICONS]
    best = max(known)
    if not best:
        return None
    likely = [lexicon for lexicon, count in zip(LEXICONS, known, strict=True) if count == best]
    if len(likely) == 1:
        return likely[0]
    # "Me mudé a Bilbao": every small word is English too, but the phrase is not.
    return max(likely, key=lambda lexicon: _phrases(low, lexicon))


def _phrases(low: str, language: Lexicon) -> int:
    signs = (language.changes, language.ends, language.moves, language.cancels, language.parts)
    return sum(bool(sign.search(low)) for sign in signs)


def _foreign(text: str) -> Statement:
    """Of a language that is not known, every word as it stands."""
    stripped = (
        "".join(c for c in word if unicodedata.category(c)[0] not in "PZ")
        for word in text.casefold().split()
    )
    said = tuple(word for word in stripped if word and word not in SPEAKERS)
    numbers = tuple(word for word in said if any(map(str.isdigit, word)))
    denied = any(word in DENIALS_ELSEWHERE for word in said)
    return Statement(
        language=None,
        bare=words_of(text),
        said=said,
        close=(True,) * len(said),
        numbers=numbers,
        denied=denied,
    )


def _without(text: str, low: str, language: Lexicon) -> str:
    """The text without the phrases that say what it does to earlier statements."""
    marks = list(text)
    for pattern, stand_in in (
        (language.says, ""),
        (language.corrects, ""),
        (language.dislikes, "~"),
        (language.ends, ""),
        (language.changes, ""),
        (language.cancels, ""),
        (language.parts, ""),
        (language.adds, ""),
    ):
        for match in pattern.finditer(low):
            start, end = match.span()
            marks[start:end] = stand_in.ljust(end - start)[: end - start]
    return "".join(marks)


def _denies(low: str, language: Lexicon) -> bool:
    return any(_denial(token, language) for token in _split(_TOKEN.findall(low), language))


def _denial(token: str, language: Lexicon) -> bool:
    return token in language.denials or (token in DENIALS_ELSEWHERE and not language.knows(token))


def _split(tokens: list[str], language: Lexicon) -> list[str]:
    """Articles and pronouns that lean on the next word apart from it: l'âge, s'appelle."""
    if language.code != "fr":
        return tokens
    return [part for token in tokens for part in re.split("['’]", token)]


def _worded(text: str, language: Lexicon) -> Statement:
    """The words that say something, and which of them are names and numbers."""
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    shouted = text.isupper()
    said: list[str] = []
    close: list[bool] = []
    names: list[str] = []
    numbers: list[str] = []
    roles: set[str] = set()
    past = directed = many = near = False
    if "~" in text:
        said.append(language.liking)
        close.append(False)
    tokens = _tokens(text, language)
    for token, opens in tokens:
        bare = folded(token).removesuffix("'s")
        directed = directed or bare in language.directed
        past = past or bool(language.past.match(bare))
        many = many or language.same.get(bare, bare) in language.many
        acronym = len(token) >= _SHOUTED and token.isupper() and not shouted
        if (not acronym and bare in language.small) or bare in SPEAKERS or _denial(bare, language):
            near = False
            continue
        word = _sense(token, bare, language, stemmer)
        if word[-1:].isdigit():
            numbers.append(word)
        elif _named(token, bare, language) and not shouted and not (opens and language.knows(bare)):
            names.append(word)
        if bare in language.roles:
            roles.add(word)
        said.append(word)
        close.append(near)
        near = True
    return Statement(
        language=language,
        bare=frozenset(),
        said=tuple(said),
        close=tuple(close),
        names=tuple(names),
        numbers=tuple(numbers),
        roles=frozenset(roles),
        past=past,
        directed=directed,
        many=many,
        definite=_definite(tokens, language),
        others=bool(tokens) and bool(names) and folded(tokens[0][0]) == names[0],
    )


def _definite(tokens: list[tuple[str, bool]], language: Lexicon) -> bool:
    first = folded(tokens[0][0]) if tokens else ""
    return first in language.definite or first.endswith("'s")


def _named(token: str, bare: str, language: Lexicon) -> bool:
    return token[:1].isupper() and bare not in language.times and bare not in language.roles


def _tokens(text: str, language: Lexicon) -> list[tuple[str, bool]]:
    """The words of a text, and of each whether a sentence opens with it."""
    found = []
    for match in _TOKEN.finditer(text):
        opens = bool(_OPENS.search(text[: match.start()]))
        found += [(part, opens) for part in _split([match[0]], language) if part]
    return found


def _sense(token: str, bare: str, language: Lexicon, stemmer: "Stemmer.Stemmer") -> str:
    """The one word that stands for this one and its likes; a name stands for itself alone."""
    if bare[-1:].isdigit():
        return _THOUSANDS.sub("", bare).replace(",", ".").replace("−", "-")
    if bare in language.numbers:
        return language.numbers[bare]
    if bare in language.same:
        return language.same[bare]
    if bare in language.roles or bare in language.times:
        return bare
    if token[:1].isupper() or language.capital_nouns:
        # Williams is not William, and a Bär is no Bar.
        return token.casefold() if language.capital_nouns else bare
    return str(stemmer.stemWord(bare))


def _left(text: str, low: str, language: Lexicon) -> frozenset[str]:
    """What is left for something else."""
    match = language.leaves.search(low)
    if not match:
        return frozenset()
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    group = next(name for name, value in match.groupdict().items() if value is not None)
    start, end = match.span(group)
    found = _tokens(text[start:end], language)
    return frozenset(
        _sense(token, folded(token), language, stemmer)
        for token, _ in found
        if folded(token) not in language.small
    )
