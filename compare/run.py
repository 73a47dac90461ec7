"""The evidence benchmark of Recollect, for Recollect and for what people use instead, in one run.

Usage: python compare/run.py [--json] DATA...
On two cores it takes about 5 minutes for the 813 messages of tests/recall/fixture, 20 for LoCoMo.
"""
# ruff: noqa: INP001 - a script

import argparse
import math
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from systems import EVERY, System

from recollect import Memory
from recollect.bench.recall import BUDGETS, BenchQuestion, questions, store, within
from recollect.cli.output import note, print_json, print_table
from recollect.cli.table import Column
from recollect.domain.hit import Hit, Scope
from recollect.domain.turn import Turn

# As deep as `recollect bench` asks, so that the largest budget ends before the list does; and what a caller asks for.
DEPTH, USUAL = 250, 20
MEASURES = [f"{how}@{budget // 1000}k" for budget in BUDGETS for how in ("any", "all")]


@dataclass(frozen=True, slots=True)
class Cost:
    """The seconds that a call took, and the seconds that all cores worked in it."""

    wall: float
    cpu: float


@dataclass(slots=True)
class Result:
    """What one system took for its calls, and what it found."""

    name: str
    adds: list[Cost] = field(default_factory=list)
    storing: Cost = Cost(0.0, 0.0)
    searches: list[Cost] = field(default_factory=list)
    found: list[dict[str, bool]] = field(default_factory=list)

    def as_data(self) -> dict[str, object]:
        """The figures; times in milliseconds."""
        shares = {name: _share([found[name] for found in self.found]) for name in MEASURES}
        return {
            "name": self.name,
            "shares": {name: {"percent": p, "error": e} for name, (p, e) in shares.items()},
            "add_ms": _median([cost.wall for cost in self.adds]),
            "stored_cpu_ms": _ms(self.storing.cpu / len(self.adds)),
            "search_ms": _median([cost.wall for cost in self.searches]),
            "search_cpu_ms": _median([cost.cpu for cost in self.searches]),
        }


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _median(seconds: Sequence[float]) -> float:
    return _ms(statistics.median(seconds))


def _share(found: Sequence[bool]) -> tuple[float, float]:
    mean = statistics.fmean(found)
    return round(100 * mean, 1), round(100 * math.sqrt(mean * (1 - mean) / len(found)), 1)


def main() -> None:
    """Measure every system on the files named, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "data", nargs="+", type=Path, metavar="DATA", help="files in LoCoMo's format"
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON, and nothing else, on stdout"
    )
    given = parser.parse_args()
    asked = [question for path in given.data for question in questions(path)]
    turns = said(given.data)
    with tempfile.TemporaryDirectory(prefix="recollect-compare-") as folder:
        systems = [kind(Path(folder)) for kind in EVERY]
        results = [result.as_data() for result in measure(systems, turns, asked)]
        for system in systems:
            system.close()
    if given.json:
        counted = {"questions": len(asked), "turns": sum(map(len, turns.values()))}
        print_json({**counted, "systems": results})
        return
    headings = (*MEASURES, "ADD", "STORED, CPU", "SEARCH", "SEARCH, CPU")
    columns = (Column("SYSTEM"), *(Column(heading, right=True) for heading in headings))
    print_table(columns, [_row(result) for result in results])


def _row(result: dict[str, object]) -> tuple[str, ...]:
    shares = result["shares"]
    assert isinstance(shares, dict)
    percents = [f"{share['percent']:.1f} ± {share['error']:.1f}" for share in shares.values()]
    times = [f"{result[name]:.1f} ms" for name in result if name.endswith("_ms")]
    return (str(result["name"]), *percents, *times)


def said(paths: Sequence[Path]) -> dict[str, dict[str, Turn]]:
    """Every turn of the files, by agent and id, as Recollect reads them."""
    with Memory.open(":memory:", embedding_backend="none", extractor="none") as memory:
        for path in paths:
            store(memory, path)
        agents = [agent.id for agent in memory.agents()]
        return {name: {t.id: t for t in memory.agent(name).turns()} for name in agents}


def measure(
    systems: Sequence[System], turns: dict[str, dict[str, Turn]], asked: Sequence[BenchQuestion]
) -> list[Result]:
    """Fill one system after the other, then ask all of them each question."""
    results = [Result(system.name) for system in systems]
    for system, result in zip(systems, results, strict=True):
        note(f"Storing {sum(map(len, turns.values())):,} turns in {system.name} …")
        result.storing = cost_of(partial(fill, system, result, turns))
        note(f"  stored in {result.storing.wall:.0f} s")
    note(f"Asking {len(asked):,} questions …")
    for number, question in enumerate(asked, 1):
        for system, result in zip(systems, results, strict=True):
            ask(system, result, question, turns[question.sample])
        if number % 50 == 0 or number == len(asked):
            note(f"  {number:,} of {len(asked):,} asked")
    return results


def fill(system: System, result: Result, turns: dict[str, dict[str, Turn]]) -> None:
    """Store every turn, and return when all can be found."""
    for agent, of_agent in turns.items():
        add = partial(system.add, agent)
        result.adds += [cost_of(partial(add, turn)) for turn in of_agent.values()]
    system.finish()


def cost_of(call: Callable[[], object]) -> Cost:
    """What a call costs."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def ask(system: System, result: Result, asked: BenchQuestion, turns: dict[str, Turn]) -> None:
    """Ask a question as a caller would, which is timed, and then as deep as the budgets reach."""
    result.searches.append(cost_of(partial(system.search, asked.sample, asked.text, USUAL)))
    ids = system.search(asked.sample, asked.text, DEPTH)
    hits = [_hit(turns[turn_id]) for turn_id in ids]
    found = {}
    for budget in BUDGETS:
        taken = within(hits, budget)
        found[f"any@{budget // 1000}k"] = bool(taken & asked.evidence)
        found[f"all@{budget // 1000}k"] = asked.evidence <= taken
    result.found.append(found)


def _hit(turn: Turn) -> Hit:
    """A turn as a hit, so that it costs every system the same tokens."""
    return Hit(id=turn.id, scope=Scope.TURNS, text=turn.content, score=0.0, at=turn.at, turn=turn)


if __name__ == "__main__":
    main()
