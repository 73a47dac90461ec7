from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import uuid4

import typer

from recollect.cli.completion import agent_names
from recollect.cli.context import Tokens
from recollect.cli.opening import path_of
from recollect.cli.options import Database
from recollect.cli.screen import note
from recollect.cli.wording import one_line, typed
from recollect.domain.chat import NO_MODEL
from recollect.errors import Disabled, InvalidSetting


def chat(
    ctx: typer.Context,
    agent: Annotated[
        str,
        typer.Option(
            "--agent", "-a", metavar="ID", help="Whose memory.", autocompletion=agent_names
        ),
    ] = "default",
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            "-c",
            metavar="ID",
            help="The conversation to go on with; a new one if left out.",
            show_default=False,
        ),
    ] = None,
    ephemeral: Annotated[
        bool,
        typer.Option("--ephemeral", metavar="", help="Keep what is said in RAM alone."),
    ] = False,
    no_memory: Annotated[
        bool,
        typer.Option(
            "--no-memory", metavar="", help="Show the model nothing of other conversations."
        ),
    ] = False,
    tokens: Tokens = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model", metavar="NAME", help="Setting core_model_name.", show_default=False
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            "--base-url", metavar="URL", help="Setting core_model_base_url.", show_default=False
        ),
    ] = None,
    provider: Annotated[
        str | None,
        typer.Option(
            "--provider",
            metavar="NAME",
            help="Setting core_model_provider: anthropic, or openai for any compatible endpoint.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Talk to the core model, which is shown what the agent remembers; what is said is remembered.

    /memory and /why show what the model was given, /help lists the rest. Ctrl-C stops an answer, Ctrl-D ends.

    Try: recollect chat --agent alice
    """
    # Imported here, so that help and usage errors need not wait for the house to be built.
    from recollect.cli.talking import Talking  # noqa: PLC0415
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
        raise Disabled("memory is switched off (setting enabled = false): nothing could be kept")
    name = conversation or f"chat-{datetime.now(UTC):%Y-%m-%d}-{uuid4().hex[:6]}"
    with Memory.open(path_of(ctx, database), **given) as memory:
        retention = "ephemeral" if ephemeral else "durable"
        talk = memory.conversation(name, agent=agent, retention=retention)
        talking = Talking(memory, talk, reminded=not no_memory, tokens=tokens)
        note(talking.greeting, style="dim")
        talking.go_on()
    if not ephemeral:
        again = f"recollect chat --agent {typed(agent)} --conversation {typed(name)}"
        note(f"Kept as {one_line(name)}. To go on: {again}", style="dim")
