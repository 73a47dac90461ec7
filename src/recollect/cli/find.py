"""`recollect find`: every place that contains some words, or that none does."""

from typing import TYPE_CHECKING, Annotated

from recollect.cli.audit import ALL, record
from recollect.cli.database import open_memory, same_command
from recollect.cli.erasure import erase_command, searched_files, words_in_files
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.options import AsJson, Database, agent_option
from recollect.cli.output import note, print_items, print_json, say
from recollect.cli.parameters import argument
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction
from recollect.domain.plain import plain

if TYPE_CHECKING:
    from recollect.domain.found_text import FoundText

_TABLE: "Table[FoundText]" = (
    (Column("AGENT", style="cyan"), lambda found: found.agent),
    (Column("WHAT"), lambda found: " ".join(filter(None, (found.status, found.what)))),
    (Column("ID"), lambda found: found.id),
    (Column("CONVERSATION", flexible=True), lambda found: found.conversation or ""),
    (Column("TEXT", flexible=True), lambda found: found.text),
)
_ERASABLE = ("turn", "conversation", "memory")
_NOT_SEARCHED = (
    "Not searched: backups and exports that you made, logs, what servers have in RAM, and what a"
    " model provider received."
)


def find(
    words: Annotated[
        list[str],
        argument(
            "WORDS", "A name or other words, in quotation marks; several are looked for each."
        ),
    ],
    agent: Annotated[
        str | None, agent_option("Only what is stored for this agent; default: all.")
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Find every stored text with these words, of all agents; nothing is ranked or left out.

    It reads every table: turns, memories in any status with their history, recaps, profiles,
    items and answers of models, without regard to case. If there is nothing, it also reads the
    bytes of the database's files and of its copies, and says so: that is the proof.
    """
    with open_memory(database) as memory:
        result = memory.find(*words, agent=agent)
        home, path = memory.settings.home, memory.database
    agents = ALL if agent is None else (agent,)
    record(AuditAction.READ, "recollect find", agents=agents, database=database)
    # Only now: while the memory is open, its file may not be read by hand.
    files = [] if result.found or agent is not None else [*words_in_files(home, path, words)]
    if as_json:
        print_json({**plain(result), "files": files})
        return
    where = f"{pluralize(result.agents_searched, 'agent')} in {one_line(path)}"
    if result.found:
        print_items(_TABLE, result.found)
        agents_with = len({each.agent for each in result.found})
        note(f"Found {pluralize(len(result.found), 'place')} in {agents_with:,} of {where}.")
        _note_commands(result.found, same_command(database))
        return
    quoted = ", ".join(f'"{one_line(phrase)}"' for phrase in result.phrases)
    if agent is None or result.agents_searched:
        say(f"Nothing is stored with {quoted}: every table of {where} was searched.")
    else:
        say(f"Nothing is stored for {one_line(agent)!r}: {one_line(path)} has no such agent.")
    for line in files:
        note(f"But it is in the file {one_line(line)}")
    if agent is not None:
        command = f"recollect find {' '.join(map(shell_quoted, words))}"
        note("The bytes of the files were not read: they are of all agents.")
        note(f"To read them, if no agent has the words: {command}")
    elif not files:
        note(f"Nor are they in the bytes of {one_line(searched_files(home, path))}.")
    note(_NOT_SEARCHED)


def _note_commands(found: "tuple[FoundText, ...]", recollect: str) -> None:
    """Say how to erase what can be erased by itself; the rest is derived from that."""
    commands = [
        erase_command(recollect, each.agent, each.what, each.id, each.conversation)
        for each in found
        if each.what in _ERASABLE
    ]
    if commands:
        note("To erase them, and what was derived from them:")
    for command in commands:
        note(f"  {command}")
