from typing import Annotated, ClassVar

import typer
from rich.text import Text

from recollect.cli.audit import record
from recollect.cli.command_group import CommandGroup, command_group
from recollect.cli.confirm import confirm
from recollect.cli.database import open_memory, same_command
from recollect.cli.erasure import erase_command, note_copies
from recollect.cli.formatting import (
    local_time,
    one_line,
    said_time,
    sanitize,
    shell_quoted,
    shorten,
)
from recollect.cli.lookup import find_conversation, find_turn, require_agent
from recollect.cli.options import AgentId, AsJson, ConversationId, Database, Framed, Limit, Yes
from recollect.cli.output import note, print_indented, print_json, print_list, print_result, say
from recollect.cli.parameters import argument, flag, option
from recollect.cli.purge import name_replies
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Status
from recollect.domain.plain import plain
from recollect.domain.turn import Turn


class ConversationsGroup(CommandGroup):
    """`recollect conversations alice` lists conversations; with an id it shows one."""

    default_command: ClassVar[str] = "look"


app = command_group(
    "conversations",
    "List, show, rename and delete conversations, and print their context for a model.",
    example="list alice",
    cls=ConversationsGroup,
)

_TABLE: Table[Conversation] = (
    (Column("CONVERSATION", flexible=True, style="cyan"), lambda found: found.id),
    (Column("TURNS", right=True), lambda found: f"{found.turns:,}"),
    (Column("LAST TURN"), lambda found: local_time(found.last_at)),
    (Column("TITLE", flexible=True), lambda found: found.title or ""),
)
_MAX_TEXT = 400
_REWRITTEN_BY = {"nobody": "Unchanged", "heuristic": "By rules", "model": "By the core model"}

Last = Annotated[int | None, option("--last", "N", "Show only the last N turns.", min=1)]
ModelName = Annotated[
    str | None,
    option(
        "--model",
        "NAME",
        "Model that will read it; its size decides how much is included.",
        short="-m",
    ),
]


@app.command("list", example="alice --limit 20")
def list_(
    agent: AgentId, limit: Limit = None, as_json: AsJson = False, database: Database = None
) -> None:
    """List an agent's conversations, newest first."""
    with open_memory(database) as memory:
        found = memory.agent(agent).conversations.list(limit=limit)
        if not found:
            require_agent(memory, agent)
    empty = f"No conversations yet. Try: recollect ingest FILE --agent {shell_quoted(agent)}"
    print_list(found, _TABLE, empty=empty, as_json=as_json)


@app.command(example="alice c1 --last 10")
def show(
    agent: AgentId,
    conversation: ConversationId,
    last: Last = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one conversation with its turns."""
    with open_memory(database) as memory:
        summary = find_conversation(memory, agent, conversation)
        shown = memory.agent(agent).conversations.turns(summary.id, last=last)
    if as_json:
        print_json({**plain(summary), "turns": shown})
        return
    _print_head(summary)
    for turn in shown:
        _print_turn(turn)


@app.command(hidden=True)
def look(
    agent: AgentId,
    conversation: Annotated[str | None, typer.Argument(metavar="ID")] = None,
    limit: Limit = None,
    last: Last = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List an agent's conversations, or show one."""
    if conversation is None:
        list_(agent, limit, as_json, database)
    else:
        show(agent, conversation, last, as_json, database)


@app.command(example='alice c1 "Moving to Lisbon"')
def rename(
    agent: AgentId,
    conversation: ConversationId,
    title: Annotated[str | None, argument("TITLE", "The new title.")] = None,
    none: Annotated[bool, flag("--none", "Remove the title.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Set or remove the title of a conversation."""
    if none == (title is not None):
        raise typer.BadParameter("give either TITLE or --none")
    with open_memory(database) as memory:
        found = find_conversation(memory, agent, conversation)
        renamed = memory.agent(agent).conversations.rename(found.id, title)
    name = one_line(found.id)
    named = one_line(renamed.title or "")
    text = f"{name} no longer has a title." if none else f"Renamed {name} to {named}."
    print_result(renamed, text, as_json=as_json)


@app.command(example="alice c1 --strategy last-n --model qwen2.5:7b")
def context(
    agent: AgentId,
    conversation: ConversationId,
    strategy: Annotated[
        str | None,
        option("--strategy", "NAME", "seed-middle-tail (default), last-n or budgeted.", short="-s"),
    ] = None,
    tokens: Annotated[
        int | None,
        option(
            "--tokens",
            "N",
            "Maximum number of tokens; default: session_max_tokens, max_short_term_tokens for"
            " budgeted, or the model's share of max_context_tokens.",
            short="-t",
            min=0,
        ),
    ] = None,
    framing: Framed = None,
    model: ModelName = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print what a model should read of a conversation, within a token budget.

    With last-n or budgeted, the model's size decides how many messages are shown in full.
    """
    chosen = {} if strategy is None else {"strategy": strategy}
    with open_memory(database) as memory:
        found = find_conversation(memory, agent, conversation)
        opened = memory.conversation(found.id, agent=agent)
        window = opened.context(**chosen, tokens=tokens, framing=framing, model=model)
    if as_json:
        print_json(window)
        return
    say(sanitize(window.text))
    metrics, shown = window.metrics, pluralize(len(window.messages), "message")
    cut = f"{metrics.shortened:,} shortened, {metrics.left_out:,} left out"
    note(f"{window.tokens:,} of {metrics.total_tokens:,} tokens: {shown}, {cut}.", style="dim")


@app.command(example='alice c1 "How much does it cost?"')
def rewrite(
    agent: AgentId,
    conversation: ConversationId,
    question: Annotated[str, argument("QUESTION", "The next question.")],
    model: ModelName = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Rewrite a follow-up question so that it is clear on its own; others stay unchanged.

    A core model with at least 14 billion parameters rewrites it; otherwise rules do.
    """
    with open_memory(database) as memory:
        found = find_conversation(memory, agent, conversation)
        rewritten = memory.conversation(found.id, agent=agent).rewritten(question, model=model)
    if as_json:
        names = ("question", "text", "follow_up", "by", "why")
        values = plain(rewritten) | {"follow_up": bool(rewritten.follow_up)}
        print_json({name: values[name] for name in names})
        return
    say(sanitize(rewritten.text))
    note(f"{_REWRITTEN_BY[rewritten.by]}: {rewritten.why}.", style="dim")


@app.command(example="alice c1 --older-than 42")
def compress(
    agent: AgentId,
    conversation: ConversationId,
    older_than: Annotated[
        str, option("--older-than", "ID", "The first message that is not compressed.")
    ],
    summary: Annotated[
        str | None,
        option(
            "--summary",
            "TEXT",
            "Summary of the older messages; default: built from their first lines and facts.",
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Replace older messages by a summary in contexts; they stay stored and searchable."""
    with open_memory(database) as memory:
        found = find_conversation(memory, agent, conversation)
        opened = memory.conversation(found.id, agent=agent)
        message = opened.compress(older_than=older_than, summary=summary)
    text = sanitize(message.content) if message else "There are no older messages."
    print_result(message, text, as_json=as_json)


@app.command(example="alice c1")
def delete(
    agent: AgentId,
    conversation: ConversationId,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Permanently erase a conversation: its turns and what was learned from them."""
    with open_memory(database) as memory:
        found = find_conversation(memory, agent, conversation)
        name, count = one_line(found.id), pluralize(found.turns, "turn")
        if not yes:
            what = f"{name} of {one_line(agent)}, {count}"
            confirm(f"Erase the conversation {what}? This cannot be undone.")
        memory.agent(agent).conversations.delete(found.id)
        copies = memory.copies()
    erased = AuditedItem(AuditedKind.CONVERSATION, found.id)
    call = "recollect conversations delete"
    record(AuditAction.ERASE, call, agents=(agent,), items=[erased], database=database)
    result = {"deleted": found, "copies": copies}
    print_result(result, f"Erased {name}: {count}.", as_json=as_json)
    note_copies(copies, as_json=as_json)


@app.command("delete-turn", example="alice c1 42")
def delete_turn(
    agent: AgentId,
    conversation: ConversationId,
    turn: Annotated[str, argument("TURN", "Id of the turn; its first characters are enough.")],
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Permanently erase one turn and what was learned from it."""
    from recollect.memory.repeated import replies_that_repeat  # noqa: PLC0415

    with open_memory(database) as memory:
        place = find_conversation(memory, agent, conversation).id
        found = find_turn(memory, agent, place, turn)
        learned = memory.agent(agent).memories.list(
            status=tuple(Status), conversation=place, turn_id=found.id
        )
        learned = [e for e in learned if len({source.turn_id for source in e.sources}) == 1]
        what = f"the turn {one_line(found.id)} of {one_line(place)}"
        also = f" and {pluralize(len(learned), 'memory')} learned from it" if learned else ""
        if not yes:
            note(f"{_who(found)}: {shorten(one_line(found.content), _MAX_TEXT)}")
            confirm(f"Erase {what}{also}? This cannot be undone.")
        conversations = memory.agent(agent).conversations
        said = [(place, found.id)]
        replies = [*replies_that_repeat(conversations.turns, [found.content], said)]
        conversations.delete_turn(place, found.id)
        copies = memory.copies()
    erased = [AuditedItem(AuditedKind.TURN, found.id, place)]
    erased += (AuditedItem(AuditedKind.MEMORY, each.id) for each in learned)
    call = "recollect conversations delete-turn"
    record(AuditAction.ERASE, call, agents=(agent,), items=erased, database=database)
    deleted = {"conversation": place, "turn": found.id}
    result = {"deleted": deleted, "copies": copies, "replies_kept": plain(replies)}
    print_result(result, f"Erased {what}{also}.", as_json=as_json)
    if replies and not as_json:
        name_replies("Not erased:", replies)
        for reply in replies:
            note(f"  {erase_command(same_command(database), agent, 'turn', reply.id, place)}")
    note_copies(copies, as_json=as_json)


def _print_head(conversation: Conversation) -> None:
    head = Text(one_line(conversation.title or conversation.id), style="bold")
    started, ended = local_time(conversation.started_at), local_time(conversation.last_at)
    span = f"{one_line(conversation.id)} · {pluralize(conversation.turns, 'turn')} · {started}"
    if ended != started:
        span += f" to {ended}"
    say(head)
    say(span, style="bright_black")


def _who(turn: Turn) -> str:
    return one_line(turn.speaker or turn.role)


def _print_turn(turn: Turn) -> None:
    who = _who(turn)
    about = f"  {one_line(turn.id)}  {said_time(turn.local)}"
    say()
    say(Text.assemble((who, "cyan"), (about, "bright_black")))
    # Indented so that a message cannot imitate the heading of another one.
    print_indented(sanitize(turn.content), 2)
