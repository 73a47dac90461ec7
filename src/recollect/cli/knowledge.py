from typing import Annotated

import typer

from recollect.cli.missing import check_known
from recollect.cli.nouns import Noun
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.pictures import as_json_entry, print_entry
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import one_line, typed
from recollect.domain.entry import KEYED_KINDS, Entry, Kind

app = typer.Typer(cls=Noun, no_args_is_help=True)

_CATEGORIES = "One of " + ", ".join(kind for kind in Kind if kind in KEYED_KINDS) + "."
_COLUMNS = (
    Column("CATEGORY"),
    Column("KEY", flexible=True, style="cyan"),
    Column("CONF", right=True),
    Column("USED", right=True),
    Column("WHAT IS KNOWN", flexible=True),
)

Category = Annotated[str, typer.Argument(metavar="CATEGORY", help=_CATEGORIES, show_default=False)]
Key = Annotated[
    str, typer.Argument(metavar="KEY", help="The name it is kept under.", show_default=False)
]


@app.callback()
def _noun() -> None:
    """What an agent knows by key from one task to the next: sites, patterns, errors.

    Try: recollect knowledge alice
    """


@app.command("list")
def list_(
    ctx: typer.Context,
    agent: AgentId,
    category: Annotated[
        str | None, typer.Argument(metavar="CATEGORY", help=_CATEGORIES, show_default=False)
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List what is known by key, the surest first.

    Try: recollect knowledge list alice error_pattern
    """
    with opened(ctx, database) as memory:
        found = memory.agent(agent).knowledge.list(category)
        if not found:
            check_known(memory, agent)
    if as_json:
        print_json([as_json_entry(entry) for entry in found])
    elif not found:
        hint = f"recollect knowledge put {typed(agent)} domain example.org 'Log in with SSO'"
        say(f"Nothing is known by key. Try: {hint}")
    else:
        print_table(_COLUMNS, [_row(entry) for entry in found])


@app.command()
def put(
    ctx: typer.Context,
    agent: AgentId,
    category: Category,
    key: Key,
    value: Annotated[
        str, typer.Argument(metavar="TEXT", help="What is known.", show_default=False)
    ],
    confidence: Annotated[
        float, typer.Option("--confidence", metavar="0..1", help="How sure it is.")
    ] = 0.5,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Keep something under its key; the same again makes it surer, something else takes its place.

    Try: recollect knowledge put alice domain example.org "Log in with SSO"
    """
    with opened(ctx, database, making=True) as memory:
        made = memory.agent(agent).knowledge.put(category, key, value, confidence=confidence)
    _print(made, "Kept" if made.version == 1 else "Brought up to date", as_json=as_json)


@app.command()
def show(
    ctx: typer.Context,
    agent: AgentId,
    category: Category,
    key: Key,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show what is known under one key.

    Try: recollect knowledge show alice domain example.org
    """
    with opened(ctx, database) as memory:
        check_known(memory, agent)
        found = memory.agent(agent).knowledge.get(category, key)
    if as_json:
        print_json(as_json_entry(found))
    else:
        print_entry(found)


@app.command()
def use(
    ctx: typer.Context,
    agent: AgentId,
    category: Category,
    key: Key,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Say that it was of use: that makes it surer, once a day.

    Try: recollect knowledge use alice domain example.org
    """
    with opened(ctx, database) as memory:
        check_known(memory, agent)
        used = memory.agent(agent).knowledge.use(category, key)
    _print(used, "Used", as_json=as_json)


def _print(entry: Entry, done: str, *, as_json: bool) -> None:
    if as_json:
        print_json(as_json_entry(entry))
        return
    words = f"{one_line(entry.key or '')}: {one_line(entry.content)}"
    say(f"{done} at confidence {entry.confidence:.2f}. {words}")


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        entry.kind,
        entry.key or "",
        f"{entry.confidence:.2f}",
        f"{entry.access_count:,}",
        entry.content,
    )
