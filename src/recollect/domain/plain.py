"""Nouns as plain JSON values and back: what exports hold and doors show. Times are ISO 8601."""

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
    """Any of our values as JSON; fields keep their names and order."""
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
    """One JSON object being read; each field is asked for by name, checked, and none may be left over."""

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, Mapping):
            raise InvalidInput(f"{what} must be an object", field=what)
        self._what = what
        self._left = dict(value)

    def take(self, name: str) -> object:
        """A field that must be there."""
        if name not in self._left:
            raise InvalidInput(f"{self._what} lacks {name}", field=name)
        return self._left.pop(name)

    def text(self, name: str) -> str:
        """A text of any length that an export may hold."""
        return checks.check_content(self.take(name), name, _CONTENT_MAX)

    def words(self, name: str) -> str:
        """A text that may say nothing: a recap quotes no sentence, and a profile may have lost its last."""
        value = self.take(name)
        return "" if value == "" else checks.check_content(value, name, _CONTENT_MAX)

    def id(self, name: str) -> str:
        """A name."""
        return checks.check_id(self.take(name), name)

    def label(self, name: str) -> str | None:
        """An optional short text."""
        return checks.check_label(self.take(name), name)

    def moment(self, name: str) -> datetime:
        """A time."""
        return checks.check_moment(self.take(name), name)

    def moment_or_none(self, name: str) -> datetime | None:
        """A time that may be absent."""
        value = self.take(name)
        return None if value is None else checks.check_moment(value, name)

    def whole(self, name: str) -> int:
        """A number from 0."""
        value = self.take(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
            raise InvalidInput(f"{name} takes a whole number from 0", field=name)
        return value

    def offset(self, name: str) -> int:
        """Seconds ahead of UTC, less than a day either way; exports that were made before turns had it lack it."""
        value = self._left.pop(name, 0)
        if isinstance(value, bool) or not isinstance(value, int) or not -_DAY < value < _DAY:
            raise InvalidInput(f"{name} takes the seconds ahead of UTC, within a day", field=name)
        return value

    def many(self, name: str) -> list[object]:
        """A list."""
        value = self.take(name)
        if not isinstance(value, list | tuple):
            raise InvalidInput(f"{name} must be a list", field=name)
        return [*value]

    def whole_or_none(self, name: str) -> int | None:
        """A number from 0 that may be absent."""
        if self._left.get(name, 0) is not None:
            return self.whole(name)
        self.take(name)
        return None

    def end(self) -> None:
        """Refuse what nobody asked for."""
        if self._left:
            raise InvalidInput(f"{self._what} has an unknown field {min(self._left)!r:.80}")


def conversation_from(value: object) -> Conversation:
    """A conversation as `plain` wrote it."""
    record = Record(value, "conversation")
    made = Conversation(
        id=record.id("id"),
        title=record.label("title"),
        started_at=record.moment("started_at"),
        last_at=record.moment("last_at"),
        turns=record.whole("turns"),
        created_at=record.moment("created_at"),
        metadata=checks.check_metadata(record.take("metadata")),
        retention=checks.check_text(record.take("retention"), "retention"),
    )
    record.end()
    return made


def turn_from(value: object) -> Turn:
    """A turn as `plain` wrote it."""
    record = Record(value, "turn")
    made = Turn(
        id=record.id("id"),
        conversation=record.id("conversation"),
        index=record.whole("index"),
        role=checks.check_choice(record.take("role"), "role", Role),
        content=record.text("content"),
        at=record.moment("at"),
        recorded_at=record.moment("recorded_at"),
        tokens=record.whole("tokens"),
        speaker=record.label("speaker"),
        metadata=checks.check_metadata(record.take("metadata")),
        tier=checks.check_choice(record.take("tier"), "tier", Tier),
        relevance=checks.check_unit(record.take("relevance"), "relevance"),
        view=checks.check_choice(record.take("view"), "view", View),
        covers=record.whole_or_none("covers"),
        utc_offset=record.offset("utc_offset"),
    )
    record.end()
    return made


def version_from(value: object) -> Version:
    """A version of a memory as `plain` wrote it."""
    record = Record(value, "version")
    made = Version(
        number=record.whole("number"),
        at=record.moment("at"),
        change=checks.check_choice(record.take("change"), "change", Change),
        entry=entry_from(record.take("entry")),
    )
    record.end()
    return made


def entry_from(value: object) -> Entry:
    """A memory as `plain` wrote it."""
    record = Record(value, "entry")
    kind = checks.check_choice(record.take("kind"), "kind", Kind)
    made = Entry(
        id=record.id("id"),
        version=record.whole("version"),
        kind=kind,
        content=record.words("content") if kind is Kind.PROFILE else record.text("content"),
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
        access_count=record.whole("access_count"),
        accessed_at=record.moment_or_none("accessed_at"),
        decayed_at=record.moment_or_none("decayed_at"),
        also=tuple(map(source_from, record.many("also"))),
        rivals=tuple(checks.check_id(each, "rivals") for each in record.many("rivals")),
        mentions=tuple(map(mention_from, record.many("mentions"))),
        links=tuple(map(link_from, record.many("links"))),
    )
    record.end()
    if made.id in made.rivals:
        raise InvalidInput("rivals names the memory itself", field="rivals")
    return made


def mention_from(value: object) -> Mention:
    """What a statement names, as `plain` wrote it."""
    record = Record(value, "mention")
    made = Mention(
        name=checks.check_text(record.take("name"), "name"),
        type=checks.check_choice(record.take("type"), "type", EntityType),
    )
    record.end()
    return made


def link_from(value: object) -> Link:
    """How two things stand to each other, as `plain` wrote it."""
    record = Record(value, "link")
    made = Link(
        subject=checks.check_text(record.take("subject"), "subject"),
        relation=checks.check_text(record.take("relation"), "relation"),
        object=checks.check_text(record.take("object"), "object"),
        confidence=checks.check_unit(record.take("confidence"), "confidence"),
        valid_from=record.moment_or_none("valid_from"),
        valid_until=record.moment_or_none("valid_until"),
    )
    record.end()
    return made


def source_from(value: object) -> Source:
    """A sentence that a memory rests on, as `plain` wrote it."""
    record = Record(value, "source")
    made = Source(
        conversation=record.id("conversation"),
        turn_id=record.id("turn_id"),
        start=record.whole("start"),
        end=record.whole("end"),
        quote=record.words("quote"),
    )
    record.end()
    return made
