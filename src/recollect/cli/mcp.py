from typing import Annotated

import typer

from recollect.cli.opening import path_of
from recollect.cli.options import Database
from recollect.domain.access import EVERYTHING, Access, Right
from recollect.domain.checks import check_id
from recollect.errors import InvalidInput


def mcp(
    ctx: typer.Context,
    agent: Annotated[
        str,
        typer.Option("--agent", metavar="ID", help="Whose memory, where a call names no other."),
    ] = "default",
    only: Annotated[
        bool, typer.Option("--only", metavar="", help="Let no call name another agent.")
    ] = False,
    read_only: Annotated[
        bool, typer.Option("--read-only", metavar="", help="Let no call change anything.")
    ] = False,
    database: Database = None,
) -> None:
    """Be the memory of an MCP client, over stdin and stdout; the client starts it.

    Try: recollect mcp --agent me
    """
    access = _access(check_id(agent, "agent"), only=only, read_only=read_only)
    # Imported here: the other commands need neither the protocol nor a web server, and both cost time.
    from recollect import logs  # noqa: PLC0415
    from recollect.mcp.caller import Caller  # noqa: PLC0415
    from recollect.mcp.stdio import serve_stdio  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    with Memory.open(path_of(ctx, database)) as memory:
        logs.configure(memory.settings)
        serve_stdio(Caller(memory, access, agent))


def _access(agent: str, *, only: bool, read_only: bool) -> Access:
    if only and "*" in agent:
        raise InvalidInput("--only takes an agent without * in its name", field="agent")
    return Access(
        agents=(agent,) if only else ("*",),
        rights=frozenset({Right.READ}) if read_only else EVERYTHING,
    )
