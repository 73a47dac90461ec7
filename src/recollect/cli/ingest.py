from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.catching_up import caught_up, print_outcome
from recollect.cli.completion import agent_names
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.progress import bar
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import counted, one_line
from recollect.domain.plain import plain
from recollect.errors import Conflict, InvalidInput
from recollect.importers import Format, ImportedConversation, Reading, Source, read

if TYPE_CHECKING:
    from recollect.domain.job import SyncReport
    from recollect.memory import Memory

_AT_ONCE = 1_000
_COLUMNS = (
    Column("AGENT", flexible=True, style="cyan"),
    Column("CONVERSATIONS", right=True),
    Column("NEW TURNS", right=True),
    Column("THERE ALREADY", right=True),
)


@dataclass(slots=True)
class Tally:
    """What became of one agent's part of the file."""

    conversations: set[str] = field(default_factory=set)
    added: int = 0
    duplicates: int = 0


def ingest(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to read.")],
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            metavar="AGENT",
            help="Whose memory it becomes. LoCoMo samples go by their own names, or with this as AGENT,"
            " several as AGENT/SAMPLE.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            metavar="ID",
            help="For JSON lines that name none; without it the file's name.",
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
    """Keep the conversations of a file: JSON lines, ChatGPT's export, or LoCoMo.

    A line is {"role", "content"} or {"user", "assistant"}, and may have "conversation", "speaker", "at", "id" and "metadata". The whole file is checked before anything is stored, and a file ingested again adds nothing.

    Try: recollect ingest conversations.json --agent me
    """
    reading = read(_source(file, conversation), format)
    if conversation is not None and reading.format is not Format.JSONL:
        raise InvalidInput(
            f"a {reading.format} file names its conversations itself", field="conversation"
        )
    plan = _Plan(file, reading, agent)
    with opened(ctx, database, making=True) as memory:
        tallies = plan.stored(memory)
        outcome = None if no_wait else caught_up(memory)
        if as_json:
            print_json(_report(plan, tallies, outcome))
        else:
            _print_report(plan, tallies)
            print_outcome(memory, outcome)


def _source(file: Path, conversation: str | None) -> Source:
    # Imported here, so that help and usage errors need not wait for it.
    from recollect.settings import load  # noqa: PLC0415

    return Source(file, conversation, load().max_content_kb * 1024)


class _Plan:
    """A file that has been read once from end to end, and found sound."""

    def __init__(self, file: Path, reading: Reading, agent: str | None) -> None:
        self.file = file
        self.format = reading.format
        self.turns = 0
        self.left_out = 0
        self._reading = reading
        self._agent = agent
        self._named: set[str] = set()
        self._survey()
        if not self.turns:
            raise InvalidInput(f"{file}: there is no turn in it", field="file")

    def _survey(self) -> None:
        # Hashes in place of the texts themselves: a file may hold millions of turns.
        said: dict[int, int] = {}
        for talk in self._reading.talks():
            if talk.agent is None and self._agent is None:
                raise typer.BadParameter("the file does not say whose it is: add --agent NAME")
            self.turns += len(talk.turns)
            self.left_out += talk.left_out
            self._named |= {talk.agent} if talk.agent else set()
            for turn in talk.turns:
                self._check_one_meaning(said, talk, turn)

    def _check_one_meaning(
        self, said: dict[int, int], talk: ImportedConversation, turn: dict[str, Any]
    ) -> None:
        if "id" not in turn:
            return
        name = hash((talk.agent, talk.conversation, turn["id"]))
        words = hash((turn.get("role"), turn["content"]))
        if said.setdefault(name, words) != words:
            what = f"the id {turn['id']!r} of conversation {talk.conversation!r}"
            raise Conflict(f"{self.file}: {what} stands for two different turns", field="id")

    def stored(self, memory: "Memory") -> dict[str, Tally]:
        """Everything in the memory, and what was new of it, by agent."""
        tallies: dict[str, Tally] = {}
        done = 0
        with bar("Storing", self.turns) as advance:
            for talk in self._reading.talks():
                owner = self._owner(talk)
                tally = tallies.setdefault(owner, Tally())
                for turns in _chunks(talk.turns):
                    self._store(memory, owner, talk, turns, tally)
                    done += len(turns)
                    if advance:
                        advance(done)
        return tallies

    def _owner(self, talk: ImportedConversation) -> str:
        if self._agent is None:
            assert talk.agent is not None
            return talk.agent
        return f"{self._agent}/{talk.agent}" if len(self._named) > 1 else self._agent

    def _store(
        self,
        memory: "Memory",
        owner: str,
        talk: ImportedConversation,
        turns: list[dict[str, Any]],
        tally: Tally,
    ) -> None:
        agent = memory.agent(owner)
        try:
            kept = agent.ingest(talk.conversation, turns)
        except Conflict as clash:
            place = f"{self.file}, agent {owner!r}"
            message = f"{place}: {clash.message}. What came before it in the file is stored"
            raise Conflict(message, field=clash.field) from None
        tally.conversations.add(talk.conversation)
        tally.added += kept.added
        tally.duplicates += kept.duplicates
        # A title that is there may be a person's own; it is not replaced.
        if talk.title and agent.conversations.get(talk.conversation).title is None:
            agent.conversations.rename(talk.conversation, talk.title)


def _chunks(turns: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for start in range(0, len(turns), _AT_ONCE):
        yield turns[start : start + _AT_ONCE]


def _report(plan: _Plan, tallies: dict[str, Tally], outcome: "SyncReport | None") -> dict[str, Any]:
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
        "sync": None if outcome is None else {**plain(outcome), "ok": outcome.ok},
    }


def _print_report(plan: _Plan, tallies: dict[str, Tally]) -> None:
    rows = [
        (name, f"{len(tally.conversations):,}", f"{tally.added:,}", f"{tally.duplicates:,}")
        for name, tally in tallies.items()
    ]
    print_table(_COLUMNS, rows)
    say()
    added = sum(tally.added for tally in tallies.values())
    said = (
        f"{one_line(str(plan.file))} ({plan.format}): {counted(plan.turns, 'turn')}, {added:,} new."
    )
    if plan.left_out:
        said += f" {counted(plan.left_out, 'message')} left out: hidden, empty, or between tools."
    say(said)
