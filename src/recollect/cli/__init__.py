"""The command line interface to the memory that the library and the server also use."""

from recollect.cli.entry_point import main

__all__ = ["main"]
