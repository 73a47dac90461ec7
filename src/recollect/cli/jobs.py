from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.command_group import command_group
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time
from recollect.cli.lookup import match_id_prefix, require_agents
from recollect.cli.options import AsJson, Database, Limit, agent_option
from recollect.cli.output import print_details, print_json, print_list, print_result, say
from recollect.cli.parameters import argument, complete_from, flag, option
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.domain.checks import check_choice
from recollect.domain.job import Job, JobState
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory

app = command_group(
    "jobs",
    "List background jobs and their outcomes, and retry failed ones.",
    example="list --state dead",
    no_args_is_help=False,
)

_SHORT_ID = 8
_TABLE: Table[Job] = (
    (Column("ID", style="cyan"), lambda job: job.id[:_SHORT_ID]),
    (Column("AGENT", flexible=True), lambda job: job.agent),
    (Column("KIND"), lambda job: job.kind),
    (Column("STATE"), lambda job: job.state),
    (
        Column("DUE"),
        lambda job: "" if job.state in (JobState.DONE, JobState.DEAD) else local_time(job.due_at),
    ),
    (Column("OUTCOME", flexible=True), lambda job: job.outcome or ""),
)

State = Annotated[
    str | None,
    option(
        "--state",
        "STATE",
        "Only jobs in this state: pending, running, done or dead.",
        autocompletion=complete_from(JobState),
    ),
]
Agent = Annotated[str | None, agent_option("Only jobs of this agent.")]
_ID_HELP = "Id of the job; its first characters are enough."


@app.command("list", example="--state dead")
def list_(
    state: State = None,
    agent: Agent = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List jobs with their outcomes, newest first; dead jobs failed for good and can be retried."""
    wanted = None if state is None else check_choice(state, "state", JobState)
    with open_memory(database) as memory:
        require_agents(memory, agent)
        jobs = memory.jobs.list(state=wanted)
    found = [job for job in jobs if agent in (None, job.agent)][:limit]
    if state or agent:
        empty = "No jobs match. Try: recollect jobs list"
    else:
        empty = "No jobs yet: storing something creates them. Try: recollect ingest FILE"
    print_list(found, _TABLE, empty=empty, as_json=as_json)


@app.command(example="3f2a")
def show(
    job_id: Annotated[str, argument("ID", _ID_HELP)],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one job: its state, number of attempts and full outcome."""
    with open_memory(database) as memory:
        job = _find(memory, job_id)
    if as_json:
        print_json(job)
    else:
        _print(job)


@app.command(example="--dead")
def retry(
    job_ids: Annotated[list[str] | None, argument("ID...", _ID_HELP)] = None,
    dead: Annotated[bool, flag("--dead", "Retry all dead jobs.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Queue jobs again; the server, a worker or recollect sync runs them."""
    if dead == bool(job_ids):
        raise typer.BadParameter("give either job ids or --dead")
    with open_memory(database) as memory:
        chosen = (
            memory.jobs.list(state=JobState.DEAD)
            if dead
            else [_find(memory, name) for name in job_ids or ()]
        )
        retried = [memory.jobs.retry(job.id) for job in chosen]
    queued = f"{pluralize(len(retried), 'job')} queued again. To run jobs now: recollect sync"
    print_result(retried, queued if retried else "There are no dead jobs.", as_json=as_json)


def _find(memory: "Memory", name: str) -> Job:
    """Return the job with this id, or the only one whose id starts with it."""
    with suppress(NotFound):
        return memory.jobs.get(name)
    missing = f"there is no job {name!r}: recollect jobs lists them"
    return match_id_prefix(memory.jobs.list(), name, "job", missing=missing)


def _print(job: Job) -> None:
    print_details(
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
    if job.state is JobState.DEAD:
        say(f"Fix the cause, then run: recollect jobs retry {job.id[:_SHORT_ID]}", style="yellow")
