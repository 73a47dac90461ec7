"""`make bench`: measure, print a table, and fail when a bound is broken."""

import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from rich.console import Console

from recollect.bench.house import acknowledgement, bulk_ingest, many_writers
from recollect.bench.learning_cost import comparing, learning_cost
from recollect.bench.proxying import proxying
from recollect.bench.ratio import Ratio, show
from recollect.bench.serving import contexts
from recollect.bench.talks import appending, many_sessions, windows
from recollect.memory.conversation import Strategy

_MEASURES: tuple[Callable[[Path], Ratio | Iterable[Ratio]], ...] = (
    acknowledgement,
    many_writers,
    bulk_ingest,
    appending,
    *(partial(windows, strategy=strategy) for strategy in Strategy),
    many_sessions,
    contexts,
    lambda _folder: learning_cost(),
    lambda _folder: comparing(),
    proxying,
)


def main() -> int:
    """Run every measurement; 1 where a bound does not hold."""
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        ratios: list[Ratio] = []
        for measure in _MEASURES:
            with console.status("Measuring ..."):
                found = measure(Path(folder))
                ratios += [found] if isinstance(found, Ratio) else found
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
