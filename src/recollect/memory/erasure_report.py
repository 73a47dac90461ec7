"""Says for every place that may hold something of an erased agent whether it is gone."""

from collections.abc import Iterator
from typing import Final

from recollect.domain.access import Reach
from recollect.domain.erasure import ErasurePlace, ErasureReport, PlaceState
from recollect.settings.fields import is_database_url
from recollect.storage.sqlite.copies import kept_copies
from recollect.storage.sqlite.unused_bytes import is_open_elsewhere
from recollect.wiring import Components

_IN_RAM: Final = ":memory:"


def erasure_report(components: Components, agent: str) -> ErasureReport:
    """Look at every place; an agent that was never erased is still in the first."""
    is_file = not is_database_url(components.path) and components.path != _IN_RAM
    there = bool(components.store.every_agent(reach=Reach(only=agent), limit=1))
    found = [_place("rows of every table", pending=there, until="it is erased")]
    if is_file:
        found += _in_files(components)
    elif components.path != _IN_RAM:
        found += _in_postgres(components)
    found.append(_in_other_processes(components, is_file=is_file))
    found.append(_place("caches, receipts and answers of this process", pending=False))
    found += _elsewhere()
    return ErasureReport(agent, tuple(found))


def _place(name: str, *, pending: bool, until: str | None = None) -> ErasurePlace:
    state = PlaceState.PENDING if pending else PlaceState.GONE
    return ErasurePlace(name, state, until if pending else None)


def _in_files(components: Components) -> Iterator[ErasurePlace]:
    traces = components.store.has_traces()
    until = (
        "no process reads an old state of the file; the background work tries again, or run:"
        " recollect sync"
    )
    yield _place("unused bytes of the database file", pending=traces, until=until)
    yield _place("write-ahead log", pending=traces, until=until)
    copies = [copy.name for copy in kept_copies(components.path)]
    until = "the backup that is being made ends; what a killed one left goes after an hour"
    name = "copies from before upgrades and restores"
    yield _place(
        f"{name}: {', '.join(copies)}" if copies else name, pending=bool(copies), until=until
    )


def _in_postgres(components: Components) -> Iterator[ErasurePlace]:
    traces = components.store.has_traces()
    yield _place("dead rows in PostgreSQL's tables", pending=traces, until="it has vacuumed them")
    where = "docs/postgres.md, Erasure, says how long they keep bytes"
    name = "PostgreSQL's files, write-ahead log, replicas and archives"
    yield ErasurePlace(name, PlaceState.YOURS, where)


def _in_other_processes(components: Components, *, is_file: bool) -> ErasurePlace:
    seconds = components.settings.background_poll_seconds
    unit = "second" if seconds == 1 else "seconds"
    until = (
        f"{seconds:g} {unit} from now; in a process without background work, until it ends"
        " or uses the agent again"
    )
    others = is_open_elsewhere(components.path) if is_file else components.shared is not None
    name = "caches of other processes that have the database open"
    return _place(name, pending=others, until=until)


def _elsewhere() -> Iterator[ErasurePlace]:
    name = "logs: no text; the agent's name, where requests or access are logged"
    yield ErasurePlace(name, PlaceState.YOURS, "you delete them")
    name = "backups and exports that you made"
    yield ErasurePlace(name, PlaceState.YOURS, "you delete them, or erase again after restoring")
    name = "what a model provider or another program was sent"
    yield ErasurePlace(name, PlaceState.YOURS, "they delete it")
