from typing import Annotated

from recollect.cli.command_group import command_group
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.lookup import require_agent
from recollect.cli.memory_display import as_json_entry, print_changed
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.output import print_list, print_result
from recollect.cli.parameters import argument, option
from recollect.cli.table import Column, Table
from recollect.domain.entry import KEYED_KINDS, Entry, Kind

app = command_group(
    "knowledge",
    "Manage what an agent knows by key across tasks: sites, patterns, errors.",
    example="alice",
)

_CATEGORIES = "One of " + ", ".join(kind for kind in Kind if kind in KEYED_KINDS) + "."
_TABLE: Table[Entry] = (
    (Column("CATEGORY"), lambda entry: entry.kind),
    (Column("KEY", flexible=True, style="cyan"), lambda entry: entry.key or ""),
    (Column("CONF", right=True), lambda entry: f"{entry.confidence:.2f}"),
    (Column("USED", right=True), lambda entry: f"{entry.access_count:,}"),
    (Column("VALUE", flexible=True), lambda entry: entry.content),
)

Category = Annotated[str, argument("CATEGORY", _CATEGORIES)]
Key = Annotated[str, argument("KEY", "The key it is stored under.")]


@app.command("list", example="alice error_pattern")
def list_(
    agent: AgentId,
    category: Annotated[str | None, argument("CATEGORY", _CATEGORIES)] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List knowledge entries, most confident first."""
    with open_memory(database) as memory:
        found = memory.agent(agent).knowledge.list(category)
        if not found:
            require_agent(memory, agent)
    missing = f"No knowledge in category {category} yet." if category else "No knowledge yet."
    hint = f"recollect knowledge put {shell_quoted(agent)} domain example.org 'Log in with SSO'"
    as_data = [as_json_entry(entry) for entry in found]
    print_list(found, _TABLE, empty=f"{missing} Try: {hint}", as_json=as_json, value=as_data)


@app.command(example='alice domain example.org "Log in with SSO"')
def put(
    agent: AgentId,
    category: Category,
    key: Key,
    value: Annotated[str, argument("TEXT", "What the agent knows.")],
    confidence: Annotated[float, option("--confidence", "0..1", "Confidence from 0 to 1.")] = 0.5,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store a value under a key; the same value raises its confidence, another one replaces it."""
    with open_memory(database, create=True) as memory:
        entry = memory.agent(agent).knowledge.put(category, key, value, confidence=confidence)
    _print(entry, "Stored" if entry.version == 1 else "Updated", as_json=as_json)


@app.command(example="alice domain example.org")
def show(
    agent: AgentId, category: Category, key: Key, as_json: AsJson = False, database: Database = None
) -> None:
    """Show the entry of one key."""
    with open_memory(database) as memory:
        require_agent(memory, agent)
        found = memory.agent(agent).knowledge.get(category, key)
    print_changed(found, as_json=as_json)


@app.command(example="alice domain example.org")
def use(
    agent: AgentId, category: Category, key: Key, as_json: AsJson = False, database: Database = None
) -> None:
    """Record that an entry was useful, which raises its confidence once a day."""
    with open_memory(database) as memory:
        require_agent(memory, agent)
        used = memory.agent(agent).knowledge.use(category, key)
    _print(used, "Used", as_json=as_json)


def _print(entry: Entry, done: str, *, as_json: bool) -> None:
    content = f"{one_line(entry.key or '')}: {one_line(entry.content)}"
    text = f"{done} at confidence {entry.confidence:.2f}. {content}"
    print_result(as_json_entry(entry), text, as_json=as_json)
