"""Looks for words in every text that is stored: no index, no ranking, nothing left out."""

import json
import re
import unicodedata
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.entry import MEMORY_KINDS
from recollect.domain.found_text import FoundText
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.table_rows import TABLES, columns

if TYPE_CHECKING:
    from recollect.storage.sql.store import SqlStore

_WHAT: Final = {
    "agents": "agent",
    "conversations": "conversation",
    "turns": "turn",
    "items": "item",
    "answers": "model answer",
    "jobs": "job",
    "subscriptions": "space",
    "entry_versions": "earlier version",
}
_BEFORE: Final = 60
_EXCERPT: Final = 160
_Row = Mapping[str, Any]
# A number is found however its digits are grouped: 0221 5589-4417.
_NUMBER: Final = re.compile(r"(?:\W*\d){6,}\W*")


def folded(text: str) -> str:
    """A text as it is compared: without case, and with one space between words."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def find_text(
    store: "SqlStore", phrases: Sequence[str], reach: Reach
) -> tuple[list[FoundText], list[str]]:
    """Everything that contains one of the phrases, and the agents that were searched."""
    wanted = [_pattern(folded(phrase)) for phrase in phrases]

    def query(connection: Connection) -> tuple[list[FoundText], list[str]]:
        known = connection.execute("SELECT pk, id FROM agents ORDER BY id")
        agents = {pk: name for pk, name in known if reach.covers(name)}
        found = [
            each for table in TABLES for each in _in_table(store, connection, table, agents, wanted)
        ]
        if hasattr(store, "shared"):
            found += _in_receipts(connection, frozenset(agents.values()), wanted)
            found += _in_answers(connection, wanted) if reach == ALL_AGENTS else ()
        return _once(found), [*agents.values()]

    return store.read(query)


def _in_table(
    store: "SqlStore",
    connection: Connection,
    table: str,
    agents: Mapping[int, str],
    wanted: Sequence[re.Pattern[str]],
) -> Iterator[FoundText]:
    names = columns(connection, table)
    owner = "pk" if table == "agents" else "agent_pk"
    if not agents:
        return
    sql = f"SELECT {', '.join(names)} FROM {table} WHERE {owner} BETWEEN ? AND ?"
    hits = []
    for values in store.stream(connection, sql, (min(agents), max(agents))):
        row = dict(zip(names, values, strict=True))
        if row[owner] in agents and (text := _match(row.values(), wanted)) is not None:
            hits.append((row, text))
    # Only now, because the rows are read as they come.
    for row, text in hits:
        yield _described(connection, table, agents[row[owner]], row, text)


def _pattern(phrase: str) -> re.Pattern[str]:
    is_number = _NUMBER.fullmatch(phrase) is not None
    parts = re.findall(r"\d", phrase) if is_number else [re.escape(phrase)]
    return re.compile(r"\W{0,3}".join(parts))


def _match(values: Iterable[Any], wanted: Sequence[re.Pattern[str]]) -> str | None:
    """The part of a row that contains one of the phrases."""
    for value in values:
        if isinstance(value, dict | list):
            value = json.dumps(value, ensure_ascii=False)  # noqa: PLW2901 - as SQLite stores it
        if not isinstance(value, str):
            continue
        text = folded(value)
        for pattern in wanted:
            if found := pattern.search(text):
                return _excerpt(value, found.start())
    return None


def _excerpt(value: str, at: int) -> str:
    """The words around a place in the folded text, as they are stored."""
    shown = " ".join(value.split())
    folds = (len(unicodedata.normalize("NFKC", letter).casefold()) for letter in shown)
    at = bisect_right([*accumulate(folds)], at)
    start = max(at - _BEFORE, 0)
    end = start + _EXCERPT
    return f"{'…' if start else ''}{shown[start:end]}{'…' if end < len(shown) else ''}"


def _described(connection: Connection, table: str, agent: str, row: _Row, text: str) -> FoundText:
    what, name, conversation = _WHAT.get(table, table), str(row.get("id") or ""), None
    if table == "turns":
        conversation = _id(connection, "conversations", row["conversation_pk"])
    elif table in {"answers", "jobs"}:
        conversation = row["conversation"] or None
    elif table == "entries":
        what = "memory" if row["kind"] in MEMORY_KINDS else str(row["kind"])
    elif table == "entry_versions":
        name = _id(connection, "entries", row["entry_pk"])
    elif table == "items":
        name = str(row["key"])
    return FoundText(agent, what, name, conversation, row.get("status"), text)


def _id(connection: Connection, table: str, pk: int) -> str:
    return str(connection.execute(f"SELECT id FROM {table} WHERE pk = ?", (pk,)).fetchone()[0])


def _in_receipts(
    connection: Connection, agents: frozenset[str], wanted: Sequence[re.Pattern[str]]
) -> Iterator[FoundText]:
    """Receipts that servers share; on SQLite they are in the RAM of their process."""
    for name, owners, packed in connection.execute("SELECT id, agents, receipt FROM receipts"):
        concerned = sorted(agents.intersection(owners))
        text = _match([zlib.decompress(packed).decode()], wanted) if concerned else None
        if text is not None:
            yield FoundText(concerned[0], "receipt", name, None, None, text)


def _in_answers(connection: Connection, wanted: Sequence[re.Pattern[str]]) -> Iterator[FoundText]:
    """Answers that are kept a day for `Idempotency-Key`; any deletion empties them."""
    kept = "SELECT name, body FROM requests WHERE body IS NOT NULL"
    for name, body in connection.execute(kept):
        text = _match([bytes(body).decode(errors="replace")], wanted)
        if text is not None:
            yield FoundText("*", "kept answer", bytes(name).hex(), None, None, text)


def _once(found: Sequence[FoundText]) -> list[FoundText]:
    """Without the versions of a memory that is found itself: they go with it."""
    current = {(each.agent, each.id) for each in found if each.what not in _WHAT.values()}
    versions = _WHAT["entry_versions"]
    kept = (each for each in found if each.what != versions or (each.agent, each.id) not in current)
    return [*{(each.agent, each.what, each.id, each.conversation): each for each in kept}.values()]
