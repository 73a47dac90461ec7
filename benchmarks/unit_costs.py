"""What one turn and one question cost, and what that makes of a large installation.

`python -m benchmarks.unit_costs [postgresql://…]` measures on a SQLite file, or on an empty
database of a PostgreSQL server on this machine. docs/capacity.md is made from its output.
"""

import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.learning_cost import chat_texts
from recollect.bench.texts import sentences
from recollect.domain.turn import Role
from recollect.memory import Memory

_AGENTS: Final = 10
_TURNS: Final = 400
_QUESTIONS: Final = (
    "Where do I live?",
    "What did I ask for last week?",
    "Who is coming to dinner?",
    "Which names did you suggest?",
    "How long do I boil an egg?",
    "What do I like to drink?",
    "When is my appointment?",
    "What am I working on?",
    "What should you never do?",
)
_TICKS_PER_SECOND: Final = 100
_MB: Final = 1e6

# The installation to plan: a year's conversations, one context for every question of a user.
_PLANNED_AGENTS: Final = 10**6
_PLANNED_TURNS: Final = 10**9
_SECONDS: Final = 365 * 86_400
_PEAK: Final = 4  # the busiest hour against the average
_LOAD: Final = 0.5  # how busy a core may be
_CORES: Final = 8
_ACTIVE: Final = 0.02  # agents that are spoken to within the same hour, at the peak

# A small installation in one process: its users, their messages and replies in a year, and at once.
_USERS: Final = 5_000
_TURNS_OF_USERS: Final = 10**6
_EXCHANGES_PER_MINUTE: Final = 100


@dataclass(slots=True)
class Costs:
    """CPU in milliseconds, here and in the database; bytes per turn."""

    text: float = 0
    disk: float = 0
    index: float = 0
    memories: float = 0
    cpu: dict[str, tuple[float, float]] = field(default_factory=dict)


@contextmanager
def _process_times(url: str | None) -> Iterator[Callable[[], float]]:
    """Yield the CPU seconds that the database's processes have taken for this program."""
    if url is None:
        yield lambda: 0.0
        return
    import psycopg  # noqa: PLC0415 - an extra

    with psycopg.connect(url, autocommit=True) as connection:

        def taken() -> float:
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
            return sum(_cpu_of(pid) for (pid,) in rows)

        yield taken


def _cpu_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND


def measure(where: str, url: str | None) -> Costs:
    """Fill a database and ask it."""
    costs = Costs()
    turns = _AGENTS * _TURNS
    agents = [f"agent-{number}" for number in range(_AGENTS)]
    costs.text = sum(len(text.encode()) for agent in agents for _, text in _said(agent)) / turns
    with _process_times(url) as database:

        def per(name: str, count: int, work: Callable[[], Any]) -> None:
            here, there = time.process_time(), database()
            work()
            spent = (time.process_time() - here, database() - there)
            costs.cpu[name] = (1000 * spent[0] / count, 1000 * spent[1] / count)

        with Memory.open(where, background=False) as memory:
            memory.warm()
            memory.agent("warm").remember("Hello.", conversation="c")
            memory.sync()
            empty = memory.stats().store.database_bytes
            per("remember", turns, lambda: _remember(memory, agents))
            per("learn and embed", turns, memory.sync)
            store = memory.stats().store
            costs.memories = store.entries / store.turns
        # Opened again: no index is in RAM.
        with Memory.open(where, background=False) as memory:
            memory.warm()
            # The first context prepares the statements of a connection.
            _ask(memory, ["warm"], *_QUESTIONS)
            costs.disk = (memory.stats().store.database_bytes - empty) / turns
            first, *others = _QUESTIONS
            asked = _AGENTS * len(others)
            per("first context of an agent", _AGENTS, lambda: _ask(memory, agents, first))
            costs.index = memory.recall.indexes.nbytes / turns
            per("context", asked, lambda: _ask(memory, agents, *others))
            per("search", asked, lambda: _search(memory, agents, *others))
    return costs


def _said(agent: str) -> Iterator[tuple[str, str]]:
    """Role and text of an agent's turns; no other agent has the same, whose vectors are cached."""
    more = sentences(_TURNS, int(agent.rpartition("-")[2]))
    for (role, text), answer in zip(chat_texts(_TURNS), more, strict=True):
        yield role, f"{text} ({agent})" if role == Role.USER else f"{text} {answer}"


def _remember(memory: Memory, agents: list[str]) -> None:
    for agent in agents:
        for number, (role, text) in enumerate(_said(agent)):
            memory.agent(agent).remember(text, conversation=f"c{number // 20}", role=role)


def _ask(memory: Memory, agents: list[str], *questions: str) -> None:
    for agent in agents:
        for question in questions:
            memory.agent(agent).context(f"{question} ({agent})")


def _search(memory: Memory, agents: list[str], *questions: str) -> None:
    for agent in agents:
        for question in questions:
            memory.agent(agent).search(f"{question} ({agent}, again)")


def report(where: str, costs: Costs) -> Iterator[str]:
    """The lines to print."""
    yield f"{where}, {_AGENTS} agents with {_TURNS} turns each"
    yield f"  a turn's text                {costs.text:8.0f} bytes"
    yield f"  a turn on disk               {costs.disk:8.0f} bytes, with its vector and memories"
    yield f"  a turn in the index in RAM   {costs.index:8.0f} bytes"
    yield f"  memories per turn            {costs.memories:8.2f}"
    for name, (here, database) in costs.cpu.items():
        beside = f", and {database:.1f} ms in the database" if where != "SQLite" else ""
        yield f"  {name:28} {here:8.1f} ms of CPU{beside}"


def small_plan(costs: Costs) -> Iterator[str]:
    """What one process for a few thousand users needs, by these costs."""
    stored = costs.cpu["remember"][0] + costs.cpu["learn and embed"][0]
    # An exchange has a message, a reply and a context.
    exchange = 2 * stored + costs.cpu["context"][0]
    each = _TURNS_OF_USERS // _USERS
    hours = _TURNS_OF_USERS * stored / 3.6e6
    busy = _EXCHANGES_PER_MINUTE * exchange / 60_000
    yield f"{_USERS:,} agents, {_TURNS_OF_USERS:,} turns, {each:,} each"
    yield f"  disk                         {_TURNS_OF_USERS * costs.disk / 1e9:8.1f} GB"
    yield f"  RAM for all indexes          {_TURNS_OF_USERS * costs.index / 1e9:8.1f} GB"
    yield f"  to import and learn all      {hours:8.1f} hours of one core"
    yield f"  {_EXCHANGES_PER_MINUTE} exchanges a minute       {busy:8.2f} cores"


def plan(costs: Costs) -> Iterator[str]:
    """What the planned installation needs, by these costs."""
    turns = _PEAK * _PLANNED_TURNS / _SECONDS
    contexts = turns / 2
    each = _PLANNED_TURNS // _PLANNED_AGENTS
    # An index that is not in RAM is loaded once an hour: its cost grows with the agent's turns.
    loads = _ACTIVE * _PLANNED_AGENTS / 3600
    cold = [
        (first - warm) * each / _TURNS
        for first, warm in zip(
            costs.cpu["first context of an agent"], costs.cpu["context"], strict=True
        )
    ]
    work = {
        name: (
            turns * costs.cpu["remember"][at]
            + contexts * costs.cpu["context"][at]
            + loads * max(0.0, cold[at])
        )
        for at, name in enumerate(("servers", "database"))
    }
    work["workers"] = turns * costs.cpu["learn and embed"][0]
    work["database"] += turns * costs.cpu["learn and embed"][1]
    ram = _ACTIVE * _PLANNED_TURNS * costs.index
    yield f"{_PLANNED_AGENTS:,} agents, {_PLANNED_TURNS:,} turns, {each:,} each"
    yield f"  at the peak                  {turns:8.0f} turns and {contexts:.0f} contexts a second"
    yield f"  disk                         {_PLANNED_TURNS * costs.disk / 1e12:8.1f} TB"
    yield f"  RAM for the active indexes   {ram / 1e9:8.0f} GB, all servers together"
    for name, spent in work.items():
        cores = spent / 1000 / _LOAD
        machines = math.ceil(cores / _CORES)
        yield f"  cores of the {name:15} {cores:8.1f}, {machines} with {_CORES} cores at {_LOAD:.0%}"


def main() -> int:
    """Measure and print."""
    url = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(prefix="recollect-units-") as folder:
        costs = measure(url or str(Path(folder) / "memory.sqlite"), url)
    print("\n".join(report("PostgreSQL" if url else "SQLite", costs)))
    print("\n".join((*small_plan(costs), *plan(costs))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
