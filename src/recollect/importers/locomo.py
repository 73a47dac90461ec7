"""Reader for LoCoMo, a benchmark of long conversations between two people.

Each sample becomes an agent, each session a conversation. Both people have the role user and
differ by `speaker`. A photo's caption becomes part of the turn's text, because people refer to it
later, and its URL becomes metadata. Questions, summaries and observations are not imported.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from recollect.importers.items import ImportedConversation
from recollect.importers.source import ImportSource

_SESSION = re.compile(r"session_(\d+)")
_CAPTION = re.compile(r"^an? (?:photo|photography|picture|image) of ", re.IGNORECASE)
_TIME_FORMAT = "%I:%M %p on %d %B, %Y"


def matches(item: dict[str, Any]) -> bool:
    """Return whether this is a sample."""
    conversation = item.get("conversation")
    return isinstance(conversation, dict) and "speaker_a" in conversation


def conversations(samples: list[Any], source: ImportSource) -> Iterator[ImportedConversation]:
    """Yield each session of each sample, ordered by session number."""
    for number, sample in enumerate(samples, start=1):
        place = f"sample {number}"
        if not isinstance(sample, dict) or not isinstance(sample.get("conversation"), dict):
            raise source.error("a sample must be an object with a conversation", place)
        agent = source.name(place, sample.get("sample_id"), "sample_id")
        yield from _sessions(sample["conversation"], agent, source)


def _sessions(
    conversation: dict[str, Any], agent: str, source: ImportSource
) -> Iterator[ImportedConversation]:
    numbers = sorted(int(found[1]) for key in conversation if (found := _SESSION.fullmatch(key)))
    if not numbers:
        raise source.error("the conversation has no session_1", f"sample {agent}")
    people = [conversation.get(side) for side in ("speaker_a", "speaker_b")]
    names = " and ".join(str(person) for person in people if person)
    for number in numbers:
        name = f"session_{number}"
        place = f"{name} of {agent}"
        messages = conversation[name]
        if not isinstance(messages, list):
            raise source.error("a session must be a list of turns", place)
        at = _session_time(conversation.get(f"{name}_date_time"), place, source)
        turns = [
            _turn(turn, at, f"turn {n} of {place}", source) for n, turn in enumerate(messages, 1)
        ]
        if turns:
            title = source.title(f"Session {number}: {names}" if names else None)
            yield ImportedConversation(agent, name, title, turns)


def _turn(turn: Any, at: datetime | None, place: str, source: ImportSource) -> dict[str, Any]:
    if not isinstance(turn, dict):
        raise source.error("a turn must be an object with speaker, dia_id and text", place)
    images = turn.get("img_url")
    fields = {
        "role": turn.get("role", "user"),
        "content": _text_with_caption(turn.get("text"), turn.get("blip_caption")),
        "speaker": turn.get("speaker"),
        "at": at,
        "id": turn.get("dia_id"),
        "metadata": {"images": images} if images else None,
    }
    if fields["id"] is None:
        raise source.error("dia_id is missing", place)
    return source.turn(place, fields)


def _text_with_caption(text: Any, caption: Any) -> Any:
    if not isinstance(caption, str) or not caption.strip() or not isinstance(text, str | None):
        return text
    return f"{text or ''} [shares a photo: {_CAPTION.sub('', caption.strip())}]".strip()


def _session_time(value: object, place: str, source: ImportSource) -> datetime | None:
    """Return the session's time as UTC, because the data contains no time zone."""
    if value is None:
        return None
    try:
        return datetime.strptime(str(value), _TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        message = f"{str(value)!r:.80} is not a time such as '1:56 pm on 8 May, 2023'"
        raise source.error(message, place) from None
