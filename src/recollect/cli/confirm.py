"""Questions on stderr, so that stdout contains only data; before data is lost, to confirm it."""

import sys

from rich.text import Text

from recollect.cli.formatting import sanitize, wrap
from recollect.cli.output import stderr
from recollect.errors import InvalidInput


def confirm(question: str) -> None:
    """Raise InvalidInput unless the user answers yes."""
    if _answer(f"{question} [y/N]").lower() not in {"y", "yes"}:
        raise InvalidInput("nothing was changed: not confirmed")


def confirm_by_typing(question: str, expected: str) -> None:
    """Raise InvalidInput unless the user types `expected`, raw or as the terminal shows it."""
    if _answer(question) not in {expected.strip(), sanitize(expected).strip()}:
        raise InvalidInput("nothing was changed: the name does not match")


def can_ask() -> bool:
    """Whether somebody sits at a terminal and can answer questions."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(question: str, default: str) -> str:
    """Return the answer to a question; Enter means the default."""
    return _answer(f"{question} [{default}]", "give the options instead") or default


def _answer(question: str, otherwise: str = "use --yes to skip the question") -> str:
    console = stderr()
    lines = wrap(Text(question), console.width) if console.is_terminal else [Text(question)]
    console.print(Text("\n").join(lines), end=" ", soft_wrap=True)
    line = sys.stdin.readline()
    if not line:
        console.print()
        raise InvalidInput(f"nothing was changed: no answer was given; {otherwise}")
    return line.strip()
