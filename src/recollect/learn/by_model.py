"""Statements, recaps and portraits by the core model: each question is asked once, and its answer kept.

All of it runs in background jobs, outside any transaction. A job is tried again as a row, so the model given here
must not wait and try again by itself.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from recollect.errors import ProviderError
from recollect.learn.aside import Unanswered
from recollect.learn.asking import ask, legible, lines, masked, moment, whose
from recollect.learn.forms import (
    Portrayed,
    Stated,
    Statements,
    freed,
    kept,
    portrayed_of,
    recap_of,
    statements_of,
)
from recollect.learn.judge import Refusal, judge
from recollect.learn.pipeline import BEFORE, Extracted
from recollect.learn.portrait import by_worth
from recollect.learn.prompts import EXTRACT, PORTRAIT, RECAP, Prompt
from recollect.model.entry import Entry
from recollect.model.ids import digest
from recollect.model.ports import ChatModel, Clock, Store
from recollect.model.recap import Recap
from recollect.model.turn import Role, Turn
from recollect.model.writes import PutAnswer

# So many characters of new text are read in one question; a longer turn is read in pieces.
_STRETCH: Final = 12_000
# Of a turn that is only there to be referred to.
_OLD: Final = 600
# What a recap and a portrait are made of, and what each turn may take of it.
_READ: Final = 24_000
_OF_A_TURN: Final = 2_000
_Form = TypeVar("_Form", Recap, Portrayed, Statements)
_ITEMS: Final = 8
_LEARNED_FROM: Final = frozenset({Role.USER, Role.TOOL})
_BREAKS: Final = tuple(map(re.compile, (r"\n\s*\n", r"[.!?。！？]\s|\n", r"\s")))


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """Some characters of a turn: all of it, unless it is long."""

    turn: Turn
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class ByModel:
    """Understands by asking a chat model."""

    model: ChatModel
    store: Store
    clock: Clock
    # A text without its secrets: what a model writes may hold one as well as what it read.
    words: Callable[[str], str]

    def extract(self, agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        """What the turns from `since` on state; one question at most, and `left` where more have to be asked."""
        pieces = [piece for turn in turns if turn.index >= since for piece in _pieces(turn)]
        known = [(piece, self._noted(agent, piece)) for piece in pieces]
        open_ = [piece for piece, notes in known if notes is None]
        stretch = _stretch(open_)
        answers: tuple[PutAnswer, ...] = ()
        fresh: dict[_Piece, tuple[Stated, ...]] = {}
        if stretch:
            try:
                said = self._ask(EXTRACT, _shown(turns, stretch), Statements)
            except ProviderError as error:
                if not error.this_only:
                    raise
                why = f"{error.code}: {error}"
                return Extracted((), unanswered=Unanswered(_around(turns, stretch), why), left=True)
            fresh = _filed(said.statements, stretch)
            answers = tuple(self._answer(piece, fresh[piece]) for piece in stretch)
        if len(stretch) < len(open_):
            return Extracted((), answers, left=True)
        noted = [
            each for piece, notes in known for each in (fresh[piece] if notes is None else notes)
        ]
        judged = [judge(each, turns, since) for each in noted]
        return Extracted(
            tuple(each for each in judged if not isinstance(each, Refusal)),
            answers,
            tuple(each for each in judged if isinstance(each, Refusal)),
        )

    def recap(
        self, agent: str, turns: Sequence[Turn], _entries: Sequence[Entry]
    ) -> tuple[Recap, tuple[PutAnswer, ...]]:
        """The recap of the end of a conversation."""
        read = list(_end(turns))
        shown = lines({**whose(turn), "at": moment(turn), "text": text} for turn, text in read)
        if not shown:
            return Recap(), ()
        key = self._key(RECAP, *(part for turn, text in read for part in (turn.id, text)))
        stored = self.store.answer(agent, key)
        if stored is not None:
            return recap_of(stored), ()
        said = _tidy(self._ask(RECAP, shown, Recap))
        answer = PutAnswer(turns[-1].conversation, key, kept(said), self.clock.now())
        return said, (answer,)

    def portray(
        self, agent: str, entries: Sequence[Entry]
    ) -> tuple[Portrayed, tuple[PutAnswer, ...]]:
        """Who the user is, of as many memories as can be read at once."""
        shown = _known(entries)
        if not shown:
            return Portrayed(), ()
        # In whatever order: what is used more often comes first, and that is no news.
        key = self._key(PORTRAIT, *sorted(shown.splitlines()))
        stored = self.store.answer(agent, key)
        if stored is not None:
            return portrayed_of(stored), ()
        said = self._ask(PORTRAIT, shown, Portrayed)
        return said, (PutAnswer("", key, kept(said), self.clock.now()),)

    def _ask(self, prompt: Prompt, shown: str, form: type[_Form]) -> _Form:
        """The form as the model has filled it in, before anything is kept of it."""
        return freed(ask(self.model, prompt, shown, form), self.words)

    def _noted(self, agent: str, piece: _Piece) -> tuple[Stated, ...] | None:
        stored = self.store.answer(agent, self._piece_key(piece))
        return None if stored is None else statements_of(stored)

    def _answer(self, piece: _Piece, notes: tuple[Stated, ...]) -> PutAnswer:
        key = self._piece_key(piece)
        return PutAnswer(piece.turn.conversation, key, kept(notes), self.clock.now())

    def _piece_key(self, piece: _Piece) -> str:
        # Not what else was in the question: a rebuild would cut the conversation elsewhere and ask all of it again.
        return self._key(EXTRACT, piece.turn.conversation, piece.turn.id, piece.start, piece.text)

    def _key(self, prompt: Prompt, *parts: str | int) -> str:
        return digest("answer", prompt.version, self.model.name, *parts)


def _pieces(turn: Turn) -> Iterator[_Piece]:
    """What can be learned from, in pieces that a question can hold; none where it is all somebody else's."""
    if turn.role not in _LEARNED_FROM:
        return
    text = masked(turn)
    start = 0
    while start < len(text):
        end = _cut(text, start)
        piece = text[start:end]
        if re.search(r"\w", piece):
            yield _Piece(turn, start, legible(piece))
        start = end


def _cut(text: str, start: int) -> int:
    """Where a piece ends: where a paragraph, a sentence or a word does, as late as can be."""
    end = start + _STRETCH
    if end >= len(text):
        return len(text)
    half = start + _STRETCH // 2
    for pattern in _BREAKS:
        found = [each.end() for each in pattern.finditer(text, half, end)]
        if found:
            return found[-1]
    return end


def _stretch(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The first pieces that fit into one question."""
    taken: list[_Piece] = []
    size = 0
    for piece in pieces:
        size += len(piece.text)
        if taken and size > _STRETCH:
            break
        taken.append(piece)
    return taken


def _around(turns: Sequence[Turn], stretch: Sequence[_Piece]) -> tuple[Turn, ...]:
    """The turns of a stretch, and what others said in between."""
    first, last = stretch[0].turn.index, stretch[-1].turn.index
    asked = {piece.turn.index for piece in stretch}
    within = (turn for turn in turns if first <= turn.index <= last)
    return tuple(turn for turn in within if turn.index in asked or turn.role not in _LEARNED_FROM)


def _shown(turns: Sequence[Turn], stretch: Sequence[_Piece]) -> str:
    """The new pieces with the turns around and before them, in order."""
    first, last = stretch[0].turn.index, stretch[-1].turn.index
    new: dict[int, list[_Piece]] = {}
    for piece in stretch:
        new.setdefault(piece.turn.index, []).append(piece)
    rows: list[dict[str, object]] = []
    for turn in turns:
        if not first - BEFORE <= turn.index <= last:
            continue
        texts = [piece.text for piece in new.get(turn.index, ())] or [legible(masked(turn))[:_OLD]]
        rows += [
            {
                "turn": turn.index,
                **whose(turn),
                "at": moment(turn),
                "new": turn.index in new,
                "text": text,
            }
            for text in texts
            if text
        ]
    return lines(rows)


def _filed(said: Sequence[Stated], stretch: Sequence[_Piece]) -> dict[_Piece, tuple[Stated, ...]]:
    """Each note with the piece whose turn it names; one that names none of them with the last."""
    filed: dict[_Piece, list[Stated]] = {piece: [] for piece in stretch}
    by_turn = {piece.turn.index: piece for piece in stretch}
    for each in said:
        filed[by_turn.get(each.turn, stretch[-1])].append(each)
    return {piece: tuple(notes) for piece, notes in filed.items()}


def _end(turns: Sequence[Turn]) -> list[tuple[Turn, str]]:
    """The last turns that can be read at once, each in its own words."""
    read: list[tuple[Turn, str]] = []
    size = 0
    for turn in reversed(turns):
        text = legible(masked(turn))[:_OF_A_TURN]
        if turn.role not in {Role.USER, Role.ASSISTANT} or not text:
            continue
        size += len(text)
        if read and size > _READ:
            break
        read.append((turn, text))
    return read[::-1]


def _known(entries: Sequence[Entry]) -> str:
    told: list[dict[str, object]] = []
    size = 0
    for entry in sorted(entries, key=by_worth):
        size += len(entry.content)
        if told and size > _READ:
            break
        row: dict[str, object] = {"kind": entry.kind.value, "text": entry.content}
        if entry.valid_from:
            row["from"] = f"{entry.local(entry.valid_from):%Y-%m-%d}"
        if entry.valid_until:
            row["until"] = f"{entry.local(entry.valid_until):%Y-%m-%d}"
        told.append(row)
    return lines(told)


def _tidy(said: Recap) -> Recap:
    return Recap(
        topics=_items(said.topics),
        decisions=_items(said.decisions),
        key_dates=_items(said.key_dates),
        action_items=_items(said.action_items),
        overall=" ".join(said.overall.split()),
    )


def _items(found: Sequence[str]) -> tuple[str, ...]:
    bare = (" ".join(item.split()) for item in found)
    return tuple(dict.fromkeys(item for item in bare if item))[:_ITEMS]
