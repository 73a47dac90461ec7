from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, pluralize
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import print_items, print_json, say
from recollect.cli.parameters import argument, option
from recollect.cli.progress import progress_bar
from recollect.cli.sync_progress import print_sync_result, sync_report, sync_with_progress
from recollect.cli.table import Column, Table
from recollect.domain.plain import plain
from recollect.errors import Conflict, InvalidInput
from recollect.importers import (
    DetectedFile,
    Format,
    ImportedConversation,
    ImportSource,
    detect_file,
)

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory

_BATCH_SIZE = 1_000
Agent = Annotated[
    str | None,
    option(
        "--agent",
        "AGENT",
        "The agent to store it for. By default each LoCoMo sample is its own agent; with"
        " this option several samples become AGENT/SAMPLE.",
        autocompletion=agent_names,
    ),
]
Conversation = Annotated[
    str | None,
    option(
        "--conversation", "ID", "Conversation for JSON lines without one; default: the file's name."
    ),
]


@dataclass(slots=True)
class IngestCounts:
    """Counts for one agent of the file."""

    agent: str
    conversations: set[str] = field(default_factory=set)
    added: int = 0
    duplicates: int = 0


_TABLE: Table[IngestCounts] = (
    (Column("AGENT", flexible=True, style="cyan"), lambda tally: tally.agent),
    (Column("CONVERSATIONS", right=True), lambda tally: f"{len(tally.conversations):,}"),
    (Column("NEW TURNS", right=True), lambda tally: f"{tally.added:,}"),
    (Column("DUPLICATES", right=True), lambda tally: f"{tally.duplicates:,}"),
)


def ingest(
    file: Annotated[Path, argument("FILE", "The file to read.")],
    agent: Agent = None,
    conversation: Conversation = None,
    format: Annotated[  # noqa: A002 - the option's name
        Format, option("--format", "FORMAT", "jsonl, chatgpt, locomo, or auto.")
    ] = Format.AUTO,
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store the conversations of a file: JSON lines, ChatGPT's export, or LoCoMo.

    A line is {"role", "content"} or {"user", "assistant"}, with optional "conversation", "speaker",
    "at", "id" and "metadata". The whole file is checked before anything is stored. Ingesting a file
    twice adds nothing.

    Try: recollect ingest conversations.json --agent me
    """
    detected = detect_file(_source(file, conversation), format)
    if conversation is not None and detected.format is not Format.JSONL:
        raise InvalidInput(
            f"a {detected.format} file already names its conversations", field="conversation"
        )
    plan = _Plan(file, detected, agent)
    with open_memory(database, create=True) as memory:
        tallies = plan.store(memory)
        report = None if no_wait else sync_with_progress(memory)
        if as_json:
            print_json(_report(plan, tallies, report))
        else:
            _print_report(plan, tallies)
            print_sync_result(memory, report)


def _source(file: Path, conversation: str | None) -> ImportSource:
    from recollect.settings import load  # noqa: PLC0415

    return ImportSource(file, conversation, load().max_content_kb * 1024)


class _Plan:
    """A file that has been read once and is valid."""

    def __init__(self, file: Path, detected: DetectedFile, agent: str | None) -> None:
        self.file = file
        self.format = detected.format
        self.turns = 0
        self.left_out = 0
        self._detected = detected
        self._agent = agent
        self._sample_names: set[str] = set()
        self._check()
        if not self.turns:
            raise InvalidInput(f"{file}: contains no turns", field="file")

    def _check(self) -> None:
        # Hashes instead of texts, because a file may contain millions of turns.
        content_by_id: dict[int, int] = {}
        for part in self._detected.conversations():
            if part.agent is None and self._agent is None:
                raise typer.BadParameter("the file does not name an agent: add --agent NAME")
            self.turns += len(part.turns)
            self.left_out += part.left_out
            self._sample_names |= {part.agent} if part.agent else set()
            for turn in part.turns:
                self._check_unique_id(content_by_id, part, turn)

    def _check_unique_id(
        self, content_by_id: dict[int, int], part: ImportedConversation, turn: dict[str, Any]
    ) -> None:
        if "id" not in turn:
            return
        name = hash((part.agent, part.conversation, turn["id"]))
        content = hash((turn.get("role"), turn["content"]))
        if content_by_id.setdefault(name, content) != content:
            what = f"the id {turn['id']!r} of conversation {part.conversation!r}"
            raise Conflict(f"{self.file}: {what} is used for two different turns", field="id")

    def store(self, memory: "Memory") -> list[IngestCounts]:
        """Store all turns and return the counts of each agent."""
        tallies: dict[str, IngestCounts] = {}
        done = 0
        with progress_bar("Storing", self.turns) as advance:
            for part in self._detected.conversations():
                owner = self._owner(part)
                tally = tallies.setdefault(owner, IngestCounts(owner))
                for start in range(0, len(part.turns), _BATCH_SIZE):
                    turns = part.turns[start : start + _BATCH_SIZE]
                    self._store(memory, part, turns, tally)
                    done += len(turns)
                    if advance:
                        advance(done)
        return [*tallies.values()]

    def _owner(self, part: ImportedConversation) -> str:
        if self._agent is None:
            assert part.agent is not None
            return part.agent
        return f"{self._agent}/{part.agent}" if len(self._sample_names) > 1 else self._agent

    def _store(
        self,
        memory: "Memory",
        part: ImportedConversation,
        turns: list[dict[str, Any]],
        tally: IngestCounts,
    ) -> None:
        agent = memory.agent(tally.agent)
        try:
            result = agent.ingest(part.conversation, turns)
        except Conflict as conflict:
            where = f"{self.file}, agent {tally.agent!r}: {conflict.message}"
            message = f"{where}. Everything before it in the file has been stored"
            raise Conflict(message, field=conflict.field) from None
        tally.conversations.add(part.conversation)
        tally.added += result.added
        tally.duplicates += result.duplicates
        # An existing title may have been set by the user, so it is not replaced.
        if part.title and agent.conversations.get(part.conversation).title is None:
            agent.conversations.rename(part.conversation, part.title)


def _report(
    plan: _Plan, tallies: list[IngestCounts], report: "SyncReport | None"
) -> dict[str, Any]:
    return {
        "file": str(plan.file),
        "format": plan.format,
        "added": sum(tally.added for tally in tallies),
        "duplicates": sum(tally.duplicates for tally in tallies),
        "left_out": plan.left_out,
        "agents": [
            {**plain(tally), "conversations": len(tally.conversations)} for tally in tallies
        ],
        "sync": sync_report(report),
    }


def _print_report(plan: _Plan, tallies: list[IngestCounts]) -> None:
    print_items(_TABLE, tallies)
    say()
    added = sum(tally.added for tally in tallies)
    count = pluralize(plan.turns, "turn")
    text = f"{one_line(str(plan.file))} ({plan.format}): {count}, {added:,} new."
    if plan.left_out:
        text += f" {pluralize(plan.left_out, 'message')} skipped: hidden, empty, or tool calls."
    say(text)
