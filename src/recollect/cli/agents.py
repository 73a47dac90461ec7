from typing import Annotated

import typer

from recollect.cli.audit import record
from recollect.cli.completion import agent_names
from recollect.cli.confirm import confirm_by_typing
from recollect.cli.database import open_memory
from recollect.cli.erasure import (
    after_erasure,
    agents_with,
    print_report,
    searched_files,
    words_in_files,
)
from recollect.cli.formatting import amounts, local_date, one_line
from recollect.cli.lookup import require_agent
from recollect.cli.options import AgentId, AsJson, Database, Limit, Yes
from recollect.cli.output import print_list, print_result
from recollect.cli.parameters import argument, option
from recollect.cli.table import Column, Table
from recollect.domain.audit import AuditAction
from recollect.domain.conversation import AgentSummary
from recollect.domain.found_text import check_phrases

_TABLE: Table[AgentSummary] = (
    (Column("AGENT", flexible=True, style="cyan"), lambda agent: agent.id),
    (Column("CONVERSATIONS", right=True), lambda agent: f"{agent.conversations:,}"),
    (Column("TURNS", right=True), lambda agent: f"{agent.turns:,}"),
    (Column("MEMORIES", right=True), lambda agent: f"{agent.entries:,}"),
    (Column("SINCE"), lambda agent: local_date(agent.created_at)),
)


def agents(
    agent: Annotated[
        str | None, argument("AGENT", "Show only this agent.", autocompletion=agent_names)
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List agents and how much is stored for each, or show one agent."""
    with open_memory(database) as memory:
        found = memory.agents(limit=limit) if agent is None else [require_agent(memory, agent)]
    empty = "No agents yet. Try: recollect ingest FILE --agent me"
    value = found if agent is None else found[0]
    print_list(found, _TABLE, empty=empty, as_json=as_json, value=value)


def erase(
    agent: AgentId,
    verify: Annotated[
        list[str] | None,
        option(
            "--verify",
            "WORDS",
            "Then look for these words in all files; give words that no other agent has. Can be"
            " repeated.",
        ),
    ] = None,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Permanently erase everything stored for an agent, and say what is left where.

    With --verify, the bytes of the database, its log and its copies are searched, and all other
    files in the home directory; the exit code is 1 if a word is in one. Other agents that have the
    words are named. PostgreSQL's own files are not searched.
    """
    if verify:
        # Before anything is erased.
        check_phrases(verify)
    with open_memory(database) as memory:
        summary = require_agent(memory, agent)
        name = one_line(summary.id)
        amount = amounts(
            conversation=summary.conversations, turn=summary.turns, memory=summary.entries
        )
        copies = [copy.path for copy in memory.copies()]
        named = f"the copies of all agents from before upgrades and restores: {', '.join(copies)}"
        also = f" Deleted with it: {one_line(named)}." if copies else ""
        if not yes:
            confirm_by_typing(
                f"This erases {amount} of {name}.{also} This cannot be undone.\n"
                "Type the agent's name to continue:",
                summary.id,
            )
        memory.agent(agent).erase()
        record(AuditAction.ERASE, "recollect erase", agents=(summary.id,), database=database)
        left, has_traces = after_erasure(memory), memory.has_traces()
        report = memory.erasure_report(agent)
        home, path = memory.settings.home, memory.database
        others = agents_with(memory, verify or ())
    # Only now: while the memory is open, its file may not be read by hand.
    found = [*words_in_files(home, path, verify or ())]
    searched = searched_files(home, path)
    result = {"erased": summary, "has_traces": has_traces, "places": report.places, "found": found}
    result |= {"copies": copies}
    if verify:
        result |= {"searched": searched, "other_agents": others}
    print_result(result, f"Erased {name}: {amount}. {left}{also}", as_json=as_json)
    if not as_json:
        print_report(report, found, searched if verify else "", others)
    if found:
        raise typer.Exit(1)
