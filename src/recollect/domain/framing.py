"""What stands around a context, so that a model knows how to treat it."""

from enum import StrEnum


class Framing(StrEnum):
    """How the model is told to treat what it reads: as talked about, or as never to be mentioned."""

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
    """The text between its heading and its instructions; nothing is left as it is."""
    if framing is None or not text:
        return text
    return f"{_HEADINGS[framing]}\n{text}\n\n{INSTRUCTIONS[framing]}"
