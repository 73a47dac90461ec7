from typing import Annotated

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.command_group import CommandGroup
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.memory_display import as_json_entry, print_entry
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.output import print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain.entry import KEYED_KINDS, Entry, Kind

app = typer.Typer(cls=CommandGroup, no_args_is_help=True)

_CATEGORIES = "One of " + ", ".join(kind for kind in Kind if kind in KEYED_KINDS) + "."
_COLUMNS = (
    Column("CATEGORY"),
    Column("KEY", flexible=True, style="cyan"),
    Column("CONF", right=True),
    Column("USED", right=True),
    Column("VALUE", flexible=True),
)

Category = Annotated[str, typer.Argument(metavar="CATEGORY", help=_CATEGORIES, show_default=False)]
Key = Annotated[
    str, typer.Argument(metavar="KEY", help="The key it is stored under.", show_default=False)
]


@app.callback()
def _group() -> None:
    """Manage what an agent knows by key across tasks: sites, patterns, errors.

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
    """List knowledge entries, most confident first.

    Try: recollect knowledge list alice error_pattern
    """
    with open_memory(ctx, database) as memory:
        found = memory.agent(agent).knowledge.list(category)
        if not found:
            require_agent(memory, agent)
    if as_json:
        print_json([as_json_entry(entry) for entry in found])
    elif not found:
        missing = f"No knowledge in category {category} yet." if category else "No knowledge yet."
        hint = f"recollect knowledge put {shell_quoted(agent)} domain example.org 'Log in with SSO'"
        say(f"{missing} Try: {hint}")
    else:
        print_table(_COLUMNS, [_row(entry) for entry in found])


@app.command()
def put(
    ctx: typer.Context,
    agent: AgentId,
    category: Category,
    key: Key,
    value: Annotated[
        str, typer.Argument(metavar="TEXT", help="What the agent knows.", show_default=False)
    ],
    confidence: Annotated[
        float, typer.Option("--confidence", metavar="0..1", help="Confidence from 0 to 1.")
    ] = 0.5,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store a value under a key; the same value raises its confidence, another one replaces it.

    Try: recollect knowledge put alice domain example.org "Log in with SSO"
    """
    with open_memory(ctx, database, create=True) as memory:
        entry = memory.agent(agent).knowledge.put(category, key, value, confidence=confidence)
    _print(entry, "Stored" if entry.version == 1 else "Updated", as_json=as_json)


@app.command()
def show(
    ctx: typer.Context,
    agent: AgentId,
    category: Category,
    key: Key,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show the entry of one key.

    Try: recollect knowledge show alice domain example.org
    """
    with open_memory(ctx, database) as memory:
        require_agent(memory, agent)
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
    """Record that an entry was useful, which raises its confidence once a day.

    Try: recollect knowledge use alice domain example.org
    """
    with open_memory(ctx, database) as memory:
        require_agent(memory, agent)
        used = memory.agent(agent).knowledge.use(category, key)
    _print(used, "Used", as_json=as_json)


def _print(entry: Entry, done: str, *, as_json: bool) -> None:
    if as_json:
        print_json(as_json_entry(entry))
        return
    text = f"{one_line(entry.key or '')}: {one_line(entry.content)}"
    say(f"{done} at confidence {entry.confidence:.2f}. {text}")


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        entry.kind,
        entry.key or "",
        f"{entry.confidence:.2f}",
        f"{entry.access_count:,}",
        entry.content,
    )
