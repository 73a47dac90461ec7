"""Arguments and options shared by several commands."""

from typing import Annotated, Any

from recollect.cli.completion import agent_names
from recollect.cli.database import database_path
from recollect.cli.parameters import JSON_EXAMPLE, argument, flag, option
from recollect.domain.framing import Framing

Database = Annotated[
    str | None,
    option(
        "--database",
        "PATH",
        "Database file; default: the setting database_url, or memory.sqlite in the home directory.",
        callback=database_path,
    ),
]
AsJson = Annotated[bool, flag("--json", "Print only JSON on stdout.")]
Yes = Annotated[bool, flag("--yes", "Do not ask for confirmation.", short="-y")]
Limit = Annotated[
    int | None, option("--limit", "N", "Maximum number of results.", short="-n", min=1)
]
NoWait = Annotated[
    bool,
    flag(
        "--no-wait",
        "Do not wait for embedding and learning; the server or `recollect sync` does them.",
    ),
]


def agent_option(help: str, *, metavar: str = "AGENT") -> Any:  # noqa: A002 - as typer calls it
    """Return the option --agent, whose value a shell completes."""
    return option("--agent", metavar, help, short="-a", autocompletion=agent_names)


AgentId = Annotated[str, argument("AGENT", "Id of the agent.", autocompletion=agent_names)]
AgentOrAll = Annotated[
    str | None,
    argument("AGENT", "Id of the agent; default: all agents.", autocompletion=agent_names),
]
ConversationId = Annotated[
    str, argument("ID", "Id of the conversation; its first characters are enough.")
]
MemoryId = Annotated[str, argument("ID", "Id of the memory; its first characters are enough.")]
Metadata = Annotated[
    str | None,
    option("--metadata", "JSON", f"Your own data to store with it, for example {JSON_EXAMPLE}."),
]
InSpaces = Annotated[
    list[str] | None,
    option(
        "--space",
        "AGENT",
        "Read this agent's memory too; can be repeated. Default: the agent's spaces.",
        autocompletion=agent_names,
    ),
]
AsOf = Annotated[
    str | None,
    option(
        "--as-of",
        "TIME",
        "Use only what was known by then: a date (until its end) or a time in ISO 8601, local"
        " unless it has a time zone.",
    ),
]
Tokens = Annotated[
    int | None,
    option(
        "--tokens",
        "N",
        "Maximum number of tokens; default: the setting context_max_tokens. Without it, as many"
        " lines as with 1,000; with more than 1,000, also lines that are less related.",
        short="-t",
        min=0,
    ),
]
Framed = Annotated[
    Framing | None,
    option(
        "--framing", "FRAMING", f"How the model should treat the context: {', '.join(Framing)}."
    ),
]
