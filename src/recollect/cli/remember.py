import sys
from typing import Annotated

import typer

from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line
from recollect.cli.json_object import Metadata, json_object
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.output import print_json, say
from recollect.cli.sync_progress import sync_with_progress
from recollect.cli.time_options import parse_time
from recollect.domain.turn import Role


def remember(
    ctx: typer.Context,
    agent: AgentId,
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help="The message; - reads it from stdin.", show_default=False
        ),
    ],
    conversation: Annotated[
        str, typer.Option("--conversation", "-c", metavar="ID", help="Id of the conversation.")
    ] = "default",
    role: Annotated[
        str,
        typer.Option(
            "--role",
            metavar="ROLE",
            help="One of " + ", ".join(Role) + ".",
            autocompletion=lambda incomplete: [r for r in Role if r.startswith(incomplete)],
        ),
    ] = Role.USER,
    speaker: Annotated[
        str | None,
        typer.Option("--speaker", metavar="NAME", help="Who said it.", show_default=False),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="TIME", help="Time in ISO 8601; default: now.", show_default=False
        ),
    ] = None,
    turn_id: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="ID",
            help="Unique id in the conversation; storing the same message again changes nothing.",
            show_default=False,
        ),
    ] = None,
    metadata: Metadata = None,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait", metavar="", help="Wait until it has been embedded and learned from."
        ),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store one message; it is searchable at once and learned from in the background.

    Try: recollect remember alice "I moved to Lisbon in May." --conversation c1
    """
    content = sys.stdin.read() if text == "-" else text
    with open_memory(ctx, database, create=True) as memory:
        turn = memory.agent(agent).remember(
            content,
            conversation=conversation,
            role=role,
            speaker=speaker,
            at=parse_time(at, "at", early=True),
            id=turn_id,
            metadata=json_object(metadata, "metadata"),
        )
        if wait:
            sync_with_progress(memory)
        learns_later = not wait and memory.settings.extractor != "none"
    if as_json:
        print_json(turn)
    else:
        later = " The server will learn from it, or run: recollect sync" if learns_later else ""
        say(f"Stored as turn {one_line(turn.id)} of {one_line(turn.conversation)}.{later}")
