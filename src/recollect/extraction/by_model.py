"""Statements, recaps and portraits by the core model: each question is asked once, its answer kept.

All of it runs in background jobs, outside any transaction. A job is tried again as a row, so the
model given here must not wait and try again by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, TypeVar

from recollect.domain.entry import Entry
from recollect.domain.extracted import Extracted, Recapped, Unanswered, is_aside
from recollect.domain.ids import digest
from recollect.domain.learning import Proposal
from recollect.domain.ports import ChatModel, Clock, Store
from recollect.domain.recap import Recap
from recollect.domain.turn import Role, Turn
from recollect.domain.worth import by_worth
from recollect.domain.writes import PutAnswer
from recollect.errors import ProviderError
from recollect.extraction.asking import ask, legible, lines, masked, moment, whose
from recollect.extraction.forms import (
    Noted,
    Portrayed,
    RecapSoFar,
    Stated,
    Statements,
    noted_from,
    portrayed_from,
    recap_from,
    redacted,
    stored,
)
from recollect.extraction.gate import judge
from recollect.extraction.pieces import LEARNED_FROM, Piece, first_pieces, pieces_of
from recollect.extraction.prompts import EXTRACT, PORTRAIT, RECAP, Prompt
from recollect.extraction.question import Nearest, question, short_ids, text_of
from recollect.extraction.references import resolve
from recollect.extraction.refusal import Refusal

# What a recap and a portrait are made of, and what each turn may take of it.
_READ: Final = 24_000
_OF_A_TURN: Final = 2_000
_ITEMS: Final = 8
# A recap is renewed once so many turns are new, or when nothing was said for so long.
_NEW_TURNS: Final = 10
_REST: Final = timedelta(hours=1)
_Form = TypeVar("_Form", Recap, Portrayed, Statements)


@dataclass(frozen=True, slots=True)
class ByModel:
    """Understands by asking a chat model."""

    model: ChatModel
    store: Store
    clock: Clock
    # A model may write a secret as well as read one.
    redact: Callable[[str], str]
    # What an agent knows, and was told before, that a text may have to do with.
    near: Callable[[str, str], Nearest]

    def extract(self, agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        """What the turns from `since` on state: one question at most, `left` if more are open."""
        pieces = [piece for turn in turns if turn.index >= since for piece in pieces_of(turn)]
        kept = {piece: self._kept(agent, piece) for piece in pieces}
        unread = [piece for piece, noted in kept.items() if noted is None]
        asked = first_pieces(unread)
        fresh: dict[Piece, Noted] = {}
        if asked:
            shown, known = self._question(agent, turns, asked)
            try:
                said = self._ask(EXTRACT, shown, Statements)
            except ProviderError as error:
                if not error.this_only:
                    raise
                why = f"{error.code}: {error}"
                return Extracted((), unanswered=Unanswered(_around(turns, asked), why), left=True)
            fresh = _filed(said.statements, asked, known)
        answers = tuple(self._answer(piece, noted) for piece, noted in fresh.items())
        if len(asked) < len(unread):
            return Extracted((), answers, left=True)
        noted = [fresh[piece] if found is None else found for piece, found in kept.items()]
        return replace(self._judged(noted, turns, since), answers=answers)

    def recap(self, agent: str, turns: Sequence[Turn], _entries: Sequence[Entry]) -> Recapped:
        """The recap of a conversation: the one so far, brought up to date by the turns since."""
        last = turns[-1]
        key = self._key(RECAP, last.conversation)
        found = self.store.answer(agent, key)
        before = None if found is None else recap_from(found)
        new = _end([turn for turn in turns if before is None or turn.index > before.through])
        if not new:
            return Recapped(before.recap if before else Recap(), last.index)
        rested = last.recorded_at + _REST
        if before is not None and len(new) < _NEW_TURNS and self.clock.now() < rested:
            return Recapped(before.recap, before.through, due_at=rested)
        rows: list[dict[str, object]] = [] if before is None else [{"recap": before.recap.text}]
        rows += [{**whose(turn), "at": moment(turn), "text": text} for turn, text in new]
        said = _tidy(self._ask(RECAP, lines(rows), Recap))
        text = stored(RecapSoFar(said, last.index))
        return Recapped(said, last.index, (self._put(last.conversation, key, text),))

    def portray(
        self, agent: str, entries: Sequence[Entry]
    ) -> tuple[Portrayed, tuple[PutAnswer, ...]]:
        """Who the user is, of as many memories as can be read at once."""
        shown = _known(entries)
        if not shown:
            return Portrayed(), ()
        # In whatever order: what is used more often comes first, and that is no news.
        key = self._key(PORTRAIT, *sorted(shown.splitlines()))
        found = self.store.answer(agent, key)
        if found is not None:
            return portrayed_from(found), ()
        said = self._ask(PORTRAIT, shown, Portrayed)
        return said, (self._put("", key, stored(said)),)

    def _question(
        self, agent: str, turns: Sequence[Turn], asked: Sequence[Piece]
    ) -> tuple[str, dict[str, Entry]]:
        """What the model is shown of some pieces, and the memories in it by their short ids."""
        nearest = self.near(agent, text_of(asked)).before(asked)
        known = short_ids(nearest.memories)
        # What no model would answer for is not shown along with something else either.
        earlier = [turn for turn in nearest.turns if not is_aside(self.store, agent, turn)]
        return question(turns, asked, known, earlier), known

    def _judged(self, noted: Sequence[Noted], turns: Sequence[Turn], since: int) -> Extracted:
        """The proposals of what was noted, and why others are none."""
        judged = [judge(each, turns, since) for one in noted for each in one.statements]
        with_ = f"{EXTRACT.version} {self.model.name}"
        made = [replace(each, learned_with=with_) for each in judged if isinstance(each, Proposal)]
        refused = [each for each in judged if isinstance(each, Refusal)]
        wrong = [why for one in noted for why in one.refused]
        return Extracted(tuple(_joined(made)), refused=(*refused, *wrong))

    def _ask(self, prompt: Prompt, shown: str, form: type[_Form]) -> _Form:
        """The form as the model has filled it in, redacted before anything is kept of it."""
        return redacted(ask(self.model, prompt, shown, form), self.redact)

    def _kept(self, agent: str, piece: Piece) -> Noted | None:
        found = self.store.answer(agent, self._piece_key(piece))
        return None if found is None else noted_from(found)

    def _answer(self, piece: Piece, noted: Noted) -> PutAnswer:
        return self._put(piece.turn.conversation, self._piece_key(piece), stored(noted))

    def _put(self, conversation: str, key: str, text: str) -> PutAnswer:
        return PutAnswer(conversation, key, text, self.clock.now())

    def _piece_key(self, piece: Piece) -> str:
        # Not what else was in the question: a rebuild would cut the conversation elsewhere, know
        # other memories, and ask all of it again.
        return self._key(EXTRACT, piece.turn.conversation, piece.turn.id, piece.start, piece.text)

    def _key(self, prompt: Prompt, *parts: str | int) -> str:
        return digest("answer", prompt.version, self.model.name, *parts)


def _filed(
    said: Sequence[Stated], asked: Sequence[Piece], known: Mapping[str, Entry]
) -> dict[Piece, Noted]:
    """Each note with the piece whose turn it names, or with the last if it names none."""
    by_turn = {piece.turn.index: piece for piece in asked}
    filed = dict.fromkeys(asked, Noted())
    for each in said:
        piece = by_turn.get(each.turn, asked[-1])
        found = resolve(each, known, piece.turn)
        refused = filed[piece].refused + found.refused
        # An end that may end nothing says nothing; whatever else is wrong with it, the gate tells.
        dropped = found.refused and not found.says_something
        more = () if dropped else (found.noted,)
        filed[piece] = Noted(filed[piece].statements + more, refused)
    return filed


def _joined(made: Sequence[Proposal]) -> list[Proposal]:
    """The proposals, an end that rests on the same words as a statement joined to it.

    What repeats a memory comes last: the ledger takes those words for settled from then on.
    """
    joined: dict[tuple[str, int, int], Proposal] = {}
    others: list[Proposal] = []
    for each in sorted(made, key=lambda one: (_only_ends(one), one.repeats is not None)):
        place = (each.turn_id, each.start, each.end)
        first = joined.setdefault(place, each)
        if first is not each and _only_ends(each):
            over = dict.fromkeys((*first.ends, *each.ends))
            over.pop(first.repeats or "", None)
            joined[place] = replace(first, ends=tuple(over))
        elif first is not each:
            others.append(each)
    return [*joined.values(), *others]


def _only_ends(made: Proposal) -> bool:
    return bool(made.ends) and made.content == made.quote


def _around(turns: Sequence[Turn], asked: Sequence[Piece]) -> tuple[Turn, ...]:
    """The turns of some pieces, and what others said in between."""
    first, last = asked[0].turn.index, asked[-1].turn.index
    indexes = {piece.turn.index for piece in asked}
    within = (turn for turn in turns if first <= turn.index <= last)
    return tuple(turn for turn in within if turn.index in indexes or turn.role not in LEARNED_FROM)


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
