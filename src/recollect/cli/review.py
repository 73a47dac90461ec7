from typing import TYPE_CHECKING, Annotated, Any

from recollect.cli.command_group import command_group
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.lookup import find_memory, require_agent, turn_times
from recollect.cli.memory_display import TurnTimes, as_json_entry, memory_text, print_candidate
from recollect.cli.options import AgentId, AsJson, Database, Limit, MemoryId
from recollect.cli.output import note, print_details, print_json, say
from recollect.cli.parameters import option
from recollect.domain.amounts import pluralize
from recollect.domain.entry import Entry, Status

if TYPE_CHECKING:
    from recollect.learning.review import Dispute

app = command_group(
    "review",
    "Review memories that contradict each other and decide which to keep.",
    example="alice",
)


@app.command("list")
def list_(
    agent: AgentId, limit: Limit = None, as_json: AsJson = False, database: Database = None
) -> None:
    """List memories that contradict each other, with the quote and date of each.

    Try: recollect review list alice
    """
    with open_memory(database) as memory:
        disputes = memory.agent(agent).review.list()
        if not disputes:
            require_agent(memory, agent)
        shown = disputes[:limit]
        entries = [entry for dispute in shown for entry in (dispute.entry, *dispute.rivals)]
        times = turn_times(memory, agent, entries)
    if as_json:
        print_json([_as_json(dispute) for dispute in shown])
    elif not shown:
        say("Nothing to review.")
    else:
        for dispute in shown:
            _print(dispute, times)
        count = pluralize(len(disputes), "decision")
        say(f"{count} to make. Until then all of these memories stay in use.")
        command = f"recollect review resolve {shell_quoted(agent)} {shown[0].id[:8]} --keep this"
        note(f"To decide: {command}\n           or --keep others, or --keep both", style="dim")


@app.command()
def resolve(
    agent: AgentId,
    memory_id: MemoryId,
    keep: Annotated[
        str,
        option("--keep", "WHICH", "Which to keep: this, others (those it contradicts) or both."),
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Decide which memories to keep; the others are superseded and keep their history.

    Try: recollect review resolve alice 3f2a --keep this
    """
    with open_memory(database) as memory:
        found = find_memory(memory, agent, memory_id)
        decided = memory.agent(agent).review.resolve(found.id, keep)
    if as_json:
        print_json([as_json_entry(entry) for entry in decided])
        return
    say("Resolved.", style="green")
    texts = (f"{entry.id[:8]}  {one_line(memory_text(entry))}" for entry in decided)
    print_details(*zip(map(_outcome, decided), texts, strict=True))


def _as_json(dispute: "Dispute") -> dict[str, Any]:
    return {
        "id": dispute.id,
        "entry": as_json_entry(dispute.entry),
        "rivals": [as_json_entry(entry) for entry in dispute.rivals],
    }


def _print(dispute: "Dispute", times: TurnTimes) -> None:
    print_candidate(dispute.entry, times)
    for rival in dispute.rivals:
        say("  or", style="yellow")
        print_candidate(rival, times)
    say()


def _outcome(entry: Entry) -> str:
    match entry.status:
        case Status.ACTIVE:
            return "kept"
        case Status.REVIEW:
            return "still in review"
        case _:
            return entry.status
