"""A page with token limits: it accepts the pieces that fit and records why others did not."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from itertools import groupby

from recollect.context.pieces import Piece, space_label
from recollect.context.sections import ORDER, TITLES, Budgets
from recollect.domain.framing import Framing, framed
from recollect.domain.hit import Scope
from recollect.domain.ports import TokenCounter
from recollect.domain.receipt import Block, Item, LeftOut, Reason, Section

_Key = tuple[str | None, str, str | None, str]
_Group = tuple[Section, tuple[str, ...]]

_ITEM_FIELDS = tuple(field.name for field in fields(Item))
# A turn is not shown if a memory quotes this share of it.
_MOST = 0.9
_MEMORY_SECTIONS = frozenset({Section.RELEVANT_MEMORIES, Section.PROFILE, Section.MEMORIES})


class Page:
    """The sections of one context while it is being filled.

    Each line is counted on its own, which overestimates if the counter rounds up; `settle` counts
    each section as a whole and frees the difference.
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
        # How often each memory is shown, by id.
        self._shown_memories: Counter[str] = Counter()
        # What memories on the page quote, by the space, conversation and id of the turn.
        self._quotes: dict[tuple[str | None, str, str], str] = {}
        self._left_out: dict[_Key, tuple[Piece, Reason]] = {}
        self._used: dict[Section, int] = {}

    @property
    def used(self) -> int:
        """The number of tokens counted so far."""
        return self._frame + sum(self._used.values())

    def used_by(self, section: Section) -> int:
        """The number of tokens of a section so far."""
        return self._used.get(section, 0)

    def add_date(self, text: str) -> None:
        """Show the date first, if it fits."""
        cost = self._counter(f"{text}\n\n")
        if self._frame + cost <= self._cap:
            self._date = text
            self._used[Section.DATE] = cost

    def fill(self, pieces: Iterable[Piece], limit: int | None = None) -> None:
        """Add the pieces that fit, in order, until the page as a whole has `limit` tokens."""
        limit = self._cap if limit is None else min(limit, self._cap)
        for piece in pieces:
            if _key(piece) in self._taken:
                continue
            reason = self._refusal(piece, limit)
            if reason is None:
                self._take(piece)
            else:
                self.refuse(piece, reason)

    def refuse(self, piece: Piece, reason: Reason) -> None:
        """Record why a piece is left out, unless it is already on the page."""
        if _key(piece) not in self._taken:
            self._left_out[_key(piece)] = (piece, reason)

    def settle(self) -> None:
        """Recount the page as a whole, and remove the last lines if that exceeds a limit."""
        texts = self._texts()
        while self._taken and self._is_overfull(texts):
            key, piece = self._taken.popitem()
            self._groups[_group(piece)].remove(piece)
            self._lines[_duplicate_scope(piece)] -= Counter([_duplicate_text(piece)])
            self._shown_memories -= Counter(_memory_ids(piece))
            for turn in piece.sources:
                self._quotes.pop((piece.item.space, *turn), None)
            self._left_out[key] = (piece, Reason.NO_ROOM)
            texts = self._texts()
        if self._is_overfull(texts):
            self._date = ""
            texts = self._texts()
        self._used = {section: self._counter(f"{text}\n\n") for section, text in texts.items()}

    def _is_overfull(self, texts: Mapping[Section, str]) -> bool:
        limits = ((self._budgets.limit_of(section), text) for section, text in texts.items())
        section_overfull = any(
            budget is not None and self._counter(text) > budget for budget, text in limits
        )
        return section_overfull or self._counter(self._joined(texts)) > self._cap

    def _refusal(self, piece: Piece, limit: int) -> Reason | None:
        if self._is_repeated(piece):
            return Reason.REPEATED
        cost, section = self._cost(piece), piece.item.section
        budget = self._budgets.limit_of(section)
        if budget is not None and self._used.get(section, 0) + cost > budget:
            return Reason.SECTION_FULL
        return Reason.NO_ROOM if self.used + cost > limit else None

    def _is_repeated(self, piece: Piece) -> bool:
        """Whether the page has the same memory, the same text, or the turn it was learned from."""
        if any(memory in self._shown_memories for memory in _memory_ids(piece)):
            return True
        turns = ((piece.item.space, Scope.TURNS, *source) for source in piece.sources)
        is_shown = not piece.beside_sources and any(key in self._taken for key in turns)
        if is_shown or self._is_quoted(piece):
            return True
        scope = _duplicate_scope(piece)
        return scope in self._lines and _duplicate_text(piece) in self._lines[scope]

    def _is_quoted(self, piece: Piece) -> bool:
        """Whether a memory on the page quotes nearly all of this turn."""
        if piece.turn is None:
            return False
        content = piece.turn.content
        turn = (piece.item.space, piece.turn.conversation, piece.turn.id)
        quote = self._quotes.get(turn, "")
        # A repeated memory quotes one of its turns; the others have words of their own.
        return quote in content and len(quote) >= _MOST * len(content)

    def _cost(self, piece: Piece) -> int:
        """The tokens that the piece adds, with the headings that it needs."""
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
        self._lines.setdefault(_duplicate_scope(piece), Counter())[_duplicate_text(piece)] += 1
        self._shown_memories.update(_memory_ids(piece))
        # Only a line that stands among the answers takes the place of a turn.
        if section is Section.RELEVANT_MEMORIES and piece.entry and piece.entry.is_quotation:
            sources = ((piece.item.space, *source) for source in piece.sources)
            self._quotes |= dict.fromkeys(sources, piece.entry.content)
        self._taken[_key(piece)] = piece
        self._left_out.pop(_key(piece), None)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items on the page, in display order."""
        return tuple(piece.item for section in ORDER for piece in self._sorted_pieces(section))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The items that were offered but are not on the page, best first."""
        by_rank = sorted(self._left_out.values(), key=lambda refused: refused[0].item.rank or 0)
        return tuple(_left_out(piece.item, reason) for piece, reason in by_rank)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The sections that are not empty."""
        return tuple(
            Block(section=section, text=text, tokens=self._counter(text))
            for section, text in self._texts().items()
        )

    @property
    def text(self) -> str:
        """All sections as a model reads them, with the framing around them."""
        return self._joined(self._texts())

    def _joined(self, texts: Mapping[Section, str]) -> str:
        return framed("\n\n".join(texts.values()), self._framing)

    def _texts(self) -> dict[Section, str]:
        """The text of each section that is not empty, in order."""
        texts = ((section, self._text(section)) for section in ORDER if section in self._used)
        return {section: text for section, text in texts if text}

    def _sorted_pieces(self, section: Section) -> list[Piece]:
        """The pieces of a section: of excerpts, the day with the best one comes first."""
        pieces = [piece for piece in self._taken.values() if piece.item.section is section]
        best: dict[tuple[str, ...], int] = {}
        if section is Section.EXCERPTS:
            for piece in pieces:
                rank = piece.item.rank or 0
                best[piece.group] = min(rank, best.get(piece.group, rank))
        return sorted(pieces, key=lambda piece: (best.get(piece.group, 0), piece.order))

    def _text(self, section: Section) -> str:
        if section is Section.DATE:
            return self._date
        lines = []
        for group, pieces in groupby(self._sorted_pieces(section), key=lambda piece: piece.group):
            lines += [*group[:1], *(piece.text for piece in pieces)]
        return "\n".join([_heading(section), *lines]) if lines else ""


def _duplicate_scope(piece: Piece) -> _Group | None:
    """Where the same text may not appear twice: on a day, in a group, or (None) in all memories."""
    if piece.turn is not None:
        return piece.item.section, (piece.day, piece.turn.conversation)
    return None if piece.item.section in _MEMORY_SECTIONS else _group(piece)


def _duplicate_text(piece: Piece) -> str:
    if piece.turn is not None:
        return piece.turn.content
    return piece.text.replace(space_label(piece.item.space), "", 1)


def _memory_ids(piece: Piece) -> list[str]:
    """The id of the memory that the piece states, if any."""
    return [piece.entry.id] if piece.entry else []


def _heading(section: Section) -> str:
    return f"### {TITLES[section]}"


def _key(piece: Piece) -> _Key:
    return piece.item.space, piece.item.scope, piece.item.conversation, piece.item.id


def _group(piece: Piece) -> _Group:
    return piece.item.section, piece.group


def _left_out(item: Item, reason: Reason) -> LeftOut:
    return LeftOut(**{name: getattr(item, name) for name in _ITEM_FIELDS}, reason=reason)
