"""Confirmation prompts before data is lost, on stderr so that stdout contains only data."""

import sys

from recollect.cli.formatting import sanitize
from recollect.cli.output import stderr
from recollect.errors import InvalidInput


def confirm(question: str) -> None:
    """Raise InvalidInput unless the user answers yes."""
    if _answer(f"{question} [y/N] ").lower() not in {"y", "yes"}:
        raise InvalidInput("nothing was changed: not confirmed")


def confirm_by_typing(question: str, expected: str) -> None:
    """Raise InvalidInput unless the user types `expected`, raw or as the terminal shows it."""
    if _answer(question) not in {expected.strip(), sanitize(expected).strip()}:
        raise InvalidInput("nothing was changed: the name does not match")


def _answer(question: str) -> str:
    console = stderr()
    console.print(question, end="", soft_wrap=True)
    line = sys.stdin.readline()
    if not line:
        console.print()
        raise InvalidInput(
            "nothing was changed: no answer was given; use --yes to skip the question"
        )
    return line.strip()
