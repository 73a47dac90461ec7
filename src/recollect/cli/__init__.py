"""The command line: a door to the same memory as the library and the server."""

from recollect.cli.wall import main

__all__ = ["main"]
