"""The command line interface to the memory that the library and the server also use.

Slow modules are imported where they are used, so that help and usage errors stay fast. A hook,
which a program waits for at every prompt, does not even load the other commands.
"""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["main", "unhindered_imports"]


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    given = sys.argv[1:] if args is None else args
    if not os.environ.get("HOME"):  # `~` is then what the password database says, not /
        os.environ.pop("HOME", None)
    if [*given[:2]] == ["hooks", "run"] and not {"--help", "-h"} & {*given}:
        from recollect.hooks import run  # noqa: PLC0415

        return run.main(given[2:])
    with unhindered_imports():
        from recollect.cli import entry_point  # noqa: PLC0415

    return entry_point.main(args)


@contextmanager
def unhindered_imports() -> Iterator[None]:
    """Import without the garbage collector, which would go through all modules again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
