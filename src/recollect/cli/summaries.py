from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database, Limit
from recollect.cli.screen import print_json, say, stdout
from recollect.cli.wording import counted, one_line, typed, when
from recollect.domain.recap import Summary


def summaries(
    ctx: typer.Context,
    agent: AgentId,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation", "-c", metavar="ID", help="Only of this one.", show_default=False
        ),
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print the recaps of conversations, the one written last first.

    A conversation is recapped once it has been silent for a minute, or at once by recollect sync.

    Try: recollect summaries alice --limit 3
    """
    with opened(ctx, database) as memory:
        found = memory.agent(agent).summaries.list(conversation=conversation, limit=limit)
        if not found:
            check_known(memory, agent)
            if conversation is not None:
                memory.agent(agent).conversations.get(conversation)
    if as_json:
        print_json(found)
    elif not found:
        say(f"No recaps yet. Try: recollect sync, then recollect summaries {typed(agent)}")
    else:
        for place, each in enumerate(found):
            if place:
                say()
            _print(each)


def _print(shown: Summary) -> None:
    say(Text(one_line(shown.conversation), style="bold"))
    made = f"{counted(shown.turns, 'turn')}, written {when(shown.changed_at)}"
    say(made, style="bright_black")
    if shown.topics:
        _print_part("About", f"{', '.join(shown.topics)}.")
    if shown.overall:
        _print_part("", shown.overall)
    for name, items in (
        ("Decisions", shown.decisions),
        ("Key dates", shown.key_dates),
        ("Action items", shown.action_items),
    ):
        if items:
            say(Text(f"  {name}", style="cyan"))
            for item in items:
                _print_part("", f"- {item}", inset=4)


def _print_part(name: str, words: str, inset: int = 2) -> None:
    console = stdout()
    text = Text.assemble((f"{name} " if name else "", "cyan"), one_line(words))
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, inset)))
    else:
        console.print(" " * inset + text.plain, soft_wrap=True)
