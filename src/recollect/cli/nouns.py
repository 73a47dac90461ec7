"""A noun that takes verbs, `recollect memories add alice …`, and can do without one."""

from difflib import get_close_matches
from typing import Any, ClassVar

from typer.core import TyperGroup


class Noun(TyperGroup):
    """Without a verb it looks: `recollect memories alice` lists her memories."""

    looking: ClassVar[str] = "list"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in where the first word is none."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            if not ctx.resilient_parsing:  # a shell that completes a word wants no complaint
                self._check_typo(ctx, args[0])
            args = [self.looking, *args]
        return super().parse_args(ctx, args)

    def _check_typo(self, ctx: Any, word: str) -> None:
        """A verb misspelled must not be taken for an agent."""
        visible = [name for name, command in self.commands.items() if not command.hidden]
        if near := get_close_matches(word, visible, n=1, cutoff=0.75):
            ctx.fail(
                f"{word!r} is not a command; {near[0]!r} is."
                f" For an agent of that name: {ctx.command_path} list {word}"
            )
