"""Options and arguments shared by several commands."""

from typing import Annotated

import typer

from recollect.cli.completion import agent_names

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="PATH",
        help="Database file; default: memory.sqlite in the home directory.",
        show_default=False,
    ),
]
# The metavar is empty because a flag takes no value.
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print only JSON on stdout.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Do not ask for confirmation.")]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", "-n", metavar="N", min=1, help="Maximum number of results.", show_default=False
    ),
]
NoWait = Annotated[
    bool,
    typer.Option(
        "--no-wait",
        metavar="",
        help="Do not wait for embedding and learning; the server or `recollect sync` does them.",
    ),
]
AgentId = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="Id of the agent.", autocompletion=agent_names, show_default=False
    ),
]
ConversationId = Annotated[
    str, typer.Argument(metavar="ID", help="Id of the conversation.", show_default=False)
]
MemoryId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="Id of the memory; its first characters are enough.",
        show_default=False,
    ),
]
