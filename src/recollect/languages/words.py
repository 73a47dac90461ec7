"""The small words of all languages that have a pack, and whether a text is a name."""

import re
from functools import cache
from typing import Final
from unicodedata import east_asian_width

from recollect.languages.pack import packs

# A name has so many words and characters at most; what is longer is a clause.
_MOST_WORDS: Final = 4
_LONGEST: Final = 48
# Without capitals a name is told from a clause by its length alone.
_MOST_SMALL_WORDS: Final = 2
# In scripts without spaces, so many characters at most.
_LONGEST_WIDE: Final = 12
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|[^\w\s]|\d+")
_NO_NAME_HAS: Final = frozenset(',;:!?"“”„«»()[]{}\n…。、，！？')


@cache
def common_words() -> frozenset[str]:
    """The commonest words of every language that has a pack."""
    return _words("detect", "common")


def greetings() -> frozenset[str]:
    """The words with which a letter begins, of every language that has a pack."""
    return _words("sentences", "greetings")


@cache
def _words(section: str, name: str) -> frozenset[str]:
    tables = (pack.table(section) for pack in packs().values())
    return frozenset(word for table in tables for word in str(table[name]).split())


def is_pronoun(word: str) -> bool:
    """Whether a word stands for somebody: I, my, she, unser."""
    return word.casefold() in _words("names", "pronouns")


def asks(word: str) -> bool:
    """Whether a question begins with a word: what, wann."""
    return word.casefold() in _words("sentences", "asking")


def is_article(word: str) -> bool:
    """Whether a word leads to a noun: the, der, las."""
    return word.casefold() in _words("names", "articles")


def refers_back(word: str) -> bool:
    """Whether a word stands for what was named before it: she, this, ihm."""
    return word.casefold() in _words("names", "referring")


def is_somebody(word: str) -> bool:
    """Whether a word stands for a person who was named before it: she, er."""
    return word.casefold() in _words("names", "somebody")


def last_person(text: str) -> str:
    """Whom a text has named last as the speaker's own: Noor of "my sister Noor"; "" where nobody was."""
    tokens = [found[0] for found in _TOKEN.finditer(text)]
    for at in range(len(tokens) - 3, -1, -1):
        own = is_pronoun(tokens[at]) and not refers_back(tokens[at])
        noun, name = tokens[at + 1 : at + 3]
        large = name[0].isupper() and name.casefold() not in common_words()
        if own and noun.isalpha() and not is_pronoun(noun) and large:
            return name
    return ""


def names_in(text: str) -> list[str]:
    """The names inside a sentence: words with capitals that stand together, beside its first word."""
    names: list[list[str]] = [[]]
    joined: list[str] = []
    for found in list(_TOKEN.finditer(text))[1:]:
        word = found[0]
        if not word[0].isalpha():
            names.append([])
            joined = []
        elif word[0].isupper() and word.casefold() not in common_words():
            names[-1] += [*joined, word] if names[-1] else [word]
            joined = []
        elif names[-1] and word in _words("names", "joining"):
            joined.append(word)
        else:
            names.append([])
            joined = []
    return [" ".join(name) for name in names if name]


def is_name(text: str) -> bool:
    """Whether a text can be the name of somebody or something: a few words, and no clause."""
    words = text.split()
    if not 0 < len(words) <= _MOST_WORDS or len(text) > _LONGEST or _NO_NAME_HAS & set(text):
        return False
    if not any(map(str.isalpha, text)) or words[0].casefold() in _words("names", "pronouns"):
        return False
    if sum(east_asian_width(letter) in "WF" for letter in text) > _LONGEST_WIDE:
        return False
    if len(words) > 1 and words[0].casefold() in _words("names", "articles"):
        words = words[1:]
    return _is_joined(words) if is_proper(words[0]) else _is_small(words)


def is_proper(text: str) -> bool:
    """Whether a text begins as a proper name does: with a capital, a digit, or a letter that has no case."""
    return (
        bool(text)
        and not text[0].islower()
        and text.split(maxsplit=1)[0].casefold() not in _words("names", "pronouns")
    )


def _is_joined(words: list[str]) -> bool:
    """Whether the last word is no small one, as in "Anna moved": University of Porto, Café de la Paix."""
    return not words[-1][0].islower()


def _is_small(words: list[str]) -> bool:
    """Whether words in small letters may be a name: porto, harbour museum, but not "moved away"."""
    common = any(word.casefold() in common_words() for word in words)
    return len(words) <= _MOST_SMALL_WORDS and not common
