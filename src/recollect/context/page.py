"""A page that never grows over its limits: pieces are offered one by one, and it takes what fits."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from itertools import groupby

from recollect.context.pieces import Piece
from recollect.context.sections import ORDER, TITLES, Budgets
from recollect.domain.framing import Framing, framed
from recollect.domain.hit import Scope
from recollect.domain.ports import TokenCounter
from recollect.domain.receipt import Block, Item, LeftOut, Reason, Section

_Key = tuple[str, str | None, str]
_Group = tuple[Section, tuple[str, ...]]

_OF_MEMORIES = frozenset({Section.RELEVANT_MEMORIES, Section.PROFILE, Section.MEMORIES})


class Page:
    """The sections of one context while it is being filled.

    Each line is charged for by itself, which is too much where a counter rounds up; `settle` charges for what
    stands there as a whole, and makes that room again.
    """

    def __init__(
        self, cap: int, budgets: Budgets, counter: TokenCounter, framing: Framing | None = None
    ) -> None:
        self._cap = cap
        self._budgets = budgets
        self._counter = counter
        self._framing = framing
        self._frame = counter(framed("\n", framing)) if framing else 0
        self._date = ""
        self._taken: dict[_Key, Piece] = {}
        self._groups: dict[_Group, list[Piece]] = {}
        self._lines: dict[_Group | None, Counter[str]] = {}
        # The memories that are told, by id.
        self._told: Counter[str] = Counter()
        self._left_out: dict[_Key, tuple[Piece, Reason]] = {}
        self._used: dict[Section, int] = {}

    @property
    def used(self) -> int:
        """How many tokens have been charged for."""
        return self._frame + sum(self._used.values())

    def dated(self, text: str) -> None:
        """Put the date first, where there is room for it."""
        cost = self._counter(f"{text}\n\n")
        if self._frame + cost <= self._cap:
            self._date = text
            self._used[Section.DATE] = cost

    def fill(self, pieces: Iterable[Piece], most: int | None = None) -> None:
        """Take the pieces that fit, in their order, while no more than `most` tokens are used in all."""
        limit = self._cap if most is None else min(most, self._cap)
        for piece in pieces:
            if _key(piece) in self._taken:
                continue
            reason = self._refusal(piece, limit)
            if reason is None:
                self._take(piece)
            elif not piece.item.beside:
                self.refuse(piece, reason)

    def refuse(self, piece: Piece, reason: Reason) -> None:
        """Leave a piece out, unless it is there already."""
        if _key(piece) not in self._taken:
            self._left_out[_key(piece)] = (piece, reason)

    def settle(self) -> None:
        """Charge for the text as it stands; a counter that finds the whole more than its parts loses the last line."""
        while self._taken and self._overfull():
            key, piece = self._taken.popitem()
            self._groups[_group(piece)].remove(piece)
            self._lines[_place(piece)] -= Counter([piece.text])
            self._told -= Counter(_memory(piece))
            self._left_out[key] = (piece, Reason.NO_ROOM)
        if self._overfull():
            self._date = ""
        texts = ((section, self._text(section)) for section in ORDER)
        self._used = {section: self._counter(f"{text}\n\n") for section, text in texts if text}

    def _overfull(self) -> bool:
        limits = ((self._budgets.of(block.section), block.tokens) for block in self.blocks)
        over = any(budget is not None and tokens > budget for budget, tokens in limits)
        return over or self._counter(self.text) > self._cap

    def _refusal(self, piece: Piece, limit: int) -> Reason | None:
        if self._said(piece):
            return Reason.REPEATED
        cost, section = self._cost(piece), piece.item.section
        budget = self._budgets.of(section)
        if budget is not None and self._used.get(section, 0) + cost > budget:
            return Reason.SECTION_FULL
        return Reason.NO_ROOM if self.used + cost > limit else None

    def _said(self, piece: Piece) -> bool:
        """Whether it stands there: the same memory, the same words, or the turn that says it."""
        if any(name in self._told for name in _memory(piece)):
            return True
        turns = ((Scope.TURNS, conversation, name) for conversation, name in piece.said_in)
        if any(key in self._taken for key in turns):
            return True
        place = _place(piece)
        return place in self._lines and piece.text in self._lines[place]

    def _cost(self, piece: Piece) -> int:
        """What the piece adds, with the headings that it brings along."""
        cost = self._counter(f"{piece.text}\n")
        if piece.item.section not in self._used:
            cost += self._counter(f"{_heading(piece.item.section)}\n\n")
        if piece.group and not self._groups.get(_group(piece)):
            cost += self._counter(f"{piece.group[0]}\n")
        return cost

    def _take(self, piece: Piece) -> None:
        section = piece.item.section
        self._used[section] = self._used.get(section, 0) + self._cost(piece)
        self._groups.setdefault(_group(piece), []).append(piece)
        self._lines.setdefault(_place(piece), Counter())[piece.text] += 1
        self._told.update(_memory(piece))
        self._taken[_key(piece)] = piece
        self._left_out.pop(_key(piece), None)

    # What has become of it.

    @property
    def taken(self) -> list[Piece]:
        """What is on the page, in the order in which it was taken."""
        return list(self._taken.values())

    @property
    def items(self) -> tuple[Item, ...]:
        """What is on the page, in the order in which it stands there."""
        return tuple(piece.item for section in ORDER for piece in self._standing(section))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What was offered and is not on the page, best first."""
        kept = sorted(self._left_out.values(), key=lambda each: each[0].item.rank or 0)
        return tuple(_left_out(piece.item, reason) for piece, reason in kept)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The sections that hold something."""
        texts = ((section, self._text(section)) for section in ORDER)
        return tuple(
            Block(section=section, text=text, tokens=self._counter(text))
            for section, text in texts
            if text
        )

    @property
    def text(self) -> str:
        """All sections as a model reads them, framed."""
        return framed("\n\n".join(text for text in map(self._text, ORDER) if text), self._framing)

    def _standing(self, section: Section) -> list[Piece]:
        found = (piece for piece in self._taken.values() if piece.item.section is section)
        return sorted(found, key=lambda piece: piece.order)

    def _text(self, section: Section) -> str:
        if section is Section.DATE:
            return self._date
        lines = []
        for group, pieces in groupby(self._standing(section), key=lambda piece: piece.group):
            lines += [*group[:1], *(piece.text for piece in pieces)]
        return "\n".join([_heading(section), *lines]) if lines else ""


def _place(piece: Piece) -> _Group | None:
    """Where the same words are not said twice: under the same day, or anywhere among the memories."""
    return None if piece.item.section in _OF_MEMORIES else _group(piece)


def _memory(piece: Piece) -> list[str]:
    """The id of the memory that it tells, where it tells one."""
    return [piece.entry.id] if piece.entry else []


def _heading(section: Section) -> str:
    return f"### {TITLES[section]}"


def _key(piece: Piece) -> _Key:
    return piece.item.scope, piece.item.conversation, piece.item.id


def _group(piece: Piece) -> _Group:
    return piece.item.section, piece.group


def _left_out(item: Item, reason: Reason) -> LeftOut:
    return LeftOut(**{f.name: getattr(item, f.name) for f in fields(item)}, reason=reason)
