from typing import Annotated

import typer
from rich.text import Text

from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.times import AsOf, moment
from recollect.cli.wording import counted, harmless, one_line, typed, when
from recollect.domain.recap import Profile
from recollect.errors import NotFound

_COLUMNS = (
    Column("VERSION", right=True, style="cyan"),
    Column("WRITTEN"),
    Column("MEMORIES", right=True),
    Column("NEW LINES", right=True),
    Column("GONE", right=True),
    Column("FIRST NEW LINE", flexible=True),
)


def profile(
    ctx: typer.Context,
    agent: AgentId,
    versions: Annotated[
        bool, typer.Option("--versions", metavar="", help="List every version.")
    ] = False,
    version: Annotated[
        int | None,
        typer.Option(
            "--version", metavar="N", min=1, help="Show this version.", show_default=False
        ),
    ] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print who the user is, as far as is known, now or as it was written earlier.

    Try: recollect profile alice --as-of 2026-05-01
    """
    then = moment(as_of, "as_of")
    with opened(ctx, database) as memory:
        threshold = memory.settings.profile_regenerate_threshold
        every = memory.agent(agent).profile.versions()
        if not every:
            check_known(memory, agent)
    known = [each for each in every if then is None or each.at <= then]
    if version is not None:
        known = [each for each in known if each.version == version]
        if not known:
            raise NotFound(f"the profile of {agent!r} has no version {version}", field="version")
    if as_json:
        print_json(known if versions else known[-1] if known else None)
    elif not known:
        say(_nothing(agent, threshold, written=bool(every)))
    elif versions:
        _print_versions(agent, known)
    else:
        _print(known[-1])


def _nothing(agent: str, threshold: int, *, written: bool) -> str:
    if written:
        return f"There was no profile then. Try: recollect profile {typed(agent)} --versions"
    return (
        f"No profile yet: it is written once {counted(threshold, 'memory')} are new"
        " (setting profile_regenerate_threshold)."
    )


def _print(shown: Profile) -> None:
    for line in harmless(shown.text).split("\n"):
        say(Text(line, style="" if line.startswith("- ") else "bold cyan"))
    made = f"written {when(shown.at)} from {counted(shown.memories, 'memory')}"
    note(f"Version {shown.version}, {made}.", style="dim")


def _print_versions(agent: str, known: list[Profile]) -> None:
    rows, before = [], set[str]()
    for each in known:
        lines = [line for line in each.text.split("\n") if line.startswith("- ")]
        new = [line for line in lines if line not in before]
        gone = before - {*lines}
        first = one_line(new[0].removeprefix("- ")) if new else ""
        rows.append(
            (
                str(each.version),
                when(each.at),
                f"{each.memories:,}",
                f"{len(new):,}",
                f"{len(gone):,}",
                first,
            )
        )
        before = {*lines}
    print_table(_COLUMNS, rows)
    note(f"To read one: recollect profile {typed(agent)} --version N", style="dim")
