"""The evidence bench of Recollect, for Recollect and for what people would take in its place, in one run.

Usage: python compare/run.py [--json] DATA...
"""
# ruff: noqa: INP001 - a script

import argparse
import math
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from systems import LangGraph, Mem0, Recollect, System

from recollect import Memory
from recollect.bench.ratio import seconds
from recollect.bench.recall import BUDGETS, BenchQuestion, questions, store, within
from recollect.cli.output import note, print_json, print_table
from recollect.cli.table import Column
from recollect.domain.hit import Hit, Scope
from recollect.domain.turn import Turn

# As deep as `recollect bench` asks, so that the largest budget ends before the list does; and what a caller asks for.
DEPTH, USUAL = 250, 20
MEASURES = [f"{how}@{budget // 1000}k" for budget in BUDGETS for how in ("any", "all")]


@dataclass(slots=True)
class Result:
    """What one system did, in seconds, and what it found."""

    name: str
    stored: float = 0.0
    adds: list[float] = field(default_factory=list)
    searches: list[float] = field(default_factory=list)
    found: list[dict[str, bool]] = field(default_factory=list)

    def as_data(self) -> dict[str, object]:
        """The numbers."""
        shares = {name: _share([found[name] for found in self.found]) for name in MEASURES}
        return {
            "name": self.name,
            "shares": {name: {"percent": p, "error": e} for name, (p, e) in shares.items()},
            "add_ms_p50": 1000 * statistics.median(self.adds),
            "turns_per_second": len(self.adds) / self.stored,
            "search_ms_p50": 1000 * statistics.median(self.searches),
        }

    def as_row(self) -> tuple[str, ...]:
        """The numbers as people read them."""
        shares = (_share([found[name] for found in self.found]) for name in MEASURES)
        return (
            self.name,
            *(f"{percent:.1f} ± {error:.1f}" for percent, error in shares),
            f"{1000 * statistics.median(self.adds):.1f} ms",
            f"{len(self.adds) / self.stored:.0f}/s",
            f"{1000 * statistics.median(self.searches):.1f} ms",
        )


def _share(found: Sequence[bool]) -> tuple[float, float]:
    mean = statistics.fmean(found)
    return 100 * mean, 100 * math.sqrt(mean * (1 - mean) / len(found))


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
        systems: list[System] = [kind(Path(folder)) for kind in (Recollect, LangGraph, Mem0)]
        results = measure(systems, turns, asked)
        for system in systems:
            system.close()
    if given.json:
        print_json({"questions": len(asked), "systems": [result.as_data() for result in results]})
        return
    headings = (*MEASURES, "ADD", "STORED", "SEARCH")
    columns = (Column("SYSTEM"), *(Column(heading, right=True) for heading in headings))
    print_table(columns, [result.as_row() for result in results])


def said(paths: Sequence[Path]) -> dict[str, dict[str, Turn]]:
    """Every turn of the files, by agent and id, as Recollect reads them."""
    with Memory.open(":memory:", embedding_backend="none", background=False) as memory:
        for path in paths:
            store(memory, path)
        agents = [agent.id for agent in memory.agents()]
        return {name: {t.id: t for t in memory.agent(name).turns()} for name in agents}


def measure(
    systems: Sequence[System], turns: dict[str, dict[str, Turn]], asked: Sequence[BenchQuestion]
) -> list[Result]:
    """Fill one system after the other, then put each question to all of them."""
    results = [Result(system.name) for system in systems]
    for system, result in zip(systems, results, strict=True):
        note(f"Storing {sum(map(len, turns.values())):,} turns in {system.name} …")
        start = time.perf_counter()
        for agent, of_agent in turns.items():
            add = partial(system.add, agent)
            result.adds += [seconds(partial(add, turn)) for turn in of_agent.values()]
        system.finish()
        result.stored = time.perf_counter() - start
    note(f"Asking {len(asked):,} questions …")
    for question in asked:
        for system, result in zip(systems, results, strict=True):
            ask(system, result, question, turns[question.sample])
    return results


def ask(system: System, result: Result, asked: BenchQuestion, turns: dict[str, Turn]) -> None:
    """Put a question as a caller would, which is timed, and then as deep as the budgets reach."""
    result.searches.append(seconds(partial(system.search, asked.sample, asked.text, USUAL)))
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
