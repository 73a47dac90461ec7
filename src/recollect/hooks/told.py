"""Tells a model each thing once in a session: what hooks add stays in the host's conversation."""

import hashlib
from typing import Final

_STABLE: Final = {"date", "overrides", "profile"}
_ITEM: Final = "- "
_CONTINUES: Final = "  "


def new_text(blocks: list[dict[str, str]], told: set[str], *, is_start: bool) -> str:
    """The text of the blocks without what was told before; adds to `told` what it contains.

    The date, the instructions and the profile belong to the start of a session.
    """
    wanted = [block for block in blocks if is_start or block["section"] not in _STABLE]
    texts = [(block["section"], _untold(block["text"], told)) for block in wanted]
    if not any(text for section, text in texts if section != "date"):
        return ""
    return "\n\n".join(text for _, text in texts if text)


def _untold(text: str, told: set[str]) -> str:
    """A block without the items that were told before, or nothing if none is left."""
    title, *lines = text.splitlines()
    if not any(line.startswith(_ITEM) for line in lines):
        return text if _is_new(text, told) else ""
    kept, heading, is_kept = list[str](), list[str](), False
    for line in lines:
        if line.startswith(_ITEM):
            is_kept = _is_new(line, told)
        elif not line.startswith(_CONTINUES):  # a day, which waits for an item of its own
            heading, is_kept = [line], False
        if is_kept:
            kept += [*heading, line]
            heading = []
    return "\n".join([title, *kept]) if kept else ""


def _is_new(text: str, told: set[str]) -> bool:
    key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    if key in told:
        return False
    told.add(key)
    return True
