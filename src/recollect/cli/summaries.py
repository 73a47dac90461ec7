from typing import Annotated

from rich.text import Text

from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time, one_line, shell_quoted
from recollect.cli.lookup import require_agent
from recollect.cli.options import AgentId, AsJson, Database, Limit
from recollect.cli.output import print_indented, print_json, say
from recollect.cli.parameters import option
from recollect.domain.amounts import pluralize
from recollect.domain.recap import Summary


def summaries(
    agent: AgentId,
    conversation: Annotated[
        str | None, option("--conversation", "ID", "Only this conversation.", short="-c")
    ] = None,
    status: Annotated[
        str | None,
        option("--status", "STATUS", "archived: those older than summary_retention_days."),
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print conversation summaries, latest first.

    A conversation is summarized after a minute without new turns, or at once by recollect sync.
    """
    with open_memory(database) as memory:
        found = memory.agent(agent).summaries.list(
            conversation=conversation, status=status, limit=limit
        )
        if not found:
            require_agent(memory, agent)
            if conversation is not None:
                memory.agent(agent).conversations.get(conversation)
    if as_json:
        print_json(found)
    elif not found and status is not None:
        say(f"No summaries with the status {status!r}.")
    elif not found:
        hint = f"recollect sync, then recollect summaries {shell_quoted(agent)}"
        say(f"No summaries yet. Try: {hint}")
    for number, summary in enumerate(() if as_json else found):
        if number:
            say()
        _print(summary)


def _print(summary: Summary) -> None:
    say(Text(one_line(summary.conversation), style="bold"))
    details = f"{pluralize(summary.turns, 'turn')}, written {local_time(summary.changed_at)}"
    say(details, style="bright_black")
    if summary.topics:
        print_indented(one_line(f"{', '.join(summary.topics)}."), 2, heading="About ")
    if summary.overall:
        print_indented(one_line(summary.overall), 2)
    lists = {
        "Decisions": summary.decisions,
        "Key dates": summary.key_dates,
        "Action items": summary.action_items,
    }
    for name, items in lists.items():
        if items:
            say(Text(f"  {name}", style="cyan"))
        for item in items:
            say(f"    - {one_line(item)}", indent=6)
