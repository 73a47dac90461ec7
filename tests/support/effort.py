"""How much work a property test does: a quarter in `make test`, all of it in `make test-all`."""

import os

LONG = bool(os.environ.get("RECOLLECT_TEST_ALL"))


def examples(count: int) -> int:
    """The number of examples to try."""
    return count if LONG else max(count // 4, 10)
