"""The pieces that a context can be filled with, by where they come from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final

from recollect.context.page import Page
from recollect.context.pieces import (
    Piece,
    by_importance,
    entry_piece,
    hit_piece,
    link_piece,
    newest_version_first,
    profile_piece,
    turn_piece,
)
from recollect.domain.entry import RECORDS, Entry, Kind
from recollect.domain.hit import Answer, Hit
from recollect.domain.ids import digest
from recollect.domain.ports import Store, TokenCounter
from recollect.domain.query import Query
from recollect.domain.recap import override_of, profile_bullets
from recollect.domain.receipt import Reason, Section
from recollect.domain.turn import Turn

# How many of the best hits also get their neighbouring turns, and the memories learned from them.
_BEST_HITS: Final = 10


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """What one agent's memory offers for one query.

    Candidates that can never be shown are refused on the page, so that the receipt explains them.
    """

    agent: str
    query: Query
    answer: Answer
    # All entries that the agent has, or had at the time that the query asks about.
    stored: Sequence[Entry]
    now: datetime
    page: Page
    store: Store
    counter: TokenCounter

    def overrides(self) -> list[Piece]:
        """The user's overrides, in the user's order."""
        overrides = [entry for entry in self.records if entry.kind is Kind.OVERRIDE]
        overrides.sort(key=lambda entry: (override_of(entry).position, entry.recorded_at))
        return self._record_pieces(overrides, Section.OVERRIDES)

    def profile(self) -> Iterator[Piece]:
        """The profile line by line, so that a long one is cut at its end.

        A line is skipped if its memory is no longer valid. A plan is shown before its day comes.
        """
        memories = {
            text: entry
            for entry in self.entries
            if entry.valid_until is None or self.now < entry.valid_until
            for text in profile_bullets([entry])
        }
        for profile in self.records:
            if profile.kind is not Kind.PROFILE:
                continue
            title = ""
            for place, text in enumerate(profile.content.splitlines()):
                is_bullet = text.startswith("- ")
                if text in memories or (is_bullet and profile.metadata.get("by_model") is True):
                    memory = memories.get(text)
                    yield profile_piece(profile, text, (place, title), self.counter, memory)
                elif not is_bullet:
                    title = text

    def answers(self) -> list[Piece]:
        """The hits that answer the question, best first."""
        return self._answers

    def original_statements(self) -> list[Piece]:
        """The answers that nothing else states: turns, and memories not learned from a turn.

        A summary, or a memory learned from a turn, repeats what was said.
        """
        return [
            piece
            for piece in self._answers
            if not piece.learned_from and piece.item.section is not Section.RELEVANT_SUMMARIES
        ]

    def best_learned(self) -> Iterator[Piece]:
        """The best memories, even if their turns are shown: memories have resolved dates."""
        for piece in self._answers:
            if piece.learned_from and (piece.item.rank or 0) <= _BEST_HITS:
                yield replace(piece, learned_from=())

    def memories(self) -> list[Piece]:
        """All memories that are valid now, whatever the question, most important first."""
        valid = []
        for place, entry in enumerate(self.entries):
            piece = entry_piece(entry, Section.MEMORIES, place, self.counter)
            if entry.holds_at(self.now):
                valid.append(piece)
            else:
                self.page.refuse(piece, Reason.EXPIRED)
        return newest_version_first(valid)

    def summaries(self) -> list[Piece]:
        """The summaries of conversations, newest first."""
        summaries = [entry for entry in self.records if entry.kind is Kind.SUMMARY]
        summaries.sort(key=lambda entry: (entry.changed_at, entry.id), reverse=True)
        return self._record_pieces(summaries, Section.SUMMARIES)

    def relationships(self) -> Iterator[Piece]:
        """The relationships between people and things, most important memory first."""
        for place, entry in enumerate(self.entries):
            for number, link in enumerate(entry.links if entry.holds_at(self.now) else ()):
                if link.holds_at(self.now):
                    yield link_piece(entry, link, (place, number), self.counter)

    def neighbours(self) -> Iterator[Piece]:
        """The turns before and after the best turns on the page."""
        as_of = self.query.as_of
        turns = [piece.turn for piece in self.page.taken if piece.turn is not None]
        for turn in turns[:_BEST_HITS]:
            window = self.store.window(self.agent, turn.conversation, after=turn.index - 2, limit=3)
            for other in window:
                is_visible = self._is_question(other) or self._is_present(other)
                is_later = as_of is not None and other.at > as_of
                if other.index != turn.index and not is_visible and not is_later:
                    yield turn_piece(other, self.counter)

    @cached_property
    def records(self) -> list[Entry]:
        """Overrides, profiles and summaries."""
        return [entry for entry in self.stored if entry.kind in RECORDS]

    @cached_property
    def entries(self) -> list[Entry]:
        """Memories, most important first."""
        return by_importance(entry for entry in self.stored if entry.kind not in RECORDS)

    @cached_property
    def _answers(self) -> list[Piece]:
        answers = []
        for rank, hit in enumerate(self.answer.hits, start=1):
            piece = hit_piece(hit, rank, self.counter)
            if piece is None:
                continue
            reason = self._refusal(hit)
            if reason is None:
                answers.append(piece)
            else:
                self.page.refuse(piece, reason)
        return newest_version_first(answers)

    def _refusal(self, hit: Hit) -> Reason | None:
        """Why a hit cannot be an answer; None if it can."""
        if hit.turn is not None:
            if self._is_question(hit.turn):
                return Reason.ASKED
            # Turns that a stored summary covers are stored themselves and are found on their own.
            if self._is_present(hit.turn) or hit.turn.covers is not None:
                return Reason.REPEATED
        if hit.entry is not None and not hit.entry.holds_at(self.now):
            return Reason.EXPIRED
        relevance = self.answer.relevance
        is_unrelated = relevance is not None and not relevance.relevant
        return Reason.NOT_RELEVANT if is_unrelated else None

    def _is_question(self, turn: Turn) -> bool:
        """Whether this turn of the current conversation is the question itself."""
        return (
            turn.conversation == self.query.conversation
            and self.query.text is not None
            and turn.content.strip() == self.query.text.strip()
        )

    def _is_present(self, turn: Turn) -> bool:
        """Whether the model already sees this turn of the current conversation."""
        if not self.query.present or turn.conversation != self.query.conversation:
            return False
        return digest(turn.content.strip()) in self.query.present

    def _record_pieces(self, records: Sequence[Entry], section: Section) -> list[Piece]:
        return [
            entry_piece(record, section, place, self.counter)
            for place, record in enumerate(records)
        ]
