"""The text in the content of a message."""

from collections.abc import Iterator
from typing import Final

_TEXTS: Final = frozenset({"text", "input_text", "output_text"})
# Claude Code adds notes of its own to the user's message, each as one part.
_NOTE: Final = ("<system-reminder>", "</system-reminder>")


def text_of(content: object) -> str:
    """Return the text of a message's content, with its text parts joined by newlines."""
    if isinstance(content, str):
        return content
    return "\n".join(_texts(content)) if isinstance(content, list) else ""


def has_part(content: object, kind: str) -> bool:
    """Whether the content has a part of this type."""
    return isinstance(content, list) and any(
        isinstance(part, dict) and part.get("type") == kind for part in content
    )


def _texts(parts: list[object]) -> Iterator[str]:
    for part in parts:
        match part:
            case {"type": str(kind), "text": str(text)} if kind in _TEXTS and not _is_note(text):
                yield text
            case str():
                yield part
            case _:
                pass


def _is_note(text: str) -> bool:
    text = text.strip()
    return text.startswith(_NOTE[0]) and text.endswith(_NOTE[1])
