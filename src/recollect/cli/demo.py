from typing import Annotated

import typer

from recollect.cli.opening import path_of
from recollect.cli.options import AsJson, Database
from recollect.cli.receipt import print_context, print_receipt, summary
from recollect.cli.screen import note, print_json, say
from recollect.cli.wording import counted
from recollect.demo import AGENT, QUESTIONS, TALKS

# Small, so that there is something to choose.
_TOKENS = 160


def demo(
    ctx: typer.Context,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="A question of your own.", show_default=False),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", metavar="", help=f"Leave the conversations with the agent {AGENT}."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Remember three short conversations, ask about them, and see why the answers are found.

    Try: recollect demo "What happened to the bicycle?"
    """
    # Here, because it loads the model's libraries, which no other command needs.
    from recollect.memory import Memory  # noqa: PLC0415

    where = path_of(ctx, database) if keep else ":memory:"
    with Memory.open(where, background=False) as memory:
        agent = memory.agent(AGENT)
        for talk in TALKS:
            agent.ingest(talk.name, talk.turns())
        memory.sync()
        questions = QUESTIONS if question is None else (question,)
        made = {asked: agent.context(asked, tokens=_TOKENS) for asked in questions}
    if as_json:
        print_json(made)
        return
    turns = sum(len(talk.said) for talk in TALKS)
    say(f"Maya has talked with her assistant {counted(len(TALKS), 'time')}, {turns} turns in all.")
    for asked, context in made.items():
        say()
        say(f"» {asked}", style="bold")
        say()
        print_context(context)
        say()
        print_receipt(context.receipt)
        say(summary(context.receipt), style="dim")
    note(_farewell(keep=keep), style="dim")


def _farewell(*, keep: bool) -> str:
    if keep:
        return f"\nThe conversations are kept. Ask on: recollect context {AGENT} QUESTION"
    return "\nNothing was kept. Ask something of your own: recollect demo QUESTION"
