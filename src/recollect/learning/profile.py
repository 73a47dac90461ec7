"""Many memories -> who the user is, in at most 25 lines: what matters most, grouped, each fact once."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeVar

from recollect.domain.entry import KEYED_KINDS, Entry, Kind, Origin, Priority, Status
from recollect.domain.learning import USER
from recollect.domain.line import profile_line
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.ports import TokenCounter
from recollect.domain.recap import one_line
from recollect.domain.similarity import jaccard, words_of
from recollect.extraction.forms import Portrayed
from recollect.languages.pack import packs

T = TypeVar("T")

LINES: Final = 25
# What is new of these is told at once.
URGENT: Final = frozenset({"name", "pronouns", "allergy"})

_ABOUT, _PEOPLE, _WORK = "About the user", "People", "Work"
_LIKES, _STANDING, _PLANS = "Preferences", "Standing instructions", "Plans and decisions"
# The groups in their order, and how many lines each has before any has more: with its titles, the whole profile.
_SHARES: Final = {_ABOUT: 5, _PEOPLE: 3, _WORK: 2, _LIKES: 3, _STANDING: 4, _PLANS: 2}
# The closed attributes of each group, in the order in which they are told.
_ATTRIBUTES: Final = {
    _ABOUT: """name pronouns allergy home age birthday diet condition medication language origin
    timezone vehicle phone_os""".split(),
    _PEOPLE: "partner child parent sibling friend manager colleague pet".split(),
    _WORK: "role employer school team".split(),
    _LIKES: ["hobby"],
}
_GROUP_OF: Final = {name: group for group, names in _ATTRIBUTES.items() for name in names}
_KINDS: Final = {
    Kind.PREFERENCE: _LIKES,
    Kind.USER_PREFERENCE: _LIKES,
    Kind.PROCEDURE: _STANDING,
    Kind.SKILL: _WORK,
    Kind.ENTITY: _WORK,
    Kind.RELATIONSHIP: _PEOPLE,
    Kind.DECISION: _PLANS,
    Kind.COMMITMENT: _PLANS,
}
_NOT_TOLD: Final = KEYED_KINDS - {Kind.USER_PREFERENCE}
_RANK: Final = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}
# Two statements that share so many of their words say the same, unless they differ in a number, a name or a "not".
_SAME: Final = 0.75
_FIXED: Final = re.compile(r"\d+(?:[.,:/-]\d+)*|(?<=[\w,;'’\"(] )[A-ZÀ-ÖØ-Þ][\w'’-]+")


@dataclass(frozen=True, slots=True)
class Portrait:
    """A profile's text, and the first moment at which something that it tells is over or begins."""

    text: str
    until: datetime | None = None


def portrait(entries: Sequence[Entry], now: datetime, most: int, counter: TokenCounter) -> Portrait:
    """The profile without a model, in at most 25 lines and so many tokens; of each group the best first."""
    speakers = {entry.speaker for entry in entries if entry.speaker}
    told = [entry for entry in entries if _is_told(entry, now)]
    groups: dict[str, list[Entry]] = {title: [] for title in _SHARES}
    for entry in _newest_values(told, speakers):
        groups[_group(entry, speakers, now)].append(entry)
    for title, found in groups.items():
        found.sort(key=lambda entry: _worth(entry, title, now))
    named = len(speakers) > 1
    lines = _Lines(most, counter)
    shown: list[Entry] = []
    for title, entry in _in_turns({title: _each_once(group) for title, group in groups.items()}):
        if lines.add(title, profile_line(entry, named=named)):
            shown.append(entry)
    edges = (moment for entry in shown for moment in (entry.valid_from, entry.valid_until))
    return Portrait(lines.text, min((one for one in edges if one and one > now), default=None))


def painted(by_model: Portrayed, most: int, counter: TokenCounter) -> str:
    """The profile as a model has put it, in at most 25 lines and so many tokens."""
    parts = {
        _ABOUT: by_model.about,
        _PEOPLE: by_model.people,
        _LIKES: by_model.likes,
        _PLANS: by_model.decided,
    }
    lines = _Lines(most, counter)
    for title, line in _in_turns({title: iter(part) for title, part in parts.items()}):
        if one_line(line):
            lines.add(title, one_line(line))
    return lines.text


def is_urgent(entry: Entry) -> bool:
    """Whether a profile does not wait for other news to tell it: a name, an allergy, a standing instruction."""
    return entry.is_standing or entry.attribute in URGENT


class _Lines:
    """The lines of a profile as they are chosen, under their titles, within its limits."""

    def __init__(self, most: int, counter: TokenCounter) -> None:
        self._most = most
        self._counter = counter
        self._parts: dict[str, list[str]] = {title: [] for title in _SHARES}
        self._full: set[str] = set()

    @property
    def text(self) -> str:
        """All of it."""
        return _written(self._parts)

    def add(self, title: str, line: str) -> bool:
        """Take a line where it fits; a part whose best line does not fit takes no lesser one instead."""
        if title in self._full:
            return False
        longer = _written({**self._parts, title: [*self._parts[title], line]})
        if len(longer.splitlines()) > LINES or self._counter(longer) > self._most:
            self._full.add(title)
            return False
        self._parts[title].append(line)
        return True


def _written(parts: Mapping[str, Sequence[str]]) -> str:
    lines: list[str] = []
    for title, told in parts.items():
        lines += [title, *(f"- {line}" for line in told)] if told else []
    return "\n".join(lines)


def _in_turns(parts: Mapping[str, Iterator[T]]) -> Iterator[tuple[str, T]]:
    """What each group tells, a few from each in turn, so that none has all the room; as many as can ever fit."""
    for _ in range(LINES):
        for title, part in parts.items():
            yield from ((title, each) for each in islice(part, _SHARES[title]))


def _is_told(entry: Entry, now: datetime) -> bool:
    """Whether it is for a profile: not what tools have shown, nor what is over."""
    over = entry.valid_until is not None and entry.valid_until <= now
    return not over and entry.kind not in _NOT_TOLD and entry.origin is not Origin.TOOL


def _newest_values(entries: Sequence[Entry], speakers: set[str]) -> list[Entry]:
    """All but the older values of what somebody has one of at a time; a doubted value stands behind a sure one."""
    newest: dict[tuple[str, str], Entry] = {}
    rest: list[Entry] = []
    for entry in entries:
        if entry.attribute not in SINGLE_VALUED:
            rest.append(entry)
            continue
        key = (_whose(entry, speakers), str(entry.attribute))
        if key not in newest or _standing_of(newest[key]) < _standing_of(entry):
            newest[key] = entry
    return [*rest, *newest.values()]


def _standing_of(entry: Entry) -> tuple[bool, datetime, datetime]:
    said = entry.said_at or entry.recorded_at
    return entry.status is Status.ACTIVE, said, entry.recorded_at


def _whose(entry: Entry, speakers: set[str]) -> str:
    """Whom it is about; of a conversation with one speaker, that one is the user."""
    subject = entry.subject or USER
    alone = speakers == {subject}
    return USER if alone else subject.casefold()


def _group(entry: Entry, speakers: set[str], now: datetime) -> str:
    if entry.is_standing:
        return _STANDING
    if entry.valid_from is not None and entry.valid_from > now:
        return _PLANS
    if entry.kind in {Kind.DECISION, Kind.COMMITMENT}:
        return _PLANS
    if (entry.subject or USER) not in {USER, *speakers} and entry.kind is not Kind.ENTITY:
        return _PEOPLE
    return _GROUP_OF.get(entry.attribute or "") or _KINDS.get(entry.kind, _ABOUT)


def _worth(entry: Entry, title: str, now: datetime) -> tuple[Any, ...]:
    """What is told first within a group: instructions by how new they are, plans by their day, the rest by worth."""
    newest = -_standing_of(entry)[1].timestamp()
    doubted = entry.status is not Status.ACTIVE
    if title == _STANDING:
        return not entry.pinned, doubted, newest, entry.id
    if title == _PLANS:
        return not entry.pinned, _days_ahead(entry, now), doubted, newest, entry.id
    # What is told of others is told in the order of what is told of the user.
    order = [*_ATTRIBUTES[title], *_ATTRIBUTES[_ABOUT]]
    place = order.index(entry.attribute) if entry.attribute in order else len(order)
    return (
        not entry.pinned,
        place,
        doubted,
        _RANK[entry.priority],
        -entry.confidence,
        newest,
        entry.id,
    )


def _days_ahead(entry: Entry, now: datetime) -> tuple[bool, float]:
    """What has a day to come is told before what has none, the nearest first."""
    moments = [one for one in (entry.valid_from, entry.valid_until) if one and one > now]
    return not moments, min(moments).timestamp() if moments else 0.0


def _each_once(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Each fact once: what says the same as a better one is passed over."""
    told: list[Entry] = []
    for entry in entries:
        if not any(_says_the_same(entry, one) for one in told):
            told.append(entry)
            yield entry


def _says_the_same(one: Entry, other: Entry) -> bool:
    if (one.subject or USER) != (other.subject or USER):
        return False
    if one.attribute and one.attribute == other.attribute and one.value and other.value:
        return one.value.casefold() == other.value.casefold()
    if jaccard(words_of(one.content), words_of(other.content)) < _SAME:
        return False
    return all(same(one.content) == same(other.content) for same in _MUST_AGREE)


def _fixed(text: str) -> frozenset[str]:
    return frozenset(found.casefold() for found in _FIXED.findall(text))


def _denials(text: str) -> frozenset[str]:
    words = re.findall(r"[\w']+", text.casefold().replace("’", "'"))
    every = (pack.table("compare")["negations"] for pack in packs().values())
    return frozenset(words) & frozenset(word for denials in every for word in denials)


_MUST_AGREE: Final[tuple[Callable[[str], frozenset[str]], ...]] = (_fixed, _denials)
