"""What verification has to know of a language: which words only join, which deny, which end or change something.

Phrases are searched in folded lower case with straight apostrophes. A language that has no lexicon is compared by
its bare words, and nothing of it is merged that differs in a single one.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

# Words that deny in languages without a lexicon of their own: a Dutch "niet" in an English sentence still counts.
DENIALS_ELSEWHERE: Final = frozenset(
    "non não nao niet geen nooit ikke inte ej aldrig aldri nie не нет никогда ni nikdy nem nu değil yok".split()
)
# How an extractor may call the speaker.
SPEAKERS: Final = frozenset(
    "user users nutzer nutzerin nutzers benutzer usuario usuaria utilisateur utilisatrice".split()
)


def _folds() -> dict[int, str]:
    """Accented Latin letters by their bare ones, one for one; ñ is a letter of its own."""
    bare = {code: unicodedata.normalize("NFD", chr(code))[0].lower() for code in range(0xC0, 0x250)}
    kept = {0xD1: "ñ", 0xF1: "ñ"}
    return (
        {code: letter for code, letter in bare.items() if letter.isascii()} | kept | {0x2019: "'"}
    )


_FOLDS: Final = _folds()


def folded(text: str) -> str:
    """The text without case and accents, each character in its place."""
    if text.isascii():
        return text.lower()
    plain = text.translate(_FOLDS)
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The words of one language that decide whether two statements say the same, the contrary, or other things."""

    code: str
    stemmer: str
    # Words that join and say nothing of their own.
    small: frozenset[str]
    denials: frozenset[str]
    # By word, the word that stands for all of its sense: "lives" and "home" -> "live".
    same: Mapping[str, str]
    numbers: Mapping[str, str]
    # Who somebody is to somebody: two statements about different ones are about different people.
    roles: frozenset[str]
    partners: frozenset[str]
    # Days, months, parts of the day, how often.
    times: frozenset[str]
    # Those that come back: weekdays, parts of the day, seasons. What is so on one is not denied by another.
    moments: frozenset[str]
    months: frozenset[str]
    # After these a year, or a number of years, tells since when or how long.
    since: frozenset[str]
    units: frozenset[str]
    # Verbs (as `same` gives them) that do not tell one statement about a thing from another.
    light: frozenset[str]
    # The senses of having food or drink.
    meals: frozenset[str]
    # Verbs and turns of phrase of which there can be many at a time.
    many: frozenset[str]
    # Words whose two sides may not be exchanged: "tea over coffee".
    directed: frozenset[str]
    # Small words that turn a sentence round: in hospital, out of hospital.
    turning: frozenset[str]
    # What a sentence begins with that speaks of the one thing there is: "my".
    definite: frozenset[str]
    # The sense of liking, which a dislike denies, and of being called.
    liking: str
    naming: str
    # Endings that make a doer or a doing of a verb: plumber, plumbing.
    doing: re.Pattern[str]
    # "can't stand": taken out, and read as not liking.
    dislikes: re.Pattern[str]
    # "gave up", "used to": taken out; it ends what follows.
    ends: re.Pattern[str]
    # "any more": stays, and says that something ended.
    ended: re.Pattern[str]
    # "now", "turned": taken out; it takes the place of what was.
    changes: re.Pattern[str]
    # "also": it takes the place of nothing.
    adds: re.Pattern[str]
    # "no, I meant": taken out; what was said before was wrong.
    corrects: re.Pattern[str]
    # "remember that": taken out.
    says: re.Pattern[str]
    plans: re.Pattern[str]
    # "called off", "changed my mind about": taken out.
    cancels: re.Pattern[str]
    # "switched to": unlike "now", it leaves nothing of what was.
    switches: re.Pattern[str]
    # What is so again and again.
    habits: re.Pattern[str]
    # What else is said where something is otherwise now.
    turns: re.Pattern[str]
    # "finished": what was going on is over.
    finishes: re.Pattern[str]
    dies: re.Pattern[str]
    # "sold", "was stolen": somebody has it no more.
    gives: re.Pattern[str]
    # "single", "engaged to": how somebody is bound.
    bound: re.Pattern[str]
    # "laid off", "retired": without work.
    idle: re.Pattern[str]
    # "prefer": of one kind of thing there is one that is preferred.
    prefers: re.Pattern[str]
    # Animals that people keep.
    pets: frozenset[str]
    # The favourite of what, as the group `what`.
    favourite: re.Pattern[str]
    # "when you write mails": it holds there alone.
    scoped: re.Pattern[str]
    # "forgot to": it was not done.
    fails: re.Pattern[str]
    parts: re.Pattern[str]
    # "not this but that": taken out; what was wrong is the group `left`.
    contrasts: re.Pattern[str]
    # The sense of having a home somewhere, and how people say that it is another now.
    living: str
    moves: re.Pattern[str]
    # Where somebody lives, but not on which floor; and for whom they work, but not how long.
    somewhere: re.Pattern[str]
    engaged: re.Pattern[str]
    # What is left for something else, as the group `left`.
    leaves: re.Pattern[str]
    # Only for a stretch of time, or at some times.
    bounded: re.Pattern[str]
    # Endings of a verb that tells of the past.
    past: re.Pattern[str]
    # A word that is past only in its place: "I called Anna", not "a cat called Tom".
    deeds: re.Pattern[str] | None = None
    # Verbs that tell of the future by an accent, so searched before accents are folded.
    future: re.Pattern[str] | None = None
    # Words in which a capital letter is no sign of a name.
    capital_nouns: bool = False

    # Every word it is known by, and all senses but that of liking.
    vocabulary: frozenset[str] = field(init=False)
    senses: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        known = self.small | self.denials | self.same.keys() | self.roles | self.times
        object.__setattr__(self, "vocabulary", frozenset(known))
        object.__setattr__(self, "senses", frozenset(self.same.values()) - {self.liking})


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(folded(text).split())


def senses(text: str) -> dict[str, str]:
    """Each word of a line by the first of the line."""
    lines = [line.split() for line in folded(text).strip().splitlines()]
    return {word: line[0] for line in lines for word in line}


def figures(text: str) -> dict[str, str]:
    """Number words by what they count; `three=3`."""
    return dict(pair.split("=") for pair in folded(text).split())


def phrases(*alternatives: str) -> re.Pattern[str]:
    """Any of these patterns, as whole words."""
    return re.compile(rf"(?<!\w)(?:{bare('|'.join(alternatives))})(?!\w)")


def bare(pattern: str) -> str:
    """A pattern for folded text, however it is written; escapes keep their case."""
    return pattern.translate(_FOLDS)
