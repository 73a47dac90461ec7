"""The pieces that a context can be filled with, by where they come from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final

from recollect.context.empty_hits import is_bare, statements_first, tells_nothing
from recollect.context.ordering import newest_first, newest_version_first, without_parts
from recollect.context.page import Page
from recollect.context.pieces import (
    BEST_TURNS,
    Piece,
    can_quote_whole,
    entry_piece,
    hit_piece,
    link_piece,
    profile_piece,
    standing_piece,
    whole_turn_piece,
)
from recollect.context.stored import StoredMemories
from recollect.context.withheld import shown_text
from recollect.domain.entry import Entry, Kind, Status
from recollect.domain.hit import Answer, Hit
from recollect.domain.planned_changes import replaced_by_now
from recollect.domain.ports import TokenCounter
from recollect.domain.provenance import TrustLevel
from recollect.domain.query import Query
from recollect.domain.receipt import Reason, Section
from recollect.domain.turn import Turn
from recollect.languages import words

# Memories among so many of the best hits come before the turns.
_BEST_HITS: Final = 10
_BEST_SUMMARIES: Final = 3
# No profile has so many lines.
_AFTER_PROFILE: Final = (1_000,)
# A memory with this share of the best score answers about as well. With 0.5, a newer one that
# hardly answers often came first, but an outdated one for 7 of 140 everyday questions, not for 10.
_AS_GOOD: Final = 0.8


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """What one agent's memory offers for one query.

    Candidates that can never be shown are refused on the page, so that the receipt explains them.
    """

    query: Query
    answer: Answer
    stored: StoredMemories
    # The memories of the spaces that were read.
    stored_in: Mapping[str, StoredMemories] = field(default_factory=dict)
    now: datetime
    page: Page
    counter: TokenCounter

    def overrides(self) -> list[Piece]:
        """The user's overrides, in the user's order."""
        return self._record_pieces(self.stored.overrides, Section.OVERRIDES)

    def profile(self) -> list[Piece]:
        """The profile's lines, but for what has ended; those about health first: few may fit."""
        return sorted(self._profile_lines, key=lambda line: not words.health_words(line.text))

    @cached_property
    def _profile_lines(self) -> list[Piece]:
        return [*self._lines_of_profiles()]

    def _lines_of_profiles(self) -> Iterator[Piece]:
        for profile in self.stored.profiles:
            title = ""
            for place, text in enumerate(profile.content.splitlines()):
                is_bullet = text.startswith("- ")
                memory = self._stated_by(text)
                by_model = is_bullet and profile.metadata.get("by_model") is True
                if memory or (by_model and not self.stored.may_be_asked_to_forget(text)):
                    line = profile_piece(profile, text, (place, title), self.counter, memory)
                    yield self._marked(line)
                elif not is_bullet:
                    title = text

    def _stated_by(self, bullet: str) -> Entry | None:
        """The memory that a line of the profile states, unless it has ended."""
        stated = self.stored.by_bullet.get(bullet, ())
        return next((entry for entry in reversed(stated) if not self._is_over(entry)), None)

    def standing_instructions(self) -> list[Piece]:
        """The standing instructions, newest first: of the profile, and what it has no room for."""
        lines = [piece for piece in self._profile_lines if piece.entry and piece.entry.is_standing]
        stated = {piece.entry.id for piece in lines if piece.entry}
        # They follow those of the profile. Only the user instructs.
        last = lines[-1].order if lines else _AFTER_PROFILE
        others = [
            self._marked(standing_piece(entry, (*last, place), self.counter))
            for place, entry in enumerate(self.stored.standing)
            if entry.id not in stated and entry.trust is TrustLevel.HIGH and self._holds(entry)
        ]
        return sorted(lines + others, key=_newest_said)

    def answering_instructions(self) -> list[Piece]:
        """Those of them that are about the way to answer."""
        said = self.standing_instructions()
        return [one for one in said if one.entry and words.says_how_to_answer(one.entry.content)]

    def answers(self) -> list[Piece]:
        """The hits that answer the question, best first."""
        return self._answers

    def original_statements(self) -> list[Piece]:
        """The answers that repeat no others: turns, and memories not learned from a turn."""
        return [
            piece
            for piece in self._answers
            if not piece.sources and piece.section is not Section.RELEVANT_SUMMARIES
        ]

    def best_learned(self) -> list[Piece]:
        """The memories among the best hits: they are short and have resolved dates.

        Before a turn whose statement was replaced since comes what replaced it. Unless the question
        is about the past, the newest of those that answer about as well comes first: it holds now.
        """
        found = {(piece.space, piece.id): piece for piece in reversed([*self._best_learned()])}
        pieces = sorted(without_parts([*found.values()]), key=lambda piece: piece.order)
        if self.answer.about_past or not pieces:
            return pieces
        least = _AS_GOOD * max(map(self._score_of, pieces))
        as_good = [piece for piece in pieces if self._score_of(piece) >= least]
        return newest_first(as_good) + [piece for piece in pieces if piece not in as_good]

    def _score_of(self, piece: Piece) -> float:
        """The score of the hit at the place of a piece."""
        place: int = piece.order[0]
        return self._hits[place - 1].score

    def _best_learned(self) -> Iterator[Piece]:
        for piece in self._answers:
            rank = piece.rank or 0
            if piece.sources and rank <= _BEST_HITS:
                whole = self._with_its_turn(piece)
                whole = piece if whole is piece else self._marked(whole)
                yield replace(whole, beside_sources=True)
            elif piece.turn:
                # What is no longer true is never shown without what is, however far down.
                stored = self._stored_of(piece)
                name = (piece.turn.conversation, piece.turn.id)
                now_true = None if self.answer.about_past else stored.replaced.get(name)
                if now_true and not self._is_over(now_true, piece.space):
                    yield self._learned(now_true, piece)
                elif rank <= BEST_TURNS and not piece.cut:
                    yield from self._in_its_memory(piece)

    def _with_its_turn(self, piece: Piece) -> Piece:
        """The memory with the whole turn that it was learned from, if that is an answer too."""
        for source in piece.sources:
            turn = self._answering_turns.get((piece.space, *source))
            whole = self._quoting_whole(turn, piece.space) if turn else None
            if turn and whole and piece.entry and whole.id == piece.entry.id:
                return whole_turn_piece(piece, turn, self.counter)
        return piece

    def _in_its_memory(self, piece: Piece) -> Iterator[Piece]:
        """The first memory learned from a turn, with the whole turn."""
        turn = piece.turn
        entry = self._quoting_whole(turn, piece.space) if turn else None
        if turn and entry:
            yield self._marked(whole_turn_piece(self._learned(entry, piece), turn, self.counter))

    def _quoting_whole(self, turn: Turn, space: str | None) -> Entry | None:
        """The memory whose line may quote the whole turn, and so what others quote of it."""
        stored = self._stored_in(space)
        learned = stored.learned_from.get((turn.conversation, turn.id), ())
        if not learned or stored.withheld.of_turn(turn) or stored.has_ended_in(turn):
            return None
        over = any(self._is_over(entry, space) for entry in learned)
        if over and not self.answer.about_past:
            return None
        return learned[0] if can_quote_whole(learned, turn) else None

    def _learned(self, entry: Entry, turn: Piece) -> Piece:
        """A memory in the place of a turn, with the turn's rank and score."""
        section, rank = Section.RELEVANT_MEMORIES, turn.rank or 0
        piece = entry_piece(entry, section, rank, self.counter, space=turn.space)
        return replace(piece, rank=turn.rank, hit=turn.hit)

    def _stored_of(self, piece: Piece) -> StoredMemories:
        return self._stored_in(piece.space)

    def _stored_in(self, space: str | None) -> StoredMemories:
        return self.stored if space is None else self.stored_in[space]

    def _replaced(self, space: str | None) -> frozenset[str]:
        """The ids of memories that a plan has replaced, because its day has come."""
        return self._replaced_in_spaces.get(space, self._replaced_here)

    @cached_property
    def _replaced_here(self) -> frozenset[str]:
        return replaced_by_now(self.stored.planned_changes, self.now)

    @cached_property
    def _replaced_in_spaces(self) -> dict[str | None, frozenset[str]]:
        return {
            space: replaced_by_now(stored.planned_changes, self.now)
            for space, stored in self.stored_in.items()
        }

    def _is_over(self, entry: Entry, space: str | None = None) -> bool:
        """Whether a memory is no longer true."""
        return entry.has_ended_at(self.now) or entry.id in self._replaced(space)

    def _holds(self, entry: Entry) -> bool:
        return entry.holds_at(self.now) and entry.id not in self._replaced(None)

    @cached_property
    def _answering_turns(self) -> dict[tuple[str | None, str, str], Turn]:
        """The turns that are shown as a whole, by space, conversation and id."""
        whole = (piece for piece in self._answers if piece.turn and not piece.cut)
        return {
            (piece.space, piece.turn.conversation, piece.turn.id): piece.turn
            for piece in whole
            if piece.turn
        }

    def memories(self) -> list[Piece]:
        """All memories that are valid now, whatever the question, most important first."""
        valid = []
        # With a question they are only what a profile would say: the most important ones.
        every = self.query.text is None or words.asks_for_overview(self.query.text)
        offered = self.stored.all_pieces() if every else self.stored.important
        for piece in offered:
            if piece.entry and self._holds(piece.entry):
                valid.append(self._marked(piece))
            else:
                self.page.refuse(piece, Reason.EXPIRED)
        return newest_version_first(valid)

    def profile_memories(self) -> list[Piece]:
        """The most important memories of an agent that has no profile yet."""
        return [] if self.stored.profiles else self.memories()

    def summaries(self) -> list[Piece]:
        """The summaries of conversations, newest first."""
        return self._record_pieces(self.stored.summaries, Section.SUMMARIES)

    def requested_recaps(self) -> list[Piece]:
        """The summaries of conversations, if the question asks what happened so far."""
        return self.summaries() if words.asks_for_recap(self.query.text or "") else []

    def requested_overview(self) -> list[Piece]:
        """All memories, if the question asks what is remembered and names nothing."""
        return self.memories() if words.asks_for_overview(self.query.text or "") else []

    def relationships(self) -> Iterator[Piece]:
        """The relationships between people and things, most important memory first."""
        for place, entry in enumerate(self.stored.memories):
            for number, link in enumerate(entry.links if self._holds(entry) else ()):
                if link.holds_at(self.now):
                    yield link_piece(entry, link, (place, number), self.counter)

    @cached_property
    def _answers(self) -> list[Piece]:
        answers = []
        for rank, hit in enumerate(self._hits, start=1):
            piece = hit_piece(hit, rank, self.counter)
            if piece is None:
                continue
            reason = self._refusal(hit, rank)
            withheld = None if reason else self._stored_in(hit.space).withholds(hit)
            if refused := reason or withheld:
                self.page.refuse(piece, refused)
                answers += self._corrected(piece) if withheld else []
            else:
                answers.append(self._marked(piece))
        return newest_version_first(answers)

    @cached_property
    def _hits(self) -> list[Hit]:
        """The hits, best first, but those that tell something before an earlier question."""
        return statements_first(self.answer.hits)

    def _corrected(self, piece: Piece) -> list[Piece]:
        """The memory that a person has corrected, in the place of the turn that it was said in."""
        turn = piece.turn
        name = (turn.conversation, turn.id) if turn else ("", "")
        entry = self._stored_of(piece).replaced.get(name)
        if entry is None or self._is_over(entry, piece.space):
            return []
        return [self._learned(entry, piece)]

    def _marked(self, piece: Piece) -> Piece:
        """The piece without what a person deleted, and with marks behind what is not true now."""
        stored = self._stored_of(piece)
        text = shown_text(piece, stored.withheld)
        text = stored.with_marks(text, piece.turn or piece.entry, self._replaced(piece.space))
        if piece.entry is not None and (day := stored.corrected_on.get(piece.entry.id)):
            text += f" (partly corrected {day})"
        if piece.entry and piece.entry.is_standing and piece.entry.status is Status.REVIEW:
            text += " (disputed)"
        return piece if text == piece.text else replace(piece, text=text, tokens=self.counter(text))

    def _refusal(self, hit: Hit, rank: int) -> Reason | None:
        """Why a hit cannot be an answer; None if it can."""
        reason = self._own_refusal(hit) if hit.space is None else self._space_refusal(hit)
        if reason is not None:
            return reason
        # Turns that a stored summary covers are stored themselves and are found on their own.
        if hit.turn is not None and hit.turn.covers is not None:
            return Reason.SUMMARY
        over = hit.entry is not None and self._is_over(hit.entry, hit.space)
        if over and not self.answer.about_past:
            return Reason.EXPIRED
        answer = self.answer.of(hit.space)
        is_unrelated = answer.relevance is not None and not answer.relevance.relevant
        is_weak = hit.score < answer.least[hit.entry is not None]
        if is_unrelated or is_weak or tells_nothing(hit, self.answer.hits):
            return Reason.NOT_RELEVANT
        # A summary repeats the turns it covers; it is worth its size only as one of the best hits.
        is_summary = hit.entry is not None and hit.entry.kind is Kind.SUMMARY
        return Reason.SUMMARY if is_summary and rank > _BEST_SUMMARIES else None

    def _own_refusal(self, hit: Hit) -> Reason | None:
        """Why a hit of the agent's own is no answer: the model has seen it."""
        if hit.turn is None or self.query.conversation is None:
            return None
        if self.query.is_question(hit.turn):
            return Reason.ASKED
        return Reason.REPEATED if self.query.is_present(hit.turn) else None

    def _space_refusal(self, hit: Hit) -> Reason | None:
        """Why a hit of a space is no answer: only the user instructs, and speaks first."""
        if hit.space is not None and self.stored_in[hit.space].instructs(hit):
            return Reason.INSTRUCTION
        return Reason.REPEATED if hit.text in self._own_texts else None

    @cached_property
    def _own_texts(self) -> frozenset[str]:
        """What the agent's own hits say, which no space needs to repeat."""
        return frozenset(hit.text for hit in self.answer.hits if hit.space is None)

    def _record_pieces(self, records: Sequence[Entry], section: Section) -> list[Piece]:
        return [
            self._marked(entry_piece(record, section, place, self.counter))
            for place, record in enumerate(records)
            if self.stored.withheld.summary(record) != "" and not is_bare(record)
        ]


def _newest_said(piece: Piece) -> float:
    """The order of instructions, the newest first."""
    entry = piece.entry
    assert entry is not None
    return -(entry.said_at or entry.recorded_at).timestamp()
