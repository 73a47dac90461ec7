from typing import Annotated, Any

import typer

from recollect.cli.json_object import json_object
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database, Limit
from recollect.cli.pictures import memory_words, said_by, said_on
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.times import AsOf, moment
from recollect.cli.wording import day, one_line, typed
from recollect.domain.hit import Hit, Scope
from recollect.domain.plain import plain

_COLUMNS = (
    Column("SCORE", right=True),
    Column("SAID"),
    Column("BY", style="cyan"),
    Column("TEXT", flexible=True),
)
_NAMES = {
    Scope.TURNS: "turn",
    Scope.MEMORIES: "memory",
    Scope.SUMMARIES: "summary",
    Scope.GRAPH: "graph",
}
_SHOWN = 10


def _only(name: str, metavar: str, what: str) -> Any:
    return typer.Option(name, metavar=metavar, help=f"Only {what}.", show_default=False)


def search(
    ctx: typer.Context,
    agent: AgentId,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What to look for.", show_default=False)
    ],
    limit: Limit = None,
    scopes: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            metavar="SCOPE",
            help="Only in turns, memories, summaries or graph; may be given several times.",
            autocompletion=lambda incomplete: [s for s in Scope if s.startswith(incomplete)],
            show_default=False,
        ),
    ] = None,
    kind: Annotated[str | None, _only("--kind", "KIND", "memories of this kind")] = None,
    conversation: Annotated[
        str | None, _only("--conversation", "ID", "what was said in this conversation")
    ] = None,
    role: Annotated[str | None, _only("--role", "ROLE", "what this role said")] = None,
    speaker: Annotated[str | None, _only("--speaker", "NAME", "what this speaker said")] = None,
    after: Annotated[str | None, _only("--after", "TIME", "what was said since then")] = None,
    before: Annotated[str | None, _only("--before", "TIME", "what was said until then")] = None,
    metadata: Annotated[
        str | None, _only("--metadata", "JSON", "what has these values beside it")
    ] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Find what was said and is known, the best first.

    Times are days (2026-05-01) or moments in ISO 8601.

    Try: recollect search alice "Where does she live?" --scope memories
    """
    filters = {
        "kind": kind,
        "conversation": conversation,
        "role": role,
        "speaker": speaker,
        "after": moment(after, "after", early=True),
        "before": moment(before, "before"),
        "metadata": json_object(metadata, "metadata"),
    }
    with opened(ctx, database) as memory:
        hits = memory.agent(agent).search(
            question,
            limit=limit or _SHOWN,
            scopes=scopes or tuple(Scope),
            as_of=moment(as_of, "as_of"),
            filters=filters,
        )
    if as_json:
        print_json([{**plain(hit), "line": hit.line} for hit in hits])
    elif not hits and (scopes or as_of or any(filters.values())):
        say(f"Nothing fits. Without the options: recollect search {typed(agent)} {typed(question)}")
    elif not hits:
        say(f"Nothing is kept for {one_line(agent)}. Try: recollect agents")
    else:
        print_table(_COLUMNS, [_row(hit) for hit in hits])


def _row(hit: Hit) -> tuple[str, ...]:
    score = f"{hit.score:.2f}"
    if hit.turn is not None:
        return score, day(hit.at), hit.turn.speaker or hit.turn.role.value, hit.text
    if hit.line is None or hit.entry is None:
        return score, day(hit.at), _NAMES[hit.scope], hit.text
    who = f"{said_by(hit.entry)}: " if hit.entry.is_quotation else ""
    return score, said_on(hit.entry), "memory", who + memory_words(hit.entry)
