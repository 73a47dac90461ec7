"""Lists whose filters PostgreSQL cannot apply: it lacks Python's casefold and our conditions.

The database applies the simple conditions, and Python the others, to the same result as in SQLite.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from recollect.domain.access import Reach
from recollect.domain.conditions import ANYTHING
from recollect.domain.entry import Entry, EntryFilter
from recollect.domain.items import ItemFilter, KeyedItem
from recollect.storage.sql import across_agents, reads
from recollect.storage.sql import items as item_rows
from recollect.storage.sql.connection import Connection

_PAGE = 500


def entries(
    connection: Connection,
    agent: str,
    chosen: EntryFilter,
    *,
    after: str | None = None,
    limit: int | None = None,
) -> tuple[Entry, ...]:
    """The memories that match a filter, newest first."""
    simple = _simple(chosen)
    if simple == chosen:
        return reads.entries(connection, agent, chosen, after=after, limit=limit)
    found = reads.entries(connection, agent, simple, after=after)
    return tuple(islice(filter(chosen.matches, found), limit))


def every_entry(
    connection: Connection,
    reach: Reach,
    chosen: EntryFilter,
    *,
    after: tuple[str, str] | None = None,
    limit: int | None = None,
) -> tuple[tuple[str, Entry], ...]:
    """The memories of several agents that match a filter, newest first."""
    if _simple(chosen) == chosen:
        return across_agents.every_entry(connection, reach, chosen, after=after, limit=limit)
    found = _pages(connection, reach, _simple(chosen), after)
    return tuple(islice((each for each in found if chosen.matches(each[1])), limit))


def _pages(
    connection: Connection, reach: Reach, chosen: EntryFilter, after: tuple[str, str] | None
) -> Iterator[tuple[str, Entry]]:
    while page := across_agents.every_entry(connection, reach, chosen, after=after, limit=_PAGE):
        yield from page
        agent, last = page[-1]
        after = (agent, last.id)


def _simple(chosen: EntryFilter) -> EntryFilter:
    return replace(
        chosen, text=None, metadata=ANYTHING, standing=False, conversation=None, turn_id=None
    )


def items(
    connection: Connection,
    agent: str,
    chosen: ItemFilter,
    *,
    limit: int | None = None,
    offset: int = 0,
) -> tuple[KeyedItem, ...]:
    """The items that match, last written first."""
    simple = replace(chosen, value=ANYTHING, metadata=ANYTHING)
    if simple == chosen:
        return item_rows.items(connection, agent, chosen, limit=limit, offset=offset)
    found = filter(chosen.matches, item_rows.items(connection, agent, simple))
    return tuple(islice(found, offset, None if limit is None else offset + limit))


def item_versions(connection: Connection, agent: str, chosen: ItemFilter) -> frozenset[str]:
    """The versions of all items that match and that a search may find."""
    simple = replace(chosen, value=ANYTHING, metadata=ANYTHING)
    found = item_rows.item_versions(connection, agent, simple)
    if simple == chosen:
        return found
    return found & {f"{item.id}:{item.version}" for item in items(connection, agent, chosen)}
