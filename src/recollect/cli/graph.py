from typing import TYPE_CHECKING, Annotated

from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date, one_line, period, shell_quoted
from recollect.cli.lookup import require_agent
from recollect.cli.options import AgentId, AsJson, AsOf, Database
from recollect.cli.output import note, print_items, print_json, say
from recollect.cli.parameters import argument, option, parse_time
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize

if TYPE_CHECKING:
    from recollect.learning.graph import Entity, GraphRelation

_MAX_NAMES = 8


def graph(
    agent: AgentId,
    entity: Annotated[str | None, argument("ENTITY", "Name of a person, place or thing.")] = None,
    relation: Annotated[
        str | None, option("--relation", "TEXT", "Only relations that contain this text.")
    ] = None,
    depth: Annotated[
        int, option("--depth", "N", "Maximum number of steps from ENTITY, up to 5.", min=1)
    ] = 2,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print the known people, places and things, and the relations between them."""
    at = parse_time(as_of, "as_of")
    with open_memory(database) as memory:
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
        note(_most_mentioned(entities, relations), style="dim")
    elif entity is None:
        note(f"No names are known yet. Try: recollect memories {shell_quoted(agent)}")


def _print(relations: "list[GraphRelation]", *, steps: bool) -> None:
    table: Table[GraphRelation] = (
        (Column("STEPS", right=True), lambda r: str(r.distance)),
        (Column("SUBJECT", flexible=True, style="cyan"), lambda r: r.subject),
        (Column("RELATION", flexible=True), lambda r: r.relation),
        (Column("OBJECT", flexible=True, style="cyan"), lambda r: r.object),
        (Column("VALID"), lambda r: period(r.valid_from, r.valid_until, local_date)),
        (Column("MEMORY"), lambda r: r.entry_id[:8]),
    )
    print_items(table if steps else table[1:], relations)


def _no_relations(entity: str | None, relation: str | None) -> str:
    if entity is None and relation is None:
        return "No relations are known yet."
    of = "" if entity is None else f" of {one_line(entity)}"
    like = "" if relation is None else f" that contains {one_line(relation)}"
    return f"No relation{of}{like} is known."


def _most_mentioned(entities: "list[Entity]", relations: "list[GraphRelation]") -> str:
    first = ", ".join(f"{one_line(e.name)} ({e.mentions:,})" for e in entities[:_MAX_NAMES])
    more = f" and {len(entities) - _MAX_NAMES:,} more" if len(entities) > _MAX_NAMES else ""
    related = {name.casefold() for r in relations for name in (r.subject, r.object)}
    alone = sum(entity.name.casefold() not in related for entity in entities)
    without = f", {alone:,} of them without a relation" if alone and relations else ""
    return f"Mentioned: {pluralize(len(entities), 'name')}{without}: {first}{more}."
