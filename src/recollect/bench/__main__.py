"""`make bench`: measure, print a table, and fail when a bound is broken."""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console

from recollect.bench.house import acknowledgement, bulk_ingest, many_writers
from recollect.bench.ratio import show
from recollect.bench.verifying import verifying


def main() -> int:
    """Run every measurement; 1 where a bound does not hold."""
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        ratios = []
        for measure in _MEASURES:
            with console.status("Measuring ..."):
                ratios.append(measure(Path(folder)))
    with console.status(verifying.__doc__ or ""):
        ratios.append(verifying())
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
