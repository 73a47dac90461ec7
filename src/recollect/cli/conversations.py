from typing import TYPE_CHECKING, Annotated, ClassVar

import typer
from rich.padding import Padding
from rich.text import Text

from recollect.cli.agent_lookup import require_agent
from recollect.cli.command_group import CommandGroup
from recollect.cli.confirm import confirm
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time, one_line, pluralize, sanitize, shell_quoted
from recollect.cli.options import AgentId, AsJson, ConversationId, Database, Limit, Yes
from recollect.cli.output import note, print_json, print_table, say, stdout
from recollect.cli.table import Column
from recollect.domain.conversation import Conversation
from recollect.domain.framing import Framing
from recollect.domain.plain import plain
from recollect.domain.turn import Turn
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory


class ConversationsGroup(CommandGroup):
    """`recollect conversations alice` lists conversations; with an id it shows one."""

    default_command: ClassVar[str] = "look"


app = typer.Typer(cls=ConversationsGroup, no_args_is_help=True)

_COLUMNS = (
    Column("CONVERSATION", flexible=True, style="cyan"),
    Column("TURNS", right=True),
    Column("RETENTION"),
    Column("STARTED"),
    Column("LAST TURN"),
    Column("TITLE", flexible=True),
)

Last = Annotated[
    int | None,
    typer.Option(
        "--last", metavar="N", min=1, help="Show only the last N turns.", show_default=False
    ),
]


_REWRITTEN_BY = {"nobody": "Unchanged", "heuristic": "By rules", "model": "By the core model"}

Framed = Annotated[
    Framing | None,
    typer.Option("--framing", help="How the model should treat the context.", show_default=False),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        metavar="NAME",
        help="Model that will read it; its size decides how much is included.",
        show_default=False,
    ),
]


@app.callback()
def _group() -> None:
    """List, show, rename and delete conversations, and print their context for a model.

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
    """List an agent's conversations, newest first.

    Try: recollect conversations list alice --limit 20
    """
    with open_memory(ctx, database) as memory:
        found = memory.agent(agent).conversations.list(limit=limit)
        if not found:
            require_agent(memory, agent)
    if as_json:
        print_json(found)
    elif not found:
        say(f"No conversations yet. Try: recollect ingest FILE --agent {shell_quoted(agent)}")
    else:
        print_table(_COLUMNS, [_row(conversation) for conversation in found])


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
    with open_memory(ctx, database) as memory:
        summary, turns = _read(memory, agent, conversation)
    shown = turns[-last:] if last else turns
    if as_json:
        print_json({**plain(summary), "turns": shown})
        return
    _print_head(summary)
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
        typer.Argument(metavar="TITLE", help="The new title.", show_default=False),
    ] = None,
    none: Annotated[bool, typer.Option("--none", metavar="", help="Remove the title.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Set or remove the title of a conversation.

    Try: recollect conversations rename alice c1 "Moving to Lisbon"
    """
    if none == (title is not None):
        raise typer.BadParameter("give either TITLE or --none")
    with open_memory(ctx, database) as memory:
        renamed = memory.agent(agent).conversations.rename(conversation, title)
    if as_json:
        print_json(renamed)
    elif none:
        say(f"{one_line(conversation)} no longer has a title.")
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
            help="seed-middle-tail (default), last-n or budgeted.",
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
            help="Maximum number of tokens; default: session_max_tokens, for budgeted limited by"
            " max_short_term_tokens.",
            show_default=False,
        ),
    ] = None,
    framing: Framed = None,
    model: ModelName = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print what a model should read of a conversation, within a token budget.

    With last-n or budgeted, the model's size decides how many messages are shown in full.

    Try: recollect conversations context alice c1 --strategy last-n --model qwen2.5:7b
    """
    chosen = {} if strategy is None else {"strategy": strategy}
    with open_memory(ctx, database) as memory:
        _read(memory, agent, conversation)
        opened = memory.conversation(conversation, agent=agent)
        window = opened.context(**chosen, tokens=tokens, framing=framing, model=model)
    if as_json:
        print_json(window)
        return
    say(sanitize(window.text))
    metrics, shown = window.metrics, pluralize(len(window.messages), "message")
    cut = f"{metrics.shortened:,} shortened, {metrics.left_out:,} left out"
    note(f"{window.tokens:,} of {metrics.total_tokens:,} tokens: {shown}, {cut}.", style="dim")


@app.command()
def rewrite(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="The next question.", show_default=False)
    ],
    model: ModelName = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Rewrite a follow-up question so that it is clear on its own; others stay unchanged.

    A core model with at least 14 billion parameters rewrites it; otherwise rules do.

    Try: recollect conversations rewrite alice c1 "How much does it cost?"
    """
    with open_memory(ctx, database) as memory:
        _read(memory, agent, conversation)
        rewritten = memory.conversation(conversation, agent=agent).rewritten(question, model=model)
    if as_json:
        print_json(
            {
                "question": rewritten.question,
                "text": rewritten.text,
                "follow_up": bool(rewritten.follow_up),
                "by": rewritten.by,
                "why": rewritten.why,
            }
        )
        return
    say(sanitize(rewritten.text))
    note(f"{_REWRITTEN_BY[rewritten.by]}: {rewritten.why}.", style="dim")


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
            help="The first message that is not compressed.",
            show_default=False,
        ),
    ],
    summary: Annotated[
        str | None,
        typer.Option(
            "--summary",
            metavar="TEXT",
            help="Summary of the older messages; default: built from their first lines and facts.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Replace older messages by a summary in contexts; they stay stored and searchable.

    Try: recollect conversations compress alice c1 --older-than 42
    """
    with open_memory(ctx, database) as memory:
        _read(memory, agent, conversation)
        opened = memory.conversation(conversation, agent=agent)
        message = opened.compress(older_than=older_than, summary=summary)
    if as_json:
        print_json(message)
    elif message is None:
        say("There are no older messages.")
    else:
        say(sanitize(message.content))


@app.command()
def delete(
    ctx: typer.Context,
    agent: AgentId,
    conversation: ConversationId,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Permanently erase a conversation: its turns and what was learned from them.

    Try: recollect conversations delete alice c1
    """
    with open_memory(ctx, database) as memory:
        conversations = memory.agent(agent).conversations
        found, _ = _read(memory, agent, conversation)
        if not yes:
            what = (
                f"{one_line(conversation)} of {one_line(agent)}, {pluralize(found.turns, 'turn')}"
            )
            confirm(f"Erase the conversation {what}? This cannot be undone.")
        conversations.delete(conversation)
    if as_json:
        print_json({"deleted": found})
    else:
        say(f"Erased {one_line(conversation)}: {pluralize(found.turns, 'turn')}.")


def _read(memory: "Memory", agent: str, conversation: str) -> tuple[Conversation, list[Turn]]:
    conversations = memory.agent(agent).conversations
    try:
        return conversations.get(conversation), conversations.turns(conversation)
    except NotFound:
        require_agent(memory, agent)
        raise


def _row(conversation: Conversation) -> tuple[str, ...]:
    return (
        conversation.id,
        f"{conversation.turns:,}",
        conversation.retention,
        local_time(conversation.started_at),
        local_time(conversation.last_at),
        conversation.title or "",
    )


def _print_head(conversation: Conversation) -> None:
    head = Text(one_line(conversation.title or conversation.id), style="bold")
    started, ended = local_time(conversation.started_at), local_time(conversation.last_at)
    span = f"{one_line(conversation.id)} · {pluralize(conversation.turns, 'turn')} · {started}"
    if ended != started:
        span += f" to {ended}"
    say(head)
    say(span, style="bright_black")


def _print_turn(turn: Turn) -> None:
    who = one_line(turn.speaker or turn.role)
    about = f"  {one_line(turn.id)}  {local_time(turn.at)}"
    say()
    say(Text.assemble((who, "cyan"), (about, "bright_black")))
    # Indented so that a message cannot imitate the heading of another one.
    console, text = stdout(), sanitize(turn.content)
    if console.is_terminal:
        console.print(Padding(Text(text), (0, 0, 0, 2)))
    else:
        console.print("  " + text.replace("\n", "\n  "), soft_wrap=True)
