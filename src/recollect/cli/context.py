from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database
from recollect.cli.receipt import because, print_context, print_receipt, summary
from recollect.cli.screen import note, print_details, print_json, say
from recollect.cli.times import AsOf, moment
from recollect.cli.wording import one_line, typed
from recollect.domain.framing import Framing
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.domain.receipt import WhyNot

Question = Annotated[
    str | None,
    typer.Argument(
        metavar="QUESTION",
        help="What is asked; without it, only what is always worth knowing.",
        show_default=False,
    ),
]
Tokens = Annotated[
    int | None,
    typer.Option(
        "--tokens",
        "-t",
        metavar="N",
        min=0,
        help="The most tokens; the setting context_max_tokens if left out.",
        show_default=False,
    ),
]
Conversation = Annotated[
    str | None,
    typer.Option(
        "--conversation",
        "-c",
        metavar="ID",
        help="The conversation that goes on: the turn in it that asks is not given back.",
        show_default=False,
    ),
]
Framed = Annotated[
    Framing | None,
    typer.Option("--framing", help="How the model shall treat what it reads.", show_default=False),
]


def context(
    ctx: typer.Context,
    agent: AgentId,
    question: Question = None,
    tokens: Tokens = None,
    conversation: Conversation = None,
    framing: Framed = None,
    as_of: AsOf = None,
    receipt: Annotated[
        bool,
        typer.Option("--receipt", "-r", metavar="", help="Show why each line is there."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print what a model should read before it answers a question.

    Try: recollect context alice "Where does she live?" --tokens 1000 --receipt
    """
    with opened(ctx, database) as memory:
        made = memory.agent(agent).context(
            question,
            tokens=tokens,
            conversation=conversation,
            framing=framing,
            as_of=moment(as_of, "as_of"),
        )
    if as_json:
        print_json(made)
        return
    print_context(made)
    if receipt:
        say()
        print_receipt(made.receipt)
    if not (made.receipt.items or made.receipt.left_out):
        note(_nothing(agent, question))
        return
    hint = "" if receipt else " Why: --receipt"
    note(f"{summary(made.receipt)}{hint}", style="dim")


def _nothing(agent: str, question: str | None) -> str:
    if question is None:
        return f"No memories of {one_line(agent)} yet. With a question, conversations are searched."
    return f"Nothing of {one_line(agent)} is given to a model. Try: recollect agents"


def why_not(
    ctx: typer.Context,
    agent: AgentId,
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="The memory (the first characters of its id will do), or the turn.",
            show_default=False,
        ),
    ],
    question: Question = None,
    tokens: Tokens = None,
    conversation: Conversation = None,
    framing: Framed = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Say why a memory or a turn is, or is not, in the context of a question.

    Try: recollect why-not alice D1:3 "Where does she live?"
    """
    with opened(ctx, database) as memory:
        desk = memory.agent(agent)

        def ask(exactly: str) -> "WhyNot":
            return desk.why_not(
                exactly, question, tokens=tokens, conversation=conversation, framing=framing
            )

        try:
            answer = ask(name)
        except NotFound:
            # A receipt on a screen shows the first characters of a memory's id.
            alike = [entry.id for entry in desk.memories.list() if entry.id.startswith(name)]
            if len(alike) != 1:
                raise
            answer = ask(alike[0])
    if as_json:
        print_json(answer)
        return
    say(answer.sentence)
    print_details(
        (
            ("score", "" if answer.score is None else f"{answer.score:.2f}"),
            ("made of", because(answer.scores) if answer.scores else ""),
            ("least shown", "" if answer.lowest_shown is None else f"{answer.lowest_shown:.2f}"),
            ("tokens", "" if answer.tokens is None else f"{answer.tokens:,}"),
        )
    )
    if question is None:
        note(f"With a question: recollect why-not {typed(agent)} {typed(name)} QUESTION")
