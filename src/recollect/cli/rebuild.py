from typing import Annotated

import typer

from recollect.cli.catching_up import caught_up, print_outcome
from recollect.cli.completion import agent_names
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.screen import print_json
from recollect.domain.plain import plain


def rebuild(
    ctx: typer.Context,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Whose memory; that of all agents if left out.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Make anew what was derived from the turns: what was learned, what the search reads, and the vectors.

    What a person has said, corrected, deleted or decided stays; searching goes on meanwhile.

    Try: recollect rebuild alice
    """
    with opened(ctx, database) as memory:
        memory.rebuild(agent)
        outcome = None if no_wait else caught_up(memory)
        if as_json:
            print_json({**plain(outcome), "ok": outcome.ok} if outcome else {"ok": True})
        else:
            print_outcome(memory, outcome)
    raise typer.Exit(0 if outcome is None or outcome.ok else 1)
