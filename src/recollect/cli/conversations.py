from typing import TYPE_CHECKING, Annotated, ClassVar

import typer
from rich.padding import Padding
from rich.text import Text

from recollect.cli.asking import agree
from recollect.cli.missing import check_known
from recollect.cli.nouns import Noun
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, ConversationId, Database, Limit, Yes
from recollect.cli.screen import note, print_json, print_table, say, stdout
from recollect.cli.table import Column
from recollect.cli.wording import counted, harmless, one_line, typed, when
from recollect.domain.conversation import Conversation
from recollect.domain.framing import Framing
from recollect.domain.plain import plain
from recollect.domain.turn import Turn
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory


class Conversations(Noun):
    """`recollect conversations alice` lists, `recollect conversations alice c1` shows."""

    looking: ClassVar[str] = "look"


app = typer.Typer(cls=Conversations, no_args_is_help=True)

_COLUMNS = (
    Column("CONVERSATION", flexible=True, style="cyan"),
    Column("TURNS", right=True),
    Column("KEPT"),
    Column("STARTED"),
    Column("LAST TURN"),
    Column("TITLE", flexible=True),
)

Last = Annotated[
    int | None,
    typer.Option("--last", metavar="N", min=1, help="Only the last turns.", show_default=False),
]


_BY = {"nobody": "Untouched", "heuristic": "By rules", "model": "By the core model"}

Framed = Annotated[
    Framing | None,
    typer.Option("--framing", help="How the model shall treat what it reads.", show_default=False),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        metavar="NAME",
        help="For a model of this name; its size decides.",
        show_default=False,
    ),
]


@app.callback()
def _noun() -> None:
    """List, show, rename and delete conversations, and see what a model would read of one.

    Try: recollect conversations list alice
    """


@app.command("list")
def list_(
    ctx: typer.Context,
    agent: AgentId,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List an agent's conversations, the newest first.

    Try: recollect conversations list alice --limit 20
    """
    with opened(ctx, database) as memory:
        found = memory.agent(agent).conversations.list(limit=limit)
        if not found:
            check_known(memory, agent)
    if as_json:
        print_json(found)
    elif not found:
        say(f"No conversations yet. Try: recollect ingest FILE --agent {typed(agent)}")
    else:
        print_table(_COLUMNS, [_row(talk) for talk in found])


@app.command()
def show(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    last: Last = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one conversation with its turns.

    Try: recollect conversations show alice c1 --last 10
    """
    with opened(ctx, database) as memory:
        talk, turns = _read(memory, agent, conversation)
    shown = turns[-last:] if last else turns
    if as_json:
        print_json({**plain(talk), "turns": shown})
        return
    _print_head(talk)
    for turn in shown:
        _print_turn(turn)


@app.command(hidden=True)
def look(
    ctx: typer.Context,
    agent: AgentId,
    conversation: Annotated[str | None, typer.Argument(metavar="ID")] = None,
    limit: Limit = None,
    last: Last = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List an agent's conversations, or show one."""
    if conversation is None:
        list_(ctx, agent, limit, as_json, database)
    else:
        show(ctx, agent, conversation, last, as_json, database)


@app.command()
def rename(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    title: Annotated[
        str | None,
        typer.Argument(metavar="TITLE", help="Its new title.", show_default=False),
    ] = None,
    none: Annotated[bool, typer.Option("--none", metavar="", help="Take its title away.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Give a conversation a title, or take it away.

    Try: recollect conversations rename alice c1 "Moving to Lisbon"
    """
    if none == (title is not None):
        raise typer.BadParameter("give either TITLE or --none")
    with opened(ctx, database) as memory:
        renamed = memory.agent(agent).conversations.rename(conversation, title)
    if as_json:
        print_json(renamed)
    elif none:
        say(f"{one_line(conversation)} has no title any more.")
    else:
        say(f"Renamed {one_line(conversation)} to {one_line(renamed.title or '')}.")


@app.command()
def context(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            "-s",
            metavar="NAME",
            help="How it is fitted: seed-middle-tail if left out, last-n or budgeted.",
            show_default=False,
        ),
    ] = None,
    tokens: Annotated[
        int | None,
        typer.Option(
            "--tokens",
            "-t",
            metavar="N",
            min=0,
            help="The most tokens; if left out session_max_tokens, and for budgeted max_short_term_tokens at most.",
            show_default=False,
        ),
    ] = None,
    framing: Framed = None,
    model: ModelName = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print what a model should read of a conversation, never over its tokens.

    With --strategy last-n or budgeted the model's size decides how many messages are shown in full.

    Try: recollect conversations context alice c1 --strategy last-n --model qwen2.5:7b
    """
    chosen = {} if strategy is None else {"strategy": strategy}
    with opened(ctx, database) as memory:
        _read(memory, agent, conversation)
        talk = memory.conversation(conversation, agent=agent)
        window = talk.context(**chosen, tokens=tokens, framing=framing, model=model)
    if as_json:
        print_json(window)
        return
    say(harmless(window.text))
    told, rest = window.metrics, counted(len(window.messages), "message")
    cut = f"{told.shortened:,} in part, {told.left_out:,} left out"
    note(f"{window.tokens:,} of {told.total_tokens:,} tokens: {rest}, {cut}.", style="dim")


@app.command()
def rewrite(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What is asked next.", show_default=False)
    ],
    model: ModelName = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Make a question that leans on a conversation stand alone; any other comes back untouched.

    The core model does it from 14 billion parameters on, rules do it otherwise.

    Try: recollect conversations rewrite alice c1 "How much does it cost?"
    """
    with opened(ctx, database) as memory:
        _read(memory, agent, conversation)
        made = memory.conversation(conversation, agent=agent).rewritten(question, model=model)
    if as_json:
        print_json(
            {
                "question": made.question,
                "text": made.text,
                "follow_up": bool(made.follow_up),
                "by": made.by,
                "why": made.why,
            }
        )
        return
    say(harmless(made.text))
    note(f"{_BY[made.by]}: {made.why}.", style="dim")


@app.command()
def compress(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than",
            metavar="ID",
            help="The first message that stays as it is.",
            show_default=False,
        ),
    ],
    summary: Annotated[
        str | None,
        typer.Option(
            "--summary",
            metavar="TEXT",
            help="What stands for the older ones; made of their first lines and facts without it.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show a summary in place of older messages; these stay stored, and are found by a search.

    Try: recollect conversations compress alice c1 --older-than 42
    """
    with opened(ctx, database) as memory:
        _read(memory, agent, conversation)
        talk = memory.conversation(conversation, agent=agent)
        made = talk.compress(older_than=older_than, summary=summary)
    if as_json:
        print_json(made)
    elif made is None:
        say("Nothing is older than that.")
    else:
        say(harmless(made.content))


@app.command()
def delete(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Erase a conversation: its turns, and what was learned from them. There is no way back.

    Try: recollect conversations delete alice c1
    """
    with opened(ctx, database) as memory:
        talks = memory.agent(agent).conversations
        found, _ = _read(memory, agent, conversation)
        if not yes:
            what = f"{one_line(conversation)} of {one_line(agent)}, {counted(found.turns, 'turn')}"
            agree(f"Erase the conversation {what}? There is no way back.")
        talks.delete(conversation)
    if as_json:
        print_json({"deleted": found})
    else:
        say(f"Erased {one_line(conversation)}: {counted(found.turns, 'turn')}.")


def _read(memory: "Memory", agent: str, conversation: str) -> tuple[Conversation, list[Turn]]:
    talks = memory.agent(agent).conversations
    try:
        return talks.get(conversation), talks.turns(conversation)
    except NotFound:
        check_known(memory, agent)
        raise


def _row(talk: Conversation) -> tuple[str, ...]:
    return (
        talk.id,
        f"{talk.turns:,}",
        talk.retention,
        when(talk.started_at),
        when(talk.last_at),
        talk.title or "",
    )


def _print_head(talk: Conversation) -> None:
    head = Text(one_line(talk.title or talk.id), style="bold")
    span = f"{one_line(talk.id)} · {counted(talk.turns, 'turn')} · {when(talk.started_at)}"
    if when(talk.last_at) != when(talk.started_at):
        span += f" to {when(talk.last_at)}"
    say(head)
    say(span, style="bright_black")


def _print_turn(turn: Turn) -> None:
    who = one_line(turn.speaker or turn.role)
    about = f"  {one_line(turn.id)}  {when(turn.at)}"
    say()
    say(Text.assemble((who, "cyan"), (about, "bright_black")))
    # Indented, so that no message can pass for the head of another.
    console, words = stdout(), harmless(turn.content)
    if console.is_terminal:
        console.print(Padding(Text(words), (0, 0, 0, 2)))
    else:
        console.print("  " + words.replace("\n", "\n  "), soft_wrap=True)
