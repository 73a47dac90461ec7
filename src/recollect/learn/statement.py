"""A statement as verification reads it: what it speaks of, what it denies, and what it does to earlier ones."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final, TypedDict

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
# An address of mail is one word; C++ and C# are not C; 35 € is not 35 $; a version and a time are one number.
_TOKEN: Final = re.compile(
    rf"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:(?<!\w)[-−])?\d+(?:[.,:/]\d+)*|[$%£¥€]|{_LETTER}+(?:['’-]{_LETTER}+)*[+#]*"
)
_THOUSANDS: Final = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_OPENS: Final = re.compile(r"[.!?:;\"“„«(]")
_ELIDED: Final = re.compile("['’]")
_ARTICLES: Final = frozenset("the der die das el la los las le l les".split())
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
    done: bool = False
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
    # It is somebody's: my cat, but not the office.
    owned: bool = False
    # It begins with a name.
    others: bool = False

    # What it says, in any order; whenever it is; and what it is about, without verbs that go with anything.
    words: frozenset[str] = field(init=False)
    lasting: frozenset[str] = field(init=False)
    gist: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        words = frozenset(self.said)
        lasting = words - self.language.times if self.language else words
        gist = lasting - self.language.light if self.language else words
        for name, value in (("words", words), ("lasting", lasting), ("gist", gist)):
            object.__setattr__(self, name, value)

    @property
    def head(self) -> str | None:
        """The relative it is about, where it begins with one: my mother's birthday."""
        first = self.said[0] if self.owned and self.said else None
        return first if first in self.roles else None

    @property
    def named(self) -> str | None:
        """The name of that relative: my brother Max."""
        if self.head is None or len(self.said) < 2 or not self.close[1]:  # noqa: PLR2004
            return None
        return self.said[1] if self.said[1] in self.names else None


class Words(TypedDict):
    """The part of a statement that is read word by word."""

    said: tuple[str, ...]
    close: tuple[bool, ...]
    names: tuple[str, ...]
    numbers: tuple[str, ...]
    roles: frozenset[str]
    past: bool
    many: bool
    others: bool


def read(content: str, quote: str = "", about: frozenset[str] = frozenset()) -> Statement:
    """The statement of a sentence, without the name of whom it is `about`, which every other of theirs has too.

    Its quote may still hold the "now" or "sorry" that the sentence lost.
    """
    text = unicodedata.normalize("NFC", content)
    low = folded(text)
    language = _language(low)
    if language is None:
        return _foreign(text, about)
    quoted = "" if quote == content else folded(unicodedata.normalize("NFC", quote))
    blanked, found = _without(text, low, language)
    disliked, over = language.dislikes in found, language.ends in found
    tokens = _tokens(blanked, language)
    denied = over or any(_denial(folded(token), language) for token, _ in tokens)

    def heard(pattern: re.Pattern[str]) -> bool:
        return pattern in found or bool(pattern.search(quoted))

    return Statement(
        language=language,
        bare=words_of(content),
        denied=denied != disliked,
        ends=over or bool(language.ended.search(low) or language.ended.search(quoted)),
        changes=heard(language.changes),
        adds=heard(language.adds),
        corrects=heard(language.corrects) or language.contrasts in found,
        planned=bool(language.plans.search(low)) or _future(text, language),
        cancels=language.cancels in found,
        failed=bool(language.fails.search(low)),
        done=_done(low, language),
        parts=language.parts in found,
        bounded=bool(language.bounded.search(low)),
        moves=bool(language.moves.search(low)),
        left=_left(text, low, language),
        directed=any(folded(token) in language.directed for token, _ in tokens),
        definite=_definite(tokens, language),
        owned=_definite(tokens, language) and folded(tokens[0][0]) not in _ARTICLES,
        **_worded(tokens, language, about, disliked=disliked, shouted=text.isupper()),
    )


def _future(text: str, language: Lexicon) -> bool:
    return language.future is not None and bool(language.future.search(text.lower()))


def _done(low: str, language: Lexicon) -> bool:
    return language.deeds is not None and bool(language.deeds.search(low))


def _language(low: str) -> Lexicon | None:
    """The language most of whose words are in the text; none where no word is known."""
    tokens = [token for whole in _TOKEN.findall(low) for token in whole.split("'")]
    known = [sum(token in lexicon.vocabulary for token in tokens) for lexicon in LEXICONS]
    best = max(known)
    if not best:
        # An extractor tells of "User" in English where there is no other sign.
        return ENGLISH if SPEAKERS.intersection(tokens) else None
    likely = [lexicon for lexicon, count in zip(LEXICONS, known, strict=True) if count == best]
    if len(likely) == 1:
        return likely[0]
    # "Me mudé a Bilbao": every small word is English too, but the phrase is not.
    return max(likely, key=lambda lexicon: _phrases(low, lexicon))


def _phrases(low: str, language: Lexicon) -> int:
    signs = (language.changes, language.ends, language.moves, language.cancels, language.parts)
    return sum(bool(sign.search(low)) for sign in signs)


def _foreign(text: str, about: frozenset[str]) -> Statement:
    """Of a language that is not known, every word as it stands."""
    stripped = (
        "".join(c for c in word if unicodedata.category(c)[0] not in "PZ")
        for word in text.casefold().split()
    )
    said = tuple(word for word in stripped if word and word not in SPEAKERS | about)
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


def _without(text: str, low: str, language: Lexicon) -> tuple[str, frozenset[re.Pattern[str]]]:
    """The text without the phrases that say what it does to earlier statements, and which those were."""
    marks = list(text)
    found = set()
    for pattern in (
        language.contrasts,
        language.says,
        language.corrects,
        language.dislikes,
        language.ends,
        language.changes,
        language.cancels,
        language.parts,
        language.adds,
    ):
        for match in pattern.finditer(low):
            start, end = match.span()
            marks[start:end] = " " * (end - start)
            found.add(pattern)
    return "".join(marks), frozenset(found)


def _denial(token: str, language: Lexicon) -> bool:
    return token in language.denials or (
        token in DENIALS_ELSEWHERE and token not in language.vocabulary
    )


def _worded(
    tokens: list[tuple[str, bool]],
    language: Lexicon,
    about: frozenset[str],
    *,
    disliked: bool,
    shouted: bool,
) -> Words:
    """The words that say something, and which of them are names and numbers."""
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    said = [language.liking] if disliked else []
    close = [False] if disliked else []
    names: list[str] = []
    numbers: list[str] = []
    roles: set[str] = set()
    past = many = near = False
    for token, opens in tokens:
        bare = folded(token).removesuffix("'s")
        named = token[:1].isupper() and not opens
        past = past or (not named and bool(language.past.match(token.lower())))
        many = many or language.same.get(bare, bare) in language.many
        if bare in about or _says_nothing(token, bare, language, shouted=shouted):
            near = False
            continue
        word = _sense(token, bare, language, stemmer, opens=opens)
        if word[-1:].isdigit():
            numbers.append(word)
        elif not shouted and _named(token, bare, language, opens=opens):
            names.append(word)
        if bare in language.roles:
            roles.add(word)
        said.append(word)
        close.append(near)
        near = True
    return {
        "said": tuple(said),
        "close": tuple(close),
        "names": tuple(names),
        "numbers": tuple(numbers),
        "roles": frozenset(roles),
        "past": past,
        "many": many,
        "others": bool(tokens and names) and folded(tokens[0][0]) == names[0],
    }


def _says_nothing(token: str, bare: str, language: Lexicon, *, shouted: bool) -> bool:
    acronym = len(token) >= _SHOUTED and token.isupper() and not shouted  # IT, US
    return (bare in language.small and not acronym) or bare in SPEAKERS or _denial(bare, language)


def _definite(tokens: list[tuple[str, bool]], language: Lexicon) -> bool:
    first = folded(tokens[0][0]) if tokens else ""
    return first in language.definite or first.endswith("'s")


def _named(token: str, bare: str, language: Lexicon, *, opens: bool) -> bool:
    if "@" in token:
        return True
    if not token[:1].isupper() or bare in language.times or bare in language.roles:
        return False
    return not (opens and bare in language.vocabulary)


def _tokens(text: str, language: Lexicon) -> list[tuple[str, bool]]:
    """The words of a text, and of each whether a sentence opens with it."""
    found: list[tuple[str, bool]] = []
    end = 0
    for match in _TOKEN.finditer(text):
        opens = not found or bool(_OPENS.search(text, end, match.start()))
        end = match.end()
        # Articles and pronouns lean on the next word: l'âge, s'appelle.
        parts = _ELIDED.split(match[0]) if language.code == "fr" else (match[0],)
        found += [(part, opens) for part in parts if part]
    return found


def _sense(
    token: str, bare: str, language: Lexicon, stemmer: "Stemmer.Stemmer", *, opens: bool
) -> str:
    """The one word that stands for this one and its likes; a name stands for itself alone."""
    if bare[-1:].isdigit():
        return _THOUSANDS.sub("", bare).replace(",", ".").replace("−", "-")
    if bare in language.numbers:
        return language.numbers[bare]
    title = token[:1].isupper() and not opens and not language.capital_nouns
    if bare in language.same and (bare in language.roles or not title):  # "Home Alone" is no home
        return language.same[bare]
    if bare in language.roles or bare in language.times:
        return bare
    if token[:1].isupper() or language.capital_nouns:
        # Williams is not William, and a Bär is no Bar.
        return token.casefold() if language.capital_nouns else bare
    return str(stemmer.stemWord(bare))


def _left(text: str, low: str, language: Lexicon) -> frozenset[str]:
    """What is left for something else."""
    match = language.contrasts.search(low) or language.leaves.search(low)
    if not match:
        return frozenset()
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    group = next(name for name, value in match.groupdict().items() if value is not None)
    start, end = match.span(group)
    found = _tokens(text[start:end], language)
    left = frozenset(
        _sense(token, folded(token), language, stemmer, opens=False)
        for token, _ in found
        if folded(token) not in language.small
    )
    return frozenset() if language.liking in left else left - language.times
