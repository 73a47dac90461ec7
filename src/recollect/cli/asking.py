"""Questions before something is lost. They go to stderr, so that stdout stays data."""

import sys

from recollect.cli.screen import stderr
from recollect.cli.wording import harmless
from recollect.errors import InvalidInput


def agree(question: str) -> None:
    """Go on only after a yes."""
    if _answer(f"{question} [y/N] ").lower() not in {"y", "yes"}:
        raise InvalidInput("nothing was changed: the question was not answered with yes")


def type_again(question: str, word: str) -> None:
    """Go on only after the word has been typed again, as it is or as the screen shows it."""
    if _answer(question) not in {word.strip(), harmless(word).strip()}:
        raise InvalidInput("nothing was changed: that was another name")


def _answer(question: str) -> str:
    console = stderr()
    console.print(question, end="", soft_wrap=True)
    line = sys.stdin.readline()
    if not line:
        console.print()
        raise InvalidInput("nothing was changed: nobody answered; --yes goes without asking")
    return line.strip()
