"""Which speakers a question names."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from recollect.domain.data_files import read_toml
from recollect.domain.folding import composed, folded

_TABLE = read_toml("recollect.recall", "name_words.toml")
# Names that are also words.
_ORDINARY = frozenset(_TABLE["ordinary"].split())
_ROLES = frozenset(_TABLE["roles"].split())
_TITLES = frozenset(_TABLE["titles"].split())
_DEFINITE = frozenset(_TABLE["definite_articles"].split())
_ARTICLES = _DEFINITE | frozenset(_TABLE["articles"].split())
_VERBS = frozenset(_TABLE["verbs"].split())
_SHORT_FOR = {short: tuple(names.split()) for short, names in _TABLE["short_for"].items()}
# Scripts without spaces, or with endings attached to names: names are searched inside words.
_WIDE = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_POSSESSIVE = re.compile(r"['’ʼ](?:[sS](?!\w))?(?!\w)")
# Endings attached to a name: honorifics, the possessive, particles.
_WIDE_ENDING = re.compile(r"(?:さん|君|くん|ちゃん|様|先生|씨)?[のはがにをもと的]?")
_SENTENCE_END = ".?!:;¿¡\n\"“„«「'‘("
_MIN_NAME = 3
_MAX_PREFIX = 5
_CHINESE_NAME = 3
_MAX_WORDS = 6
Place = tuple[int, int]


class NamedPerson(NamedTuple):
    """Where a question names speakers, including a possessive ending."""

    start: int
    end: int
    speakers: tuple[str, ...]


class _Word(NamedTuple):
    """A word that may be a name, with its context."""

    start: int
    end: int
    raw: str
    word: str
    before: str
    after: str
    starts_sentence: bool
    possessive: bool

    @property
    def is_capitalized(self) -> bool:
        return self.raw[0].isupper()


class Roster(Collection[str]):
    """The speakers of one agent, indexed for looking up names in questions."""

    def __init__(self, speakers: Collection[str]) -> None:
        self._speakers = tuple(sorted(set(speakers)))
        self._forms: dict[str, tuple[str, ...]] = {}
        self._firsts: dict[str, list[tuple[str, str]]] = {}
        self._wide: dict[str, tuple[str, ...]] = {}
        self._longest = 1
        for speaker in self._speakers:
            self._add(speaker)
        names = {first for firsts in self._firsts.values() for first, _ in firsts}
        shorts = {short[0] for short, fulls in _SHORT_FOR.items() if not names.isdisjoint(fulls)}
        self._initials = shorts | {name[0] for name in names}
        self._widest_first = sorted(self._wide, key=lambda form: (-len(form), form))

    def __len__(self) -> int:
        return len(self._speakers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._speakers)

    def __contains__(self, speaker: object) -> bool:
        return speaker in self._speakers

    @property
    def words(self) -> Collection[str]:
        """Every form of the speakers' names, folded."""
        return self._forms.keys()

    def mentions(self, text: str, excluded: Sequence[Place] = ()) -> list[NamedPerson]:
        """Where a composed text names speakers; the spans `excluded` are something else."""
        if not self._speakers:
            return []
        found = list(self._spaced(text, set(excluded)))
        if self._wide and not text.isascii():
            found += self._unspaced(text, found)
        return sorted(found)

    def _add(self, speaker: str) -> None:
        name = composed(speaker)
        if _WIDE.search(name):
            forms = {name.strip(), *name.split()}
            if len(name) == _CHINESE_NAME:
                forms.add(name[1:])
            for form in forms:
                _add_form(self._wide, form, speaker)
            return
        words = [word for word in map(folded, _WORD.findall(name)) if word]
        if not any(letter.isalpha() for word in words for letter in word):
            return
        self._longest = max(self._longest, min(len(words), _MAX_WORDS))
        _add_form(self._forms, " ".join(words), speaker)
        parts = [word for word in words if word not in _TITLES]
        for part in {*parts[:1], *parts[-1:]}:
            if len(part) >= _MIN_NAME:
                _add_form(self._forms, part, speaker)
        if parts and parts[0] not in _ROLES:
            self._firsts.setdefault(parts[0][0], []).append((parts[0], speaker))

    def _spaced(self, text: str, excluded: set[Place]) -> Iterator[NamedPerson]:
        matches = list(_WORD.finditer(text))
        words = _folded_words(text, matches)
        shouting = text.isupper()
        at = 0
        while at < len(words):
            count, speakers = self._full_name(words, at) if self._longest > 1 else (1, ())
            start, end = matches[at].start(), matches[at + count - 1].end()
            if count == 1 and self._may_be_name(words[at]) and (start, end) not in excluded:
                speakers = self._speakers_named(
                    _in_context(text, matches, words, at), shouting=shouting
                )
                if words[at] in _ROLES and at and words[at - 1] in _DEFINITE:
                    start = matches[at - 1].start()  # include the article of "the assistant"
            if speakers:
                yield NamedPerson(start, _with_possessive(text, end), speakers)
            at += count

    def _may_be_name(self, word: str) -> bool:
        """A cheap check, because it runs on every word."""
        return word in self._forms or word[:1] in self._initials

    def _full_name(self, words: list[str], at: int) -> tuple[int, tuple[str, ...]]:
        """The word count and the speakers of a full name from here; else 1 and none."""
        for count in range(min(self._longest, len(words) - at), 1, -1):
            speakers = self._forms.get(" ".join(words[at : at + count]))
            if speakers:
                return count, speakers
        return 1, ()

    def _speakers_named(self, word: _Word, *, shouting: bool) -> tuple[str, ...]:
        speakers = self._forms.get(word.word)
        if speakers:
            return speakers if _is_name(word, shouting=shouting) else ()
        # Janas, Thilos: a genitive without an apostrophe; "hopes" and "marks" are ordinary words.
        bare = word.word[:-1]
        if (
            word.word.endswith("s")
            and len(bare) >= _MIN_NAME
            and bare not in _ORDINARY
            and bare not in _ROLES
        ):
            speakers = self._forms.get(bare)
            if speakers:
                return speakers
        return () if shouting else self._by_short_name(word)

    def _by_short_name(self, word: _Word) -> tuple[str, ...]:
        """The speaker whose first name this is short for, if there is only one."""
        short = word.word
        if not word.is_capitalized or len(short) < _MIN_NAME or word.before in _ARTICLES:
            return ()
        if (
            word.starts_sentence
            and not word.possessive
            and (short in _ORDINARY or short not in _SHORT_FOR)
        ):
            return ()
        firsts = [
            entry
            for letter in {short[0]} | _initials(short)
            for entry in self._firsts.get(letter, ())
        ]
        speakers = {speaker for first, speaker in firsts if _is_short_for(short, first)}
        return tuple(speakers) if len(speakers) == 1 else ()

    def _unspaced(self, text: str, found: list[NamedPerson]) -> Iterator[NamedPerson]:
        taken = {at for mention in found for at in range(mention.start, mention.end)}
        for form in self._widest_first:
            at = text.find(form)
            while at >= 0:
                end = at + len(form)
                if taken.isdisjoint(range(at, end)):
                    taken.update(range(at, end))
                    ending = _WIDE_ENDING.match(text, end)
                    yield NamedPerson(at, ending.end() if ending else end, self._wide[form])
                at = text.find(form, end)


def _add_form(forms: dict[str, tuple[str, ...]], form: str, speaker: str) -> None:
    known = forms.get(form, ())
    if speaker not in known and len(form) > 1:
        forms[form] = (*known, speaker)


def _folded_words(text: str, matches: list[re.Match[str]]) -> list[str]:
    if text.isascii():
        lowered = text.lower()
        return [lowered[match.start() : match.end()] for match in matches]
    return [folded(match.group()) for match in matches]


def _in_context(text: str, matches: list[re.Match[str]], words: list[str], at: int) -> _Word:
    match = matches[at]
    return _Word(
        *match.span(),
        match.group(),
        words[at],
        words[at - 1] if at else "",
        words[at + 1] if at + 1 < len(words) else "",
        _starts_sentence(text, match.start()),
        _POSSESSIVE.match(text, match.end()) is not None,
    )


def _starts_sentence(text: str, start: int) -> bool:
    """Whether a sentence starts here."""
    while start and text[start - 1] in " \t":
        start -= 1
    return start == 0 or text[start - 1] in _SENTENCE_END


def _with_possessive(text: str, end: int) -> int:
    ending = _POSSESSIVE.match(text, end)
    return ending.end() if ending else end


def _is_name(word: _Word, *, shouting: bool) -> bool:
    """Whether a word that matches a speaker's name is used as a name here."""
    capitalized = word.is_capitalized and not shouting
    if word.word in _ROLES:
        return capitalized or word.before in _DEFINITE
    if len(word.word) < _MIN_NAME:
        return capitalized
    if word.word not in _ORDINARY:
        return True
    if not capitalized or word.before in _ARTICLES:
        return False
    return word.possessive or not word.starts_sentence or word.after in _VERBS


def _initials(short: str) -> set[str]:
    return {full[0] for full in _SHORT_FOR.get(short, ())}


def _is_short_for(short: str, first: str) -> bool:
    if first in _SHORT_FOR.get(short, ()):
        return True
    if len(short) <= _MAX_PREFIX and len(short) < len(first) and first.startswith(short):
        return True
    # Danny, Robbie, Mellie: the stem, with its last letter once or twice.
    for ending in ("ie", "ey", "y", "i"):
        stem = short.removesuffix(ending)
        if stem != short:
            single = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
            return (
                len(single) >= _MIN_NAME
                and len(first) > len(single)
                and first.startswith((stem, single))
            )
    return False
