from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.import_report import print_import
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import print_json
from recollect.cli.parameters import argument, option
from recollect.cli.progress import progress_bar
from recollect.cli.standard_streams import saved_stdin, stdin_name
from recollect.cli.sync_progress import (
    memories_by_agent,
    print_sync_result,
    sync_report,
    sync_with_progress,
)
from recollect.errors import InvalidInput
from recollect.importers import Format, ImportSource, is_recollect_export

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory
    from recollect.memory.transfer import AgentImport, Imported

ImportAgent = Annotated[
    str | None,
    option(
        "--agent",
        "AGENT",
        "The agent to store it for. A file that names its own agents (LoCoMo, mem0, Letta,"
        " Graphiti) needs none; with this option several of them become AGENT/NAME.",
        autocompletion=agent_names,
    ),
]
ImportFormat = Annotated[
    Format, option("--format", "FORMAT", "The format, if it is not detected: " + ", ".join(Format))
]
Conversation = Annotated[
    str | None,
    option(
        "--conversation", "ID", "Conversation for JSON lines without one; default: the file's name."
    ),
]


def ingest(
    file: Annotated[Path, argument("FILE", "The file to read; - reads stdin.")],
    agent: ImportAgent = None,
    conversation: Conversation = None,
    format: ImportFormat = Format.AUTO,  # noqa: A002 - the option's name
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store the conversations of a file: JSON lines, ChatGPT's or Claude's export, or LoCoMo.

    A line is {"role", "content"} or {"user", "assistant"}, with optional "conversation", "speaker",
    "at", "id" and "metadata". The whole file is checked before anything is stored. Ingesting a file
    twice adds nothing. `recollect import` reads the same files, and more.
    """
    name = stdin_name(file)
    with saved_stdin(file) as read, open_memory(database, create=True) as memory:
        if is_recollect_export(ImportSource(read)):
            message = f"{file}: this is a Recollect export: use recollect import"
            raise InvalidInput(message, field="file")
        options = {"agent": agent, "conversation": conversation, "format": format}
        done = import_file(memory, read, "Storing", name, **options)
        before = memories_by_agent(memory)
        report = None if no_wait else sync_with_progress(memory)
        if as_json:
            print_json(_report(done, report))
        else:
            print_import(done)
            print_sync_result(memory, report, before, done.by_agent)


def import_file(
    memory: "Memory", file: Path, action: str, name: str | None = None, **options: Any
) -> "Imported":
    """Import a file, which errors call `name`; a missing agent is a mistake on the command line."""
    size = file.stat().st_size if file.is_file() else 0
    try:
        with progress_bar(action, size) as advance:
            return memory.import_(file, progress=advance, label=name, **options)
    except InvalidInput as error:
        if error.field in {"agent", "default_agent"} and options["agent"] is None:
            hint = "--default-agent NAME to store them for NAME, or --agent NAME for everything"
            hint = "--agent NAME" if error.field == "agent" else hint
            raise typer.BadParameter(f"{error.message}: add {hint}") from None
        if (name or str(file)) in error.message:
            raise
        raise InvalidInput(f"{name or file}, {error.message}", field=error.field) from None


def _report(done: "Imported", report: "SyncReport | None") -> dict[str, Any]:
    return {
        "file": done.path,
        "format": done.format,
        **_counts(done),
        "left_out": sum(done.left_out.values()),
        "agents": [
            {"agent": each.agent, "conversations": len(each.conversations), **_counts(each)}
            for each in done.by_agent
        ],
        "sync": sync_report(report),
    }


def _counts(found: "Imported | AgentImport") -> dict[str, int]:
    return {"added": found.turns_new, "duplicates": found.turns - found.turns_new}
