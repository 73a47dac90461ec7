from collections.abc import Iterator
from typing import Annotated

import typer
from rich.status import Status
from rich.table import Table
from rich.text import Text

from recollect.cli.doctor.check import Check, State
from recollect.cli.opening import path_of
from recollect.cli.options import AsJson, Database
from recollect.cli.screen import print_json, say, stderr, stdout
from recollect.cli.wording import harmless

_STYLES = {State.OK: "green", State.WARN: "yellow", State.FAIL: "bold red"}


def doctor(
    ctx: typer.Context,
    offline: Annotated[
        bool,
        typer.Option("--offline", metavar="", help="Ask no model that is served elsewhere."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Check that everything is as it should be, and say what to do where it is not.

    A core model and an upstream are asked for the names of their models, a remote embedder for one vector.
    The exit code is 1 where something does not work.

    Try: recollect doctor
    """
    found = []
    for check in _looking(path_of(ctx, database), offline=offline):
        found.append(check)
        if not as_json:
            _print(check)
    if as_json:
        print_json({"ok": _sound(found), "checks": found})
    else:
        _print_end(found)
    raise typer.Exit(0 if _sound(found) else 1)


def _looking(path: str | None, *, offline: bool) -> Iterator[Check]:
    """Each check as it is done, with a sign of life meanwhile."""
    # Imported here: what the checks look at takes half a second to load.
    from recollect.cli.doctor.rounds import every_check  # noqa: PLC0415

    console = stderr()
    checks = every_check(path, offline=offline)
    while True:
        with Status("Looking …", console=console):
            check = next(checks, None)
        if check is None:
            return
        yield check


def _print(check: Check) -> None:
    console = stdout()
    found, advice = harmless(check.found), harmless(check.advice)
    style = _STYLES[check.state]
    if not console.is_terminal:
        line = f"{check.state:5} {check.name:12} {found}" + (f"  ({advice})" if advice else "")
        console.print(line, soft_wrap=True)
        return
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=5)
    grid.add_column(width=12, style="bold")
    grid.add_column(overflow="fold")
    grid.add_row(Text(check.state, style), check.name, Text(found))
    if advice:
        grid.add_row("", "", Text(advice, style))
    console.print(grid)


def _print_end(found: list[Check]) -> None:
    bad = sum(check.state is State.FAIL for check in found)
    odd = sum(check.state is State.WARN for check in found)
    say()
    if bad:
        say(f"{bad} failed, {odd} to look at.", style="bold red")
    elif odd:
        say(f"Everything works; {odd} to look at.", style="yellow")
    else:
        say("Everything is as it should be.", style="green")


def _sound(found: list[Check]) -> bool:
    return not any(check.state is State.FAIL for check in found)
