from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date, one_line, pluralize, shell_quoted
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.output import note, print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.time_options import AsOf, parse_time

if TYPE_CHECKING:
    from recollect.learning.graph import Entity, Relation

_MAX_NAMES = 8


def graph(
    ctx: typer.Context,
    agent: AgentId,
    entity: Annotated[
        str | None,
        typer.Argument(
            metavar="ENTITY", help="Name of a person, place or thing.", show_default=False
        ),
    ] = None,
    relation: Annotated[
        str | None,
        typer.Option(
            "--relation",
            metavar="TEXT",
            help="Only relations that contain this text.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[
        int,
        typer.Option(
            "--depth", metavar="N", min=1, help="Maximum number of steps from ENTITY, up to 5."
        ),
    ] = 2,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print the known people, places and things, and the relations between them.

    Try: recollect graph alice Lisbon --depth 1
    """
    at = parse_time(as_of, "as_of")
    with open_memory(ctx, database) as memory:
        stored = memory.agent(agent).graph
        entities = stored.entities(as_of=at)
        relations = stored.search(entity, relation=relation, depth=depth, as_of=at)
        if not entities:
            require_agent(memory, agent)
    if as_json:
        names = {name.casefold() for r in relations for name in (r.subject, r.object)}
        shown = [e for e in entities if entity is None or e.name.casefold() in names]
        print_json({"entities": shown, "relations": relations})
        return
    if relations:
        _print(relations, steps=entity is not None)
    else:
        say(_no_relations(entity, relation))
    if entities and (entity is None or not relations):
        note(_most_mentioned(entities), style="dim")
    elif entity is None:
        note(f"No names are known yet. Try: recollect memories {shell_quoted(agent)}")


def _print(relations: "list[Relation]", *, steps: bool) -> None:
    columns = [
        *([Column("STEPS", right=True)] if steps else []),
        Column("SUBJECT", flexible=True, style="cyan"),
        Column("RELATION", flexible=True),
        Column("OBJECT", flexible=True, style="cyan"),
        Column("CONF", right=True),
        Column("VALID"),
        Column("MEMORY"),
    ]
    rows = [
        (
            *([str(relation.distance)] if steps else []),
            relation.subject,
            relation.relation,
            relation.object,
            f"{relation.confidence:.2f}",
            _validity(relation),
            relation.entry_id[:8],
        )
        for relation in relations
    ]
    print_table(columns, rows)


def _validity(relation: "Relation") -> str:
    since = f"from {local_date(relation.valid_from)}" if relation.valid_from else ""
    until = f"until {local_date(relation.valid_until)}" if relation.valid_until else ""
    return f"{since} {until}".strip()


def _no_relations(entity: str | None, relation: str | None) -> str:
    if entity is None and relation is None:
        return "No relations are known yet."
    of = "" if entity is None else f" of {one_line(entity)}"
    like = "" if relation is None else f" that contains {one_line(relation)}"
    return f"No relation{of}{like} is known."


def _most_mentioned(entities: "list[Entity]") -> str:
    first = ", ".join(f"{one_line(e.name)} ({e.mentions:,})" for e in entities[:_MAX_NAMES])
    more = f" and {len(entities) - _MAX_NAMES:,} more" if len(entities) > _MAX_NAMES else ""
    return f"{pluralize(len(entities), 'name')}: {first}{more}."
