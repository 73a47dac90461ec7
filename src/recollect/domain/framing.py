"""The heading and instructions around a context."""

from enum import StrEnum


class Framing(StrEnum):
    """Whether the model may refer to the context, or must never mention it."""

    FOLLOW_UP = "follow_up"
    SILENT = "silent"


_HEADINGS = {
    Framing.FOLLOW_UP: "## Conversation Context",
    Framing.SILENT: "## Background Context (INTERNAL USE ONLY)",
}
INSTRUCTIONS = {
    Framing.FOLLOW_UP: (
        "This is a follow-up question. You may naturally reference what was just discussed."
    ),
    Framing.SILENT: (
        "IMPORTANT INSTRUCTIONS:\n"
        "- Use this background to give better answers, but NEVER explicitly mention it.\n"
        '- Do NOT say things like "as we discussed", "given your interest in".\n'
        "- Treat each new text selection as a fresh, standalone request."
    ),
}


def framed(text: str, framing: Framing | None) -> str:
    """The text between its heading and its instructions; an empty text stays empty."""
    if framing is None or not text:
        return text
    return f"{_HEADINGS[framing]}\n{text}\n\n{INSTRUCTIONS[framing]}"
