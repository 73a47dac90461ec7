"""Ids are hashes of content, so equal input has equal ids everywhere and after every rebuild."""

import hashlib

from recollect.domain.clock import to_micros
from recollect.domain.entry import Kind, NewEntry
from recollect.domain.turn import NewTurn


def digest(*parts: str | int | None) -> str:
    """The first 128 bits of SHA-256 over the length-prefixed parts, in hex."""
    packed = "".join("-" if part is None else f"{len(str(part))}:{part}" for part in parts)
    return hashlib.sha256(packed.encode("utf-8")).hexdigest()[:32]


def turn_id(turn: NewTurn, occurrence: int) -> str:
    """The id of a turn that has none: a hash of role, speaker, content, time and occurrence.

    The time is left out for a batch without times, so that sending it again finds the same turns.
    """
    at = to_micros(turn.at) if turn.at_given or turn.repeatable else None
    return digest("turn", turn.role, turn.speaker, turn.content, at, occurrence)


def entry_digest(entry: NewEntry) -> str:
    """The identity of a statement: its key if it has one, otherwise its subject and content."""
    if entry.key is not None:
        return digest("key", entry.kind, entry.key)
    return digest("statement", entry.kind, entry.subject, entry.content)


def entry_id(entry: NewEntry, occurrence: int) -> str:
    """The id of a memory; `occurrence` separates it from one that said the same and was edited."""
    return digest("entry", entry_digest(entry), occurrence)


def record_id(kind: Kind, key: str) -> str:
    """The id of the only record of this kind under a key: a conversation's summary, the profile."""
    return digest("record", kind, key)


def job_id(agent: str, conversation: str, kind: str) -> str:
    """The id of the one job of this kind for this conversation."""
    return digest("job", agent, conversation, kind)
