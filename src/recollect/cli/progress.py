"""Bars for long work: on stderr, and only where it is a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from recollect.cli.screen import note, stderr


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """A function that takes how much is done; None where there is nothing to show, or nobody to see it."""
    console = stderr()
    if total <= 0 or not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def busy(what: str) -> Iterator[None]:
    """A sign of life for work that cannot tell how far it is; where nobody looks, a line that says it began."""
    console = stderr()
    if not console.is_terminal:
        note(what)
        yield
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        progress.add_task(what, total=None)
        yield
