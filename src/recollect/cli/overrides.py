from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.finding import only
from recollect.cli.missing import check_known
from recollect.cli.nouns import Noun
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import counted, day, one_line, typed
from recollect.domain.recap import Override
from recollect.errors import InvalidInput

if TYPE_CHECKING:
    from recollect.memory import Memory

app = typer.Typer(cls=Noun, no_args_is_help=True)

_COLUMNS = (
    Column("PLACE", right=True),
    Column("ID", style="cyan"),
    Column("SINCE"),
    Column("OVERRIDE", flexible=True),
)

OverrideId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="Which override; the first characters of its id will do.",
        show_default=False,
    ),
]


@app.callback()
def _noun() -> None:
    """Lay down what every context begins with and learning never changes.

    Try: recollect overrides add alice "Answer in Portuguese"
    """


@app.command("list")
def list_(
    ctx: typer.Context, agent: AgentId, as_json: AsJson = False, database: Database = None
) -> None:
    """List what was laid down, in its order.

    Try: recollect overrides list alice
    """
    with opened(ctx, database) as memory:
        found = memory.agent(agent).overrides.list()
        if not found:
            check_known(memory, agent)
    if as_json:
        print_json(found)
    elif not found:
        hint = f"recollect overrides add {typed(agent)} 'Answer in Portuguese'"
        say(f"Nothing was laid down. Try: {hint}")
    else:
        _print(found)


@app.command()
def add(
    ctx: typer.Context,
    agent: AgentId,
    content: Annotated[
        str, typer.Argument(metavar="TEXT", help="What shall hold.", show_default=False)
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Lay something down, behind what is there.

    Try: recollect overrides add alice "Never mention the surprise party"
    """
    with opened(ctx, database, making=True) as memory:
        made = memory.agent(agent).overrides.add(content)
    if as_json:
        print_json(made)
    else:
        say(f"Laid down as {made.id[:8]}. Every context of {one_line(agent)} begins with it.")


@app.command()
def edit(
    ctx: typer.Context,
    agent: AgentId,
    override_id: OverrideId,
    content: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="What it says from now on.", show_default=False),
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Say it in other words.

    Try: recollect overrides edit alice 3f2a "Answer in European Portuguese"
    """
    with opened(ctx, database) as memory:
        found = _found(memory, agent, override_id)
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
    """Take one away.

    Try: recollect overrides delete alice 3f2a
    """
    with opened(ctx, database) as memory:
        found = _found(memory, agent, override_id)
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
            metavar="PLACE", min=1, help="Where it shall stand; 1 is first.", show_default=False
        ),
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Put one into another place; the others keep their order.

    Try: recollect overrides move alice 3f2a 1
    """
    with opened(ctx, database) as memory:
        desk = memory.agent(agent).overrides
        found = _found(memory, agent, override_id)
        names = [each.id for each in desk.list() if each.id != found.id]
        if place > len(names) + 1:
            there = counted(len(names) + 1, "override")
            raise InvalidInput(
                f"there is no place {place}: {one_line(agent)} has {there}", field="place"
            )
        names.insert(place - 1, found.id)
        ordered = desk.reorder(names)
    if as_json:
        print_json(ordered)
    else:
        _print(ordered)


def _found(memory: "Memory", agent: str, name: str) -> Override:
    every = memory.agent(agent).overrides.list()
    if not every:
        check_known(memory, agent)
    return only(every, agent, name, "override")


def _print(found: list[Override]) -> None:
    rows = [
        (str(place), each.id[:8], day(each.created_at), each.content)
        for place, each in enumerate(found, 1)
    ]
    print_table(_COLUMNS, rows)
