"""Progress bars for long operations, on stderr if it is a terminal."""

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

from recollect.cli.output import note, stderr


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """Yield a function that takes the completed amount, or None if no bar is shown."""
    console = stderr()
    if total <= 0 or not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.update(task, completed=min(done, total))


@contextmanager
def spinner(label: str) -> Iterator[None]:
    """Show a spinner; without a terminal, print one line at the start."""
    console = stderr()
    if not console.is_terminal:
        note(label)
        yield
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        progress.add_task(label, total=None)
        yield
