from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.completion import agent_names
from recollect.cli.nouns import Noun
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, Limit
from recollect.cli.screen import print_details, print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import counted, when
from recollect.domain.checks import check_choice
from recollect.domain.job import Job, JobState
from recollect.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory

app = typer.Typer(cls=Noun, no_args_is_help=False, invoke_without_command=True)

_COLUMNS = (
    Column("ID", style="cyan"),
    Column("AGENT", flexible=True),
    Column("WORK"),
    Column("STATE"),
    Column("DUE"),
    Column("OUTCOME", flexible=True),
)
_SHOWN = 8

State = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="STATE",
        help="Only those that are pending, running, done or dead.",
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
        help="Only those of one agent.",
        autocompletion=agent_names,
        show_default=False,
    ),
]
_WHICH = "Which job; the first characters of its id will do."


@app.callback()
def _noun(ctx: typer.Context) -> None:
    """See what background work there is, what became of it, and start anew what was given up.

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
    """List the jobs with their outcomes, the newest first; dead ones were given up, and wait for you.

    Try: recollect jobs list --state dead
    """
    wanted = None if state is None else check_choice(state, "state", JobState)
    with opened(ctx, database) as memory:
        jobs = memory.jobs.list(state=wanted)
    found = [job for job in jobs if agent in (None, job.agent)][:limit]
    if as_json:
        print_json(found)
    elif found:
        print_table(_COLUMNS, [_row(job) for job in found])
    elif state or agent:
        say("No job fits. Try: recollect jobs list")
    else:
        say("No jobs yet: work follows from what is remembered. Try: recollect ingest FILE")


@app.command()
def show(
    ctx: typer.Context,
    job_id: Annotated[str, typer.Argument(metavar="ID", help=_WHICH, show_default=False)],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one job: how far it has come, how often it was tried, and its outcome in full.

    Try: recollect jobs show 3f2a
    """
    with opened(ctx, database) as memory:
        job = _found(memory, job_id)
    if as_json:
        print_json(job)
    else:
        _print(job)


@app.command()
def retry(
    ctx: typer.Context,
    job_ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help=_WHICH, show_default=False)
    ] = None,
    dead: Annotated[
        bool, typer.Option("--dead", metavar="", help="All that were given up.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Give jobs a fresh start; the server, a worker or recollect sync does them.

    Try: recollect jobs retry --dead
    """
    if dead == bool(job_ids):
        raise typer.BadParameter(
            "give either the id of a job, or --dead for all that were given up"
        )
    with opened(ctx, database) as memory:
        chosen = (
            memory.jobs.list(state=JobState.DEAD)
            if dead
            else [_found(memory, name) for name in job_ids or ()]
        )
        begun = [memory.jobs.retry(job.id) for job in chosen]
    if as_json:
        print_json(begun)
    elif not begun:
        say("No job was given up.")
    else:
        say(f"{counted(len(begun), 'job')} begun anew. To wait for it: recollect sync")


def _found(memory: "Memory", name: str) -> Job:
    """The job of this id, or of the one id that begins so."""
    try:
        return memory.jobs.get(name)
    except NotFound:
        pass
    alike: Sequence[Job] = [job for job in memory.jobs.list() if job.id.startswith(name)]
    if len(alike) > 1:
        many = counted(len(alike), "job")
        raise InvalidInput(f"{many} have an id that begins with {name!r}", field="id")
    if not alike:
        raise NotFound(f"there is no job {name!r}: recollect jobs lists them", field="id")
    return alike[0]


def _row(job: Job) -> tuple[str, ...]:
    return (
        job.id[:_SHOWN],
        job.agent,
        job.kind,
        job.state,
        "" if job.state in (JobState.DONE, JobState.DEAD) else when(job.due_at),
        job.outcome or "",
    )


def _print(job: Job) -> None:
    print_details(
        (
            ("id", job.id),
            ("agent", job.agent),
            ("conversation", job.conversation),
            ("work", job.kind),
            ("state", job.state),
            ("outcome", job.outcome or ""),
            ("attempts", f"{job.attempts:,}"),
            ("due", when(job.due_at)),
            ("since", when(job.created_at)),
            ("changed", when(job.updated_at)),
        )
    )
    if job.state is JobState.DEAD:
        say(f"Mend the cause, then: recollect jobs retry {job.id[:_SHOWN]}", style="yellow")
