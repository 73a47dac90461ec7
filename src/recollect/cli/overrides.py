from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.command_group import CommandGroup
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date, one_line, pluralize, shell_quoted
from recollect.cli.lookup import match_id_prefix
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.output import print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain.recap import Override
from recollect.errors import InvalidInput

if TYPE_CHECKING:
    from recollect.memory import Memory

app = typer.Typer(cls=CommandGroup, no_args_is_help=True)

_COLUMNS = (
    Column("POSITION", right=True),
    Column("ID", style="cyan"),
    Column("SINCE"),
    Column("OVERRIDE", flexible=True),
)

OverrideId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="Id of the override; its first characters are enough.",
        show_default=False,
    ),
]


@app.callback()
def _group() -> None:
    """Manage overrides: instructions that start every context and that learning never changes.

    Try: recollect overrides add alice "Answer in Portuguese"
    """


@app.command("list")
def list_(
    ctx: typer.Context, agent: AgentId, as_json: AsJson = False, database: Database = None
) -> None:
    """List overrides in order.

    Try: recollect overrides list alice
    """
    with open_memory(ctx, database) as memory:
        found = memory.agent(agent).overrides.list()
        if not found:
            require_agent(memory, agent)
    if as_json:
        print_json(found)
    elif not found:
        hint = f"recollect overrides add {shell_quoted(agent)} 'Answer in Portuguese'"
        say(f"No overrides yet. Try: {hint}")
    else:
        _print(found)


@app.command()
def add(
    ctx: typer.Context,
    agent: AgentId,
    content: Annotated[
        str, typer.Argument(metavar="TEXT", help="The instruction.", show_default=False)
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Add an override after the existing ones.

    Try: recollect overrides add alice "Never mention the surprise party"
    """
    with open_memory(ctx, database, create=True) as memory:
        override = memory.agent(agent).overrides.add(content)
    if as_json:
        print_json(override)
    else:
        say(
            f"Added {override.id[:8]}. Every context of {one_line(agent)} starts with the overrides."
        )


@app.command()
def edit(
    ctx: typer.Context,
    agent: AgentId,
    override_id: OverrideId,
    content: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="The new text.", show_default=False),
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Change the text of an override.

    Try: recollect overrides edit alice 3f2a "Answer in European Portuguese"
    """
    with open_memory(ctx, database) as memory:
        found = _find(memory, agent, override_id)
        changed = memory.agent(agent).overrides.update(found.id, content)
    if as_json:
        print_json(changed)
    else:
        say(f"Changed {changed.id[:8]}: {one_line(changed.content)}")


@app.command()
def delete(
    ctx: typer.Context,
    agent: AgentId,
    override_id: OverrideId,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Delete an override.

    Try: recollect overrides delete alice 3f2a
    """
    with open_memory(ctx, database) as memory:
        found = _find(memory, agent, override_id)
        memory.agent(agent).overrides.delete(found.id)
    if as_json:
        print_json({"deleted": found})
    else:
        say(f"Deleted {found.id[:8]}: {one_line(found.content)}")


@app.command()
def move(
    ctx: typer.Context,
    agent: AgentId,
    override_id: OverrideId,
    place: Annotated[
        int,
        typer.Argument(
            metavar="POSITION", min=1, help="The new position; 1 is first.", show_default=False
        ),
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Move an override to another position; the others keep their order.

    Try: recollect overrides move alice 3f2a 1
    """
    with open_memory(ctx, database) as memory:
        overrides = memory.agent(agent).overrides
        found = _find(memory, agent, override_id)
        ids = [other.id for other in overrides.list() if other.id != found.id]
        if place > len(ids) + 1:
            count = pluralize(len(ids) + 1, "override")
            raise InvalidInput(
                f"there is no position {place}: {one_line(agent)} has {count}", field="place"
            )
        ids.insert(place - 1, found.id)
        ordered = overrides.reorder(ids)
    if as_json:
        print_json(ordered)
    else:
        _print(ordered)


def _find(memory: "Memory", agent: str, name: str) -> Override:
    overrides = memory.agent(agent).overrides.list()
    if not overrides:
        require_agent(memory, agent)
    return match_id_prefix(overrides, agent, name, "override")


def _print(overrides: list[Override]) -> None:
    rows = [
        (str(position), override.id[:8], local_date(override.created_at), override.content)
        for position, override in enumerate(overrides, 1)
    ]
    print_table(_COLUMNS, rows)
