"""Domain values as JSON and back, for exports and entry points; times are ISO 8601."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from recollect.domain import checks
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Change, Entry, Kind, Origin, Priority, Source, Status, Version
from recollect.domain.graph import EntityType, Link, Mention
from recollect.domain.turn import Role, Tier, Turn, View
from recollect.errors import InvalidInput

_CONTENT_MAX = 64 * 2**20
_DAY = 24 * 60 * 60


def plain(value: object) -> Any:
    """Any domain value as JSON; fields keep their names and order."""
    match value:
        case datetime():
            return value.isoformat()
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value


class Record:
    """Reads a JSON object field by field, checking each; unknown fields are refused at the end."""

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, Mapping):
            raise InvalidInput(f"{what} must be an object", field=what)
        self._what = what
        self._left = dict(value)

    def take(self, name: str) -> object:
        """A required field, unchecked."""
        if name not in self._left:
            raise InvalidInput(f"{self._what} lacks {name}", field=name)
        return self._left.pop(name)

    def text(self, name: str) -> str:
        """A non-empty text up to the size an export may have."""
        return checks.check_content(self.take(name), name, _CONTENT_MAX)

    def text_or_empty(self, name: str) -> str:
        """A text that may be empty, like the quote of a recap or a profile without lines."""
        value = self.take(name)
        return "" if value == "" else checks.check_content(value, name, _CONTENT_MAX)

    def id(self, name: str) -> str:
        """An id."""
        return checks.check_id(self.take(name), name)

    def label(self, name: str) -> str | None:
        """An optional short text."""
        return checks.check_label(self.take(name), name)

    def moment(self, name: str) -> datetime:
        """A time."""
        return checks.check_moment(self.take(name), name)

    def moment_or_none(self, name: str) -> datetime | None:
        """A time that may be null."""
        value = self.take(name)
        return None if value is None else checks.check_moment(value, name)

    def count(self, name: str) -> int:
        """A whole number from 0."""
        value = self.take(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
            raise InvalidInput(f"{name} takes a whole number from 0", field=name)
        return value

    def offset(self, name: str) -> int:
        """A UTC offset in seconds, within a day; 0 in older exports, which lack it."""
        value = self._left.pop(name, 0)
        if isinstance(value, bool) or not isinstance(value, int) or not -_DAY < value < _DAY:
            raise InvalidInput(f"{name} takes the seconds ahead of UTC, within a day", field=name)
        return value

    def items(self, name: str) -> list[object]:
        """A list."""
        value = self.take(name)
        if not isinstance(value, list | tuple):
            raise InvalidInput(f"{name} must be a list", field=name)
        return [*value]

    def count_or_none(self, name: str) -> int | None:
        """A whole number from 0 that may be null."""
        if self._left.get(name, 0) is not None:
            return self.count(name)
        self.take(name)
        return None

    def end(self) -> None:
        """Refuse fields that were not read."""
        if self._left:
            raise InvalidInput(f"{self._what} has an unknown field {min(self._left)!r:.80}")


def conversation_from(value: object) -> Conversation:
    """A conversation as `plain` wrote it."""
    record = Record(value, "conversation")
    conversation = Conversation(
        id=record.id("id"),
        title=record.label("title"),
        started_at=record.moment("started_at"),
        last_at=record.moment("last_at"),
        turns=record.count("turns"),
        created_at=record.moment("created_at"),
        metadata=checks.check_metadata(record.take("metadata")),
        retention=checks.check_text(record.take("retention"), "retention"),
    )
    record.end()
    return conversation


def turn_from(value: object) -> Turn:
    """A turn as `plain` wrote it."""
    record = Record(value, "turn")
    turn = Turn(
        id=record.id("id"),
        conversation=record.id("conversation"),
        index=record.count("index"),
        role=checks.check_choice(record.take("role"), "role", Role),
        content=record.text("content"),
        at=record.moment("at"),
        recorded_at=record.moment("recorded_at"),
        tokens=record.count("tokens"),
        speaker=record.label("speaker"),
        metadata=checks.check_metadata(record.take("metadata")),
        tier=checks.check_choice(record.take("tier"), "tier", Tier),
        relevance=checks.check_unit(record.take("relevance"), "relevance"),
        view=checks.check_choice(record.take("view"), "view", View),
        covers=record.count_or_none("covers"),
        utc_offset=record.offset("utc_offset"),
    )
    record.end()
    return turn


def version_from(value: object) -> Version:
    """A version of a memory as `plain` wrote it."""
    record = Record(value, "version")
    version = Version(
        number=record.count("number"),
        at=record.moment("at"),
        change=checks.check_choice(record.take("change"), "change", Change),
        entry=entry_from(record.take("entry")),
    )
    record.end()
    return version


def entry_from(value: object) -> Entry:
    """A memory as `plain` wrote it."""
    record = Record(value, "entry")
    kind = checks.check_choice(record.take("kind"), "kind", Kind)
    entry = Entry(
        id=record.id("id"),
        version=record.count("version"),
        kind=kind,
        content=record.text_or_empty("content") if kind is Kind.PROFILE else record.text("content"),
        subject=record.label("subject"),
        key=None if (key := record.take("key")) is None else checks.check_id(key, "key"),
        confidence=checks.check_unit(record.take("confidence"), "confidence"),
        priority=checks.check_choice(record.take("priority"), "priority", Priority),
        tags=checks.check_tags(record.take("tags")),
        metadata=checks.check_metadata(record.take("metadata")),
        pinned=checks.check_flag(record.take("pinned"), "pinned"),
        valid_from=record.moment_or_none("valid_from"),
        valid_until=record.moment_or_none("valid_until"),
        origin=checks.check_choice(record.take("origin"), "origin", Origin),
        source=None if (source := record.take("source")) is None else source_from(source),
        status=checks.check_choice(record.take("status"), "status", Status),
        recorded_at=record.moment("recorded_at"),
        changed_at=record.moment("changed_at"),
        superseded_by=record.label("superseded_by"),
        edited=checks.check_flag(record.take("edited"), "edited"),
        access_count=record.count("access_count"),
        accessed_at=record.moment_or_none("accessed_at"),
        decayed_at=record.moment_or_none("decayed_at"),
        also=tuple(map(source_from, record.items("also"))),
        rivals=tuple(checks.check_id(rival, "rivals") for rival in record.items("rivals")),
        mentions=tuple(map(mention_from, record.items("mentions"))),
        links=tuple(map(link_from, record.items("links"))),
    )
    record.end()
    if entry.id in entry.rivals:
        raise InvalidInput("rivals names the memory itself", field="rivals")
    return entry


def mention_from(value: object) -> Mention:
    """A mention as `plain` wrote it."""
    record = Record(value, "mention")
    mention = Mention(
        name=checks.check_text(record.take("name"), "name"),
        type=checks.check_choice(record.take("type"), "type", EntityType),
    )
    record.end()
    return mention


def link_from(value: object) -> Link:
    """A link as `plain` wrote it."""
    record = Record(value, "link")
    link = Link(
        subject=checks.check_text(record.take("subject"), "subject"),
        relation=checks.check_text(record.take("relation"), "relation"),
        object=checks.check_text(record.take("object"), "object"),
        confidence=checks.check_unit(record.take("confidence"), "confidence"),
        valid_from=record.moment_or_none("valid_from"),
        valid_until=record.moment_or_none("valid_until"),
    )
    record.end()
    return link


def source_from(value: object) -> Source:
    """A source as `plain` wrote it."""
    record = Record(value, "source")
    source = Source(
        conversation=record.id("conversation"),
        turn_id=record.id("turn_id"),
        start=record.count("start"),
        end=record.count("end"),
        quote=record.text_or_empty("quote"),
    )
    record.end()
    return source
