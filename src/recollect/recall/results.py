"""The scored rows of one search, and the hits built from them."""

from collections.abc import Iterator, Sequence

import numpy as np

from recollect.domain.entry import SHOWN, Entry, Kind
from recollect.domain.hit import Hit, Scope, Scores
from recollect.domain.ports import Store
from recollect.domain.query import Query
from recollect.domain.turn import Turn
from recollect.recall.content import Units
from recollect.recall.index import MEMORY, AgentIndex, Key, is_memory
from recollect.recall.index_arrays import Flags, Floats
from recollect.recall.passages import passages
from recollect.recall.ranking import ranked
from recollect.recall.score import Scored

# The rows among which the question's own conversation is looked for.
_OWN = 60


class SearchResults:
    """The scored rows of a search; the text of a row is fetched on first use, and only once."""

    def __init__(self, store: Store, agent: str, index: AgentIndex, scored: Scored) -> None:
        self.index = index
        self._store = store
        self._agent = agent
        self._scored = scored
        # None if an item was deleted after the index was read.
        self._fetched_hits: dict[int, Hit | None] = {}
        # The scores that were changed after scoring.
        self._replaced: dict[int, float] = {}

    def best(self, limit: int, allowed: Flags | None, query: Query) -> list[int]:
        """The best allowed rows that match the query, best first."""
        all_match = not needs_text(query)
        rows: list[int] = []
        for batch in ranked(self.index, self._scored, allowed, limit):
            rows += (
                batch
                if all_match
                else (row for row, hit in self._fetch(batch) if hit and matches(hit, query))
            )
            if len(rows) >= limit:
                break
        return rows[:limit]

    def hits(self, rows: Sequence[int], limit: int | None = None) -> list[Hit]:
        """The hits of the rows, in order; the next row replaces one deleted in the meantime."""
        wanted = len(rows) if limit is None else limit
        hits: list[Hit] = []
        start = 0
        while len(hits) < wanted and start < len(rows):
            part = rows[start : start + wanted - len(hits)]
            hits += (hit for _, hit in self._fetch(part) if hit)
            start += len(part)
        return hits

    def own(self, rows: Sequence[int], query: Query) -> frozenset[int]:
        """The best rows that are the question itself, or messages that it was asked after."""
        if query.conversation is None:
            return frozenset()
        keys, recap = self.index.keys, (MEMORY, query.recap)
        near = [
            row for row in rows[:_OWN] if keys[row][0] == query.conversation or keys[row] == recap
        ]
        return frozenset(row for row, hit in self._fetch(near) if hit and query.is_own(hit))

    def replace(self, hit: Hit) -> int:
        """Replace the hit of its row, and return that row."""
        row = self.index.row(hit.turn.conversation if hit.turn else MEMORY, hit.id)
        self._fetched_hits[row] = hit
        self._replaced[row] = hit.score
        return row

    @property
    def by_meaning(self) -> bool:
        """Whether vectors were compared, and not only words."""
        return self._scored.cosines is not None

    def lengths(self, rows: Sequence[int]) -> Floats:
        """The number of terms in the best passage of each row."""
        return self.index.lengths[self._best_units(rows)]

    def _best_units(self, rows: Sequence[int]) -> Units:
        best = self.index.first_unit if self._scored.best is None else self._scored.best
        return best[rows]

    def tokens_per_term(self, rows: Sequence[int]) -> float:
        """How many tokens the turns among these rows have for each of their terms; 0 if unknown."""
        turns = [
            (hit.turn.tokens, length)
            for (_, hit), length in zip(self._fetch(rows), self.lengths(rows), strict=True)
            if hit and hit.turn and hit.span is None
        ]
        terms = float(sum(length for _, length in turns))
        return sum(tokens for tokens, _ in turns) / terms if terms else 0.0

    def tokens_shown(self, rows: Sequence[int], estimated: Floats) -> float:
        """The tokens of the turns; of one that is cut, as many as estimated."""
        turns = zip(self._fetch(rows), estimated.tolist(), strict=True)
        return sum(
            hit.turn.tokens if hit.turn and hit.span is None else tokens
            for (_, hit), tokens in turns
            if hit
        )

    def scores(self, rows: Sequence[int]) -> list[float]:
        """The scores of the rows."""
        totals = self._totals(rows)
        if not self._replaced:
            return totals
        return [*map(self._replaced.get, rows, totals)]

    def _totals(self, rows: Sequence[int]) -> list[float]:
        totals: list[float] = np.round(self._scored.total[rows], self._scored.digits).tolist()
        return totals

    def _fetch(self, rows: Sequence[int]) -> Iterator[tuple[int, Hit | None]]:
        new = [row for row in rows if row not in self._fetched_hits]
        if new:
            keys = [self.index.keys[row] for row in new]
            items = self._items(keys)
            parts = self._scored.parts_of(new)
            counts = self.index.passage_counts(np.array(new)).tolist()
            pasted = self.index.pasted[self._best_units(new)].tolist()
            scores = zip(self._totals(new), parts, strict=True)
            for row, key, count, flag, score in zip(new, keys, counts, pasted, scores, strict=True):
                item = items.get(key)
                # Cutting a text takes longer than reading it.
                span = self._span(row, item.content) if item and count > 1 else None
                self._fetched_hits[row] = (
                    None if item is None else make_hit(item, *score, span, pasted=flag)
                )
        return ((row, self._fetched_hits[row]) for row in rows)

    def _items(self, keys: Sequence[Key]) -> dict[Key, Turn | Entry]:
        """The turns and memories of these keys, but for those deleted since the index was read."""
        turns = [key for key in keys if not is_memory(key)]
        memories = [name for where, name in keys if where == MEMORY]
        found: dict[Key, Turn | Entry] = {}
        if turns:
            found |= self._store.turns_by_id(self._agent, turns)
        if memories:
            entries = self._store.entries_by_id(self._agent, memories).values()
            found |= {(MEMORY, entry.id): entry for entry in entries if entry.status in SHOWN}
        return found

    def _span(self, row: int, text: str) -> tuple[int, int] | None:
        """The span of the best passage of a long turn."""
        if self._scored.best is None:
            return None
        spans = passages(text)
        number = int(self._scored.best[row]) - int(self.index.first_unit[row])
        # An edit after the index was read may have left fewer passages.
        return spans[number] if len(spans) > 1 and number < len(spans) else None


def make_hit(
    item: Turn | Entry,
    total: float,
    parts: Scores,
    span: tuple[int, int] | None = None,
    *,
    pasted: bool = False,
) -> Hit:
    """A hit for a turn or a memory; `span` is its best passage."""
    if isinstance(item, Turn):
        scope, at = Scope.TURNS, item.at
    else:
        scope = Scope.SUMMARIES if item.kind is Kind.SUMMARY else Scope.MEMORIES
        at = item.valid_from or item.recorded_at
    return Hit(
        id=item.id,
        scope=scope,
        text=item.content,
        score=total,
        at=at,
        scores=parts,
        turn=item if isinstance(item, Turn) else None,
        entry=item if isinstance(item, Entry) else None,
        span=span,
        pasted=pasted,
    )


def needs_text(query: Query) -> bool:
    """Whether an item must be fetched to see if it matches a query."""
    filters = query.filters
    return filters.kind is not None or bool(filters.metadata) or query.as_of is not None


def matches(hit: Hit, query: Query) -> bool:
    """Whether a hit passes the filters of a query."""
    entry, filters = hit.entry, query.filters
    if entry is not None and filters.kind not in {None, entry.kind}:
        return False
    if entry is not None and query.as_of is not None and not entry.holds_at(query.as_of):
        return False
    item = hit.turn or entry
    metadata = item.metadata if item else {}
    return filters.metadata.match(metadata)
