"""LoCoMo: long conversations of two people, made for measuring memories.

Each sample is an agent, each session a conversation. Both people are users, told apart by `speaker`: neither is
the assistant. What a photo shows becomes part of the turn's words, because people refer to it later, and its
address metadata. Questions, summaries and observations about the conversation are not part of it.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from recollect.importers.source import ImportedConversation, Source

_SESSION = re.compile(r"session_(\d+)")
_CAPTION = re.compile(r"^an? (?:photo|photography|picture|image) of ", re.IGNORECASE)
_MOMENT = "%I:%M %p on %d %B, %Y"


def talks(samples: list[Any], source: Source) -> Iterator[ImportedConversation]:
    """Each session of each sample, in the order of their numbers."""
    for number, sample in enumerate(samples, start=1):
        place = f"sample {number}"
        if not isinstance(sample, dict) or not isinstance(sample.get("conversation"), dict):
            raise source.refusal("a sample is an object with a conversation", place)
        agent = source.name(place, sample.get("sample_id"), "sample_id")
        yield from _sessions(sample["conversation"], agent, source)


def _sessions(talk: dict[str, Any], agent: str, source: Source) -> Iterator[ImportedConversation]:
    numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.fullmatch(key)))
    if not numbers:
        raise source.refusal("the conversation has no session_1", f"sample {agent}")
    people = [talk.get(side) for side in ("speaker_a", "speaker_b")]
    names = " and ".join(str(person) for person in people if person)
    for number in numbers:
        name = f"session_{number}"
        place = f"{name} of {agent}"
        said = talk[name]
        if not isinstance(said, list):
            raise source.refusal("a session is a list of turns", place)
        at = _moment(talk.get(f"{name}_date_time"), place, source)
        turns = [_turn(turn, at, f"turn {n} of {place}", source) for n, turn in enumerate(said, 1)]
        if turns:
            title = source.title(f"Session {number}: {names}" if names else None)
            yield ImportedConversation(agent, name, title, turns)


def _turn(turn: Any, at: datetime | None, place: str, source: Source) -> dict[str, Any]:
    if not isinstance(turn, dict):
        raise source.refusal("a turn is an object with speaker, dia_id and text", place)
    images = turn.get("img_url")
    fields = {
        "role": turn.get("role", "user"),
        "content": _words(turn.get("text"), turn.get("blip_caption")),
        "speaker": turn.get("speaker"),
        "at": at,
        "id": turn.get("dia_id"),
        "metadata": {"images": images} if images else None,
    }
    if fields["id"] is None:
        raise source.refusal("dia_id is missing", place)
    return source.turn(place, fields)


def _words(text: Any, caption: Any) -> Any:
    if not isinstance(caption, str) or not caption.strip() or not isinstance(text, str | None):
        return text
    return f"{text or ''} [shares a photo: {_CAPTION.sub('', caption.strip())}]".strip()


def _moment(value: object, place: str, source: Source) -> datetime | None:
    """The session's time; the data name no zone, so it is taken as UTC."""
    if value is None:
        return None
    try:
        return datetime.strptime(str(value), _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        message = f"{str(value)!r:.80} is not a time such as '1:56 pm on 8 May, 2023'"
        raise source.refusal(message, place) from None
