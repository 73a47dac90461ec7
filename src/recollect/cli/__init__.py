"""The command line interface to the memory that the library and the server also use.

Slow modules are imported where they are used, so that help and usage errors stay fast.
"""

from recollect.cli.entry_point import main

__all__ = ["main"]
