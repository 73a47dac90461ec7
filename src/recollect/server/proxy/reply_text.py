"""The assistant's text in a reply, collected while the reply arrives."""

from typing import Final

MAX_BYTES: Final = 32 * 2**20


class ReplyText:
    """What was said so far, without tool calls and thoughts."""

    def __init__(self) -> None:
        # The id by which a later request may refer to the reply.
        self.id: str | None = None
        # Whether the reply is complete, and whether nothing follows that a client waits for.
        self.is_finished = False
        self.has_ended = False
        self._parts: list[str] = []
        self._refusal_parts: list[str] = []
        self._size = 0
        self._has_gap = False

    @property
    def text(self) -> str:
        """The text, or the refusal where there is no text."""
        return "".join(self._parts or self._refusal_parts)

    def add(self, text: str) -> None:
        """Add a piece of text."""
        if text and self._has_gap and self._parts:
            text = f"\n{text}"
        if text:
            self._has_gap = False
            self._append(self._parts, text)

    def add_refusal(self, text: str) -> None:
        """Add a piece of a refusal to answer."""
        self._append(self._refusal_parts, text)

    def add_gap(self) -> None:
        """Start the next piece on a new line: something else came in between."""
        self._has_gap = True

    def end(self, *, is_finished: bool = True) -> None:
        """Note the end of the reply."""
        self.has_ended = True
        self.is_finished = is_finished

    def _append(self, parts: list[str], text: str) -> None:
        self._size += len(text)
        if text and self._size <= MAX_BYTES:
            parts.append(text)
