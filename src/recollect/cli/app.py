"""The command line application; commands are listed in the order a new user needs them."""

from importlib.metadata import version
from typing import Annotated

import typer

from recollect.cli import conversations, jobs, keys, knowledge, memories, overrides, review
from recollect.cli.agents import agents
from recollect.cli.bench import bench
from recollect.cli.chat import chat
from recollect.cli.config import config
from recollect.cli.context import context, why_not
from recollect.cli.database import GlobalOptions
from recollect.cli.demo import demo
from recollect.cli.doctor import doctor
from recollect.cli.erase import erase
from recollect.cli.graph import graph
from recollect.cli.ingest import ingest
from recollect.cli.mcp import mcp
from recollect.cli.optimizer import optimizer
from recollect.cli.options import Database
from recollect.cli.profile import profile
from recollect.cli.rebuild import rebuild
from recollect.cli.remember import remember
from recollect.cli.search import search
from recollect.cli.serve import serve
from recollect.cli.stats import stats
from recollect.cli.summaries import summaries
from recollect.cli.sync import sync
from recollect.cli.tier import tier
from recollect.cli.transfer import export, import_
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
        bool,
        typer.Option(
            "--version",
            metavar="",
            callback=_print_version,
            is_eager=True,
            help="Print the version.",
        ),
    ] = False,
) -> None:
    """Memory for AI assistants and agents: stores conversations and learns from them.

    Try: recollect ingest chat.jsonl --agent me
    """
    ctx.obj = GlobalOptions(database)


_START = "Start"
app.command(rich_help_panel=_START)(demo)
app.command(rich_help_panel=_START)(serve)
app.command(rich_help_panel=_START)(mcp)
app.command(rich_help_panel=_START)(ingest)
app.command(rich_help_panel=_START)(remember)
app.command(rich_help_panel=_START)(chat)

_VIEW = "View and edit"
app.command(rich_help_panel=_VIEW)(search)
app.command(rich_help_panel=_VIEW)(context)
app.command("why-not", rich_help_panel=_VIEW)(why_not)
app.command(rich_help_panel=_VIEW)(agents)
app.add_typer(conversations.app, name="conversations", rich_help_panel=_VIEW)
app.add_typer(memories.app, name="memories", rich_help_panel=_VIEW)

_LEARNED = "Learned"
app.add_typer(review.app, name="review", rich_help_panel=_LEARNED)
app.add_typer(overrides.app, name="overrides", rich_help_panel=_LEARNED)
app.command(rich_help_panel=_LEARNED)(profile)
app.command(rich_help_panel=_LEARNED)(summaries)
app.command(rich_help_panel=_LEARNED)(graph)
app.add_typer(knowledge.app, name="knowledge", rich_help_panel=_LEARNED)

_MOVE = "Export, import and erase"
app.command(rich_help_panel=_MOVE)(export)
app.command("import", rich_help_panel=_MOVE)(import_)
app.command(rich_help_panel=_MOVE)(erase)

_MAINTAIN = "Maintain"
app.command(rich_help_panel=_MAINTAIN)(worker)
app.command(rich_help_panel=_MAINTAIN)(sync)
app.add_typer(jobs.app, name="jobs", rich_help_panel=_MAINTAIN)
app.command(rich_help_panel=_MAINTAIN)(rebuild)
app.command(rich_help_panel=_MAINTAIN)(stats)
app.command(rich_help_panel=_MAINTAIN)(doctor)
app.command(rich_help_panel=_MAINTAIN)(config)
app.add_typer(keys.app, name="keys", rich_help_panel=_MAINTAIN)
app.command(rich_help_panel=_MAINTAIN)(tier)
app.command(rich_help_panel=_MAINTAIN)(optimizer)
app.command(rich_help_panel=_MAINTAIN)(bench)
