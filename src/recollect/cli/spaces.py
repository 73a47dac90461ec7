from typing import Annotated

from recollect.cli.command_group import command_group
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.lookup import require_agent, require_agents
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.output import print_list, print_result
from recollect.cli.parameters import argument
from recollect.cli.table import Column, Table

app = command_group(
    "spaces",
    "Choose the spaces of an agent: other agents whose memory it reads beside its own.",
    example="add alice team",
)

_TABLE: Table[str] = ((Column("SPACE", flexible=True, style="cyan"), lambda space: space),)

Space = Annotated[str, argument("SPACE", "Id of the agent to read.", autocompletion=agent_names)]


@app.command("list", example="alice")
def list_(agent: AgentId, as_json: AsJson = False, database: Database = None) -> None:
    """List the spaces that an agent reads."""
    with open_memory(database) as memory:
        found = memory.agent(agent).spaces.list()
        if not found:
            require_agent(memory, agent)
    empty = f"No spaces yet. Try: recollect spaces add {shell_quoted(agent)} team"
    print_list(found, _TABLE, empty=empty, as_json=as_json, value=found)


@app.command(example="alice team")
def add(agent: AgentId, space: Space, as_json: AsJson = False, database: Database = None) -> None:
    """Let an agent read a space from now on."""
    with open_memory(database) as memory:
        require_agents(memory, agent, space)
        memory.agent(agent).spaces.add(space)
    text = f"Searches and contexts of {one_line(agent)} now read {one_line(space)} too."
    print_result({"added": space}, text, as_json=as_json)


@app.command(example="alice team")
def remove(
    agent: AgentId, space: Space, as_json: AsJson = False, database: Database = None
) -> None:
    """Stop reading a space; its memory stays as it is."""
    with open_memory(database) as memory:
        require_agent(memory, agent)
        memory.agent(agent).spaces.remove(space)
    text = f"{one_line(agent)} no longer reads {one_line(space)}."
    print_result({"removed": space}, text, as_json=as_json)
