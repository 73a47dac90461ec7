from typing import Annotated

import typer

from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database, Limit
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import day, one_line
from recollect.model.hit import Hit

_COLUMNS = (
    Column("SCORE", right=True),
    Column("SAID"),
    Column("BY", style="cyan"),
    Column("TEXT", flexible=True),
)
_SHOWN = 10


def search(
    ctx: typer.Context,
    agent: AgentId,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What to look for.", show_default=False)
    ],
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Find what was said and is known, the best first.

    Try: recollect search alice "Where does she live?"
    """
    with opened(ctx, database) as memory:
        hits = memory.agent(agent).search(question, limit=limit or _SHOWN)
    if as_json:
        print_json(hits)
    elif not hits:
        say(f"Nothing is kept for {one_line(agent)}. Try: recollect agents")
    else:
        print_table(_COLUMNS, [_row(hit) for hit in hits])


def _row(hit: Hit) -> tuple[str, ...]:
    by = (hit.turn.speaker or hit.turn.role.value) if hit.turn else "memory"
    return f"{hit.score:.2f}", day(hit.at), by, hit.text
