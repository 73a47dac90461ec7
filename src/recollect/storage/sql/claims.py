"""Chooses the next due job: agents take turns, and one that has just come does not wait."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.storage.sql.connection import SKIP_LOCKED, Run

_OF_AGENT = " AND agent_pk = (SELECT pk FROM agents WHERE id = ?)"
# Up to so many due jobs are looked at to choose one.
_FEW: Final = 100
# Of more than that, so many of the newest.
_NEWEST: Final = 20
_AGENTS_KEPT: Final = 10_000
_COUNT_DUE = (
    "SELECT count(*) FROM (SELECT 1 FROM jobs WHERE state = 'pending' AND due_at <= ? LIMIT ?) due"
)
# The cast keeps SQLite from reading all pending jobs by the index on their state.
_AMONG_DUE = (
    "pk IN (SELECT pk FROM jobs WHERE state = 'pending' AND due_at <= ?)"
    " AND CAST(state AS TEXT) = 'pending'"
)
_DUE = "state = 'pending' AND due_at <= ?"


class Rotation:
    """When this process last worked for each agent; the one that waited longest is next."""

    def __init__(self) -> None:
        self._served: OrderedDict[int, int] = OrderedDict()
        self._count = 0
        # The agent that a round over very many has come to.
        self.position = 0
        self.takes_newest = False

    def serve(self, agent_pk: int) -> None:
        """Let this agent be the last of all."""
        self._count += 1
        self._served[agent_pk] = self._count
        self._served.move_to_end(agent_pk)
        if len(self._served) > _AGENTS_KEPT:
            self._served.popitem(last=False)

    def last_served(self, agent_pk: int) -> int:
        """When it was this agent's turn; 0 if never or long ago."""
        return self._served.get(agent_pk, 0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The jobs to choose from: due by a moment, of some kinds, and of one agent or of any."""

    now: int
    kinds: Sequence[str]
    agent: str | None


def next_job(run: Run, wanted: Wanted, rotation: Rotation) -> int | None:
    """The row of the next job, locked, and its agent's turn noted; None if none is due."""
    (due,) = run(_COUNT_DUE, (wanted.now, _FEW + 1)).fetchone()
    if not due:
        return None
    by_round = False
    if due <= _FEW:
        found = _longest_waiting(run, wanted, rotation)
    else:
        rotation.takes_newest = not rotation.takes_newest
        by_round = not rotation.takes_newest
        found = (_in_round if by_round else _newest)(run, wanted, rotation)
    for pk, agent_pk in found:
        row = run(f"SELECT pk FROM jobs WHERE pk = ? AND state = 'pending'{SKIP_LOCKED}", (pk,))
        if row.fetchone() is not None:
            rotation.serve(agent_pk)
            if by_round:
                rotation.position = agent_pk
            return pk
    return None


def _longest_waiting(run: Run, wanted: Wanted, rotation: Rotation) -> Iterator[tuple[int, int]]:
    """All due jobs, of the agent that was not served for longest first, and then the oldest."""
    select = f"SELECT due_at, pk, agent_pk FROM jobs WHERE {_where(_AMONG_DUE, wanted)}"
    found = run(select, _values(wanted)).fetchall()
    found.sort(key=lambda row: (rotation.last_served(row[2]), row[0], row[2], row[1]))
    return ((pk, agent_pk) for _, pk, agent_pk in found)


def _newest(run: Run, wanted: Wanted, rotation: Rotation) -> Iterator[tuple[int, int]]:
    """The oldest job of agents with the newest ones, first of those that have just come."""
    found = run(
        f"SELECT due_at, pk, agent_pk FROM jobs WHERE {_where(_DUE, wanted)}"
        f" ORDER BY due_at DESC LIMIT {_NEWEST}",
        _values(wanted),
    ).fetchall()
    found.sort(key=lambda row: (rotation.last_served(row[2]), -row[0], row[1]))
    for agent_pk in dict.fromkeys(row[2] for row in found):
        yield from _first_after(run, wanted, agent_pk - 1)


def _in_round(run: Run, wanted: Wanted, rotation: Rotation) -> Iterator[tuple[int, int]]:
    """The first job of the next agent by number, then of the first one."""
    yield from _first_after(run, wanted, rotation.position)
    yield from _first_after(run, wanted, 0)


def _first_after(run: Run, wanted: Wanted, agent_pk: int) -> list[tuple[int, int]]:
    """The oldest job of the first agent after this one."""
    return run(
        f"SELECT pk, agent_pk FROM jobs WHERE {_where(_DUE, wanted)} AND agent_pk > ?"
        f" ORDER BY agent_pk, due_at, pk LIMIT 1{SKIP_LOCKED}",
        (*_values(wanted), agent_pk),
    ).fetchall()


def _where(pending: str, wanted: Wanted) -> str:
    return f"{pending} AND kind IN ({marks(wanted.kinds)}){_OF_AGENT if wanted.agent else ''}"


def _values(wanted: Wanted) -> tuple[object, ...]:
    return wanted.now, *wanted.kinds, *((wanted.agent,) if wanted.agent else ())


def marks(values: Sequence[str]) -> str:
    """Parameters for IN; NULL if there are none, because PostgreSQL takes no empty list."""
    return ", ".join("?" * len(values)) or "NULL"
