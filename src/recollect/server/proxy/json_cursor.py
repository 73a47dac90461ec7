"""A JSON parser that reports the position of each value, so that edits leave the rest untouched."""

import json
import re
from collections.abc import Iterator
from typing import Final

Span = tuple[int, int]

_DECODE: Final = json.JSONDecoder().raw_decode
_BLANK: Final = re.compile(r"[ \t\n\r]*")


class JsonCursor:
    """A position in a JSON text; raises ValueError on malformed input."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._skip(0)

    @property
    def char(self) -> str:
        """The current character, or an empty string at the end."""
        return self.text[self.at : self.at + 1]

    def value(self) -> tuple[object, Span]:
        """Parse the value at the cursor, move past it, and return it with its span."""
        start = self.at
        found, end = _DECODE(self.text, start)
        self._skip(end)
        return found, (start, end)

    def names(self) -> Iterator[str]:
        """Yield the keys of the object at the cursor; the caller must consume each value."""
        self._take("{")
        while self.char != "}":
            self._expect('"')
            name, _ = self.value()
            self._take(":")
            yield str(name)
            self._next("}")
        self._take("}")

    def elements(self) -> Iterator[None]:
        """Yield once per element of the list at the cursor; the caller must consume each one."""
        self._take("[")
        while self.char != "]":
            yield
            self._next("]")
        self._take("]")

    def _next(self, end: str) -> None:
        """Move to the next item or to the closing bracket; trailing commas are errors."""
        if self.char == end:
            return
        self._take(",")
        if self.char == end:
            raise ValueError(f"trailing comma before {self.at}")

    def _take(self, char: str) -> None:
        self._expect(char)
        self._skip(self.at + 1)

    def _expect(self, char: str) -> None:
        if self.char != char:
            raise ValueError(f"expected {char} at {self.at}")

    def _skip(self, at: int) -> None:
        found = _BLANK.match(self.text, at)
        self.at = found.end() if found else at
