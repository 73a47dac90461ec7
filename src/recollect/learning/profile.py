"""Builds the user profile from memories: at most 25 lines, grouped, the most important first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeVar

from recollect.domain.entry import KEYED_KINDS, USER, Entry, Kind, Priority, Status
from recollect.domain.line import STANDING_TITLE, profile_line
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.planned_changes import planned_changes, replaced_by_now
from recollect.domain.ports import TokenCounter
from recollect.domain.provenance import TrustLevel
from recollect.domain.recap import one_line
from recollect.domain.similarity import jaccard, words_of
from recollect.extraction.forms import Portrayed
from recollect.languages.words import introduces_speaker, is_high_stakes, last_person, negations_in
from recollect.learning.statement_words import numbers_and_names

T = TypeVar("T")

LINES: Final = 25
# New values of these update the profile at once.
URGENT: Final = frozenset({"name", "pronouns", "allergy"})

_ABOUT, _PEOPLE, _WORK = "About the user", "People and things", "Work"
_LIKES, _STANDING, _PLANS = "Preferences", STANDING_TITLE, "Plans and decisions"
# The groups in order, and the lines each gets before any gets more: with titles a whole profile.
_SHARES: Final = {_ABOUT: 5, _PEOPLE: 3, _WORK: 2, _LIKES: 3, _STANDING: 4, _PLANS: 2}
# The closed attributes of each group, in display order.
_ATTRIBUTES: Final = {
    _ABOUT: """name pronouns allergy home condition medication age birthday diet language
    origin""".split(),
    _PEOPLE: """allergy partner child parent sibling condition medication friend manager colleague
    pet""".split(),
    _WORK: "role employer school team".split(),
    _LIKES: ["hobby"],
}
# These say no more about a person than any other fact does.
_MINOR: Final = dict.fromkeys("timezone vehicle phone_os".split(), _ABOUT)
_GROUP_OF: Final = _MINOR | {
    name: group for group in (_PEOPLE, _ABOUT, _WORK, _LIKES) for name in _ATTRIBUTES[group]
}
# Without an attribute, a statement stands where the one that it could have had would stand.
_HEALTH, _RELATIVE = "medication", "sibling"
# May be a matter of health.
_DIET = "diet"
_KINDS: Final = {
    Kind.PREFERENCE: _LIKES,
    Kind.USER_PREFERENCE: _LIKES,
    Kind.SKILL: _WORK,
    Kind.ENTITY: _PEOPLE,
    Kind.RELATIONSHIP: _PEOPLE,
}
_EXCLUDED_KINDS: Final = KEYED_KINDS - {Kind.USER_PREFERENCE}
_RANK: Final = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}
# Statements that share this part of their words say the same, but for numbers, names and "not".
_SAME: Final = 0.75


@dataclass(frozen=True, slots=True)
class ProfileText:
    """A profile's text, and the first moment at which something in it ends or begins."""

    text: str
    until: datetime | None = None


def build_profile(
    entries: Sequence[Entry], now: datetime, most: int, counter: TokenCounter
) -> ProfileText:
    """The profile without a model, within 25 lines and `most` tokens."""
    speakers = {entry.speaker for entry in entries if entry.speaker}
    replaced = replaced_by_now(planned_changes(entries), now)
    relevant = [
        entry for entry in entries if entry.id not in replaced and _belongs_in_profile(entry, now)
    ]
    groups: dict[str, list[Entry]] = {title: [] for title in _SHARES}
    for entry in _newest_values(relevant, speakers, now):
        groups[_group(entry, speakers, now)].append(entry)
    for title, group_entries in groups.items():
        group_entries.sort(key=lambda entry: _sort_key(entry, title, now))
    show_speaker = len(speakers) > 1
    lines = _Lines(most, counter)
    shown: list[Entry] = []
    distinct = {title: _without_repeats(group) for title, group in groups.items()}
    for title, entry in _round_robin(distinct):
        if lines.add(title, profile_line(entry, named=show_speaker)):
            shown.append(entry)
    ahead = (moment for entry in shown for moment in _future_limits(entry, now))
    return ProfileText(lines.text, min(ahead, default=None))


def profile_from_model(by_model: Portrayed, most: int, counter: TokenCounter) -> str:
    """The profile as a model wrote it, within 25 lines and `most` tokens."""
    parts = {
        _ABOUT: by_model.about,
        _PEOPLE: by_model.people,
        _LIKES: by_model.likes,
        _PLANS: by_model.decided,
    }
    lines = _Lines(most, counter)
    for title, line in _round_robin({title: iter(part) for title, part in parts.items()}):
        if one_line(line):
            lines.add(title, one_line(line))
    return lines.text


def is_urgent(entry: Entry) -> bool:
    """Whether it updates the profile at once: a name, an instruction, the new part of a fact."""
    return entry.is_standing or entry.attribute in URGENT or bool(entry.corrects)


class _Lines:
    """The lines chosen for a profile, under their titles, within its limits."""

    def __init__(self, most: int, counter: TokenCounter) -> None:
        self._most = most
        self._counter = counter
        self._parts: dict[str, list[str]] = {title: [] for title in _SHARES}
        self._full: set[str] = set()

    @property
    def text(self) -> str:
        return _render(self._parts)

    def add(self, title: str, line: str) -> bool:
        """Add a line if it fits; a group whose line does not fit gets no further lines."""
        if title in self._full:
            return False
        longer = _render({**self._parts, title: [*self._parts[title], line]})
        if len(longer.splitlines()) > LINES or self._counter(longer) > self._most:
            self._full.add(title)
            return False
        self._parts[title].append(line)
        return True


def _render(parts: Mapping[str, Sequence[str]]) -> str:
    lines: list[str] = []
    for title, group_lines in parts.items():
        lines += [title, *(f"- {line}" for line in group_lines)] if group_lines else []
    return "\n".join(lines)


def _round_robin(parts: Mapping[str, Iterator[T]]) -> Iterator[tuple[str, T]]:
    """Each group's share, then one item from each in turn, so that none takes all the space."""
    for number in range(LINES):
        for title, part in parts.items():
            yield from ((title, item) for item in islice(part, 1 if number else _SHARES[title]))


def _belongs_in_profile(entry: Entry, now: datetime) -> bool:
    """Whether it belongs in a profile: the user's own word that has not ended."""
    over = entry.valid_until is not None and entry.valid_until <= now
    return not over and entry.kind not in _EXCLUDED_KINDS and entry.trust is TrustLevel.HIGH


def _newest_values(entries: Sequence[Entry], speakers: set[str], now: datetime) -> list[Entry]:
    """All but the older values of single-valued attributes; disputed values rank last.

    A plan replaces nothing before its day.
    """
    newest: dict[tuple[str, str], Entry] = {}
    rest: list[Entry] = []
    for entry in entries:
        is_ahead = entry.valid_from is not None and entry.valid_from > now
        if entry.attribute not in SINGLE_VALUED or is_ahead:
            rest.append(entry)
            continue
        key = (_subject_key(entry, speakers), str(entry.attribute))
        if key not in newest or _recency(newest[key]) < _recency(entry):
            newest[key] = entry
    return [*rest, *newest.values()]


def _recency(entry: Entry) -> tuple[bool, datetime, datetime]:
    said = entry.said_at or entry.recorded_at
    return entry.status is Status.ACTIVE, said, entry.recorded_at


def _subject_key(entry: Entry, speakers: set[str]) -> str:
    """Who it is about; a conversation's only speaker is the user."""
    subject = entry.subject or USER
    return USER if speakers == {subject} else subject.casefold()


def _group(entry: Entry, speakers: set[str], now: datetime) -> str:
    if entry.is_standing:
        return _STANDING
    is_ahead = entry.valid_from is not None and entry.valid_from > now
    if is_ahead or entry.kind in {Kind.DECISION, Kind.COMMITMENT}:
        return _PLANS
    if _is_introduction(entry) or _is_own_health(entry, speakers):
        return _ABOUT
    if (entry.subject or USER) not in {USER, *speakers}:
        return _PEOPLE
    return _GROUP_OF.get(entry.attribute or "") or _KINDS.get(entry.kind, _ABOUT)


def _sort_key(entry: Entry, title: str, now: datetime) -> tuple[Any, ...]:
    """The order within a group: instructions by age, plans by date, the rest by importance."""
    newest = -_recency(entry)[1].timestamp()
    disputed = entry.status is not Status.ACTIVE
    if title == _STANDING:
        return not entry.pinned, disputed, newest, entry.id
    if title == _PLANS:
        return not entry.pinned, _days_ahead(entry, now), disputed, newest, entry.id
    # Last comes what tells of a day, and not of what is always so.
    passing = entry.when is not None and entry.attribute is None
    importance = (passing, _RANK[entry.priority], -entry.access_count, -entry.confidence)
    return not entry.pinned, _place(entry, title), disputed, importance, newest, entry.id


def _place(entry: Entry, title: str) -> int:
    """The place of its attribute in the group's order, or of what it speaks of without one."""
    # Facts about others follow the same order as facts about the user.
    order = [*dict.fromkeys([*_ATTRIBUTES[title], *_ATTRIBUTES[_ABOUT]])]
    attribute = None if entry.attribute == _DIET else entry.attribute
    if attribute not in order and title in {_ABOUT, _PEOPLE}:
        if _is_introduction(entry):
            attribute = "name"
        elif is_high_stakes(entry.content):
            attribute = _HEALTH
        elif title == _PEOPLE and last_person(entry.content):
            attribute = _RELATIVE
    attribute = attribute or entry.attribute
    return order.index(attribute) if attribute in order else len(order)


def _is_own_health(entry: Entry, speakers: set[str]) -> bool:
    """Whether it is about the user's health, whatever it was taken for: "I can't eat gluten"."""
    is_own = (entry.subject or USER) in {USER, *speakers}
    return entry.attribute in {None, _DIET} and is_own and is_high_stakes(entry.content)


def _is_introduction(entry: Entry) -> bool:
    """Whether the user gives their name in it, although it has no attribute."""
    is_own = entry.subject in {None, USER, entry.speaker}
    return entry.attribute is None and is_own and introduces_speaker(entry.content)


def _days_ahead(entry: Entry, now: datetime) -> tuple[bool, float]:
    """Sorts items with a future date first, the nearest first."""
    moments = _future_limits(entry, now)
    return not moments, min(moments).timestamp() if moments else 0.0


def _future_limits(entry: Entry, now: datetime) -> list[datetime]:
    limits = (entry.valid_from, entry.valid_until)
    return [moment for moment in limits if moment and moment > now]


def _without_repeats(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Each fact once: skips what repeats a better entry."""
    shown: list[Entry] = []
    for entry in entries:
        if not any(_says_the_same(entry, other) for other in shown):
            shown.append(entry)
            yield entry


def _says_the_same(entry: Entry, other: Entry) -> bool:
    if (entry.subject or USER) != (other.subject or USER):
        return False
    if entry.attribute and entry.attribute == other.attribute and entry.value and other.value:
        return entry.value.casefold() == other.value.casefold()
    one, two = entry.content, other.content
    return (
        jaccard(words_of(one), words_of(two)) >= _SAME
        and numbers_and_names(one) == numbers_and_names(two)
        and set(negations_in(one)) == set(negations_in(two))
    )
