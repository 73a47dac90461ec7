"""Command groups with a default command: `recollect memories alice` lists memories."""

from difflib import get_close_matches
from itertools import takewhile
from typing import Any, ClassVar

from typer.core import TyperGroup

from recollect.cli.help_text import CommandList, first_sentence


class CommandGroup(TyperGroup):
    """A group that runs its default command if the first argument is not a command."""

    default_command: ClassVar[str] = "list"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the default command if the first argument is not a command."""
        if not args and not self.no_args_is_help and not ctx.resilient_parsing:
            args = [self.default_command]
        elif args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            if not ctx.resilient_parsing:  # completion must not print errors
                self._check_typo(ctx, args[0])
                self._check_command(ctx, args)
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write one line for each command; a long one is wrapped, not cut."""
        shown = {name: each for name, each in self.commands.items() if not each.hidden}
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_sentence(each.help)) for name, each in shown.items()])

    def _check_typo(self, ctx: Any, word: str) -> None:
        """Fail on a misspelled command, which would otherwise be taken for an agent."""
        visible = [name for name, command in self.commands.items() if not command.hidden]
        if near := get_close_matches(word, visible, n=1, cutoff=0.75):
            ctx.fail(
                f"{word!r} is not a command; did you mean {near[0]!r}?"
                f" For an agent of that name: {ctx.command_path} list {word}"
            )

    def _check_command(self, ctx: Any, args: list[str]) -> None:
        """Fail on an unknown command before more words than the default command takes."""
        default = self.commands[self.default_command]
        taken = [each for each in default.params if each.param_type_name == "argument"]
        words = list(takewhile(lambda word: not word.startswith("-"), args))
        if len(words) > len(taken) and all(each.nargs == 1 for each in taken):
            known = ", ".join(name for name, each in self.commands.items() if not each.hidden)
            ctx.fail(f"{args[0]!r} is not a command of {ctx.command_path}; it has {known}")


def command_group(
    name: str,
    help: str,  # noqa: A002 - as typer calls it
    *,
    example: str,
    no_args_is_help: bool = True,
    cls: type[CommandGroup] = CommandGroup,
) -> CommandList:
    """Return an empty group; without `no_args_is_help` it runs its default command alone."""
    help_text = f"{help}\n\nTry: recollect {name} {example}"
    return CommandList(
        name=name, cls=cls, no_args_is_help=no_args_is_help, rich_markup_mode=None, help=help_text
    )
