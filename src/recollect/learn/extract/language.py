"""What a language has to bring so that statements in it are understood.

To add one, write a module `xx.py` (and `xx_….py` beside it where it grows) that makes a `Language`, and name it in
`languages.py`, with its most frequent words in `common.py`. Nothing else changes. Patterns see a clause in its own spelling with straight apostrophes and
single spaces kept as they are, make no difference between upper and lower case (except within `(?-i:…)`), and
are tried at the start of a clause whose opening words (`leads`) were taken away.

The order of work, for every turn of a person:

1. what is not the person's own words is blanked out (`model`-independent: fences, code, quotations, pasted text;
   the language names the requests that announce a pasted text: `pastes`),
2. the text is cut into sentences and clauses (`boundary`),
3. clauses that state nothing are left out (`Guards`),
4. `rules` are tried in order, the first that matches makes a proposal; `asides` are searched anywhere in the
   clause and each may make one more ("my brother-in-law Marek"),
5. `tell` writes the clause so that it can be understood alone, `who` says whom it is about.

A rule's groups: `who` (subject; without it the speaker is meant), `object` (the other end of a link), `thing`
(fills `{thing}` of an attribute), `whose` (a thing of the speaker that is the subject, "my laptop"), `keep` (the part to be quoted and told, where that is not the whole clause).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final

from recollect.learn.date_words import DateWords
from recollect.learn.extract.scene import Scene, Subject
from recollect.model.entry import Kind
from recollect.model.learning import EntityType


class Timing(StrEnum):
    """What a date in a clause means for what the clause says."""

    STATE = "state"  # holds from a beginning to an end
    EVENT = "event"  # took place then: holds from then on
    PLAN = "plan"  # to be done by then: over afterwards
    ENDED = "ended"  # held until then
    YEARLY = "yearly"  # a day of every year: a birthday


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way to say something worth keeping."""

    cues: frozenset[
        str
    ]  # tried only where one of these words, in lower case, is in the clause; empty: always
    said: str  # the pattern, see `expanded`
    kind: Kind
    attribute: str | None = None
    timing: Timing = Timing.STATE
    past: bool | None = None
    confidence: float = 0.7
    relation: str | None = None
    type: EntityType = EntityType.CONCEPT
    tags: tuple[str, ...] = ()
    corrects: bool = False
    # What must stand before the clause.
    after: str | None = None
    # Whether it only holds where the clause has a date.
    dated: bool = False
    # What the turn before must say.
    answers: str | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when it is first needed: hundreds of them would slow down every start."""
        return _compiled(self.said)

    def follows(self, before: str, question: str) -> bool:
        """Whether the clause may stand behind these words of its sentence and of the turn before."""
        return (self.after is None or bool(_compiled(self.after).search(before))) and (
            self.answers is None or bool(_compiled(self.answers).search(question))
        )


@cache
def _compiled(said: str) -> re.Pattern[str]:
    return re.compile(said, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Rules in order, found by the words they wait for."""

    rules: tuple[Rule, ...]
    by_cue: Mapping[str, tuple[int, ...]]
    always: tuple[int, ...]

    def fitting(self, words: Iterable[str]) -> list[Rule]:
        """The rules worth trying on a clause of these words, in order."""
        return [self.rules[place] for place in sorted({*self.always, *self._cued(words)})]

    def cued(self, words: Iterable[str]) -> list[Rule]:
        """The rules that wait for one of these words."""
        return [self.rules[place] for place in sorted(self._cued(words))]

    def _cued(self, words: Iterable[str]) -> set[int]:
        places: set[int] = set()
        for word in words:
            places.update(self.by_cue.get(word, ()))
            if "'" in word:  # "rent's" is about the rent
                places.update(self.by_cue.get(word.partition("'")[0], ()))
        return places


def rule_book(*groups: Sequence[Rule]) -> RuleBook:
    """A book of all these rules."""
    rules = tuple(rule for group in groups for rule in group)
    by_cue: dict[str, list[int]] = {}
    for place, rule in enumerate(rules):
        for cue in rule.cues:
            by_cue.setdefault(cue, []).append(place)
    always = tuple(place for place, rule in enumerate(rules) if not rule.cues)
    return RuleBook(rules, {cue: tuple(places) for cue, places in by_cue.items()}, always)


_NEVER: Final = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guards:
    """What keeps a clause from being taken as a statement. Each is searched; None means there is no such sign."""

    asks: re.Pattern[str]  # how a question begins, where no question mark shows it
    supposes: re.Pattern[str]  # the sentence only imagines, from here on
    doubts: re.Pattern[str]  # the speaker does not know
    mocks: re.Pattern[str]  # the sentence means its opposite, or is a joke
    laughs: re.Pattern[str]  # the sentence may not be meant in earnest
    joked: re.Pattern[str]  # what was said right before was not meant
    talk: re.Pattern[str]  # the clause speaks of the talk, of feelings, or of no fact
    plays: re.Pattern[str]  # from this turn on people play or pretend
    stops_playing: re.Pattern[str]
    invents: re.Pattern[str]  # from here on the turn says what a story is to be
    goes_on: re.Pattern[str]  # more is to be written of it
    fiction: re.Pattern[str]  # the sentence speaks of somebody in a game or a story
    idle: re.Pattern[str]  # politeness, talk about the talk, what is for this moment only
    corrects: re.Pattern[str]  # said right before a statement that takes something back
    puts_right: re.Pattern[str]  # a whole clause that is a word of regret and the right `value`
    reports: re.Pattern[str]  # what others say or write, given in their words
    # How a sentence begins that asks all of it, where a question mark ends it.
    inverted: re.Pattern[str] = _NEVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """How a language shows that a clause needs another one to be understood."""

    # What has one of these is a sentence.
    verbs: re.Pattern[str]
    # What means something that was said before: its `word` where there are others around it, or `own` where what is
    # meant may act in the clause itself ("her").
    refers: re.Pattern[str]
    # What shows that something is left out, or that something is meant which nothing in the clause itself can be.
    lacks: re.Pattern[str]
    # What is a part of something that the talk is about: a date, a number.
    part_of: re.Pattern[str]
    # How a clause begins that has a verb and no subject; it lacks one where what is told begins so too.
    opens: re.Pattern[str]
    # What means a day that was named.
    when: re.Pattern[str]
    # What it may mean, where that stands before it in the clause itself, in another part of it.
    named: re.Pattern[str]
    # Where such a part begins.
    parts: re.Pattern[str]
    # The gender of whom a pronoun means, and how what others mean is named.
    people: Mapping[str, str]
    agrees: Mapping[str, re.Pattern[str]]
    # What may mean all that was said or asked before.
    takes_up: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How people say how they want to be answered and called, from now on."""

    # A whole clause, be it a command, a wish or a question.
    told: re.Pattern[str] = _NEVER
    # What makes another form of the command: "could you".
    opens: re.Pattern[str] = _NEVER
    # A text is asked for: what is wished right behind it, or in the next turn, is for that text.
    drafts: re.Pattern[str] = _NEVER
    # Unless it says that it is for all that follows, or for the talk itself.
    lasts: re.Pattern[str] = _NEVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Where a subject of several people, the speaker among them, is cut in two clauses."""

    # The end of what stands before the half with the speaker, as `others`: "my brother and" "I own a boat".
    ahead: re.Pattern[str] = _NEVER
    # What stands behind the half with the others: "mi madre" "y yo", where it belongs to it, and where it does not.
    behind: re.Pattern[str] = _NEVER
    parted: re.Pattern[str] = _NEVER


@dataclass(frozen=True, slots=True)
class Telling:
    """A clause on its way to a sentence that stands alone: its words, who speaks, whom it is about."""

    text: str
    teller: str
    subject: Subject
    scene: Scene
    # Whether the clause has no subject of its own.
    dropped: bool
    attribute: str | None = None
    # Whether its dates are over.
    over: bool = False


def _never(_text: str) -> bool:
    return False


def _as_it_is(text: str, _before: str, _scene: Scene) -> str:
    return text


# A capital makes a name; a language that gives one to every noun brings a pattern of its own.
_NAMES: Final = re.compile(
    r"(?<![\w.])(?:[A-Z][\w'-]*[a-z0-9]|[A-Z]{2,})(?: (?:[A-Z][\w'-]*[a-z]))*"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language."""

    code: str
    abbreviations: frozenset[str]  # that end in a dot which ends no sentence
    boundary: re.Pattern[str]  # what parts two clauses; the second begins behind it
    leads: re.Pattern[str]  # what a clause may open with that says nothing
    tails: re.Pattern[str]  # what it may end with that says nothing
    pastes: re.Pattern[str]  # a request that announces a text of somebody else
    guards: Guards
    rules: RuleBook
    asides: tuple[Rule, ...]
    hints: Mapping[str, re.Pattern[str]]  # words that hint at a sort of statement
    about: Rule  # tried last: a clause of any form, with its subject as `who` where it has one
    dates: DateWords
    # How long something has lasted: groups `number` and `unit`.
    lasting: re.Pattern[str]
    past: re.Pattern[str]  # the clause tells of the past
    future: re.Pattern[str]
    begins: re.Pattern[str]  # something that lasts is about to begin
    tell: Callable[[Telling], str]
    # Whom the words of a `who` group mean, the first argument in lower case or as written; None: nobody known.
    who: Callable[[str, Scene], Subject | None]
    # How a clause begins that is no question, though one stands before it.
    tells: re.Pattern[str]
    # When something is, said before the subject; rules are tried at the start of a clause and behind this.
    preamble: re.Pattern[str]
    # The thing of the speaker that a `whose` group names.
    whose: Callable[[str, Scene], Subject]
    # That a statement adds to what was known and replaces nothing ("also").
    adds: re.Pattern[str]
    # From here on a clause says what is not so ("…, not the 12th").
    denies: re.Pattern[str]
    # A clause in full and its subject, given the subject of the clause before in the sentence ("" for none):
    # ("works at a brewery", "my brother") gives ("my brother works at a brewery", "my brother").
    carry: Callable[[str, str], tuple[str, str]]
    # Puts the people and things of a clause where later words can refer to them.
    notice: Callable[[str, Scene], None]
    # How a clause shows that it does not stand alone.
    alone: Alone
    # What a short answer to a question states in full, in the first person; None where it states nothing.
    answered: Callable[[str, str], str | None]
    # Of whom a question asks that is not the one who answers, in the answerer's words: "and your wife?" gives
    # "my wife"; "" where there is nobody.
    asked_about: Callable[[str, Scene], str]
    # Whether the last question asks for what anybody may have, and names nobody: "Any allergies?".
    asked_of_anybody: Callable[[str], bool]
    # The pronouns of one who was spoken of, by gender.
    pronouns: Mapping[str, str]
    # What a short answer to such a question states in full of the one it asks about, who comes first: ("my son", "Has
    # he any allergies?", "peanuts"); None where it states nothing.
    answered_of: Callable[[str, str, str], str | None]
    # Whether a clause leaves out its subject, and its verb may be the speaker's or another's: "antes vivía en Lugo".
    either: Callable[[str], bool] = _never
    # A clause with "er" for a "der" that can only mean somebody named in the words before it.
    plainly: Callable[[str, str, Scene], str] = _as_it_is
    knowledge: RuleBook = field(default_factory=rule_book)
    # A statement of how things are, by an agent that operates them; None where there is no telling.
    general: re.Pattern[str] | None = None
    # What a tool answers in this language that will be so the next time as well.
    refusals: re.Pattern[str] = _NEVER
    company: Company = field(default_factory=Company)
    # Names inside a statement, for the graph.
    names: re.Pattern[str] = _NAMES
    # A question in form only, that asks for something to be kept to ("could you always …?").
    requests: re.Pattern[str] = _NEVER
    # How somebody wants to be answered and called, which is no question either.
    wishes: Wishes = field(default_factory=Wishes)
    # The first half of a subject, with the word that joins it to the other ("my meeting with Anna and" Tom).
    halves: re.Pattern[str] = _NEVER
    # How a reply begins that says no and takes it back at once, as far as what is so ("none. well, penicillin").
    relents: re.Pattern[str] = _NEVER
    # What a sentence opens with that tells of oneself as well, as `told`, up to the main clause: "Since" "I left the bank".
    opening: re.Pattern[str] = _NEVER
    # What no sentence ends in, though it looks so ("am 3. Mai"); nothing, where the language has no such thing.
    unbroken: re.Pattern[str] = _NEVER


def expanded(text: str, **parts: str) -> str:
    """The text of a pattern in which `<NAME>` stands for the part of that name."""
    for _ in range(3):  # parts may be made of parts
        for name, part in parts.items():
            text = text.replace(f"<{name}>", part)
    return text


def pattern(text: str, **parts: str) -> re.Pattern[str]:
    """A pattern with its parts; upper and lower case are the same."""
    return _compiled(expanded(text, **parts))


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


def one_of(text: str) -> str:
    """A pattern for any word of a list; `_` stands for a space."""
    longest_first = sorted(set(text.split()), key=len, reverse=True)
    return "(?:" + "|".join(word.replace("_", " ") for word in longest_first) + ")"
