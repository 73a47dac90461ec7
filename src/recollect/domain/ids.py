"""Ids come from content, so the same input has the same id everywhere and after every rebuild."""

import hashlib

from recollect.domain.clock import to_micros
from recollect.domain.entry import NewEntry
from recollect.domain.turn import NewTurn


def digest(*parts: str | int | None) -> str:
    """The first 128 bits of SHA-256 over the parts, in hex; no two lists of parts run together."""
    packed = "".join("-" if part is None else f"{len(str(part))}:{part}" for part in parts)
    return hashlib.sha256(packed.encode("utf-8")).hexdigest()[:32]


def turn_id(turn: NewTurn, occurrence: int) -> str:
    """The id of a turn that came without one: role, speaker, content, time, and which repetition.

    A batch without times is known again by its words alone, whenever it comes.
    """
    at = to_micros(turn.at) if turn.at_given or turn.repeatable else None
    return digest("turn", turn.role, turn.speaker, turn.content, at, occurrence)


def entry_digest(entry: NewEntry) -> str:
    """What makes two memories the same statement: its key where it has one, else its words."""
    if entry.key is not None:
        return digest("key", entry.kind, entry.key)
    return digest("statement", entry.kind, entry.subject, entry.content)


def entry_id(entry: NewEntry, occurrence: int) -> str:
    """The id of a memory; `occurrence` tells a statement from an edited one that once read the same."""
    return digest("entry", entry_digest(entry), occurrence)


def job_id(agent: str, conversation: str, kind: str) -> str:
    """The id of the one job of this kind for this conversation."""
    return digest("job", agent, conversation, kind)
