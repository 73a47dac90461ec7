import sys
from typing import Annotated

from recollect.cli.database import check_exists
from recollect.cli.options import Database
from recollect.cli.output import note
from recollect.cli.parameters import flag, option
from recollect.domain.access import ALL_RIGHTS, Access, Right
from recollect.domain.checks import check_id
from recollect.errors import InvalidInput


def mcp(
    agent: Annotated[
        str, option("--agent", "ID", "The agent for calls that name none.")
    ] = "default",
    only: Annotated[bool, flag("--only", "Reject calls for other agents.")] = False,
    read_only: Annotated[bool, flag("--read-only", "Offer no tools that change anything.")] = False,
    database: Database = None,
) -> None:
    """Run an MCP server over stdin and stdout; MCP clients start it themselves."""
    name = check_id(agent, "agent")
    if only and "*" in name:
        raise InvalidInput("--only does not accept an agent with * in its name", field="agent")
    if read_only:
        check_exists(database)
    rights = frozenset({Right.READ}) if read_only else ALL_RIGHTS
    access = Access(agents=(name,) if only else ("*",), rights=rights)
    from recollect import logs  # noqa: PLC0415
    from recollect.mcp.caller import Caller  # noqa: PLC0415
    from recollect.mcp.stdio import serve_stdio  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415
    from recollect.tracing.exporter import exporting  # noqa: PLC0415

    # None if the program that starts this one closed it.
    if sys.stdin and sys.stdin.isatty():
        note("Waiting for an MCP client on stdin. Clients start this command; Ctrl-D ends it.")
    with exporting(), Memory.open(database) as memory:
        logs.configure(memory.settings)
        serve_stdio(Caller(memory, access, agent))
