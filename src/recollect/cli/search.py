from typing import Annotated, Any

import typer

from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date, one_line, shell_quoted
from recollect.cli.json_object import json_object
from recollect.cli.memory_display import memory_text, said_by, said_on
from recollect.cli.options import AgentId, AsJson, Database, Limit
from recollect.cli.output import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.time_options import AsOf, parse_time
from recollect.domain.hit import Hit, Scope
from recollect.domain.plain import plain

_COLUMNS = (
    Column("SCORE", right=True),
    Column("SAID"),
    Column("BY", style="cyan"),
    Column("TEXT", flexible=True),
)
_SCOPE_NAMES = {
    Scope.TURNS: "turn",
    Scope.MEMORIES: "memory",
    Scope.SUMMARIES: "summary",
    Scope.GRAPH: "graph",
}
_DEFAULT_LIMIT = 10


def _filter_option(name: str, metavar: str, what: str) -> Any:
    return typer.Option(name, metavar=metavar, help=f"Only {what}.", show_default=False)


def search(
    ctx: typer.Context,
    agent: AgentId,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What to search for.", show_default=False)
    ],
    limit: Limit = None,
    scopes: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            metavar="SCOPE",
            help="Search only turns, memories, summaries or graph; can be repeated.",
            autocompletion=lambda incomplete: [s for s in Scope if s.startswith(incomplete)],
            show_default=False,
        ),
    ] = None,
    kind: Annotated[str | None, _filter_option("--kind", "KIND", "memories of this kind")] = None,
    conversation: Annotated[
        str | None, _filter_option("--conversation", "ID", "results from this conversation")
    ] = None,
    role: Annotated[str | None, _filter_option("--role", "ROLE", "turns with this role")] = None,
    speaker: Annotated[
        str | None, _filter_option("--speaker", "NAME", "turns by this speaker")
    ] = None,
    after: Annotated[str | None, _filter_option("--after", "TIME", "results since then")] = None,
    before: Annotated[str | None, _filter_option("--before", "TIME", "results until then")] = None,
    metadata: Annotated[
        str | None, _filter_option("--metadata", "JSON", "results with this metadata")
    ] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Search conversations and memories, best match first.

    TIME is a date (2026-05-01) or a time in ISO 8601.

    Try: recollect search alice "Where does she live?" --scope memories
    """
    filters = {
        "kind": kind,
        "conversation": conversation,
        "role": role,
        "speaker": speaker,
        "after": parse_time(after, "after", early=True),
        "before": parse_time(before, "before"),
        "metadata": json_object(metadata, "metadata"),
    }
    with open_memory(ctx, database) as memory:
        hits = memory.agent(agent).search(
            question,
            limit=limit or _DEFAULT_LIMIT,
            scopes=scopes or tuple(Scope),
            as_of=parse_time(as_of, "as_of"),
            filters=filters,
        )
    if as_json:
        print_json([{**plain(hit), "line": hit.line} for hit in hits])
    elif not hits and (scopes or as_of or any(filters.values())):
        say(
            "Nothing matches. Without filters:"
            f" recollect search {shell_quoted(agent)} {shell_quoted(question)}"
        )
    elif not hits:
        say(f"Nothing is stored for {one_line(agent)}. Try: recollect agents")
    else:
        print_table(_COLUMNS, [_row(hit) for hit in hits])


def _row(hit: Hit) -> tuple[str, ...]:
    score = f"{hit.score:.2f}"
    if hit.turn is not None:
        return score, local_date(hit.at), hit.turn.speaker or hit.turn.role.value, hit.text
    if hit.line is None or hit.entry is None:
        return score, local_date(hit.at), _SCOPE_NAMES[hit.scope], hit.text
    who = f"{said_by(hit.entry)}: " if hit.entry.is_quotation else ""
    return score, said_on(hit.entry), "memory", who + memory_text(hit.entry)
