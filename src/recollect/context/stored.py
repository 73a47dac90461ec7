"""The memories of an agent, prepared for its contexts once for each change of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final

from recollect.context.ordering import by_importance
from recollect.context.pieces import Piece, entry_piece, marked, profile_line_id
from recollect.context.withheld import WithheldQuotes, overlap, withheld_quotes
from recollect.domain.corrections import corrections, is_meant
from recollect.domain.entry import RECORDS, Entry, Kind, Source, Status
from recollect.domain.hit import Hit
from recollect.domain.line import said_on
from recollect.domain.planned_changes import PlannedChange, planned_changes
from recollect.domain.ports import TokenCounter
from recollect.domain.provenance import REWORDED
from recollect.domain.recap import describes_user, override_of, profile_bullets
from recollect.domain.receipt import Reason, Section
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
    deleted: tuple[Entry, ...] = ()
    # Ids of what a user asked to be forgotten, until a person has decided: it counts as deleted.
    asked_to_forget: frozenset[str] = frozenset()
    # The same entries as if nothing had been asked.
    unasked: "StoredMemories | None" = None

    def without_asked_to_forget(self, requests: Iterable[Entry] | None = None) -> "StoredMemories":
        """The same without the memories that open requests name; its own requests if none given."""
        requests = self.all if requests is None else requests
        # Nobody has decided about them yet.
        undecided = (Kind.DELETION_REQUEST, Status.ACTIVE)
        waiting = [entry for entry in requests if (entry.kind, entry.status) == undecided]
        if not waiting:
            return self
        here = (*self.all, *self.superseded)
        kept = {entry.id for entry in here if not any(is_meant(each, entry) for each in waiting)}
        names = frozenset(name for request in waiting for name in request.rivals) - kept
        hidden = [entry for entry in here if entry.id in names]
        return replace(
            self,
            all=tuple(entry for entry in self.all if entry.id not in names),
            superseded=tuple(entry for entry in self.superseded if entry.id not in names),
            deleted=(*self.deleted, *hidden, *waiting),
            asked_to_forget=names,
            unasked=self,
        )

    def withholds(self, hit: Hit) -> Reason | None:
        """Why nothing of a hit may be shown, because of what people decided or asked; else None."""
        if hit.entry is not None:
            is_asked = hit.entry.id in self.asked_to_forget
            is_shown = not is_asked and self.withheld.summary(hit.entry) != ""
        else:
            cuts = self.withheld.of_turn(hit.turn) if hit.turn else None
            is_shown = not (cuts and hit.turn and cuts.is_all_of(hit.turn.content))
        if is_shown:
            return None
        is_decided = self.unasked is None or self.unasked.withholds(hit) is not None
        return Reason.DELETED if is_decided else Reason.ASKED_TO_FORGET

    def may_be_asked_to_forget(self, text: str) -> bool:
        """Whether a line that a model wrote has half the words of such a memory."""
        stems = stems_of(text) if self.asked_to_forget else frozenset()
        return self.withheld.names(text) or any(
            2 * len(stems & each) >= len(each) for each in self._stems_to_forget
        )

    def profile_text(self, profile: Entry) -> str:
        """The text of a profile without the lines that state what was asked to be forgotten."""
        hidden = profile_bullets(each for each in self.deleted if each.id in self.asked_to_forget)
        by_model = profile.metadata.get("by_model") is True
        kept: list[str] = []
        for line in reversed(profile.content.split("\n")):
            is_hidden = line in hidden or (by_model and self.may_be_asked_to_forget(line))
            is_bare = not line.startswith("- ") and (not kept or not kept[-1].startswith("- "))
            kept += [] if is_hidden or is_bare else [line]
        return "\n".join(reversed(kept))

    @cached_property
    def _stems_to_forget(self) -> list[frozenset[str]]:
        hidden = (entry for entry in self.deleted if entry.id in self.asked_to_forget)
        return [stems for entry in hidden if (stems := stems_of(entry.content))]

    @cached_property
    def withheld(self) -> WithheldQuotes:
        """What messages and recaps still say although a person deleted or corrected it."""
        return withheld_quotes(self.deleted, self.memories)

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
        # Many recaps may have been written at once.
        return sorted(summaries, key=lambda e: (e.said_at or e.changed_at, e.id), reverse=True)

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
        """The first of these lines that a profile may have: the same for every question."""
        pieces = self.all_pieces()
        own = (piece for piece in pieces if piece.entry and describes_user(piece.entry))
        return [*islice(own, _PROFILE_MEMORIES)]

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
                found |= dict.fromkeys(_turns(entry), current[name])
        for entry in self.memories:
            if entry.metadata.get(REWORDED):
                found |= dict.fromkeys(_turns(entry), entry)
        return found

    def with_marks(self, text: str, of: Turn | Entry | None, over: frozenset[str]) -> str:
        """The text of a turn or summary, its quotes marked that are not wholly true.

        `over` names memories that have ended.
        """
        marks: list[tuple[str, str]] = []
        if isinstance(of, Turn):
            marks = self._marks((of.conversation, of.id), over)
        elif of is not None and of.kind is Kind.SUMMARY:
            marks = self._marks_in_summary(of, over)
        for quote, mark in marks:
            text = marked(text, quote, mark)
        return text

    def _marks_in_summary(self, summary: Entry, over: frozenset[str]) -> list[tuple[str, str]]:
        """The same for all turns of the conversation that a summary is about."""
        ended = [entry for entry in self.memories if entry.id in over] if over else []
        turns = dict.fromkeys(name for entry in ended for name in _turns(entry))
        changed = self._changed_turns.get(summary.key or "", {})
        here = {name: None for name in turns if name[0] == summary.key}
        return [mark for name in {**changed, **here} for mark in self._marks(name, over)]

    @cached_property
    def _changed_turns(self) -> dict[str, dict[tuple[str, str], None]]:
        """The turns that said what is superseded or corrected in part, by conversation."""
        found: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
        changed = [entry for entry in self.memories if entry.id in self.corrected_on]
        for name in (name for entry in (*self.superseded, *changed) for name in _turns(entry)):
            found[name[0]][name] = None
        return dict(found)

    def has_ended_in(self, turn: Turn) -> bool:
        """Whether something that was learned from a turn is superseded."""
        return (turn.conversation, turn.id) in self._superseded_from

    def _marks(self, name: tuple[str, str], over: frozenset[str]) -> list[tuple[str, str]]:
        if name not in self.replaced and name not in self.learned_from:
            return []
        every = self.learned_from.get(name, ())
        learned = [entry for entry in every if entry.id not in over]
        past = [*(self._superseded_from.get(name, ()) if name in self.replaced else ())]
        past += [entry for entry in every if entry.id in over]
        marks = [
            (source.quote, f"(partly corrected {day})")
            for entry in learned
            if (day := self.corrected_on.get(entry.id))
            for source in _sources_in(entry, name)
        ]
        still_true = [source for entry in learned for source in _sources_in(entry, name)]
        for entry in past:
            for source in _sources_in(entry, name):
                # "User lives in York." says all of "I've moved to York".
                is_plain = entry.value is not None and not (entry.is_quotation or entry.edited)
                says_less = not _beginnings(source.quote) <= _beginnings(entry.content)
                if (is_plain or not says_less) and not any(
                    overlap(source, other) for other in still_true
                ):
                    marks.append((source.quote, "(no longer true)"))
        return marks

    @cached_property
    def planned_changes(self) -> list[PlannedChange]:
        """What plans replace from their day on."""
        return planned_changes(self.memories)

    @cached_property
    def corrected_on(self) -> dict[str, str]:
        """For memories, by id, the day on which a part of them was corrected."""
        return {name: said_on(entry) for name, entry in corrections(self.memories).items()}

    @cached_property
    def _superseded_from(self) -> dict[tuple[str, str], list[Entry]]:
        """What was learned from each turn and is superseded, by conversation and id."""
        return _by_turn(self.superseded)

    @cached_property
    def learned_from(self) -> dict[tuple[str, str], list[Entry]]:
        """The memories learned from each turn, by conversation and id."""
        return _by_turn(self.memories)

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
            for entry in self.standing
        )

    @cached_property
    def standing(self) -> list[Entry]:
        """The standing instructions among the memories, most important first."""
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
        bullets = profile_bullets([entry])
        for profile in self.profiles:
            lines = enumerate(profile.content.splitlines())
            yield from (profile_line_id(profile, number) for number, t in lines if t in bullets)


def _turns(entry: Entry) -> Iterator[tuple[str, str]]:
    """The turns that a memory was learned from, by conversation and id."""
    return ((source.conversation, source.turn_id) for source in entry.sources)


def _by_turn(entries: Iterable[Entry]) -> dict[tuple[str, str], list[Entry]]:
    found: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        for name in _turns(entry):
            found[name].append(entry)
    return dict(found)


def _sources_in(entry: Entry, turn: tuple[str, str]) -> Iterator[Source]:
    """Where in a turn, by conversation and id, a memory was said."""
    for source in entry.sources:
        if (source.conversation, source.turn_id) == turn:
            yield source


def _beginnings(text: str) -> frozenset[str]:
    """The beginnings of a text's longer words: "I live" and "User lives" have the same."""
    return frozenset(stem[:_BEGINNING] for stem in stems_of(text))
