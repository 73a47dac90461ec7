from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.command_group import CommandGroup
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time, pluralize
from recollect.cli.options import AsJson, Database, Limit
from recollect.cli.output import print_details, print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain.checks import check_choice
from recollect.domain.job import Job, JobState
from recollect.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory

app = typer.Typer(cls=CommandGroup, no_args_is_help=False, invoke_without_command=True)

_COLUMNS = (
    Column("ID", style="cyan"),
    Column("AGENT", flexible=True),
    Column("KIND"),
    Column("STATE"),
    Column("DUE"),
    Column("OUTCOME", flexible=True),
)
_SHORT_ID = 8

State = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="STATE",
        help="Only jobs in this state: pending, running, done or dead.",
        autocompletion=lambda incomplete: [s for s in JobState if s.startswith(incomplete)],
        show_default=False,
    ),
]
Agent = Annotated[
    str | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="AGENT",
        help="Only jobs of this agent.",
        autocompletion=agent_names,
        show_default=False,
    ),
]
_ID_HELP = "Id of the job; its first characters are enough."


@app.callback()
def _group(ctx: typer.Context) -> None:
    """List background jobs and their outcomes, and retry failed ones.

    Try: recollect jobs list --state dead
    """
    if ctx.invoked_subcommand is None:
        list_(ctx)


@app.command("list")
def list_(
    ctx: typer.Context,
    state: State = None,
    agent: Agent = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List jobs with their outcomes, newest first; dead jobs failed for good and can be retried.

    Try: recollect jobs list --state dead
    """
    wanted = None if state is None else check_choice(state, "state", JobState)
    with open_memory(ctx, database) as memory:
        jobs = memory.jobs.list(state=wanted)
    found = [job for job in jobs if agent in (None, job.agent)][:limit]
    if as_json:
        print_json(found)
    elif found:
        print_table(_COLUMNS, [_row(job) for job in found])
    elif state or agent:
        say("No jobs match. Try: recollect jobs list")
    else:
        say("No jobs yet: storing something creates them. Try: recollect ingest FILE")


@app.command()
def show(
    ctx: typer.Context,
    job_id: Annotated[str, typer.Argument(metavar="ID", help=_ID_HELP, show_default=False)],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one job: its state, number of attempts and full outcome.

    Try: recollect jobs show 3f2a
    """
    with open_memory(ctx, database) as memory:
        job = _find(memory, job_id)
    if as_json:
        print_json(job)
    else:
        _print(job)


@app.command()
def retry(
    ctx: typer.Context,
    job_ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help=_ID_HELP, show_default=False)
    ] = None,
    dead: Annotated[bool, typer.Option("--dead", metavar="", help="Retry all dead jobs.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Queue jobs again; the server, a worker or recollect sync runs them.

    Try: recollect jobs retry --dead
    """
    if dead == bool(job_ids):
        raise typer.BadParameter("give either job ids or --dead")
    with open_memory(ctx, database) as memory:
        chosen = (
            memory.jobs.list(state=JobState.DEAD)
            if dead
            else [_find(memory, name) for name in job_ids or ()]
        )
        retried = [memory.jobs.retry(job.id) for job in chosen]
    if as_json:
        print_json(retried)
    elif not retried:
        say("There are no dead jobs.")
    else:
        say(f"{pluralize(len(retried), 'job')} queued again. To run jobs now: recollect sync")


def _find(memory: "Memory", name: str) -> Job:
    """Return the job with this id, or the only one whose id starts with it."""
    try:
        return memory.jobs.get(name)
    except NotFound:
        pass
    matches: Sequence[Job] = [job for job in memory.jobs.list() if job.id.startswith(name)]
    if len(matches) > 1:
        count = pluralize(len(matches), "job")
        raise InvalidInput(f"{count} have an id that starts with {name!r}", field="id")
    if not matches:
        raise NotFound(f"there is no job {name!r}: recollect jobs lists them", field="id")
    return matches[0]


def _row(job: Job) -> tuple[str, ...]:
    return (
        job.id[:_SHORT_ID],
        job.agent,
        job.kind,
        job.state,
        "" if job.state in (JobState.DONE, JobState.DEAD) else local_time(job.due_at),
        job.outcome or "",
    )


def _print(job: Job) -> None:
    print_details(
        (
            ("id", job.id),
            ("agent", job.agent),
            ("conversation", job.conversation),
            ("kind", job.kind),
            ("state", job.state),
            ("outcome", job.outcome or ""),
            ("attempts", f"{job.attempts:,}"),
            ("due", local_time(job.due_at)),
            ("created", local_time(job.created_at)),
            ("changed", local_time(job.updated_at)),
        )
    )
    if job.state is JobState.DEAD:
        say(f"Fix the cause, then run: recollect jobs retry {job.id[:_SHORT_ID]}", style="yellow")
