"""`make bench`: measure, print a table, and fail when a bound is broken."""

import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from recollect.bench.house import Ratio, acknowledgement, bulk_ingest, many_writers


def main() -> int:
    """Run every measurement; 1 where a bound does not hold."""
    console = Console()
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        ratios = []
        for measure in (acknowledgement, many_writers, bulk_ingest):
            with console.status(measure.__doc__ or ""):
                ratios.append(measure(Path(folder)))
    console.print(table(ratios))
    return 0 if all(ratio.holds for ratio in ratios) else 1


def table(ratios: list[Ratio]) -> Table:
    """The ratios as people read them."""
    shown = Table(
        title="Ratios, each measured in one run (median, least and greatest of the rounds)"
    )
    for heading in ("ratio", "median", "rounds", "bound", "", "measured on"):
        shown.add_column(heading)
    for ratio in ratios:
        sign = "≥" if ratio.at_least else "≤"
        shown.add_row(
            ratio.name,
            f"{ratio.value:.2f}",
            f"{min(ratio.rounds):.2f} – {max(ratio.rounds):.2f}",
            f"{sign} {ratio.bound}",
            "[green]holds[/]" if ratio.holds else "[red]broken[/]",
            ratio.detail,
        )
    return shown


if __name__ == "__main__":
    sys.exit(main())
