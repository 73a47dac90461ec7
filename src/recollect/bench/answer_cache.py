"""Replies of models in a file: a benchmark continues where it stopped, and repeats for free."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from recollect.errors import StorageError


@dataclass(frozen=True, slots=True)
class SavedReply:
    """A reply with its tokens, as the service counted them, and the question it answers."""

    key: str
    model: str
    question: str
    text: str
    tokens_in: int | None
    tokens_out: int | None


class AnswerCache:
    """Replies by key, in a file with one JSON object per line that only its owner can read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.added = 0
        self._saved: dict[str, SavedReply] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.fdopen(
                os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "rb+"
            )
            content = self._file.read()
        except OSError as error:
            raise StorageError(f"{path} cannot be used: {error.strerror}", field="cache") from None
        for line in content.splitlines():
            self._load(line)
        # Killed in the middle of a line: what is left of it stays a line of its own.
        self._separator = b"\n" if content and not content.endswith(b"\n") else b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __contains__(self, key: str) -> bool:
        return key in self._saved

    def get(self, key: str) -> SavedReply | None:
        """The reply with this key; None if it has not been saved."""
        return self._saved.get(key)

    def add(self, reply: SavedReply) -> None:
        """Save a reply at once."""
        line = json.dumps(asdict(reply), ensure_ascii=False).encode("utf-8", "replace")
        self._file.write(self._separator + line + b"\n")
        self._file.flush()
        self._separator = b""
        self.added += 1
        self._saved[reply.key] = reply

    def _load(self, line: bytes) -> None:
        try:
            reply = SavedReply(**json.loads(line))
        except (ValueError, TypeError):  # the rest of a line, or not ours
            return
        self._saved[reply.key] = reply
