"""Search memories as of a past moment, with an index built for one question."""

from collections.abc import Sequence

from recollect.domain.clock import to_micros
from recollect.domain.columns import EntryColumns, EntryRow
from recollect.domain.entry import NOT_SEARCHED, SHOWN_AS_OF, Entry, Kind
from recollect.domain.hit import Scope
from recollect.domain.ports import Embedder, Entries, Reader
from recollect.domain.query import Query
from recollect.recall.embedding import vectors_of
from recollect.recall.index import MEMORY, AgentIndex


def past_entries(store: Entries, agent: str, query: Query) -> list[Entry]:
    """The memories that were known and valid at `query.as_of`, in its scopes and filters."""
    filters = query.filters
    if query.as_of is None or any((filters.conversation, filters.role, filters.speaker)):
        # A memory has no conversation, role or speaker.
        return []
    return [
        entry
        for entry in store.entries_as_of(agent, query.as_of)
        if entry.status in SHOWN_AS_OF
        and entry.kind not in NOT_SEARCHED
        and entry.holds_at(query.as_of)
        and _in_scope(entry, query)
        and (filters.after is None or (entry.valid_from or entry.recorded_at) >= filters.after)
        and (filters.before is None or (entry.valid_from or entry.recorded_at) < filters.before)
    ]


def _in_scope(entry: Entry, query: Query) -> bool:
    if entry.kind is Kind.SUMMARY:
        return Scope.SUMMARIES in query.scopes
    linked = Scope.GRAPH in query.scopes and bool(entry.links)
    return Scope.MEMORIES in query.scopes or linked


def build_index(entries: Sequence[Entry], reader: Reader, embedder: Embedder | None) -> AgentIndex:
    """Build an index of these memories, with vectors if there is an embedder."""
    index = AgentIndex()
    columns = EntryColumns.from_rows([_row(entry) for entry in entries])
    index.add_memories(
        columns, [reader.read(entry.search_text, entry.said_at).data for entry in entries]
    )
    if embedder is not None:
        vectors = [vectors_of(embedder, entry) for entry in entries]
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
