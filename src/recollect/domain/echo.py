"""The replies of the echo upstream: they repeat what a model would have read, and say nothing."""

from typing import Final

from recollect.domain.turn import Role

FIRST_LINE: Final = "A model would have read this:"
_CUT: Final = "[…]"


def is_echo(text: str) -> bool:
    """Whether a reply is one of the echo upstream."""
    return text.lstrip().startswith(FIRST_LINE)


def without_echo(text: str, role: Role) -> str:
    """A message as it is stored: of an echo, only the first line."""
    return f"{FIRST_LINE} {_CUT}" if role is Role.ASSISTANT and is_echo(text) else text
