from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import uuid4

import typer

from recollect.cli.completion import agent_names
from recollect.cli.context import Tokens
from recollect.cli.database import database_path
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.options import Database
from recollect.cli.output import note
from recollect.domain.chat import NO_MODEL
from recollect.errors import Disabled, InvalidSetting


def chat(
    ctx: typer.Context,
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            "-a",
            metavar="ID",
            help="The agent whose memory is used.",
            autocompletion=agent_names,
        ),
    ] = "default",
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            "-c",
            metavar="ID",
            help="The conversation to continue; a new one by default.",
            show_default=False,
        ),
    ] = None,
    ephemeral: Annotated[
        bool,
        typer.Option("--ephemeral", metavar="", help="Keep the conversation in RAM only."),
    ] = False,
    no_memory: Annotated[
        bool,
        typer.Option(
            "--no-memory",
            metavar="",
            help="Do not show the model anything from other conversations.",
        ),
    ] = False,
    tokens: Tokens = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="NAME",
            help="Overrides the setting core_model_name.",
            show_default=False,
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            "--base-url",
            metavar="URL",
            help="Overrides the setting core_model_base_url.",
            show_default=False,
        ),
    ] = None,
    provider: Annotated[
        str | None,
        typer.Option(
            "--provider",
            metavar="NAME",
            help="Overrides core_model_provider: anthropic, or openai for any compatible endpoint.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Chat with the core model, which sees the agent's memory; the chat is remembered too.

    /memory and /why show what the model was given; /help lists all commands. Ctrl-C stops an
    answer, Ctrl-D quits.

    Try: recollect chat --agent alice
    """
    # Imported here so that help and usage errors stay fast.
    from recollect.cli.chat_session import ChatSession  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415
    from recollect.settings import load  # noqa: PLC0415

    options = {
        "core_model_name": model,
        "core_model_base_url": base_url,
        "core_model_provider": provider,
    }
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    settings = load(**given)
    if not settings.has_core_model:
        raise InvalidSetting(NO_MODEL, field="core_model_api_key")
    if not settings.enabled:
        raise Disabled("memory is disabled (setting enabled = false), so nothing could be stored")
    name = conversation or f"chat-{datetime.now(UTC):%Y-%m-%d}-{uuid4().hex[:6]}"
    with Memory.open(database_path(ctx, database), **given) as memory:
        retention = "ephemeral" if ephemeral else "durable"
        opened = memory.conversation(name, agent=agent, retention=retention)
        session = ChatSession(memory, opened, use_memory=not no_memory, tokens=tokens)
        note(session.greeting, style="dim")
        session.run()
    if not ephemeral:
        command = (
            f"recollect chat --agent {shell_quoted(agent)} --conversation {shell_quoted(name)}"
        )
        note(f"Saved as {one_line(name)}. To continue: {command}", style="dim")
