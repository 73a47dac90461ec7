"""The memories of an agent, prepared for its contexts once for each change of them."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from recollect.context.pieces import Piece, by_importance, entry_piece, profile_line_id
from recollect.domain.entry import RECORDS, Entry, Kind
from recollect.domain.hit import Hit
from recollect.domain.ports import TokenCounter
from recollect.domain.recap import override_of, profile_bullets
from recollect.domain.receipt import Section
from recollect.domain.similarity import stems_of
from recollect.domain.turn import Turn

# So many memories stand in for a profile in a context with a question.
_PROFILE_MEMORIES: Final = 20
# So many letters of a word are compared, because the stems of "live" and "lives" differ.
_BEGINNING: Final = 4


@dataclass(frozen=True)
class StoredMemories:
    """Every entry that an agent has, or had at the time that a query asks about."""

    counter: TokenCounter
    all: tuple[Entry, ...]
    superseded: tuple[Entry, ...] = ()

    @cached_property
    def overrides(self) -> list[Entry]:
        """The user's overrides, in the user's order."""
        overrides = (entry for entry in self.all if entry.kind is Kind.OVERRIDE)
        return sorted(overrides, key=lambda entry: (override_of(entry).position, entry.recorded_at))

    @cached_property
    def profiles(self) -> list[Entry]:
        """The profile of the user, if there is one yet."""
        return [entry for entry in self.all if entry.kind is Kind.PROFILE]

    @cached_property
    def summaries(self) -> list[Entry]:
        """The summaries of conversations, newest first."""
        summaries = (entry for entry in self.all if entry.kind is Kind.SUMMARY)
        return sorted(summaries, key=lambda entry: (entry.changed_at, entry.id), reverse=True)

    @cached_property
    def memories(self) -> list[Entry]:
        """The memories themselves, most important first."""
        return by_importance(entry for entry in self.all if entry.kind not in RECORDS)

    def all_pieces(self) -> Iterator[Piece]:
        """The memories as lines, most important first."""
        for place, entry in enumerate(self.memories):
            yield entry_piece(entry, Section.MEMORIES, place, self.counter)

    @cached_property
    def important(self) -> list[Piece]:
        """The first of these lines: the same for every question."""
        return [*islice(self.all_pieces(), _PROFILE_MEMORIES)]

    @cached_property
    def replaced(self) -> dict[tuple[str, str], Entry]:
        """For turns, by conversation and id, the memory that replaced what they state."""
        current = {entry.id: entry for entry in self.memories}
        successors = {entry.id: entry.superseded_by for entry in self.superseded}
        found: dict[tuple[str, str], Entry] = {}
        for entry in self.superseded:
            name, seen = entry.superseded_by, {entry.id}
            while name in successors and name not in seen:
                seen.add(name)
                name = successors[name]
            if name in current:
                sources = ((source.conversation, source.turn_id) for source in entry.sources)
                found |= dict.fromkeys(sources, current[name])
        return found

    def is_outdated(self, turn: Turn) -> bool:
        """Whether a turn says nothing but what was replaced since."""
        name = (turn.conversation, turn.id)
        if name not in self.replaced or name in self.learned_from:
            return False
        words = _beginnings(turn.content)
        return any(
            words <= _beginnings(entry.content)
            for entry in self.superseded
            if name in {(source.conversation, source.turn_id) for source in entry.sources}
        )

    @cached_property
    def learned_from(self) -> dict[tuple[str, str], list[Entry]]:
        """The memories learned from each turn, by conversation and id."""
        found: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        for entry in self.memories:
            for source in entry.sources:
                found[source.conversation, source.turn_id].append(entry)
        return dict(found)

    def instructs(self, hit: Hit) -> bool:
        """Whether a hit is a standing instruction, its turn, or a summary that repeats it."""
        return any(
            entry.content in hit.text
            or (
                hit.turn is not None
                and any(
                    (source.conversation, source.turn_id) == (hit.turn.conversation, hit.turn.id)
                    for source in entry.sources
                )
            )
            for entry in self._standing
        )

    @cached_property
    def _standing(self) -> list[Entry]:
        return [entry for entry in self.memories if entry.is_standing]

    @cached_property
    def by_bullet(self) -> dict[str, list[Entry]]:
        """The memories that a line of the profile may state."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.memories:
            for text in profile_bullets([entry]):
                found[text].append(entry)
        return dict(found)

    def profile_lines_of(self, entry: Entry) -> Iterator[str]:
        """The ids of the lines of the profile that state a memory."""
        bullets = {*profile_bullets([entry])}
        for profile in self.profiles:
            for number, text in enumerate(profile.content.splitlines()):
                if text in bullets:
                    yield profile_line_id(profile, number)


def _beginnings(text: str) -> frozenset[str]:
    """The beginnings of a text's longer words: "I live" and "User lives" have the same."""
    return frozenset(stem[:_BEGINNING] for stem in stems_of(text))
