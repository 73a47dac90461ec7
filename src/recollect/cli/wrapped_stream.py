"""Text that arrives in pieces, printed at once and wrapped between words."""

import re
import shutil
import sys
from typing import Final

from rich.cells import cell_len

from recollect.cli.formatting import sanitize

_SPACE: Final = re.compile(r"(\s+)")


class WrappedStream:
    """Prints pieces of a text on stdout; on a terminal, a word that does not fit goes below."""

    def __init__(self) -> None:
        self._width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        self._column = 0
        # On a terminal the last word waits until it is complete.
        self._word = ""
        self._is_empty = True

    def write(self, piece: str) -> None:
        """Print what is complete."""
        self._is_empty = self._is_empty and not piece
        text = sanitize(piece)
        if self._width is None:
            self._print(text)
            return
        *complete, self._word = _SPACE.split(self._word + text)
        for part in complete:
            self._place(part)

    def end(self) -> None:
        """Print the rest and end the line, if there was any text."""
        self._place(self._word)
        self._word = ""
        if not self._is_empty:
            self._print("\n")

    def _place(self, part: str) -> None:
        if self._width is None or not part:
            return
        if "\n" in part:
            self._column = cell_len(part.rpartition("\n")[2])
            self._print(part)
            return
        if self._column and self._column + cell_len(part) > self._width:
            self._print("\n")
            self._column = 0
            part = part.lstrip()
        self._column += cell_len(part)
        if self._column > self._width:  # one word that is longer than the line
            self._column %= self._width
        self._print(part)

    def _print(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
