from functools import partial
from typing import TYPE_CHECKING, Annotated

from recollect.cli.confirm import confirm
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time, one_line, shell_quoted
from recollect.cli.lookup import require_agent
from recollect.cli.options import AgentId, AsJson, Database, Yes
from recollect.cli.output import note, print_json, print_list, say
from recollect.cli.parameters import argument, flag, option, parse_time
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.domain.entry import Entry
    from recollect.memory.undo import Undone

_BY = "command line"
_SHORT_ID = 8
# So many lines of each list are printed before the question.
_MAX_SHOWN = 12


def _what(undone: "Undone") -> str:
    """The scope of an undo, in a few words."""
    scope = undone.scope
    parts = [
        scope.conversation and f"conversation {scope.conversation}",
        scope.turn and f"turn {scope.turn}",
        scope.source and f"source {scope.source}",
        scope.since and f"since {local_time(scope.since)}",
        scope.until and f"until {local_time(scope.until)}",
    ]
    return ", ".join(one_line(part) for part in parts if part) or "deleted since"


_TABLE: Table["Undone"] = (
    (Column("ID", style="cyan"), lambda undone: (undone.id or "")[:_SHORT_ID]),
    (Column("WHEN"), lambda undone: local_time(undone.at)),
    (Column("BY", flexible=True), lambda undone: undone.by or ""),
    (Column("WHAT", flexible=True), _what),
    (Column("MEMORIES"), lambda undone: str(len(undone.removed))),
    (Column("REDONE"), lambda undone: local_time(undone.redone_at) if undone.redone_at else ""),
)


Conversation = Annotated[
    str | None, option("--conversation", "ID", "Only turns of this conversation.")
]
Turn = Annotated[str | None, option("--turn", "ID", "Only this turn of the conversation.")]
Source = Annotated[
    str | None,
    option(
        "--source",
        "NAME",
        "Only turns of this speaker, of tools (tool), or memories imported from this program.",
    ),
]
Since = Annotated[str | None, option("--since", "TIME", "Only what was stored since then.")]
Until = Annotated[str | None, option("--until", "TIME", "Only what was stored until then.")]
DryRun = Annotated[bool, flag("--dry-run", "Only show what would go and come back.")]


def undo(
    agent: AgentId,
    conversation: Conversation = None,
    turn: Turn = None,
    source: Source = None,
    since: Since = None,
    until: Until = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Set aside everything derived from some turns, and bring back what they had ended.

    The turns stay, but nothing is learned from them any more; recollect redo reverts it.
    """
    with open_memory(database) as memory:
        require_agent(memory, agent)
        undo_it = partial(
            memory.agent(agent).undo,
            conversation=conversation,
            turn=turn,
            source=source,
            since=parse_time(since, "since", early=True),
            until=parse_time(until, "until"),
            by=_BY,
        )
        shown = undo_it(dry_run=True)
        if not as_json:
            _print_undone(shown)
        if not dry_run:
            if not yes:
                confirm("Undo this?")
            shown = undo_it()
    if as_json:
        print_json(shown)
    elif not dry_run:
        back = f"recollect redo {shell_quoted(agent)} {(shown.id or '')[:_SHORT_ID]}"
        say(f"Undone. To bring it back: {back}")
        if shown.turns:
            say(_words_stay(agent, shown))


def _words_stay(agent: str, undone: "Undone") -> str:
    """That the turns are still shown to models, and the command that erases them."""
    scope, name = undone.scope, shell_quoted(agent)
    turns = "That turn stays" if undone.turns == 1 else f"Those {undone.turns:,} turns stay"
    erase = f"recollect conversations delete-turn {name} CONVERSATION TURN"
    if scope.conversation is not None:
        place = f"{name} {shell_quoted(scope.conversation)}"
        erase = f"recollect conversations delete {place}"
        if scope.turn is not None:
            erase = f"recollect conversations delete-turn {place} {shell_quoted(scope.turn)}"
    shown = "stored: searches and contexts still show the words"
    return f"{turns} {shown}. To erase: {erase}"


def redo(
    agent: AgentId,
    undo_id: Annotated[
        str | None,
        argument("ID", "Id of the undo; its first characters are enough. Default: list them."),
    ] = None,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Bring back what an undo set aside; without an id, list the undos."""
    with open_memory(database) as memory:
        require_agent(memory, agent)
        found = memory.agent(agent).undos.list()
        if undo_id is None:
            name = shell_quoted(agent)
            empty = f"Nothing was undone. Try: recollect undo {name} --conversation ID"
            print_list(found, _TABLE, empty=empty, as_json=as_json)
            return
        chosen = _matching(found, undo_id)
        if not yes:
            note(f"This brings back {pluralize(len(chosen.removed), 'memory')}: {_what(chosen)}")
            confirm("Redo this?")
        redone = memory.agent(agent).redo(chosen.id or "", by=_BY)
    if as_json:
        print_json(redone)
        return
    for entry in redone.kept:
        say(f"  stays as you changed it: {one_line(entry.line)}")
    say("Redone.")


def _matching(found: list["Undone"], name: str) -> "Undone":
    """The only undo whose id starts with this."""
    matches = [undone for undone in found if name and (undone.id or "").startswith(name)]
    if len(matches) != 1:
        count = pluralize(len(matches), "undo") if matches else "no undo"
        raise NotFound(f"{count} with an id that starts with {name!r}", field="id")
    return matches[0]


def _print_undone(undone: "Undone") -> None:
    """Print what goes and what comes back, under a heading each."""
    say(f"Learned from {pluralize(undone.turns, 'turn')} ({_what(undone)}):")
    lists = {
        "Memories that are set aside": [entry.line for entry in _by_day(undone.removed)],
        "Relations in the graph that are set aside": undone.ties,
        "Summaries that are set aside": undone.recaps,
        "Memories that stay, with other sources": [entry.line for entry in _by_day(undone.changed)],
        "Memories that hold again": [entry.line for entry in _by_day(undone.returning)],
    }
    for title, lines in lists.items():
        if lines:
            say(f"{title}: {len(lines):,}", style="bold")
        for line in lines[:_MAX_SHOWN]:
            say(f"  {one_line(line)}", indent=4)
        if len(lines) > _MAX_SHOWN:
            more = len(lines) - _MAX_SHOWN
            say(f"  … and {more:,} more; --json --dry-run lists all", style="dim")
    if not any(lists.values()):
        say("  Nothing was learned from it yet; nothing will be.")


def _by_day(entries: "Sequence[Entry]") -> "list[Entry]":
    return sorted(entries, key=lambda entry: entry.said_at or entry.recorded_at)
