"""The command line application; its commands are in `command_table`."""

from typing import Annotated

import typer

from recollect.cli.options import Database
from recollect.cli.parameters import flag
from recollect.cli.root_group import RootGroup
from recollect.cli.time_zone import zone

app = typer.Typer(
    name="recollect",
    cls=RootGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=(
        "For one command: recollect COMMAND --help.\n\n"
        "Every command that prints data takes --json; an error is then"
        ' {"error": {"code", "message"}} on stdout.\n\n'
        "Exit codes: 0 success, 1 refused or failed, 2 usage error, 70 internal error,"
        " 130 interrupted."
    ),
)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"recollect {version('recollect')}")
        raise typer.Exit


@app.callback()
def _global_options(
    ctx: typer.Context,
    database: Database = None,
    _version: Annotated[
        bool, flag("--version", "Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Memory for AI assistants and agents: stores conversations and learns from them.

    Try: recollect demo
    """
    zone.cache_clear()
    ctx.obj = database  # for commands without their own --database
