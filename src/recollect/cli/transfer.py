"""`recollect export` and `recollect import`."""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

from recollect.cli.audit import ALL, record
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import ALL_COUNTED, amounts, one_line
from recollect.cli.import_report import import_as_json, print_import
from recollect.cli.ingest import ImportAgent, ImportFormat, import_file
from recollect.cli.lookup import require_agents
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import note, print_json, print_result
from recollect.cli.parameters import argument, flag, option
from recollect.cli.progress import progress_bar
from recollect.cli.standard_streams import is_stdout, saved_stdin, stdin_name
from recollect.cli.sync_progress import memories_by_agent, print_sync_result, sync_with_progress
from recollect.domain.audit import AuditAction
from recollect.errors import Conflict, InvalidInput
from recollect.importers import Format, ImportSource, is_recollect_export

if TYPE_CHECKING:
    from recollect.memory.transfer import Transfer


def export(
    file: Annotated[Path, argument("FILE", "The file to write; - writes to stdout.")],
    agent: Annotated[
        str | None,
        option("--agent", "AGENT", "Export only this agent.", autocompletion=agent_names),
    ] = None,
    html: Annotated[
        bool, flag("--html", "Write one agent as a page to read and print, not to import.")
    ] = False,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Export everything, or one agent, to a JSON lines file for `recollect import`.

    With --html, or a FILE that ends in .html, it is a page for the person whom
    it is about: memories with their sources, conversations, recaps, instructions.
    """
    form = "html" if html or file.suffix.lower() == ".html" else "jsonl"
    if form == "html" and agent is None:
        raise InvalidInput("a page is about one agent: add --agent AGENT", field="agent")
    if is_stdout(file):
        _export_to_stdout(agent, form, database, as_json=as_json)
        return
    if file.exists() and not force:
        raise Conflict(f"{file} already exists: use --force to overwrite it", field="file")
    with open_memory(database) as memory:
        require_agents(memory, agent)
        chosen = [summary for summary in memory.agents() if agent in (None, summary.id)]
        about = sum(summary.turns + summary.entries for summary in chosen)
        with progress_bar("Writing", about) as advance:
            done = memory.export(file, agent=agent, format=form, progress=advance)
    _record(agent, database)
    text = f"Wrote {_amount(done)} to {one_line(done.path)}. {ALL_COUNTED}"
    print_result(done, text, as_json=as_json)


def _export_to_stdout(agent: str | None, form: str, database: str | None, *, as_json: bool) -> None:
    if as_json:
        raise InvalidInput("--json prints a report on stdout, where - writes the export")
    with open_memory(database) as memory, TemporaryDirectory() as folder:
        require_agents(memory, agent)
        done = memory.export(Path(folder) / "export", agent=agent, format=form)
        _record(agent, database)
        sys.stdout.flush()
        with Path(done.path).open("rb") as written:
            shutil.copyfileobj(written, sys.stdout.buffer)
    note(f"Wrote {_amount(done)}.")


def _record(agent: str | None, database: str | None) -> None:
    agents = ALL if agent is None else (agent,)
    record(AuditAction.READ, "recollect export", agents=agents, database=database)


def import_(
    file: Annotated[Path, argument("FILE", "The file or folder to read; - reads stdin.")],
    agent: ImportAgent = None,
    default_agent: Annotated[
        str | None,
        option(
            "--default-agent",
            "AGENT",
            "The agent for what the file has for no agent; the rest keeps its own.",
            autocompletion=agent_names,
        ),
    ] = None,
    format: ImportFormat = Format.AUTO,  # noqa: A002 - the option's name
    dry_run: Annotated[
        bool, flag("--dry-run", "Show agents and a few texts of each, and store nothing.")
    ] = False,
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Import an export of Recollect, or the file of another program; existing data is not changed.

    Reads exports of Claude and ChatGPT, ChatGPT's saved memories (a list with
    dates), MCP's memory.jsonl, mem0 (JSON, history.db, chroma.sqlite3), Letta's
    .af, JSON of Zep and Graphiti, and Markdown or text: a file, a .zip, or a
    folder such as an Obsidian vault. Your own conversations are JSON lines of
    {"role", "content"}, as in recollect ingest --help. Dates are kept; importing
    twice adds nothing.
    """
    with saved_stdin(file) as read, open_memory(database, create=True) as memory:
        if agent is not None and is_recollect_export(ImportSource(read)):
            message = f"{file} is an export of Recollect, which names its agents: omit --agent"
            raise InvalidInput(message, field="agent")
        owners = {"agent": agent, "default_agent": default_agent}
        done = import_file(
            memory, read, "Reading", stdin_name(file), **owners, format=format, dry_run=dry_run
        )
        before = memories_by_agent(memory)
        report = None if no_wait or dry_run else sync_with_progress(memory)
        if as_json:
            print_json({**import_as_json(done), "sync": report})
            return
        print_import(done)
        if not dry_run:
            print_sync_result(memory, report, before, done.by_agent)


def _amount(done: "Transfer") -> str:
    return amounts(
        agent=done.agents, conversation=done.conversations, turn=done.turns, memory=done.memories
    )
