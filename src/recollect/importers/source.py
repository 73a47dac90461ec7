"""The file to import: reading it and reporting errors by location, never quoting its content."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from recollect.domain import checks
from recollect.domain.turn import Role
from recollect.errors import InvalidInput
from recollect.importers.items import ImportedMemory

# A document is loaded as a whole and takes several times its size in RAM; lines are streamed.
MAX_DOCUMENT: Final = 512 * 2**20
MAX_LINE: Final = 32 * 2**20
_MAX_CONTENT: Final = 256 * 1024
_FIELDS: Final = ("role", "content", "speaker", "at", "id", "metadata")
_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A file to import; turns without a conversation go to `conversation`.

    `label` is how errors call it, if that is not its path.
    """

    path: Path
    conversation: str | None = None
    max_content_bytes: int = _MAX_CONTENT
    label: str | None = None

    def __str__(self) -> str:
        return self.label or str(self.path)

    def error(self, message: str, place: str | None = None) -> InvalidInput:
        """Build an error that names the file and the location in it."""
        where = f"{self}, {place}" if place else str(self)
        return InvalidInput(f"{where}: {message}", field="file")

    def turn(self, place: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Validate the fields of a turn and drop those that are None."""
        given = {name: value for name, value in fields.items() if value is not None}
        try:
            return _validated(given, self.max_content_bytes)
        except InvalidInput as error:
            raise self.error(error.message, place) from None

    def memory(self, place: str, content: object, **fields: Any) -> ImportedMemory:
        """Validate a statement of the file and its fields."""
        try:
            text = checks.check_content(content, "content", self.max_content_bytes)
            checks.check_metadata(fields.get("metadata"), max_bytes=self.max_content_bytes)
            checks.check_tags(fields.get("tags", ()))
            checks.check_optional(checks.check_id, fields.get("id"), "id")
        except InvalidInput as error:
            raise self.error(error.message, place) from None
        return ImportedMemory(content=text.strip(), **fields)

    def fields(self, place: str, value: object) -> dict[str, Any]:
        """Return a JSON object of the file; raise if it is another value."""
        if not isinstance(value, dict):
            raise self.error("this must be a JSON object", place)
        return value

    def name(self, place: str, value: object, field: str) -> str:
        """Validate an id from the file."""
        try:
            return checks.check_id(value, field)
        except InvalidInput as error:
            raise self.error(error.message, place) from None

    def title(self, value: object) -> str | None:
        """Return a title from the file, or None if it is missing or invalid."""
        try:
            return checks.check_label(value, "title")
        except InvalidInput:
            return None

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open the file for reading bytes."""
        # The file is read more than once, which a pipe does not allow.
        if self.path.exists() and not (self.path.is_file() or self.path.is_dir()):
            raise self.error("not a regular file: save it to one first")
        try:
            with self.path.open("rb") as file:
                yield file
        except OSError as error:
            raise self.error(f"cannot be read: {error.strerror}") from None

    def head(self, count: int = 8192) -> bytes:
        """Return the first bytes of the file, without a byte order mark."""
        with self.open() as file:
            return file.read(count).removeprefix(_BOM)

    def document(self) -> Any:
        """Parse the whole file as one JSON value."""
        with self.open() as file:
            raw = file.read(MAX_DOCUMENT + 1)
        return self.parse_json(raw)

    def text(self) -> str:
        """Read the whole file as text in UTF-8."""
        with self.open() as file:
            raw = file.read(MAX_DOCUMENT + 1)
        if len(raw) > MAX_DOCUMENT:
            raise self.error(f"larger than the limit of {MAX_DOCUMENT:,} bytes")
        return self._text(raw, None)

    def parse_json(self, raw: bytes, name: str | None = None) -> Any:
        """Parse bytes as JSON; `name` is the archive member they come from."""
        if len(raw) > MAX_DOCUMENT:
            message = f"larger than the limit of {MAX_DOCUMENT:,} bytes"
            raise self.error(f"{message}: split it or use JSON lines", name)
        try:
            return _parsed(raw.removeprefix(_BOM).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise self.error(f"byte {error.start} is not valid UTF-8", name) from None
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            where = f"{name}, {place}" if name else place
            raise self.error(f"this is not JSON: {error.msg}", where) from None
        except (ValueError, RecursionError):
            raise self.error(
                "the JSON is nested too deeply or contains an infinite number"
            ) from None

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield the location and the text of each non-blank line."""
        with self.open() as file:
            number = 0
            while line := file.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    message = f"the line is longer than {MAX_LINE:,} bytes"
                    raise self.error(message, f"line {number}")
                text = self._text(line, f"line {number}")
                if text:
                    yield f"line {number}", text

    def _text(self, line: bytes, place: str | None) -> str:
        if b"\0" in line:
            raise self.error("contains a NUL byte, so this is not a text file", place)
        try:
            return line.removeprefix(_BOM).decode("utf-8").strip()
        except UnicodeDecodeError:
            raise self.error("this is not valid UTF-8", place) from None


def _parsed(text: str) -> Any:
    """The JSON value; a list item by item, because the parser stops every other thread."""
    at = _after_space(text, 0)
    if not text.startswith("[", at):
        return json.loads(text)
    items: list[Any] = []
    at = _after_space(text, at + 1)
    while items or not text.startswith("]", at):
        item, at = _DECODER.raw_decode(text, at)
        items.append(item)
        at = _after_space(text, at)
        if not text.startswith(",", at):
            break
        at = _after_space(text, at + 1)
    if not text.startswith("]", at):
        raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
    end = _after_space(text, at + 1)
    if end != len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return items


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _validated(given: Mapping[str, Any], max_bytes: int) -> dict[str, Any]:
    if unknown := sorted(set(given) - set(_FIELDS)):
        names = f"{', '.join(_FIELDS)} and conversation"
        message = f"unknown field {unknown[0]!r:.80}; a turn has {names}"
        raise InvalidInput(message)
    if "content" not in given:
        raise InvalidInput("content is missing")
    checks.check_choice(given.get("role", Role.USER), "role", Role)
    checks.check_content(given["content"], "content", max_bytes)
    checks.check_label(given.get("speaker"), "speaker")
    checks.check_metadata(given.get("metadata"), max_bytes=max_bytes)
    if "at" in given:
        checks.check_moment(given["at"], "at")
    if "id" in given:
        checks.check_id(given["id"], "id")
    return dict(given)
