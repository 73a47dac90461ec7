"""A page with token limits: it accepts the pieces that fit and records why others did not."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby

from recollect.context.ordering import says_part_of
from recollect.context.pieces import NEARLY_ALL, Piece, space_label
from recollect.context.sections import HEADINGS, ORDER, Budgets
from recollect.domain.framing import Framing, framed
from recollect.domain.hit import Scope
from recollect.domain.ports import TokenCounter
from recollect.domain.receipt import Block, Item, LeftOut, Reason, Section
from recollect.domain.similarity import stems_of

_Key = tuple[str | None, str, str | None, str]
_Group = tuple[Section, tuple[str, ...]]

_FIXED_SECTIONS = frozenset({Section.DATE, Section.OVERRIDES, Section.PROFILE})
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
        self._limits = {section: budgets.limit_of(section) for section in ORDER}
        self._counter = counter
        self._framing = framing
        self._frame = counter(framed("\n", framing)) if framing else 0
        self._date = ""
        self._taken: dict[_Key, Piece] = {}
        self._groups: dict[_Group, list[Piece]] = {}
        # How often each text is shown, with where it may not be shown twice.
        self._lines: Counter[tuple[str | None, ...]] = Counter()
        # How often each memory is shown, by id.
        self._shown_memories: Counter[str] = Counter()
        # The answering memories on the page, by the space, conversation and id of their turns.
        self._told: dict[tuple[str | None, str, str], Piece] = {}
        self._left_out: dict[_Key, tuple[Piece, Reason]] = {}
        self._used: dict[Section, int] = {}
        self._total = self._frame
        # The cost of lines that were counted: most are offered in several steps.
        self._line_costs: dict[str, int] = {}
        # The sorted pieces and the text of each section, until the page changes.
        self._sorted: dict[Section, list[Piece]] | None = None
        self._shown: dict[Section, str] | None = None

    @property
    def used(self) -> int:
        """The number of tokens counted so far."""
        return self._total

    def used_by(self, section: Section) -> int:
        """The number of tokens of a section so far."""
        return self._used.get(section, 0)

    @property
    def has_answers(self) -> bool:
        """Whether it shows anything besides the date, instructions and the profile."""
        return not self._used.keys() <= _FIXED_SECTIONS

    def add_date(self, text: str) -> None:
        """Show the date first, if it fits."""
        cost = self._counter(f"{text}\n\n")
        if self._frame + cost <= self._cap:
            self._date = text
            self._used[Section.DATE] = cost
            self._total += cost
            self._has_changed()

    def fill(self, pieces: Iterable[Piece], limit: int | None = None) -> None:
        """Add the pieces that fit, in order, until the page as a whole has `limit` tokens."""
        limit = self._cap if limit is None else min(limit, self._cap)
        for piece in pieces:
            key = _key(piece)
            if key in self._taken:
                continue
            if self._is_repeated(piece):
                self.refuse(piece, Reason.REPEATED)
                continue
            cost, budget = self._cost(piece), self._limits[piece.section]
            if budget is not None and self._used.get(piece.section, 0) + cost > budget:
                self.refuse(piece, Reason.SECTION_FULL)
            elif self._total + cost > limit:
                fits = self._total + cost <= self._cap
                self.refuse(piece, Reason.SECTION_FULL if fits else Reason.NO_ROOM)
            else:
                self._take(key, piece, cost)

    def refuse(self, piece: Piece, reason: Reason) -> None:
        """Record why a piece is left out, unless it is already on the page."""
        key = _key(piece)
        # That it did not answer the question says more than that nothing else showed it.
        was_ranked = key in self._left_out and self._left_out[key][0].rank and not piece.rank
        if key not in self._taken and not was_ranked:
            self._left_out[key] = (piece, reason)

    def settle(self) -> None:
        """Recount the page as a whole, and remove the last lines if that exceeds a limit."""
        texts = self._texts()
        while self._taken and self._is_overfull(texts):
            key, piece = self._taken.popitem()
            self._groups[_group(piece)].remove(piece)
            self._lines -= Counter([_line(piece)])
            self._shown_memories -= Counter([piece.entry.id] if piece.entry else [])
            for turn in piece.sources:
                self._told.pop((piece.space, *turn), None)
            self._left_out[key] = (piece, Reason.NO_ROOM)
            self._has_changed()
            texts = self._texts()
        if self._is_overfull(texts):
            self._date = ""
            self._has_changed()
            texts = self._texts()
        self._used = {section: self._counter(f"{text}\n\n") for section, text in texts.items()}
        self._total = self._frame + sum(self._used.values())

    def _is_overfull(self, texts: Mapping[Section, str]) -> bool:
        limits = ((self._limits[section], text) for section, text in texts.items())
        section_overfull = any(
            budget is not None and self._counter(text) > budget for budget, text in limits
        )
        return section_overfull or self._counter(self._joined(texts)) > self._cap

    def _is_repeated(self, piece: Piece) -> bool:
        """Whether the page has the same memory, the same text, or the turn it was learned from."""
        if piece.entry is not None and piece.entry.id in self._shown_memories:
            return True
        told = (self._told.get((piece.space, *source)) for source in piece.sources)
        if any(other is not None and says_part_of(piece, other) for other in told):
            return True
        if piece.sources and not piece.beside_sources:
            turns = ((piece.space, Scope.TURNS, *source) for source in piece.sources)
            if any(key in self._taken for key in turns):
                return True
        return _line(piece) in self._lines or self._is_told(piece)

    def _is_told(self, piece: Piece) -> bool:
        """Whether a memory on the page says nearly all of this turn."""
        if piece.turn is None or not self._told:
            return False
        content = piece.turn.content
        name = (piece.turn.conversation, piece.turn.id)
        telling = self._told.get((piece.space, *name))
        if telling is None or telling.entry is None:
            return False
        if telling.whole_turn == name:
            return True
        memory = telling.entry
        if not memory.is_quotation:
            return stems_of(content) <= stems_of(memory.content)
        # A repeated memory quotes one of its turns; the others have words of their own.
        return memory.content in content and len(memory.content) >= NEARLY_ALL * len(content)

    def _cost(self, piece: Piece) -> int:
        """The tokens that the piece adds, with the headings that it needs."""
        cost = self._line_cost(piece.text)
        if piece.section not in self._used:
            cost += self._counter(f"{HEADINGS[piece.section]}\n\n")
        if piece.group and not self._groups.get(_group(piece)):
            cost += self._line_cost(piece.group[0])
        return cost

    def _line_cost(self, line: str) -> int:
        cost = self._line_costs.get(line)
        if cost is None:
            cost = self._line_costs[line] = self._counter(f"{line}\n")
        return cost

    def _has_changed(self) -> None:
        self._sorted = self._shown = None

    def _take(self, key: _Key, piece: Piece, cost: int) -> None:
        section = piece.section
        self._used[section] = self._used.get(section, 0) + cost
        self._total += cost
        self._groups.setdefault(_group(piece), []).append(piece)
        self._lines[_line(piece)] += 1
        if piece.entry is not None:
            self._shown_memories[piece.entry.id] += 1
        # Only a line that stands among the answers takes the place of a turn.
        if section is Section.RELEVANT_MEMORIES and piece.entry:
            sources = ((piece.space, *source) for source in piece.sources)
            self._told |= dict.fromkeys(sources, piece)
        self._taken[key] = piece
        self._left_out.pop(key, None)
        self._has_changed()

    @property
    def items(self) -> tuple[Item, ...]:
        """The items on the page, in display order."""
        return tuple(piece.item() for pieces in self._pieces().values() for piece in pieces)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The items that were offered but are not on the page, best first."""
        by_rank = sorted(self._left_out.values(), key=lambda refused: refused[0].rank or 0)
        return tuple(piece.left_out(reason) for piece, reason in by_rank)

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
        if self._shown is None:
            self._shown = {Section.DATE: self._date} if self._date else {}
            for section, pieces in self._pieces().items():
                lines = [HEADINGS[section]]
                # Groups of one day that follow each other share its heading.
                for heading, members in groupby(pieces, key=lambda piece: piece.group[:1]):
                    lines += [*heading, *(piece.text for piece in members)]
                self._shown[section] = "\n".join(lines)
        return self._shown

    def _pieces(self) -> dict[Section, list[Piece]]:
        """The pieces of each section in order: of excerpts, the day with the best one is first."""
        if self._sorted is None:
            found: dict[Section, list[Piece]] = {section: [] for section in ORDER}
            for piece in self._taken.values():
                found[piece.section].append(piece)
            best: dict[tuple[str, ...], int] = {}
            for piece in found[Section.EXCERPTS]:
                rank = piece.rank or 0
                best[piece.group] = min(rank, best.get(piece.group, rank))
            for section, pieces in found.items():
                days = best if section is Section.EXCERPTS else {}
                pieces.sort(key=lambda piece: (days.get(piece.group, 0), piece.order))
            self._sorted = {section: pieces for section, pieces in found.items() if pieces}
        return self._sorted


def _line(piece: Piece) -> tuple[str | None, ...]:
    """The text, after where it may not appear twice: on a day, in a group, or in all memories."""
    if piece.turn is not None:
        return piece.section, piece.day, piece.turn.conversation, piece.turn.content
    text = piece.text.replace(space_label(piece.space), "", 1) if piece.space else piece.text
    if piece.section in _MEMORY_SECTIONS:
        return None, text
    return piece.section, *piece.group, text


def _key(piece: Piece) -> _Key:
    return piece.space, piece.scope, piece.conversation, piece.id


def _group(piece: Piece) -> _Group:
    return piece.section, piece.group
