import sys
from typing import TYPE_CHECKING, Annotated

from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line
from recollect.cli.health import ready
from recollect.cli.options import AgentId, AsJson, Database, Metadata
from recollect.cli.output import print_result
from recollect.cli.parameters import argument, complete_from, flag, option, parse_object, parse_time
from recollect.cli.sync_progress import sync_with_progress
from recollect.domain.provenance import STATED
from recollect.domain.turn import Role

if TYPE_CHECKING:
    from recollect.settings import Settings

TurnRole = Annotated[
    str,
    option("--role", "ROLE", "One of " + ", ".join(Role) + ".", autocompletion=complete_from(Role)),
]
TurnOrigin = Annotated[
    str | None,
    option(
        "--origin",
        "ORIGIN",
        "Where the words come from: user (typed), pasted or tool; default: told by their form.",
        autocompletion=complete_from(STATED[Role.USER]),
    ),
]
TurnId = Annotated[
    str | None,
    option(
        "--id",
        "ID",
        "Unique id in the conversation; storing the same message again changes nothing.",
    ),
]


def remember(
    agent: AgentId,
    text: Annotated[str, argument("TEXT", "The message; - reads it from stdin.")],
    conversation: Annotated[
        str, option("--conversation", "ID", "Id of the conversation.", short="-c")
    ] = "default",
    role: TurnRole = Role.USER,
    speaker: Annotated[str | None, option("--speaker", "NAME", "Who said it.")] = None,
    at: Annotated[str | None, option("--at", "TIME", "Time in ISO 8601; default: now.")] = None,
    turn_id: TurnId = None,
    origin: TurnOrigin = None,
    metadata: Metadata = None,
    wait: Annotated[
        bool, flag("--wait", "Wait until it has been embedded and learned from.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store one message; it is searchable at once and learned from in the background."""
    content = sys.stdin.read() if text == "-" else text
    with open_memory(database, create=True) as memory:
        turn = memory.agent(agent).remember(
            content,
            conversation=conversation,
            role=role,
            speaker=speaker,
            at=parse_time(at, "at", early=True),
            id=turn_id,
            origin=origin,
            metadata=parse_object(metadata, "metadata"),
        )
        if wait:
            sync_with_progress(memory)
        later = "" if wait else learned_later(memory.settings)
    where = f"in conversation {one_line(turn.conversation)!r} of {one_line(agent)}"
    print_result(turn, f"Stored as turn {one_line(turn.id)} {where}.{later}", as_json=as_json)


def learned_later(settings: "Settings") -> str:
    """Return what runs the learning from a message that is stored, after a space."""
    if settings.extractor == "none":
        return ""
    if not settings.background_work:
        return " To learn from it, run: recollect sync, or keep recollect worker running."
    if ready(settings)[0]:
        return " The server learns from it in a moment."
    return " To learn from it, run: recollect sync, or start the server: recollect serve"
