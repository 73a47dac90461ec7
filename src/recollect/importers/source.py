"""The file itself: opening it, and saying where in it something is wrong. Nothing of it is quoted."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from recollect.domain import checks
from recollect.domain.turn import Role
from recollect.errors import InvalidInput

# A document is read whole and takes several times its size in memory; lines are read one by one.
MAX_DOCUMENT: Final = 512 * 2**20
MAX_LINE: Final = 32 * 2**20
_CONTENT_MAX: Final = 256 * 1024
_FIELDS: Final = ("role", "content", "speaker", "at", "id", "metadata")
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A stretch of one conversation. `agent` is whom the file names; `left_out` counts what was noise."""

    agent: str | None
    conversation: str
    title: str | None
    turns: list[dict[str, Any]]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read; `conversation` takes the turns that name none."""

    path: Path
    conversation: str | None = None
    max_content_bytes: int = _CONTENT_MAX

    def refusal(self, message: str, place: str | None = None) -> InvalidInput:
        """An error that names the file, and the place in it."""
        where = f"{self.path}, {place}" if place else str(self.path)
        return InvalidInput(f"{where}: {message}", field="file")

    def turn(self, place: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """A turn whose fields are such as the memory takes; those that are None are left out."""
        given = {name: value for name, value in fields.items() if value is not None}
        try:
            return _checked(given, self.max_content_bytes)
        except InvalidInput as wrong:
            raise self.refusal(wrong.message, place) from None

    def name(self, place: str, value: object, field: str) -> str:
        """An id out of the file."""
        try:
            return checks.check_id(value, field)
        except InvalidInput as wrong:
            raise self.refusal(wrong.message, place) from None

    def title(self, value: object) -> str | None:
        """A title out of the file, or None where it has none that can be used."""
        try:
            return checks.check_label(value, "title")
        except InvalidInput:
            return None

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The file as bytes."""
        # It is read more than once, which a pipe cannot be.
        if self.path.exists() and not (self.path.is_file() or self.path.is_dir()):
            raise self.refusal("it is not a regular file: save it as one first")
        try:
            with self.path.open("rb") as file:
                yield file
        except OSError as error:
            raise self.refusal(f"it cannot be read: {error.strerror}") from None

    def head(self, count: int = 8192) -> bytes:
        """How the file begins, behind a byte order mark."""
        with self.opened() as file:
            return file.read(count).removeprefix(_BOM)

    def document(self) -> Any:
        """The whole file as one JSON value."""
        with self.opened() as file:
            raw = file.read(MAX_DOCUMENT + 1)
        return self.parsed(raw)

    def parsed(self, raw: bytes, name: str | None = None) -> Any:
        """JSON out of bytes; `name` is a file inside this one."""
        if len(raw) > MAX_DOCUMENT:
            message = f"it is larger than {MAX_DOCUMENT:,} bytes, the most that is read at once"
            raise self.refusal(f"{message}: split it, or write JSON lines", name)
        try:
            return json.loads(raw.removeprefix(_BOM).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise self.refusal(f"byte {error.start} is not text in UTF-8", name) from None
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            where = f"{name}, {place}" if name else place
            raise self.refusal(f"this is not JSON: {error.msg}", where) from None
        except (ValueError, RecursionError):
            raise self.refusal("the JSON is nested too deeply or holds an endless number") from None

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each line that is not blank, with its place, as text."""
        with self.opened() as file:
            number = 0
            while line := file.readline(MAX_LINE + 1):
                number += 1
                text = self._text(line, f"line {number}")
                if text:
                    yield f"line {number}", text

    def _text(self, line: bytes, place: str) -> str:
        if len(line) > MAX_LINE:
            raise self.refusal(f"the line is longer than {MAX_LINE:,} bytes", place)
        if b"\0" in line:
            raise self.refusal("it holds a NUL byte, so this is not a text file", place)
        try:
            return line.removeprefix(_BOM).decode("utf-8").strip()
        except UnicodeDecodeError:
            raise self.refusal("this is not text in UTF-8", place) from None


def _checked(given: Mapping[str, Any], max_bytes: int) -> dict[str, Any]:
    if unknown := sorted(set(given) - set(_FIELDS)):
        message = f"unknown field {unknown[0]!r:.80}; a turn has {', '.join(_FIELDS)}"
        raise InvalidInput(message)
    if "content" not in given:
        raise InvalidInput("content is missing")
    checks.check_choice(given.get("role", Role.USER), "role", Role)
    checks.check_content(given["content"], "content", max_bytes)
    checks.check_label(given.get("speaker"), "speaker")
    checks.check_metadata(given.get("metadata"))
    if "at" in given:
        checks.check_moment(given["at"], "at")
    if "id" in given:
        checks.check_id(given["id"], "id")
    return dict(given)
