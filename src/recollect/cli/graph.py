from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.times import AsOf, moment
from recollect.cli.wording import counted, day, one_line, typed

if TYPE_CHECKING:
    from recollect.learning.graph import Entity, Relation

_NAMED = 8


def graph(
    ctx: typer.Context,
    agent: AgentId,
    entity: Annotated[
        str | None,
        typer.Argument(
            metavar="ENTITY", help="Somebody or something, by name.", show_default=False
        ),
    ] = None,
    relation: Annotated[
        str | None,
        typer.Option(
            "--relation", metavar="TEXT", help="Only relations that say this.", show_default=False
        ),
    ] = None,
    depth: Annotated[
        int,
        typer.Option("--depth", metavar="N", min=1, help="How many steps from ENTITY, up to 5."),
    ] = 2,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print who and what is known, and how it hangs together.

    Try: recollect graph alice Lisbon --depth 1
    """
    then = moment(as_of, "as_of")
    with opened(ctx, database) as memory:
        shelf = memory.agent(agent).graph
        named = shelf.entities(as_of=then)
        found = shelf.search(entity, relation=relation, depth=depth, as_of=then)
        if not named:
            check_known(memory, agent)
    if as_json:
        ends = {end.casefold() for each in found for end in (each.subject, each.object)}
        near = named if entity is None else [e for e in named if e.name.casefold() in ends]
        print_json({"entities": near, "relations": found})
        return
    if found:
        _print(found, steps=entity is not None)
    else:
        say(_nothing(entity, relation))
    if named and (entity is None or not found):
        note(_most_named(named), style="dim")
    elif entity is None:
        note(f"Nobody and nothing is named yet. Try: recollect memories {typed(agent)}")


def _print(found: "list[Relation]", *, steps: bool) -> None:
    columns = [
        *([Column("STEPS", right=True)] if steps else []),
        Column("WHO OR WHAT", flexible=True, style="cyan"),
        Column("RELATION", flexible=True),
        Column("TO", flexible=True, style="cyan"),
        Column("CONF", right=True),
        Column("HOLDS"),
        Column("MEMORY"),
    ]
    rows = [
        (
            *([str(each.distance)] if steps else []),
            each.subject,
            each.relation,
            each.object,
            f"{each.confidence:.2f}",
            _holds(each),
            each.entry_id[:8],
        )
        for each in found
    ]
    print_table(columns, rows)


def _holds(each: "Relation") -> str:
    since = f"from {day(each.valid_from)}" if each.valid_from else ""
    until = f"until {day(each.valid_until)}" if each.valid_until else ""
    return f"{since} {until}".strip()


def _nothing(entity: str | None, relation: str | None) -> str:
    if entity is None and relation is None:
        return "No relations are known yet."
    of = "" if entity is None else f" of {one_line(entity)}"
    like = "" if relation is None else f" that says {one_line(relation)}"
    return f"No relation{of}{like} is known."


def _most_named(named: "list[Entity]") -> str:
    first = ", ".join(f"{one_line(e.name)} ({e.mentions:,})" for e in named[:_NAMED])
    more = f" and {len(named) - _NAMED:,} more" if len(named) > _NAMED else ""
    return f"{counted(len(named), 'name')}: {first}{more}."
