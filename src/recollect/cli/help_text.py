"""How the help of a command reads: plain lines, wrapped, without types and braces."""

import re
from collections.abc import Callable
from inspect import getdoc
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand

Function = TypeVar("Function", bound=Callable[..., Any])
# That a number may not be negative says itself.
_RANGE = re.compile(r"  \[x>=[01]\]|; x>=[01](?=\])")


class HelpfulCommand(TyperCommand):
    """A command whose help shows arguments as the user types them: AGENT, not {AGENT} <str>."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line."""
        pieces = super().collect_usage_pieces(ctx)
        plain = (piece.replace("{", "").replace("}", "") for piece in pieces)
        return [piece.replace("...]...", "...]") for piece in plain]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options."""
        arguments: list[tuple[str, str]] = []
        options: list[tuple[str, str]] = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None:
                continue
            if param.param_type_name == "argument":
                # Not the record, which names the type and repeats that it is required.
                arguments.append((param.metavar or record[0], getattr(param, "help", "")))
            else:
                options.append((record[0], _RANGE.sub("", record[1])))
        for title, records in (("Arguments", arguments), ("Options", options)):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class CommandList(typer.Typer):
    """Registers functions as commands with that help."""

    def command(
        self, name: str | None = None, *, example: str | None = None, **options: Any
    ) -> Callable[[Function], Function]:
        """Return a decorator that registers a function; its help ends in an example of a call."""

        def register(function: Function) -> Function:
            if example is not None:
                words = (self.info.name, name or function.__name__, example)
                line = " ".join(("Try: recollect", *filter(None, words)))
                options["help"] = f"{getdoc(function)}\n\n{line}"
            return super(CommandList, self).command(name, cls=HelpfulCommand, **options)(function)

        return register


def first_sentence(text: str | None) -> str:
    """Return the first paragraph of a command's help, without its final stop."""
    return " ".join((text or "").partition("\n\n")[0].split()).removesuffix(".")
