"""What many commands take, in one place, so that it is spelled and explained the same everywhere."""

from typing import Annotated

import typer

from recollect.cli.completion import agent_names

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="PATH",
        help="Another database file than memory.sqlite in the home directory.",
        show_default=False,
    ),
]
# An empty metavar: a flag takes no value, so its help names no type.
AsJson = Annotated[
    bool, typer.Option("--json", metavar="", help="Print JSON, and nothing else, on stdout.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Do not ask.")]
Limit = Annotated[
    int | None,
    typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many.", show_default=False),
]
NoWait = Annotated[
    bool,
    typer.Option(
        "--no-wait",
        metavar="",
        help="Leave embedding and learning to the server or to `recollect sync`.",
    ),
]
AgentId = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="Whose memory.", autocompletion=agent_names, show_default=False
    ),
]
ConversationId = Annotated[
    str, typer.Argument(metavar="ID", help="Which conversation.", show_default=False)
]
MemoryId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="Which memory; the first characters of its id will do.",
        show_default=False,
    ),
]
