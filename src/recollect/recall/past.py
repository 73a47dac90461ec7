"""Memories as they stood at a moment, ready to be searched: an index for one question."""

from collections.abc import Sequence

from recollect.domain.clock import to_micros
from recollect.domain.columns import EntryColumns, EntryRow
from recollect.domain.entry import NOT_SEARCHED, SHOWN, Entry, Kind
from recollect.domain.hit import Scope
from recollect.domain.ports import Embedder, Reader, Store
from recollect.domain.query import Query
from recollect.recall.embedding import halved, spoken
from recollect.recall.index import MEMORY, AgentIndex


def past_entries(store: Store, agent: str, query: Query) -> list[Entry]:
    """What had been said at the moment of a query, and held then, in the scopes that it names."""
    chosen = query.filters
    if query.as_of is None or any((chosen.conversation, chosen.role, chosen.speaker)):
        # A memory stands in no conversation, and nobody speaks it.
        return []
    found = store.entries_as_of(agent, query.as_of)
    return [
        entry
        for entry in found
        if entry.status in SHOWN
        and entry.kind not in NOT_SEARCHED
        and entry.holds_at(query.as_of)
        and _in_scope(entry, query)
        and (chosen.after is None or (entry.valid_from or entry.recorded_at) >= chosen.after)
        and (chosen.before is None or (entry.valid_from or entry.recorded_at) < chosen.before)
    ]


def _in_scope(entry: Entry, query: Query) -> bool:
    if entry.kind is Kind.SUMMARY:
        return Scope.SUMMARIES in query.scopes
    linked = Scope.GRAPH in query.scopes and bool(entry.links)
    return Scope.MEMORIES in query.scopes or linked


def index_of(entries: Sequence[Entry], reader: Reader, embedder: Embedder | None) -> AgentIndex:
    """An index of memories alone, with their vectors where there is an embedder."""
    index = AgentIndex()
    columns = EntryColumns.of([_row(entry) for entry in entries])
    index.add_memories(columns, [reader.read(entry.content).data for entry in entries])
    if embedder is not None:
        vectors = [b"".join(halved(embedder.embed(text)) for text in spoken(e)) for e in entries]
        index.put_vectors([(MEMORY, entry.id) for entry in entries], vectors, embedder.dims)
    return index


def _row(entry: Entry) -> EntryRow:
    return EntryRow(
        id=entry.id,
        kind=entry.kind.value,
        status=entry.status.value,
        at=to_micros(entry.valid_from or entry.recorded_at),
        recorded_at=to_micros(entry.recorded_at),
        reading=None,
        content=entry.content,
        vector=None,
        linked=int(bool(entry.links)),
    )
