"""Extracts statements, recaps and user profiles with the core model, and caches every answer.

Everything here runs in background jobs, outside any transaction. A failed job is retried from its
row, so the model passed in must not wait and retry on its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, TypeVar

from recollect.domain.entry import Entry, by_worth
from recollect.domain.ids import digest
from recollect.domain.learning import Extracted, Proposal, Recapped, Unanswered, is_dead_letter
from recollect.domain.ports import ChatModel, Clock, Entries
from recollect.domain.recap import Recap, one_line
from recollect.domain.turn import Role, Turn
from recollect.domain.writes import PutAnswer
from recollect.errors import ProviderError
from recollect.extraction.ask_model import ask, fitting, json_lines, local_time_text, speaker_fields
from recollect.extraction.deletion_requests import proposals_to_delete
from recollect.extraction.forms import (
    Notes,
    Portrayed,
    RecapSoFar,
    Stated,
    Statements,
    form_to_json,
    notes_from_json,
    profile_from_json,
    recap_from_json,
    redact_form,
)
from recollect.extraction.gate import judge
from recollect.extraction.prompts import EXTRACT, PROFILE, RECAP, Prompt
from recollect.extraction.question import (
    LEARNED_FROM,
    Chunk,
    RelatedContext,
    by_author,
    chunks_for_one_request,
    chunks_of,
    lookup_text,
    question,
    short_ids,
)
from recollect.extraction.references import resolve

# Character limits for a recap or a profile prompt, and for each turn in it.
_PROMPT_CHARACTERS: Final = 24_000
_TURN_CHARACTERS: Final = 2_000
_ITEMS: Final = 8
# A recap is refreshed after this many new turns, or after this long without one.
_NEW_TURNS: Final = 10
_QUIET_PERIOD: Final = timedelta(hours=1)
_Form = TypeVar("_Form", Recap, Portrayed, Statements)


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """Extracts statements, recaps and user profiles by asking a chat model."""

    model: ChatModel
    store: Entries
    clock: Clock
    # Model output may contain secrets too.
    redact: Callable[[str], str]
    # Looks up the agent's memories and earlier turns related to a text.
    near: Callable[[str, str], RelatedContext]

    def extract(self, agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        """The statements of turns from `since` on; asks once at most, `left` means more is due."""
        chunks = [chunk for turn in turns if turn.index >= since for chunk in chunks_of(turn)]
        cached = {chunk: self._cached_notes(agent, chunk) for chunk in chunks}
        unread = [chunk for chunk, noted in cached.items() if noted is None]
        to_ask = chunks_for_one_request(unread)
        new_notes: dict[Chunk, Notes] = {}
        if to_ask:
            shown, known = self._question(agent, turns, to_ask)
            try:
                answer = self._ask(EXTRACT, shown, Statements)
            except ProviderError as error:
                if not error.this_only:
                    raise
                failed = Unanswered(_turns_spanned(turns, to_ask), f"{error.code}: {error}")
                return Extracted((), unanswered=failed, left=True)
            new_notes = _notes_by_chunk(answer.statements, to_ask, known)
        answers = tuple(
            self._put(chunk.turn.conversation, self._chunk_key(chunk), form_to_json(notes))
            for chunk, notes in new_notes.items()
        )
        if len(to_ask) < len(unread):
            return Extracted((), answers, left=True)
        noted = [new_notes[chunk] if notes is None else notes for chunk, notes in cached.items()]
        return replace(self._proposals_and_refusals(noted, turns, since), answers=answers)

    def recap(self, agent: str, turns: Sequence[Turn], _entries: Sequence[Entry]) -> Recapped:
        """The conversation's recap: the previous one updated with the turns since then."""
        last = turns[-1]
        key = self._key(RECAP, last.conversation)
        stored = self.store.answer(agent, key)
        previous = None if stored is None else recap_from_json(stored)
        new = _last_turns(
            [turn for turn in turns if previous is None or turn.index > previous.through]
        )
        if not new:
            return Recapped(previous.recap if previous else Recap(), last.index)
        quiet_at = last.recorded_at + _QUIET_PERIOD
        if previous is not None and len(new) < _NEW_TURNS and self.clock.now() < quiet_at:
            return Recapped(previous.recap, previous.through, due_at=quiet_at)
        rows: list[dict[str, object]] = [] if previous is None else [{"recap": previous.recap.text}]
        rows += [
            {**speaker_fields(turn), "at": local_time_text(turn), **said} for turn, said in new
        ]
        updated = _tidy(self._ask(RECAP, json_lines(rows), Recap))
        text = form_to_json(RecapSoFar(updated, last.index))
        return Recapped(updated, last.index, (self._put(last.conversation, key, text),))

    def describe_user(
        self, agent: str, entries: Sequence[Entry]
    ) -> tuple[Portrayed, tuple[PutAnswer, ...]]:
        """A description of the user, from as many memories as fit into one prompt."""
        prompt_rows = _memory_rows(entries)
        if not prompt_rows:
            return Portrayed(), ()
        # Sorted: memories are ordered by use, and a new order alone is no reason to ask again.
        key = self._key(PROFILE, *sorted(prompt_rows.splitlines()))
        stored = self.store.answer(agent, key)
        if stored is not None:
            return profile_from_json(stored), ()
        description = self._ask(PROFILE, prompt_rows, Portrayed)
        return description, (self._put("", key, form_to_json(description)),)

    def _question(
        self, agent: str, turns: Sequence[Turn], chunks: Sequence[Chunk]
    ) -> tuple[str, dict[str, Entry]]:
        """The prompt for some chunks, and the memories in it by short id."""
        nearest = self.near(agent, lookup_text(chunks)).before(chunks)
        known = short_ids(nearest.memories)
        # Turns that no model could process must not fail other turns as context either.
        earlier = [turn for turn in nearest.turns if not is_dead_letter(self.store, agent, turn)]
        return question(turns, chunks, known, earlier), known

    def _proposals_and_refusals(
        self, noted: Sequence[Notes], turns: Sequence[Turn], since: int
    ) -> Extracted:
        """The proposals that follow from the notes, and why the other statements were refused."""
        learned_with = f"{EXTRACT.version} {self.model.name}"
        proposals: list[Proposal] = []
        refused: list[str] = []
        for stated in (stated for notes in noted for stated in notes.statements):
            outcome = judge(stated, turns, since)
            if isinstance(outcome, Proposal):
                proposals.append(replace(outcome, learned_with=learned_with))
            else:
                refused.append(outcome)
        refused += (reason for notes in noted for reason in notes.refused)
        asked = proposals_to_delete(turns, since)
        return Extracted((*asked, *_merge_endings(proposals)), refused=tuple(refused))

    def _ask(self, prompt: Prompt, shown: str, form: type[_Form]) -> _Form:
        """The form as filled in by the model, redacted before anything is stored."""
        return redact_form(ask(self.model, prompt, shown, form), self.redact)

    def _cached_notes(self, agent: str, chunk: Chunk) -> Notes | None:
        stored = self.store.answer(agent, self._chunk_key(chunk))
        return None if stored is None else notes_from_json(stored)

    def _put(self, conversation: str, key: str, text: str) -> PutAnswer:
        return PutAnswer(conversation, key, text, self.clock.now())

    def _chunk_key(self, chunk: Chunk) -> str:
        # Not the rest of the prompt: a rebuild splits the conversation differently, knows other
        # memories, and would otherwise ask everything again.
        return self._key(EXTRACT, chunk.turn.conversation, chunk.turn.id, chunk.start, chunk.text)

    def _key(self, prompt: Prompt, *parts: str | int) -> str:
        return digest("answer", prompt.version, self.model.name, *parts)


def _notes_by_chunk(
    statements: Sequence[Stated], chunks: Sequence[Chunk], known: Mapping[str, Entry]
) -> dict[Chunk, Notes]:
    """Assigns each statement to the chunk whose turn it names, or to the last chunk."""
    by_turn = {chunk.turn.index: chunk for chunk in chunks}
    filed = dict.fromkeys(chunks, Notes())
    for statement in statements:
        chunk = by_turn.get(statement.turn, chunks[-1])
        resolved = resolve(statement, known, chunk.turn)
        refused = filed[chunk].refused + resolved.refused
        # A statement that only ends memories is useless once it may end none; other faults
        # are left to the gate.
        says_something = resolved.noted.content.strip() or resolved.noted.ends
        kept = (resolved.noted,) if says_something or not resolved.refused else ()
        filed[chunk] = Notes(filed[chunk].statements + kept, refused)
    return filed


def _merge_endings(proposals: Sequence[Proposal]) -> list[Proposal]:
    """The proposals, with each ending merged into the statement that quotes the same words.

    Proposals that repeat a memory come last, because the working set then treats those words as
    settled.
    """
    by_place: dict[tuple[str, int, int], Proposal] = {}
    others: list[Proposal] = []
    in_order = sorted(
        proposals, key=lambda proposal: (_only_ends(proposal), bool(proposal.repeats))
    )
    for proposal in in_order:
        key = (proposal.turn_id, proposal.start, proposal.end)
        first = by_place.setdefault(key, proposal)
        if first is not proposal and _only_ends(proposal):
            ended = dict.fromkeys((*first.ends, *proposal.ends))
            ended.pop(first.repeats or "", None)
            by_place[key] = replace(first, ends=tuple(ended))
        elif first is not proposal:
            others.append(proposal)
    return [*by_place.values(), *others]


def _only_ends(proposal: Proposal) -> bool:
    return bool(proposal.ends) and proposal.content == proposal.quote


def _turns_spanned(turns: Sequence[Turn], chunks: Sequence[Chunk]) -> tuple[Turn, ...]:
    """The turns of the chunks, and what others said in between."""
    first, last = chunks[0].turn.index, chunks[-1].turn.index
    indexes = {chunk.turn.index for chunk in chunks}
    within = (turn for turn in turns if first <= turn.index <= last)
    return tuple(turn for turn in within if turn.index in indexes or turn.voice not in LEARNED_FROM)


def _last_turns(turns: Sequence[Turn]) -> list[tuple[Turn, dict[str, str]]]:
    """The last turns that fit into the prompt, with what they say and what they quote."""
    spoken = (turn for turn in reversed(turns) if turn.voice in {Role.USER, Role.ASSISTANT})
    texts = ((turn, by_author(turn, limit=_TURN_CHARACTERS)) for turn in spoken)
    with_text = ((turn, said) for turn, said in texts if said)
    last_first = fitting(with_text, lambda row: len("".join(row[1].values())), _PROMPT_CHARACTERS)
    return last_first[::-1]


def _memory_rows(entries: Sequence[Entry]) -> str:
    rows: list[dict[str, object]] = []
    ranked = sorted(entries, key=by_worth)
    for entry in fitting(ranked, lambda entry: len(entry.content), _PROMPT_CHARACTERS):
        row: dict[str, object] = {"kind": entry.kind.value, "text": entry.content}
        if entry.valid_from:
            row["from"] = f"{entry.local(entry.valid_from):%Y-%m-%d}"
        if entry.valid_until:
            row["until"] = f"{entry.local(entry.valid_until):%Y-%m-%d}"
        rows.append(row)
    return json_lines(rows)


def _tidy(recap: Recap) -> Recap:
    return Recap(
        topics=_items(recap.topics),
        decisions=_items(recap.decisions),
        key_dates=_items(recap.key_dates),
        action_items=_items(recap.action_items),
        overall=one_line(recap.overall),
    )


def _items(items: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(one_line, items))))[:_ITEMS]
