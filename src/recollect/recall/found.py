"""The rows that one search has scored, and the hits that they become."""

from collections.abc import Iterator, Sequence

import numpy as np

from recollect.domain.entry import SHOWN, Entry, Kind
from recollect.domain.hit import Hit, Scope, Scores
from recollect.domain.metadata import Json
from recollect.domain.ports import Store
from recollect.domain.query import Query
from recollect.domain.turn import Turn
from recollect.recall.index import MEMORY, AgentIndex, Flags, is_memory
from recollect.recall.passages import passages
from recollect.recall.ranking import ranked
from recollect.recall.score import Scored


class Found:
    """A search's rows by their score; texts are fetched only of those that somebody looks at, and once."""

    def __init__(self, store: Store, agent: str, index: AgentIndex, scored: Scored) -> None:
        self.index = index
        self._store = store
        self._agent = agent
        self._scored = scored
        # None where a row has gone since the index was read.
        self._known: dict[int, Hit | None] = {}

    def first(self, most: int, allowed: Flags | None, query: Query) -> list[int]:
        """The best of the allowed rows that match, best first."""
        chosen = query.filters
        plain = chosen.kind is None and not chosen.metadata and query.as_of is None
        rows: list[int] = []
        for stretch in ranked(self.index, self._scored, allowed, most):
            rows += (
                stretch
                if plain
                else (row for row, hit in self._fetched(stretch) if hit and matches(hit, query))
            )
            if len(rows) >= most:
                break
        return rows[:most]

    def hits(self, rows: Sequence[int], most: int | None = None) -> list[Hit]:
        """What stands in the rows, in their order; where one has gone meanwhile, the next takes its place."""
        wanted = len(rows) if most is None else most
        hits: list[Hit] = []
        start = 0
        while len(hits) < wanted and start < len(rows):
            part = rows[start : start + wanted - len(hits)]
            hits += (hit for _, hit in self._fetched(part) if hit)
            start += len(part)
        return hits

    def put(self, hit: Hit) -> int:
        """Show a hit as it is given here; the row it stands in."""
        row = self.index.row(hit.turn.conversation if hit.turn else MEMORY, hit.id)
        self._known[row] = hit
        return row

    def scores(self, rows: Sequence[int]) -> list[float]:
        """How good rows are."""
        known = (self._known.get(row) for row in rows)
        plain = self._totals(rows)
        return [hit.score if hit else own for hit, own in zip(known, plain, strict=True)]

    def _totals(self, rows: Sequence[int]) -> list[float]:
        totals: list[float] = np.round(self._scored.total[rows], self._scored.digits).tolist()
        return totals

    def _fetched(self, rows: Sequence[int]) -> Iterator[tuple[int, Hit | None]]:
        new = [row for row in rows if row not in self._known]
        if new:
            keys = [self.index.keys[row] for row in new]
            turns = self._store.turns_named(self._agent, [k for k in keys if not is_memory(k)])
            parts = self._scored.of(new)
            for row, key, total, part in zip(new, keys, self._totals(new), parts, strict=True):
                item = self._memory(key[1]) if is_memory(key) else turns.get(key)
                span = self._span(row, item.content) if item else None
                self._known[row] = None if item is None else _hit(item, total, part, span)
        return ((row, self._known[row]) for row in rows)

    def _memory(self, name: str) -> Entry | None:
        """A memory, unless somebody has taken it away since the index was read."""
        entry = self._store.entry(self._agent, name)
        return entry if entry is not None and entry.status in SHOWN else None

    def _span(self, row: int, text: str) -> tuple[int, int] | None:
        """Where the passage stands that speaks for a long turn."""
        if self._scored.best is None:
            return None
        spans = passages(text)
        number = int(self._scored.best[row]) - int(self.index.first_unit[row])
        # An edit since the index was read may have left fewer passages.
        return spans[number] if len(spans) > 1 and number < len(spans) else None


def _hit(item: Turn | Entry, total: float, parts: Scores, span: tuple[int, int] | None) -> Hit:
    if isinstance(item, Turn):
        where, at = Scope.TURNS, item.at
    else:
        where = Scope.SUMMARIES if item.kind is Kind.SUMMARY else Scope.MEMORIES
        at = item.valid_from or item.recorded_at
    return Hit(
        id=item.id,
        scope=where,
        text=item.content,
        score=total,
        at=at,
        scores=parts,
        turn=item if isinstance(item, Turn) else None,
        entry=item if isinstance(item, Entry) else None,
        span=span,
    )


def memory_hit(entry: Entry, total: float, parts: Scores) -> Hit:
    """A memory that was found, whole."""
    return _hit(entry, total, parts, None)


def matches(hit: Hit, query: Query) -> bool:
    """Whether a hit is what the filters ask for."""
    entry, chosen = hit.entry, query.filters
    if entry is not None and chosen.kind not in {None, entry.kind}:
        return False
    if entry is not None and query.as_of is not None and not entry.holds_at(query.as_of):
        return False
    item = hit.turn or entry
    metadata = item.metadata if item else {}
    return all(
        name in metadata and _same(metadata[name], value) for name, value in chosen.metadata.items()
    )


def _same(one: Json, other: Json) -> bool:
    """Whether two values of JSON are equal; to Python, true is also 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)
