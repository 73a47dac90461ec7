import sys
from typing import Annotated

import typer

from recollect.cli.catching_up import caught_up
from recollect.cli.json_object import Metadata, json_object
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.screen import print_json, say
from recollect.cli.times import moment
from recollect.cli.wording import one_line
from recollect.domain.turn import Role


def remember(
    ctx: typer.Context,
    agent: AgentId,
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help="What was said; - reads it from stdin.", show_default=False
        ),
    ],
    conversation: Annotated[
        str, typer.Option("--conversation", "-c", metavar="ID", help="In which conversation.")
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
            "--at", metavar="TIME", help="When, in ISO 8601; now if left out.", show_default=False
        ),
    ] = None,
    turn_id: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="ID",
            help="A name of its own in the conversation: the same again changes nothing.",
            show_default=False,
        ),
    ] = None,
    metadata: Metadata = None,
    wait: Annotated[
        bool,
        typer.Option("--wait", metavar="", help="Embed it and learn from it before the end."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Keep one thing that was said; it can be found at once, and is learned from in the background.

    Try: recollect remember alice "I moved to Lisbon in May." --conversation c1
    """
    said = sys.stdin.read() if text == "-" else text
    with opened(ctx, database, making=True) as memory:
        turn = memory.agent(agent).remember(
            said,
            conversation=conversation,
            role=role,
            speaker=speaker,
            at=moment(at, "at", early=True),
            id=turn_id,
            metadata=json_object(metadata, "metadata"),
        )
        if wait:
            caught_up(memory)
        learns = not wait and memory.settings.extractor != "none"
    if as_json:
        print_json(turn)
    else:
        later = " Learned from by the server, or by: recollect sync" if learns else ""
        say(f"Kept as turn {one_line(turn.id)} of {one_line(turn.conversation)}.{later}")
