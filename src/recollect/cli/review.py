from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.finding import found_memory, turn_days
from recollect.cli.missing import check_known
from recollect.cli.nouns import Noun
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database, Limit, MemoryId
from recollect.cli.pictures import Days, as_json_entry, memory_words, print_side
from recollect.cli.screen import note, print_details, print_json, say
from recollect.cli.wording import counted, one_line, typed
from recollect.domain.entry import Entry, Status

if TYPE_CHECKING:
    from recollect.learning.review import Dispute

app = typer.Typer(cls=Noun, no_args_is_help=True)


@app.callback()
def _noun() -> None:
    """See which memories cannot both be true, and decide.

    Try: recollect review alice
    """


@app.command("list")
def list_(
    ctx: typer.Context,
    agent: AgentId,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List the memories that contradict each other, with the sentence and the day of each.

    Try: recollect review list alice
    """
    with opened(ctx, database) as memory:
        found = memory.agent(agent).review.list()
        if not found:
            check_known(memory, agent)
        shown = found[:limit]
        sides = [side for each in shown for side in (each.entry, *each.rivals)]
        days = turn_days(memory, agent, sides)
    if as_json:
        print_json([_as_json(each) for each in shown])
    elif not shown:
        say("Nothing waits for a decision.")
    else:
        for each in shown:
            _print(each, days)
        name = shown[0].id[:8]
        say(
            f"{counted(len(found), 'decision')} to make. Until then all of them are kept and shown."
        )
        note(f"To decide: recollect review resolve {typed(agent)} {name} --keep this", style="dim")
        note("           or --keep others, or --keep both", style="dim")


@app.command()
def resolve(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="WHICH",
            help="this memory, the others that it contradicts, or both.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Decide which of them is true; what loses is superseded, and its history stays.

    Try: recollect review resolve alice 3f2a --keep this
    """
    with opened(ctx, database) as memory:
        found = found_memory(memory, agent, memory_id)
        decided = memory.agent(agent).review.resolve(found.id, keep)
    if as_json:
        print_json([as_json_entry(entry) for entry in decided])
        return
    say("Decided.", style="green")
    print_details(
        (_outcome(entry), f"{entry.id[:8]}  {one_line(memory_words(entry))}") for entry in decided
    )


def _as_json(dispute: "Dispute") -> dict[str, Any]:
    return {
        "id": dispute.id,
        "entry": as_json_entry(dispute.entry),
        "rivals": [as_json_entry(entry) for entry in dispute.rivals],
    }


def _print(dispute: "Dispute", days: Days) -> None:
    print_side(dispute.entry, days)
    for rival in dispute.rivals:
        say("  or", style="yellow")
        print_side(rival, days)
    say()


def _outcome(entry: Entry) -> str:
    match entry.status:
        case Status.ACTIVE:
            return "kept"
        case Status.REVIEW:
            return "still open"
        case _:
            return entry.status
