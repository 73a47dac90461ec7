from collections.abc import Iterator
from typing import Annotated

import typer
from rich.status import Status
from rich.table import Table
from rich.text import Text

from recollect.cli.doctor.check import Check, State
from recollect.cli.formatting import sanitize
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_json, say, stderr, stdout
from recollect.cli.parameters import flag
from recollect.domain.amounts import pluralize

_STYLES = {State.OK: "green", State.WARN: "yellow", State.FAIL: "bold red"}


def doctor(
    offline: Annotated[bool, flag("--offline", "Do not contact remote models.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Check the setup and explain how to fix problems.

    The core model and the upstream are asked for their model lists, a remote embedder for one
    vector. The exit code is 1 if a check fails.
    """
    checks = []
    for check in _run_checks(database, offline=offline):
        checks.append(check)
        if not as_json:
            _print(check)
    if as_json:
        print_json({"ok": _all_work(checks), "checks": checks})
    else:
        _print_summary(checks)
    raise typer.Exit(0 if _all_work(checks) else 1)


def _run_checks(path: str | None, *, offline: bool) -> Iterator[Check]:
    """Yield each check when it is done, with a spinner meanwhile."""
    # Imported here because the checks take half a second to load.
    from recollect.cli.doctor.all_checks import all_checks  # noqa: PLC0415

    console = stderr()
    checks = all_checks(path, offline=offline)
    while True:
        with Status("Checking …", console=console):
            check = next(checks, None)
        if check is None:
            return
        yield check


def _print(check: Check) -> None:
    console = stdout()
    found, advice = sanitize(check.found), sanitize(check.advice)
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


def _print_summary(checks: list[Check]) -> None:
    failures = sum(check.state is State.FAIL for check in checks)
    warnings = sum(check.state is State.WARN for check in checks)
    warned = pluralize(warnings, "warning")
    say()
    if failures:
        say(f"{failures} failed, {warned}.", style="bold red")
    elif warnings:
        say(f"Everything works; {warned}.", style="yellow")
    else:
        say("Everything works.", style="green")


def _all_work(checks: list[Check]) -> bool:
    return not any(check.state is State.FAIL for check in checks)
