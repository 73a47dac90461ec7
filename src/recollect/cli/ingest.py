from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, pluralize
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import print_json, print_table, say
from recollect.cli.progress import progress_bar
from recollect.cli.sync_progress import print_sync_result, sync_with_progress
from recollect.cli.table import Column
from recollect.domain.plain import plain
from recollect.errors import Conflict, InvalidInput
from recollect.importers import DetectedFile, Format, ImportedConversation, Source, detect_file

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory

_BATCH_SIZE = 1_000
_COLUMNS = (
    Column("AGENT", flexible=True, style="cyan"),
    Column("CONVERSATIONS", right=True),
    Column("NEW TURNS", right=True),
    Column("DUPLICATES", right=True),
)


@dataclass(slots=True)
class Tally:
    """Counts for one agent of the file."""

    conversations: set[str] = field(default_factory=set)
    added: int = 0
    duplicates: int = 0


def ingest(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to read.")],
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            metavar="AGENT",
            help="The agent to store it for. By default each LoCoMo sample is its own agent; with"
            " this option several samples become AGENT/SAMPLE.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            metavar="ID",
            help="Conversation for JSON lines without one; default: the file's name.",
            show_default=False,
        ),
    ] = None,
    format: Annotated[  # noqa: A002 - the option's name
        Format,
        typer.Option("--format", metavar="FORMAT", help="jsonl, chatgpt, locomo, or auto."),
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
    with open_memory(ctx, database, create=True) as memory:
        tallies = plan.store(memory)
        report = None if no_wait else sync_with_progress(memory)
        if as_json:
            print_json(_report(plan, tallies, report))
        else:
            _print_report(plan, tallies)
            print_sync_result(memory, report)


def _source(file: Path, conversation: str | None) -> Source:
    # Imported here so that help and usage errors stay fast.
    from recollect.settings import load  # noqa: PLC0415

    return Source(file, conversation, load().max_content_kb * 1024)


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

    def store(self, memory: "Memory") -> dict[str, Tally]:
        """Store all turns and return the counts by agent."""
        tallies: dict[str, Tally] = {}
        done = 0
        with progress_bar("Storing", self.turns) as advance:
            for part in self._detected.conversations():
                owner = self._owner(part)
                tally = tallies.setdefault(owner, Tally())
                for turns in _batches(part.turns):
                    self._store(memory, owner, part, turns, tally)
                    done += len(turns)
                    if advance:
                        advance(done)
        return tallies

    def _owner(self, part: ImportedConversation) -> str:
        if self._agent is None:
            assert part.agent is not None
            return part.agent
        return f"{self._agent}/{part.agent}" if len(self._sample_names) > 1 else self._agent

    def _store(
        self,
        memory: "Memory",
        owner: str,
        part: ImportedConversation,
        turns: list[dict[str, Any]],
        tally: Tally,
    ) -> None:
        agent = memory.agent(owner)
        try:
            result = agent.ingest(part.conversation, turns)
        except Conflict as conflict:
            place = f"{self.file}, agent {owner!r}"
            message = (
                f"{place}: {conflict.message}. Everything before it in the file has been stored"
            )
            raise Conflict(message, field=conflict.field) from None
        tally.conversations.add(part.conversation)
        tally.added += result.added
        tally.duplicates += result.duplicates
        # An existing title may have been set by the user, so it is not replaced.
        if part.title and agent.conversations.get(part.conversation).title is None:
            agent.conversations.rename(part.conversation, part.title)


def _batches(turns: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for start in range(0, len(turns), _BATCH_SIZE):
        yield turns[start : start + _BATCH_SIZE]


def _report(plan: _Plan, tallies: dict[str, Tally], report: "SyncReport | None") -> dict[str, Any]:
    return {
        "file": str(plan.file),
        "format": plan.format,
        "added": sum(tally.added for tally in tallies.values()),
        "duplicates": sum(tally.duplicates for tally in tallies.values()),
        "left_out": plan.left_out,
        "agents": [
            {
                "agent": name,
                "conversations": len(tally.conversations),
                "added": tally.added,
                "duplicates": tally.duplicates,
            }
            for name, tally in tallies.items()
        ],
        "sync": None if report is None else {**plain(report), "ok": report.ok},
    }


def _print_report(plan: _Plan, tallies: dict[str, Tally]) -> None:
    rows = [
        (name, f"{len(tally.conversations):,}", f"{tally.added:,}", f"{tally.duplicates:,}")
        for name, tally in tallies.items()
    ]
    print_table(_COLUMNS, rows)
    say()
    added = sum(tally.added for tally in tallies.values())
    count = pluralize(plan.turns, "turn")
    text = f"{one_line(str(plan.file))} ({plan.format}): {count}, {added:,} new."
    if plan.left_out:
        text += f" {pluralize(plan.left_out, 'message')} skipped: hidden, empty, or tool calls."
    say(text)
