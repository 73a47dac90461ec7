"""The pieces that a context can be filled with, by where they come from."""

import math
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
)
from recollect.domain.entry import RECORDS, Entry, Kind
from recollect.domain.hit import Answer, Hit
from recollect.domain.ids import digest
from recollect.domain.ports import TokenCounter
from recollect.domain.query import Query
from recollect.domain.recap import override_of, profile_bullets
from recollect.domain.receipt import Reason, Section
from recollect.domain.turn import Turn

# Memories among so many of the best hits come before the turns.
_BEST_HITS: Final = 10
# A turn answers the question if its score is this share of the way from that of the turn at this
# rank, which is there by chance, to the best. A caller who offers more tokens than usual wants
# more; fewer are soon used up.
_RELEVANT_SHARE: Final = 0.27
_CHANCE_RANK: Final = 60
_USUAL_TOKENS: Final = 1_000
# The same for memories, of which there are fewer.
_RELEVANT_MEMORY_SHARE: Final = 0.6
_CHANCE_MEMORY: Final = 20
_BEST_SUMMARIES: Final = 3


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """What one agent's memory offers for one query.

    Candidates that can never be shown are refused on the page, so that the receipt explains them.
    """

    query: Query
    answer: Answer
    # All entries that the agent has, or had at the time that the query asks about.
    stored: Sequence[Entry]
    now: datetime
    page: Page
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
            if not entry.has_ended_at(self.now)
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

    def standing_instructions(self) -> list[Piece]:
        """The lines of the profile that say how to answer."""
        return [piece for piece in self.profile() if piece.entry and piece.entry.is_standing]

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
            if not piece.sources and piece.item.section is not Section.RELEVANT_SUMMARIES
        ]

    def best_learned(self) -> Iterator[Piece]:
        """The memories among the best hits: they are short and have resolved dates."""
        for piece in self._answers:
            if piece.sources and (piece.item.rank or 0) <= _BEST_HITS:
                yield replace(piece, beside_sources=True)

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

    def profile_memories(self) -> list[Piece]:
        """The most important memories of an agent that has no profile yet."""
        has_profile = any(record.kind is Kind.PROFILE for record in self.records)
        return [] if has_profile else self.memories()

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
            reason = self._refusal(hit, rank)
            if reason is None:
                answers.append(piece)
            else:
                self.page.refuse(piece, reason)
        return newest_version_first(answers)

    def _refusal(self, hit: Hit, rank: int) -> Reason | None:
        """Why a hit cannot be an answer; None if it can."""
        if hit.turn is not None:
            if self._is_question(hit.turn):
                return Reason.ASKED
            # Turns that a stored summary covers are stored themselves and are found on their own.
            if self._is_present(hit.turn) or hit.turn.covers is not None:
                return Reason.REPEATED
        if hit.entry is not None and hit.entry.has_ended_at(self.now):
            return Reason.EXPIRED
        relevance = self.answer.relevance
        is_unrelated = relevance is not None and not relevance.relevant
        if is_unrelated or hit.score < self._least_scores[hit.entry is not None]:
            return Reason.NOT_RELEVANT
        # A summary repeats the turns it covers; it is worth its size only as one of the best hits.
        is_summary = hit.entry is not None and hit.entry.kind is Kind.SUMMARY
        return Reason.REPEATED if is_summary and rank > _BEST_SUMMARIES else None

    @cached_property
    def _least_scores(self) -> tuple[float, float]:
        """The scores at which relevance ends, of turns and of memories."""
        if not any(hit.scores.dense for hit in self.answer.hits):
            # Words alone do not tell where it ends: cutting cost 6 points of evidence.
            return -math.inf, -math.inf
        ratio = max(self.query.tokens, 1) / _USUAL_TOKENS
        turns = [hit.score for hit in self.answer.hits if hit.entry is None]
        memories = [hit.score for hit in self.answer.hits if hit.entry is not None]
        least = _least(
            turns, _RELEVANT_SHARE * min(ratio, 1 / ratio), round(_CHANCE_RANK * max(ratio, 1.0))
        )
        # Memories are short and score higher than turns.
        return least, max(least, _least(memories, _RELEVANT_MEMORY_SHARE, _CHANCE_MEMORY))

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


def _least(scores: list[float], share: float, chance_rank: int) -> float:
    """A share of the way from a chance score to the best one; a small memory is never cut."""
    if len(scores) < chance_rank:
        return -math.inf
    ordered = sorted(scores, reverse=True)
    by_chance = ordered[chance_rank - 1]
    return by_chance + share * (ordered[0] - by_chance)
