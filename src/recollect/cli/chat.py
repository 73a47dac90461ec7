import sys
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import uuid4

import typer

from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.options import Database, Tokens, agent_option
from recollect.cli.output import note
from recollect.cli.parameters import flag, option
from recollect.domain.chat import NO_MODEL
from recollect.errors import Disabled, InvalidSetting

Agent = Annotated[str, agent_option("The agent whose memory is used.", metavar="ID")]
Conversation = Annotated[
    str | None,
    option(
        "--conversation", "ID", "The conversation to continue; a new one by default.", short="-c"
    ),
]
Provider = Annotated[
    str | None,
    option(
        "--provider",
        "NAME",
        "Overrides core_model_provider: anthropic, or openai for any compatible endpoint.",
    ),
]

_EXAMPLE = (
    "recollect chat --provider openai --base-url http://127.0.0.1:11434/v1 --model qwen2.5:7b"
)
_WITHOUT = (
    "To try it without a model: recollect serve --echo, and in another terminal: recollect chat"
    " --provider openai --base-url http://127.0.0.1:{port}/v1 --model echo"
)


def chat(
    agent: Agent = "default",
    conversation: Conversation = None,
    ephemeral: Annotated[bool, flag("--ephemeral", "Keep the conversation in RAM only.")] = False,
    no_memory: Annotated[
        bool, flag("--no-memory", "Do not show the model anything from other conversations.")
    ] = False,
    tokens: Tokens = None,
    model: Annotated[
        str | None, option("--model", "NAME", "Overrides the setting core_model_name.")
    ] = None,
    base_url: Annotated[
        str | None, option("--base-url", "URL", "Overrides the setting core_model_base_url.")
    ] = None,
    provider: Provider = None,
    database: Database = None,
) -> None:
    """Chat with the core model, which sees the agent's memory; the chat is remembered too.

    /memory and /why show what the model was given; /help lists all commands. Ctrl-C stops an
    answer, Ctrl-D quits.
    """
    from recollect.cli.chat_session import ChatSession  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    given = _settings(
        core_model_name=model, core_model_base_url=base_url, core_model_provider=provider
    )
    name = conversation or f"chat-{datetime.now(UTC):%Y-%m-%d}-{uuid4().hex[:6]}"
    with Memory.open(database, **given) as memory:
        retention = "ephemeral" if ephemeral else "durable"
        opened = memory.conversation(name, agent=agent, retention=retention)
        session = ChatSession(memory, opened, use_memory=not no_memory, tokens=tokens)
        note(session.greeting, style="dim")
        before = opened.info()
        could_answer = session.run()
        is_saved = not ephemeral and opened.info() not in (None, before)
    if is_saved:
        again = {"--agent": agent, "--conversation": name, "--provider": provider}
        again |= {"--base-url": base_url, "--model": model, "--database": database}
        options = " ".join(f"{key} {shell_quoted(str(v))}" for key, v in again.items() if v)
        note(f"Saved as {one_line(name)}. To continue: recollect chat {options}", style="dim")
    # A person has read what went wrong; a script needs the code.
    raise typer.Exit(0 if could_answer or sys.stdin.isatty() else 1)


def _settings(**options: str | None) -> dict[str, Any]:
    """Return the options that were given, if the settings with them allow a chat."""
    from recollect.settings import load  # noqa: PLC0415

    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    settings = load(**given)
    if not settings.has_core_model:
        message = f"{NO_MODEL}. With Ollama: {_EXAMPLE}. {_WITHOUT.format(port=settings.port)}"
        raise InvalidSetting(message, field="core_model_api_key")
    if not settings.enabled:
        raise Disabled("memory is disabled (setting enabled = false), so nothing could be stored")
    return given
