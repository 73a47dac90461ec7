"""The command line application; commands are listed in the order a new user needs them."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from recollect.cli import (
    conversations,
    hooks,
    jobs,
    keys,
    knowledge,
    memories,
    overrides,
    review,
    spaces,
)
from recollect.cli.agents import agents, erase
from recollect.cli.audit import audit
from recollect.cli.backup import backup, restore
from recollect.cli.bench import bench
from recollect.cli.chat import chat
from recollect.cli.config import config
from recollect.cli.context import context, why_not
from recollect.cli.demo import demo
from recollect.cli.doctor.command import doctor
from recollect.cli.graph import graph
from recollect.cli.health import health
from recollect.cli.ingest import ingest
from recollect.cli.mcp import mcp
from recollect.cli.migrate import migrate
from recollect.cli.optimizer import optimizer
from recollect.cli.options import Database
from recollect.cli.parameters import flag
from recollect.cli.profile import profile
from recollect.cli.remember import remember
from recollect.cli.search import search
from recollect.cli.serve import serve
from recollect.cli.stats import stats
from recollect.cli.summaries import summaries
from recollect.cli.sync import rebuild, sync
from recollect.cli.tier import tier
from recollect.cli.transfer import export, import_
from recollect.cli.undo import redo, undo
from recollect.cli.worker import worker

app = typer.Typer(
    name="recollect",
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=(
        "Every command that prints data takes --json; an error is then"
        ' {"error": {"code", "message"}} on stdout.\n'
        "Exit codes: 0 success, 1 refused or failed, 2 usage error, 70 internal error,"
        " 130 interrupted."
    ),
)


def _print_version(requested: bool) -> None:
    if requested:
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

    Try: recollect ingest chat.jsonl --agent me
    """
    ctx.obj = database  # for commands without their own --database


_PANELS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Start": (demo, serve, mcp, hooks.app, ingest, remember, chat),
    "View and edit": (
        *(search, context, why_not, agents, spaces.app),
        *(conversations.app, memories.app),
    ),
    "Learned": (
        *(review.app, undo, redo, overrides.app, profile),
        *(summaries, graph, knowledge.app),
    ),
    "Export, import and erase": (export, import_, backup, restore, migrate, erase),
    "Maintain": (
        *(worker, sync, jobs.app, rebuild, stats, doctor, health),
        *(config, keys.app, audit, tier, optimizer, bench),
    ),
}
for panel, commands in _PANELS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            app.add_typer(command, rich_help_panel=panel)
        else:
            name = command.__name__.rstrip("_").replace("_", "-")
            app.command(name, rich_help_panel=panel)(command)
