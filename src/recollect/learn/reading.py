"""How a sentence is read for verification: by phrases that say what it does to others, then word by word."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple, TypedDict

import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs

from recollect.learn.exclusive import EXCLUSIVE
from recollect.learn.languages import TOKEN, language_of
from recollect.learn.lexicon import DENIALS_ELSEWHERE, SPEAKERS, Lexicon, folded
from recollect.learn.said_of import statement_of
from recollect.learn.statement import Statement
from recollect.learn.timing import times_of
from recollect.model.similarity import words_of

_THOUSANDS: Final = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_OPENS: Final = re.compile(r"[.!?:;\"“„«(]")
_ELIDED: Final = re.compile("['’]")
# Before the name of a place; "en" is for Spanish employers as well.
_WITHIN: Final = frozenset({"in", "a"})
_LABEL: Final = re.compile(r"[^\W_]+")
_ARTICLES: Final = frozenset("the der die das el la los las le l les".split())
# Pronouns lean on the verb: comprarme.
_CLITICS: Final = re.compile(r"(?<=\w{2}[aei]r)(?:me|te|se|nos|lo|la|los|las|le|les){1,2}$")
# "Nutzer und andere" are the speaker and theirs, and none of them another one.
_AND_OTHERS: Final = re.compile(
    r"(?<!\w)(nutzer(?:in)?|usuari[oa]|utilisat(?:eur|rice))"
    r" (?:und andere|y l[oa]s suy[oa]s|et (?:les siens|d['’]autres))(?!\w)",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(
    r"[,;:]|(?<!\w)(?:but|because|and|aber|weil|und|pero|porque|y|mais|car|parce|et)(?!\w)"
)


# Where somebody's daughter lives is told of her: a daughter, Claire, who lives in Oslo.
_OF_ANOTHER: Final = re.compile(
    r"(?<!\w)(?:an?|one|eine?n?|una?|une?) [\w-]+(?:,? [\w-]+){0,2},? (?:who|que|qui|die|der|das) [^,;]+"
)


# "wife's best friend", "sœur de sa femme", "Schwester meiner Frau": somebody's relative.
_BEFORE: Final = re.compile(r"(?<!\w)(?P<of>[\w-]+)['’]s (?=(?P<who>[\w-]+(?: [\w-]+)?))")
_BEHIND: Final = re.compile(
    r"(?<!\w)(?P<who>[\w-]+) (?:de|du|del|des|von|vom|der|(?:mein|sein|ihr|unser)e[rs]|nutzers)"
    r" (?:(?:la|el|le|l'|su|sa|son|ses|sus|mi|ma|mon|mes|der|dem|nutzers) ?)?(?P<of>[\w-]+)"
)


class Phrases(TypedDict):
    """The part of a statement that is told by phrases, wherever they stand."""

    switches: bool
    habit: bool
    prefers: bool
    dies: bool
    gives: bool
    bound: bool
    failed: bool
    bounded: bool
    moves: bool
    somewhere: bool
    joined: bool
    done: bool
    favourite: str | None
    scope: str | None
    through: str | None


class Words(TypedDict):
    """The part of a statement that is read word by word."""

    said: tuple[str, ...]
    close: tuple[bool, ...]
    names: tuple[str, ...]
    numbers: tuple[str, ...]
    about: frozenset[str]
    timed: frozenset[str]
    dates: frozenset[str]
    roles: frozenset[str]
    values: frozenset[tuple[str, str]]
    valued: frozenset[str]
    past: bool
    many: bool
    others: bool


def read(content: str, quote: str = "", about: frozenset[str] = frozenset()) -> Statement:
    """The statement of a sentence, without the name of whom it is `about`, which every other of theirs has too.

    Its quote may still hold the "now" or "sorry" that the sentence lost.
    """
    content = unlabelled(statement_of(content), about)
    whole = unicodedata.normalize("NFC", content)
    language = language_of(folded(whole))
    text = _AND_OTHERS.sub(r"\1", whole)
    low = folded(text)
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
        bare=words_of(text),
        denied=denied != disliked,
        ends=over or bool(language.ended.search(low) or language.ended.search(quoted)),
        changes=heard(language.changes),
        adds=heard(language.adds),
        corrects=heard(language.corrects) or language.contrasts in found,
        planned=bool(language.plans.search(low)) or _future(text, language),
        intent=_senses(text, language.plans.search(low), language),
        cancels=language.cancels in found,
        finished=_senses(text, language.finishes.search(low), language),
        turns=bool(language.turns.search(low)) or bool(language.turns.search(quoted)),
        idle=_senses(text, language.idle.search(low), language),
        favours=_senses(text, language.favourite.search(low), language),
        spoken=_spoken(tokens),
        parts=language.parts in found,
        left=_left(text, low, language),
        directed=any(folded(token) in language.directed for token, _ in tokens),
        definite=_definite(tokens, language),
        owned=_definite(tokens, language) and folded(tokens[0][0]) not in _ARTICLES,
        engaged=_engaged(text, low, language),
        **_phrased(low, language),
        **_worded(tokens, language, about, disliked=disliked, shouted=text.isupper()),
    )


def unlabelled(content: str, about: frozenset[str] = frozenset()) -> str:
    """The words without who said them: "User: The server is down" speaks of the server."""
    label, _, said = content.partition(":")
    words = set(map(folded, _LABEL.findall(label)))
    return said.strip() if words and words <= SPEAKERS | _ARTICLES | about else content


def _phrased(low: str, language: Lexicon) -> Phrases:
    own = _OF_ANOTHER.sub("", low)
    return {
        "switches": bool(language.switches.search(low)),
        "habit": bool(language.habits.search(low)),
        "prefers": bool(language.prefers.search(low)),
        "dies": bool(language.dies.search(low)),
        "gives": bool(language.gives.search(low)),
        "bound": bool(language.bound.search(low)),
        "failed": bool(language.fails.search(low)),
        "bounded": bool(language.bounded.search(low)),
        "moves": bool(language.moves.search(own)),
        "somewhere": bool(language.somewhere.search(own)),
        "joined": bool(_JOINS.search(low)),
        "done": _done(low, language),
        "favourite": _favourite(low, language),
        "scope": _scope(low, language),
        "through": _through(low, language),
    }


def _through(low: str, language: Lexicon) -> str | None:
    for pattern in (_BEFORE, _BEHIND):
        for found in pattern.finditer(low):
            if found["of"] in language.roles and not language.roles.isdisjoint(
                found["who"].split()
            ):
                return language.same.get(found["of"], found["of"])
    return None


def _engaged(text: str, low: str, language: Lexicon) -> bool:
    """Whether it says for whom somebody works; in Berlin is only where."""
    return any(
        found[0][:-2] not in _WITHIN
        or not text[found.end() - 1].isupper()
        or language.capital_nouns
        for found in language.engaged.finditer(low)
    )


def _favourite(low: str, language: Lexicon) -> str | None:
    match = language.favourite.search(low)
    if match is None or match["what"] in language.small:
        return None
    return language.same.get(match["what"], match["what"])


def _scope(low: str, language: Lexicon) -> str | None:
    match = language.scoped.search(low)
    return match[0] if match else None


def _spoken(tokens: list[tuple[str, bool]]) -> bool:
    words = (folded(token) for token, _ in tokens)
    first = next((word for word in words if word not in _ARTICLES), "")
    return first in SPEAKERS and not first.endswith("s")


def _future(text: str, language: Lexicon) -> bool:
    return language.future is not None and bool(language.future.search(text.lower()))


def _done(low: str, language: Lexicon) -> bool:
    return language.deeds is not None and bool(language.deeds.search(low))


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
        language.cancels,
        language.changes,
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


class _Word(NamedTuple):
    """A word that says something: its place among the tokens, what it stands for, whether it follows another such."""

    place: int
    token: str
    bare: str
    sense: str
    opens: bool
    near: bool


def _worded(
    tokens: list[tuple[str, bool]],
    language: Lexicon,
    about: frozenset[str],
    *,
    disliked: bool,
    shouted: bool,
) -> Words:
    """The words that say something, and which of them are names and numbers."""
    told = list(_telling(tokens, language, about, shouted=shouted))
    numbers = tuple(one.sense for one in told if one.sense[-1:].isdigit())
    names = tuple(
        one.sense
        for one in told
        if not (one.sense[-1:].isdigit() or shouted)
        and _named(one.token, one.bare, language, opens=one.opens)
    )
    timed, dates = times_of(tokens, language)
    classes = EXCLUSIVE[language.code]
    valued = {one.sense: classes[one.bare] for one in told if one.bare in classes}
    untimed = {one.sense for one in told if one.place not in timed}
    bare = [_bare(token) for token, _ in tokens]
    return {
        "said": (*[language.liking] * disliked, *(one.sense for one in told)),
        "close": (*[False] * disliked, *(one.near for one in told)),
        "names": names,
        "numbers": numbers,
        "about": _called(tokens, language, about),
        "timed": frozenset(one.sense for one in told) - untimed - {language.liking},
        "dates": frozenset(folded(tokens[place][0]) for place in dates),
        "roles": frozenset(one.sense for one in told if one.bare in language.roles),
        "values": frozenset(valued.values()),
        "valued": frozenset(valued),
        "past": any(_past(token, language, opens=opens) for token, opens in tokens),
        "many": any(language.same.get(word, word) in language.many for word in bare),
        "others": bool(tokens and names) and folded(tokens[0][0]) == names[0],
    }


def _telling(
    tokens: list[tuple[str, bool]], language: Lexicon, about: frozenset[str], *, shouted: bool
) -> Iterator[_Word]:
    """The words that say something of whom it is about."""
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    near = False
    for place, (token, opens) in enumerate(tokens):
        bare = _bare(token)
        told = bare not in about and not _says_nothing(
            token, bare, language, shouted=shouted or opens
        )
        if told:
            sense = _sense(token, bare, language, stemmer, opens=opens)
            yield _Word(place, token, bare, sense, opens, near)
        near = told


def _called(
    tokens: list[tuple[str, bool]], language: Lexicon, about: frozenset[str]
) -> frozenset[str]:
    """By which of its words it calls whom it is about."""
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    return frozenset(
        _sense(token, _bare(token), language, stemmer, opens=opens)
        for token, opens in tokens
        if _bare(token) in about
    )


def _bare(token: str) -> str:
    return folded(token).removesuffix("'s")


def _past(token: str, language: Lexicon, *, opens: bool) -> bool:
    named = token[:1].isupper() and not opens
    return not named and bool(language.past.match(token.lower()))


def _says_nothing(token: str, bare: str, language: Lexicon, *, shouted: bool) -> bool:
    acronym = token.isupper() and bare != "i" and not shouted  # IT, US, and blood of type A
    return (bare in language.small and not acronym) or bare in SPEAKERS or _denial(bare, language)


def _definite(tokens: list[tuple[str, bool]], language: Lexicon) -> bool:
    first = folded(tokens[0][0]) if tokens else ""
    if _spoken(tokens):  # el usuario
        return False
    return first in language.definite or first.endswith("'s") or first in SPEAKERS


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
    for match in TOKEN.finditer(text):
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
    bare = _CLITICS.sub("", bare) if language.code == "es" else bare
    title = token[:1].isupper() and not opens and not language.capital_nouns
    if bare in language.same and (bare in language.roles or not title):  # "Home Alone" is no home
        return language.same[bare]
    if bare in language.roles or bare in language.directed or bare in language.times:
        one = bare.removesuffix("s")  # mornings are every morning
        return one if one in language.times else bare
    if token[:1].isupper() or language.capital_nouns:
        # Williams is not William, and a Bär is no Bar.
        return token.casefold() if language.capital_nouns else bare
    return str(stemmer.stemWord(bare))


def _left(text: str, low: str, language: Lexicon) -> frozenset[str]:
    """What is left for something else."""
    match = language.contrasts.search(low) or language.leaves.search(low)
    if not match:
        return frozenset()
    group = next(name for name, value in match.groupdict().items() if value is not None)
    left = _senses(text, match, language, group)
    return frozenset() if language.liking in left else left - language.times - SPEAKERS


def _senses(
    text: str, match: re.Match[str] | None, language: Lexicon, group: str | int = 0
) -> frozenset[str]:
    """The words, by sense, of what was found in the text, or of a group of it."""
    if match is None:
        return frozenset()
    start, end = match.span(group)
    return senses_of(text[start:end], language)


def senses_of(text: str, language: Lexicon) -> frozenset[str]:
    """The words of a text that say something, by sense."""
    stemmer = Stemmer.Stemmer(language.stemmer, 0)
    return frozenset(
        _sense(token, _bare(token), language, stemmer, opens=False)
        for token, _ in _tokens(text, language)
        if folded(token) not in language.small
    )
