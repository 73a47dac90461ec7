from collections.abc import Callable
from functools import partial
from typing import Annotated

from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, said_date, shell_quoted, short_id
from recollect.cli.lookup import require_agents
from recollect.cli.memory_display import attributed_text, said_on
from recollect.cli.options import AgentId, AsJson, AsOf, Database, InSpaces, Limit
from recollect.cli.output import note, print_json, print_table, say
from recollect.cli.parameters import argument, complete_from, option, parse_object, parse_time
from recollect.cli.table import Column
from recollect.context.pieces import space_label
from recollect.domain.hit import Hit, Scope
from recollect.domain.plain import plain

_COLUMNS = (
    Column("ID", style="cyan"),
    Column("SAID", style="bright_black"),
    Column("TEXT", flexible=True),
)
# What a text is, unless a person said it.
_LABELS = {Scope.SUMMARIES: "Recap", Scope.GRAPH: "Relationship"}
_DEFAULT_LIMIT = 10


Scopes = Annotated[
    list[str] | None,
    option(
        "--scope",
        "SCOPE",
        "Search only turns, memories, summaries or graph; can be repeated.",
        autocompletion=complete_from(Scope),
    ),
]
Metadata = Annotated[str | None, option("--metadata", "JSON", "Only results with this metadata.")]


def search(
    agent: AgentId,
    question: Annotated[str, argument("QUESTION", "What to search for.")],
    limit: Limit = None,
    scopes: Scopes = None,
    kind: Annotated[str | None, option("--kind", "KIND", "Only memories of this kind.")] = None,
    conversation: Annotated[
        str | None, option("--conversation", "ID", "Only results from this conversation.")
    ] = None,
    role: Annotated[str | None, option("--role", "ROLE", "Only turns with this role.")] = None,
    speaker: Annotated[
        str | None, option("--speaker", "NAME", "Only turns by this speaker.")
    ] = None,
    after: Annotated[str | None, option("--after", "TIME", "Only results since then.")] = None,
    before: Annotated[str | None, option("--before", "TIME", "Only results until then.")] = None,
    metadata: Metadata = None,
    as_of: AsOf = None,
    spaces: InSpaces = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Search conversations and memories, the nearest first.

    TIME is a date (2026-05-01) or a time in ISO 8601: a message was said then, a memory became
    true then, whenever it was said; --scope turns finds only what was said. --json has the scores;
    a text that repeats a better one ranks lower than its score.
    """
    filters = {
        "kind": kind,
        "conversation": conversation,
        "role": role,
        "speaker": speaker,
        "after": parse_time(after, "after", early=True),
        "before": parse_time(before, "before"),
        "metadata": parse_object(metadata, "metadata"),
    }
    moment = parse_time(as_of, "as_of")
    with open_memory(database) as memory:
        require_agents(memory, agent, *(spaces or ()))
        hits = memory.agent(agent).search(
            question,
            limit=limit or _DEFAULT_LIMIT,
            scopes=scopes or tuple(Scope),
            as_of=moment,
            filters=filters,
            spaces=spaces,
        )
        marked = partial(memory.assembler.marked, agent, as_of=moment)
        rows = [] if as_json else [_row(hit, marked) for hit in hits]
    if hits.warning:
        note(hits.warning, style="yellow")
    if as_json:
        print_json([{**plain(hit), "line": hit.line} for hit in hits])
    elif hits:
        print_table(_COLUMNS, rows)
    else:
        is_filtered = bool(scopes or as_of or any(filters.values()))
        say(_why_none(agent, question, is_filtered=is_filtered))


def _why_none(agent: str, question: str, *, is_filtered: bool) -> str:
    if is_filtered:
        command = f"recollect search {shell_quoted(agent)} {shell_quoted(question)}"
        return f"Nothing matches. Without filters: {command}"
    return f"Nothing of {one_line(agent)} matches. Try: recollect memories {shell_quoted(agent)}"


def _row(hit: Hit, marked: Callable[[Hit, str], str]) -> tuple[str, ...]:
    name, space = short_id(hit.id), space_label(hit.space)
    if hit.turn is not None:
        speaker = hit.turn.speaker or hit.turn.role.value.capitalize()
        return name, said_date(hit.local), f"{space}{speaker}: {marked(hit, hit.text)}"
    if hit.line is None or hit.entry is None:
        day = said_on(hit.entry) if hit.entry else said_date(hit.local)
        return name, day, f"{space}{_LABELS.get(hit.scope, 'Memory')}: {marked(hit, hit.text)}"
    return name, said_on(hit.entry), space + marked(hit, attributed_text(hit.entry))
