"""Measurements with bounds, and the table of them. Ratios hold on any machine, times do not."""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

# Wide enough that no cell wraps when the output is not a terminal.
_PIPE_WIDTH = 240


@dataclass(frozen=True, slots=True)
class Ratio:
    """One measurement: the median of its rounds, and its bound; no rounds: not measured."""

    name: str
    rounds: tuple[float, ...]
    bound: float
    detail: str
    unit: str = ""
    at_least: bool = False

    @property
    def value(self) -> float | None:
        """The median of the rounds."""
        return statistics.median(self.rounds) if self.rounds else None

    @property
    def holds(self) -> bool:
        """Whether the value is within the bound, or was not measured."""
        if self.value is None:
            return True
        return self.value >= self.bound if self.at_least else self.value <= self.bound

    def as_data(self) -> dict[str, Any]:
        """The measurement as JSON values."""
        names = ("name", "value", "unit", "rounds", "bound", "at_least", "holds", "detail")
        return {name: getattr(self, name) for name in names}


def seconds(work: Callable[[], object]) -> float:
    """The wall-clock time of a call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def show(ratios: Sequence[Ratio]) -> None:
    """Print the ratios as a table."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    Console(width=width, markup=False, highlight=False).print(_table(ratios))


def _table(ratios: Sequence[Ratio]) -> Table:
    shown = Table(title="Each measured in one run (median, minimum and maximum of the rounds)")
    for heading in ("measure", "median", "rounds", "bound", "", "measured on"):
        shown.add_column(heading)
    for ratio in ratios:
        shown.add_row(*_cells(ratio))
    return shown


def _cells(ratio: Ratio) -> tuple[str | Text, ...]:
    unit = f" {ratio.unit}" if ratio.unit else ""
    bound = f"{'≥' if ratio.at_least else '≤'} {ratio.bound:g}{unit}"
    if ratio.value is None:
        return ratio.name, "–", "–", bound, Text("not measured", "yellow"), ratio.detail
    kept = Text("holds", "green") if ratio.holds else Text("broken", "red")
    rounds = f"{min(ratio.rounds):.2f} – {max(ratio.rounds):.2f}"
    return ratio.name, f"{ratio.value:.2f}{unit}", rounds, bound, kept, ratio.detail
