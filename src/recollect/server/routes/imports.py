"""The route that imports files: exports of Recollect, and the files of other programs."""

from pathlib import Path
from typing import Annotated

from fastapi import Request
from pydantic import Field

from recollect.domain.access import Right
from recollect.errors import InvalidInput
from recollect.importers import Format
from recollect.memory.transfer import Imported
from recollect.server.access import Caller, CurrentCaller, FromQuery
from recollect.server.field_types import Confirm, Given, Name, one_of
from recollect.server.paths import IMPORT
from recollect.server.routing import TAKES_BODY, WRITES, api_router
from recollect.server.schemas import RequestModel, ResponseModel, optional
from recollect.server.uploads import CurrentUploads

router = api_router("memory")


class ImportFileIn(RequestModel):
    """Whose file it is, and how it is read."""

    agent_id: Name | None = optional(
        "The agent to store it for; not needed if the file names its agents. Several of them become"
        " `agent_id/NAME`."
    )
    default_agent_id: Name | None = optional(
        "The agent for what the file has for no agent; the rest keeps its own. Not with `agent_id`."
    )
    name: Name | None = optional(
        "The name of the file: Markdown and text are known by it, and it identifies documents."
    )
    format: Annotated[Given[str], one_of(Format)] = Field(
        Format.AUTO, description="The format; by default it is detected."
    )
    conversation_id: Name | None = optional("For JSON lines of turns that name no conversation.")
    dry_run: Confirm = Field(default=False, description="Say what would come in; store nothing.")


class AgentImportOut(ResponseModel):
    """What the file has for one agent, and how much of it is new."""

    agent: str
    conversations: int
    turns: int
    turns_new: int
    memories: int
    memories_new: int
    memories_updated: int
    examples: list[str] = Field(
        description="The beginnings of a few that are new; only after a dry run."
    )


class ImportReportOut(ResponseModel):
    """What the file contains, and how much of it is new; `left_out` was not carried over."""

    path: str
    format: str
    dry_run: bool
    agents: int
    conversations: int
    turns: int
    turns_new: int
    memories: int
    memories_new: int
    memories_updated: int
    left_out: dict[str, int]
    warnings: list[str] = Field(description="Why the file may not be what was wanted.")
    by_agent: list[AgentImportOut]


@router.post(IMPORT, responses=TAKES_BODY | WRITES)
async def import_file(
    request: Request,
    query: FromQuery[ImportFileIn],
    caller: CurrentCaller,
    uploads: CurrentUploads,
) -> ImportReportOut:
    """Imports the file in the body: an export of Recollect, or the file of another program.

    Sending the same file again adds only what is new. Existing data is not changed.
    """
    # Before the file is received: whoever may not write at all need not send it.
    caller.reach(Right.WRITE)

    def work(path: Path) -> Imported:
        return _import(caller, path, query)

    return _report(await uploads.process(request, query.name, work))


def _import(caller: Caller, path: Path, query: ImportFileIn) -> Imported:
    try:
        return caller.memory.import_(
            path,
            agent=query.agent_id,
            default_agent=query.default_agent_id,
            conversation=query.conversation_id,
            format=query.format,
            dry_run=query.dry_run,
            label=query.name or path.name,
            check_agent=caller.writable_agent,
        )
    except InvalidInput as error:
        if error.field not in {"agent", "default_agent"}:
            raise
        name = f"{error.field}_id"
        hint = "" if query.agent_id else f": send {name}"
        raise InvalidInput(f"{error.message}{hint}", field=name) from None


def _report(done: Imported) -> ImportReportOut:
    by_agent = [
        AgentImportOut.from_value(each, conversations=len(each.conversations))
        for each in done.by_agent
    ]
    return ImportReportOut.from_value(done, left_out=dict(done.left_out), by_agent=by_agent)
