"""Converts rows to domain values and back; errors name the row that cannot be read."""

import json
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

from recollect.domain.clock import from_micros, local_time, to_micros
from recollect.domain.columns import EntryColumns, TurnColumns
from recollect.domain.conversation import AgentSummary, Conversation
from recollect.domain.entry import Change, Entry, Kind, Priority, Source, Status, Version
from recollect.domain.graph import Link, Mention
from recollect.domain.items import KeyedItem
from recollect.domain.job import Job, JobKind, JobState
from recollect.domain.plain import from_plain, plain
from recollect.domain.provenance import Origin
from recollect.domain.tuning import Parameters, RunMetrics, Snapshot
from recollect.domain.turn import Role, Tier, Turn, View
from recollect.errors import StorageCorrupt

Row = tuple[Any, ...]
_T = TypeVar("_T")

TURN_COLUMNS = (
    "t.id, c.id, t.idx, t.role, t.content, t.at, t.recorded_at, t.tokens, t.speaker, t.metadata, "
    "t.tier, t.relevance, t.view, t.covers, t.utc_offset, t.origin"
)
# The last is the UTC offset of the last turn; NULL without one.
CONVERSATION_COLUMNS = (
    "c.id, c.title, c.started_at, c.last_at, c.turns, c.created_at, c.metadata, "
    "(SELECT t.utc_offset FROM turns t WHERE t.agent_pk = c.agent_pk AND t.conversation_pk = c.pk"
    " ORDER BY t.idx DESC LIMIT 1)"
)
ENTRY_COLUMNS = (
    "e.id, e.version, e.kind, e.content, e.subject, e.key, e.confidence, e.priority, e.tags, "
    "e.metadata, e.pinned, e.status, e.edited, e.valid_from, e.valid_until, e.recorded_at, "
    "e.changed_at, e.superseded_by, e.origin, e.source_conversation, e.source_turn, "
    "e.source_start, e.source_end, e.quote, e.access_count, e.accessed_at, e.decayed_at, "
    "e.also, e.rivals, e.mentions, e.links"
)
ENTRY_NAMES = tuple(name.removeprefix("e.") for name in ENTRY_COLUMNS.split(", "))
JOB_COLUMNS = (
    "j.id, a.id, j.conversation, j.kind, j.state, j.due_at, j.attempts, j.watermark, j.outcome, "
    "j.asked, j.settled, j.created_at, j.updated_at"
)

SNAPSHOT_COLUMNS = (
    "s.at, s.usage_ratio, s.tokens_before, s.tokens_after, s.compressed, s.dropped, s.promoted, "
    "s.trigger_ratio, s.full_window, s.min_relevance"
)

_ROLES = {role.value: role for role in Role}
_TIERS = {tier.value: tier for tier in Tier}
_VIEWS = {view.value: view for view in View}
_KINDS = {kind.value: kind for kind in Kind}
_PRIORITIES = {priority.value: priority for priority in Priority}
_STATUSES = {status.value: status for status in Status}
_ORIGINS = {origin.value: origin for origin in Origin}
_FIRST = to_micros(datetime.min.replace(tzinfo=UTC))
_BROKEN = (ValueError, TypeError, LookupError, OverflowError, RecursionError)
_LAST = to_micros(datetime.max.replace(tzinfo=UTC))


@contextmanager
def _reading(table: str, name: object) -> Iterator[None]:
    try:
        yield
    except _BROKEN as broken:
        raise _unreadable(table, name, broken) from broken


def _unreadable(table: str, name: object, why: object) -> StorageCorrupt:
    return StorageCorrupt(f"a row of {table} cannot be read (id {name!r:.80}): {why}")


def packed(value: object) -> str:
    """Metadata, tags or a list of domain values as stored JSON."""
    if value == {}:
        return "{}"
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def _object(text: str) -> dict[str, Any]:
    return {} if text == "{}" else _loaded(text, dict)


def _list(text: str | None) -> list[Any]:
    return [] if text is None or text == "[]" else _loaded(text, list)


def _loaded(text: str, kind: type[_T]) -> _T:
    value = json.loads(text)
    if not isinstance(value, kind):
        raise TypeError(f"the stored JSON is not a {kind.__name__}")
    return value


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)


def micros(moment: datetime | None) -> int | None:
    """A moment as stored microseconds."""
    return None if moment is None else to_micros(moment)


def turn_of(row: Row) -> Turn:
    """The turn of a row of TURN_COLUMNS."""
    # Without a context manager and enum calls, because a search makes many of these.
    try:
        return Turn(
            id=row[0],
            conversation=row[1],
            index=row[2],
            role=_ROLES[row[3]],
            content=_text(row[4]),
            at=from_micros(row[5]),
            recorded_at=from_micros(row[6]),
            tokens=row[7],
            speaker=row[8],
            metadata=_object(row[9]),
            tier=_TIERS[row[10]],
            relevance=row[11],
            view=_VIEWS[row[12]],
            covers=row[13],
            utc_offset=row[14],
            origin=None if row[15] is None else _ORIGINS[row[15]],
        )
    except _BROKEN as broken:
        raise _unreadable("turns", row[0], broken) from broken


def turn_columns(found: Sequence[Row]) -> TurnColumns:
    """Turns as columns, for a search index."""
    columns = TurnColumns.from_rows(found)
    _check_columns(columns, "turns", "role", _ROLES.keys())
    return columns


def entry_columns(found: Sequence[Row]) -> EntryColumns:
    """Memories as columns, for a search index."""
    columns = EntryColumns.from_rows(found)
    _check_columns(columns, "entries", "status", _STATUSES.keys())
    return columns


def _check_columns(
    columns: TurnColumns | EntryColumns, table: str, name: str, known: AbstractSet[str]
) -> None:
    """Refuse an unknown value in the column `name`, or an invalid time."""
    if not columns.id or (
        set(getattr(columns, name)) <= known and _are_times(*columns.at, *columns.recorded_at)
    ):
        return
    broken = next(
        row.id
        for row in columns.rows()
        if getattr(row, name) not in known or not _are_times(row.at, row.recorded_at)
    )
    raise _unreadable(table, broken, f"it has an unknown {name} or an invalid time")


def _are_times(*micros: int) -> bool:
    return min(micros) >= _FIRST and max(micros) <= _LAST


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("the content is not text")
    return value


def agent_of(row: Row) -> AgentSummary:
    """The agent of a row (id, created_at, revision, conversations, turns, entries)."""
    with _reading("agents", row[0]):
        return AgentSummary(
            id=row[0],
            created_at=from_micros(row[1]),
            revision=row[2],
            conversations=row[3],
            turns=row[4],
            entries=row[5],
        )


def conversation_of(row: Row) -> Conversation:
    """The conversation of a row of CONVERSATION_COLUMNS."""
    with _reading("conversations", row[0]):
        return Conversation(
            id=row[0],
            title=row[1],
            started_at=local_time(from_micros(row[2]), row[7] or 0),
            last_at=local_time(from_micros(row[3]), row[7] or 0),
            turns=row[4],
            created_at=from_micros(row[5]),
            metadata=_object(row[6]),
        )


def entry_of(row: Row) -> Entry:
    """The memory of a row of ENTRY_COLUMNS."""
    # As for turns.
    try:
        return Entry(
            id=row[0],
            version=row[1],
            kind=_KINDS[row[2]],
            content=_text(row[3]),
            subject=row[4],
            key=row[5],
            confidence=row[6],
            priority=_PRIORITIES[row[7]],
            tags=tuple(_list(row[8])),
            metadata=_object(row[9]),
            pinned=bool(row[10]),
            status=_STATUSES[row[11]],
            edited=bool(row[12]),
            valid_from=_moment(row[13]),
            valid_until=_moment(row[14]),
            recorded_at=from_micros(row[15]),
            changed_at=from_micros(row[16]),
            superseded_by=row[17],
            origin=_ORIGINS[row[18]],
            source=_source(row[19:24]),
            access_count=row[24],
            accessed_at=_moment(row[25]),
            decayed_at=_moment(row[26]),
            also=tuple(from_plain(Source, item) for item in _list(row[27])),
            rivals=tuple(_list(row[28])),
            mentions=tuple(from_plain(Mention, item) for item in _list(row[29])),
            links=tuple(from_plain(Link, item) for item in _list(row[30])),
        )
    except _BROKEN as broken:
        raise _unreadable("entries", row[0], broken) from broken


def _source(row: Row) -> Source | None:
    conversation, turn_id, start, end, quote = row
    if conversation is None:
        return None
    return Source(conversation=conversation, turn_id=turn_id, start=start, end=end, quote=quote)


def entry_row(entry: Entry) -> tuple[Any, ...]:
    """The values of ENTRY_COLUMNS for a memory."""
    source = entry.source
    where = (
        (source.conversation, source.turn_id, source.start, source.end, source.quote)
        if source
        else (None, None, None, None, None)
    )
    return (
        entry.id,
        entry.version,
        entry.kind,
        entry.content,
        entry.subject,
        entry.key,
        entry.confidence,
        entry.priority,
        packed(entry.tags),
        packed(entry.metadata),
        int(entry.pinned),
        entry.status,
        int(entry.edited),
        micros(entry.valid_from),
        micros(entry.valid_until),
        to_micros(entry.recorded_at),
        to_micros(entry.changed_at),
        entry.superseded_by,
        entry.origin,
        *where,
        entry.access_count,
        micros(entry.accessed_at),
        micros(entry.decayed_at),
        *(packed(part) for part in (entry.also, entry.rivals, entry.mentions, entry.links)),
    )


def version_of(row: Row) -> Version:
    """The version of a row (number, at, change, entry)."""
    with _reading("entry_versions", row[0]):
        stored = _object(row[3])
        # By name, so that versions from before a column was added can be read.
        entry = entry_of(tuple(stored.get(name) for name in ENTRY_NAMES))
        return Version(number=row[0], at=from_micros(row[1]), change=Change(row[2]), entry=entry)


def version_row(version: Version) -> tuple[int, int, str, str]:
    """The values (number, at, change, entry) of a version, with the whole memory as JSON."""
    named = dict(zip(ENTRY_NAMES, entry_row(version.entry), strict=True))
    snapshot = json.dumps(named, ensure_ascii=False, separators=(",", ":"))
    return (version.number, to_micros(version.at), version.change, snapshot)


def item_of(row: Row) -> KeyedItem:
    """The item of a row of `storage.sql.items`."""
    with _reading("items", row[1]):
        return KeyedItem(
            namespace=tuple(_list(row[0])),
            key=row[1],
            value=json.loads(row[2]),
            metadata=_object(row[3]),
            texts=tuple(_list(row[4])),
            created_at=from_micros(row[5]),
            updated_at=from_micros(row[6]),
            expires_at=_moment(row[7]),
            ttl=row[8],
            version=row[9],
        )


def job_of(row: Row) -> Job:
    """The job of a row of JOB_COLUMNS."""
    with _reading("jobs", row[0]):
        return Job(
            id=row[0],
            agent=row[1],
            conversation=row[2],
            kind=JobKind(row[3]),
            state=JobState(row[4]),
            due_at=from_micros(row[5]),
            attempts=row[6],
            watermark=row[7],
            outcome=row[8],
            asked=row[9],
            settled=row[10],
            created_at=from_micros(row[11]),
            updated_at=from_micros(row[12]),
        )


def snapshot_of(row: Row) -> Snapshot:
    """The run of a row of SNAPSHOT_COLUMNS."""
    with _reading("optimizer_snapshots", row[0]):
        metrics = RunMetrics(
            usage_ratio=row[1],
            tokens_before=row[2],
            tokens_after=row[3],
            entries_compressed=row[4],
            entries_dropped=row[5],
            entries_promoted=row[6],
        )
        parameters = Parameters(
            compression_trigger=row[7], full_message_window=row[8], min_relevance=row[9]
        )
        return Snapshot(metrics=metrics, parameters=parameters, at=from_micros(row[0]))


def snapshot_row(snapshot: Snapshot) -> tuple[Any, ...]:
    """The values of SNAPSHOT_COLUMNS for a run."""
    metrics, parameters = snapshot.metrics, snapshot.parameters
    return (
        to_micros(snapshot.at),
        metrics.usage_ratio,
        metrics.tokens_before,
        metrics.tokens_after,
        metrics.entries_compressed,
        metrics.entries_dropped,
        metrics.entries_promoted,
        parameters.compression_trigger,
        parameters.full_message_window,
        parameters.min_relevance,
    )
