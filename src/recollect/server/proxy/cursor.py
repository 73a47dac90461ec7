"""A walk through a JSON text that knows where each value stands, so that one can be changed and all else left as it is."""

import json
import re
from collections.abc import Iterator
from typing import Final

Span = tuple[int, int]

_DECODE: Final = json.JSONDecoder().raw_decode
_BLANK: Final = re.compile(r"[ \t\n\r]*")


class Cursor:
    """A place in a JSON text; a ValueError says that the text is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._skip(0)

    @property
    def sign(self) -> str:
        """The sign that stands here; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def value(self) -> tuple[object, Span]:
        """The value that begins here, and where it stands; the cursor goes behind it."""
        start = self.at
        found, end = _DECODE(self.text, start)
        self._skip(end)
        return found, (start, end)

    def names(self) -> Iterator[str]:
        """The names of the object that begins here; at each, the caller goes past its value."""
        self._take("{")
        while self.sign != "}":
            self._expect('"')
            name, _ = self.value()
            self._take(":")
            yield str(name)
            self._next("}")
        self._take("}")

    def elements(self) -> Iterator[None]:
        """The elements of the list that begins here; at each, the caller goes past it."""
        self._take("[")
        while self.sign != "]":
            yield
            self._next("]")
        self._take("]")

    def _next(self, end: str) -> None:
        """To the next of several, or to their end; a comma must be followed by one more."""
        if self.sign == end:
            return
        self._take(",")
        if self.sign == end:
            raise ValueError(f"nothing behind the comma before {self.at}")

    def _take(self, sign: str) -> None:
        self._expect(sign)
        self._skip(self.at + 1)

    def _expect(self, sign: str) -> None:
        if self.sign != sign:
            raise ValueError(f"no {sign} at {self.at}")

    def _skip(self, at: int) -> None:
        found = _BLANK.match(self.text, at)
        self.at = found.end() if found else at
