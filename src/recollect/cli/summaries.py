from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from recollect.cli.agent_lookup import require_agent
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time, one_line, pluralize, shell_quoted
from recollect.cli.options import AgentId, AsJson, Database, Limit
from recollect.cli.output import print_json, say, stdout
from recollect.domain.recap import Summary


def summaries(
    ctx: typer.Context,
    agent: AgentId,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation", "-c", metavar="ID", help="Only this conversation.", show_default=False
        ),
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print conversation summaries, latest first.

    A conversation is summarized after a minute without new turns, or at once by recollect sync.

    Try: recollect summaries alice --limit 3
    """
    with open_memory(ctx, database) as memory:
        found = memory.agent(agent).summaries.list(conversation=conversation, limit=limit)
        if not found:
            require_agent(memory, agent)
            if conversation is not None:
                memory.agent(agent).conversations.get(conversation)
    if as_json:
        print_json(found)
    elif not found:
        say(
            f"No summaries yet. Try: recollect sync, then recollect summaries {shell_quoted(agent)}"
        )
    else:
        for number, summary in enumerate(found):
            if number:
                say()
            _print(summary)


def _print(summary: Summary) -> None:
    say(Text(one_line(summary.conversation), style="bold"))
    details = f"{pluralize(summary.turns, 'turn')}, written {local_time(summary.changed_at)}"
    say(details, style="bright_black")
    if summary.topics:
        _print_part("About", f"{', '.join(summary.topics)}.")
    if summary.overall:
        _print_part("", summary.overall)
    for name, items in (
        ("Decisions", summary.decisions),
        ("Key dates", summary.key_dates),
        ("Action items", summary.action_items),
    ):
        if items:
            say(Text(f"  {name}", style="cyan"))
            for item in items:
                _print_part("", f"- {item}", indent=4)


def _print_part(name: str, content: str, indent: int = 2) -> None:
    console = stdout()
    text = Text.assemble((f"{name} " if name else "", "cyan"), one_line(content))
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent)))
    else:
        console.print(" " * indent + text.plain, soft_wrap=True)
