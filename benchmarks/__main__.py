"""`make bench`: run all measurements, print a table, and fail if a bound is exceeded."""

import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from rich.console import Console

from benchmarks.context_throughput import context_throughput
from benchmarks.conversations import appending, many_sessions, windows
from benchmarks.ingest import acknowledgement, many_writers
from benchmarks.learning_cost import comparing, learning_cost
from benchmarks.proxy import measure_proxy
from recollect.bench.ratio import Ratio, show
from recollect.memory.conversation import Strategy

_MEASURES: tuple[Callable[[Path], Ratio | Iterable[Ratio]], ...] = (
    acknowledgement,
    many_writers,
    appending,
    *(partial(windows, strategy=strategy) for strategy in Strategy),
    many_sessions,
    context_throughput,
    lambda _folder: learning_cost(),
    lambda _folder: comparing(),
    measure_proxy,
)


def main() -> int:
    """Run every measurement; returns 1 if a bound is exceeded."""
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        ratios: list[Ratio] = []
        for measure in _MEASURES:
            with console.status("Measuring ..."):
                result = measure(Path(folder))
                ratios += [result] if isinstance(result, Ratio) else result
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
