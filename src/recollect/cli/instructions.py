from typing import TYPE_CHECKING, Annotated

from recollect.cli.audit import record
from recollect.cli.command_group import command_group
from recollect.cli.confirm import confirm
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date, one_line, shell_quoted
from recollect.cli.lookup import match_id_prefix, require_agent
from recollect.cli.memory_display import print_entries
from recollect.cli.options import AgentId, AsJson, Database, Yes
from recollect.cli.output import print_list, print_result, say
from recollect.cli.parameters import argument, flag
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind
from recollect.domain.recap import Override
from recollect.errors import InvalidInput

if TYPE_CHECKING:
    from recollect.memory import Memory

app = command_group(
    "instructions",
    "Manage your instructions: they start every context, and learning never changes them.",
    example='add alice "Answer in Portuguese"',
)

_TABLE: Table[tuple[int, Override]] = (
    (Column("POSITION", right=True), lambda row: str(row[0])),
    (Column("ID", style="cyan"), lambda row: row[1].id[:8]),
    (Column("SINCE"), lambda row: local_date(row[1].created_at)),
    (Column("INSTRUCTION", flexible=True), lambda row: row[1].content),
)

# Positions have few digits; an id that has only digits is longer.
_DIGITS = 6
OverrideId = Annotated[
    str, argument("ID", "Id of the instruction, its first characters, or its position in the list.")
]


@app.command("list", example="alice")
def list_(agent: AgentId, as_json: AsJson = False, database: Database = None) -> None:
    """List your instructions in order, and those that were said in conversations."""
    with open_memory(database) as memory:
        found = memory.agent(agent).overrides.list()
        standing = [each for each in memory.agent(agent).memories.list() if each.is_standing]
        if not found and not standing:
            require_agent(memory, agent)
    if found or as_json or not standing:
        _print(found, agent, as_json=as_json)
    if standing and not as_json:
        say("\nSaid in conversations" if found else "Said in conversations", style="bold")
        print_entries(standing)


@app.command(example='alice "Never mention the surprise party"')
def add(
    agent: AgentId,
    content: Annotated[str, argument("TEXT", "The instruction.")],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Add an instruction after the existing ones."""
    with open_memory(database, create=True) as memory:
        override = memory.agent(agent).overrides.add(content)
    effect = f"Every context of {one_line(agent)} starts with its instructions."
    print_result(override, f"Added {override.id[:8]}. {effect}", as_json=as_json)


@app.command(example='alice 3f2a "Answer in European Portuguese"')
def edit(
    agent: AgentId,
    override_id: OverrideId,
    content: Annotated[str, argument("TEXT", "The new text.")],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Change the text of an instruction."""
    with open_memory(database) as memory:
        found = _find(memory, agent, override_id)
        changed = memory.agent(agent).overrides.update(found.id, content)
    text = f"Changed {changed.id[:8]}: {one_line(changed.content)}"
    print_result(changed, text, as_json=as_json)


@app.command(example="alice 3f2a")
def delete(
    agent: AgentId,
    override_id: OverrideId,
    purge: Annotated[bool, flag("--purge", "Erase it for good, with its history.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Delete an instruction."""
    with open_memory(database) as memory:
        found = _find(memory, agent, override_id)
        if purge and not yes:
            confirm(f"Erase instruction {found.id[:8]} and its history? This cannot be undone.")
        memory.agent(agent).overrides.delete(found.id, purge=purge)
    action = AuditAction.ERASE if purge else AuditAction.DELETE
    erased = AuditedItem(AuditedKind.INSTRUCTION, found.id)
    call = "recollect instructions delete"
    record(action, call, agents=(agent,), items=[erased], database=database)
    done = "Erased" if purge else "Deleted"
    text = f"{done} {found.id[:8]}: {one_line(found.content)}"
    print_result({"deleted": found}, text, as_json=as_json)


@app.command(example="alice 3f2a 1")
def move(
    agent: AgentId,
    override_id: OverrideId,
    place: Annotated[int, argument("POSITION", "The new position; 1 is first.", min=1)],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Move an instruction to another position; the others keep their order."""
    with open_memory(database) as memory:
        overrides = memory.agent(agent).overrides
        found = _find(memory, agent, override_id)
        ids = [other.id for other in overrides.list() if other.id != found.id]
        if place > len(ids) + 1:
            count = pluralize(len(ids) + 1, "instruction")
            message = f"there is no position {place}: {one_line(agent)} has {count}"
            raise InvalidInput(message, field="place")
        ids.insert(place - 1, found.id)
        ordered = overrides.reorder(ids)
    _print(ordered, agent, as_json=as_json)


def _find(memory: "Memory", agent: str, name: str) -> Override:
    overrides = memory.agent(agent).overrides.list()
    if not overrides:
        require_agent(memory, agent)
    if name.isdecimal() and 1 <= int(name[:_DIGITS]) <= len(overrides):
        return overrides[int(name) - 1]
    missing = f"{agent!r} has no instruction {name!r}"
    return match_id_prefix(overrides, name, "instruction", missing=missing)


def _print(overrides: list[Override], agent: str, *, as_json: bool) -> None:
    rows = [*enumerate(overrides, 1)]
    hint = f"recollect instructions add {shell_quoted(agent)} 'Answer in Portuguese'"
    empty = f"No instructions yet. Try: {hint}"
    print_list(rows, _TABLE, empty=empty, as_json=as_json, value=overrides)
