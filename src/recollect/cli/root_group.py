"""The group of all commands, which imports a command only when it is needed."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from keyword import iskeyword
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from recollect.cli.command_table import ALIASES, EXAMPLES, MODULES, PANELS, SUMMARIES, SYNONYMS
from recollect.cli.help_text import CommandList


class Commands(MutableMapping[str, Any]):
    """The commands by name, each imported at its first use."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in SUMMARIES:
            raise KeyError(name)
        if name not in self._loaded:
            self._loaded[name] = _load(name)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in SUMMARIES

    def __iter__(self) -> Iterator[str]:
        return iter(SUMMARIES)

    def __len__(self) -> int:
        return len(SUMMARIES)

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        raise TypeError("commands cannot be removed")


class RootGroup(TyperGroup):
    """Lists the commands without importing them."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Commands()

    def list_commands(self, _ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        return [*SUMMARIES]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Take a command by its name in the API too, and name the right one for other words."""
        args = [ALIASES.get(args[0], args[0]), *args[1:]]
        if (meant := SYNONYMS.get(args[0])) and not ctx.resilient_parsing:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {meant!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write one line for each command, by panel."""
        width = max(map(len, SUMMARIES))
        for panel, commands in PANELS.items():
            with formatter.section(panel):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the names that begin with what was typed, and the global options."""
        from typer._click.shell_completion import CompletionItem  # noqa: PLC0415

        names = [name for name in SUMMARIES if name.startswith(incomplete)]
        offered = [CompletionItem(name, help=SUMMARIES[name]) for name in names]
        return offered + super(TyperGroup, self).shell_complete(ctx, incomplete)


def _load(name: str) -> Any:
    """Import a command and build it."""
    attribute = name.replace("-", "_")
    module = import_module(f"recollect.cli.{MODULES.get(name, attribute)}")
    group = getattr(module, "app", None)
    if isinstance(group, typer.Typer):
        return get_group(group)
    function = getattr(module, f"{attribute}_" if iskeyword(attribute) else attribute)
    alone = CommandList(add_completion=False, rich_markup_mode=None)
    alone.command(name, example=EXAMPLES.get(name))(function)
    return get_command(alone)
