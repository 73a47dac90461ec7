"""Validates, redacts and counts what callers pass in, before anything is stored."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, tzinfo
from difflib import get_close_matches
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from recollect.domain import checks
from recollect.domain.clock import offset_of
from recollect.domain.conversation import Conversation
from recollect.domain.echo import without_echo
from recollect.domain.entry import (
    KEYED_KINDS,
    Entry,
    Kind,
    NewEntry,
    Priority,
    Version,
    check_kind,
    default_priority,
)
from recollect.domain.metadata import Json, Metadata
from recollect.domain.ports import Clock, ReadText, TokenCounter
from recollect.domain.provenance import ADDED, STATED, Origin
from recollect.domain.turn import NewTurn, Role, Turn
from recollect.errors import InvalidInput
from recollect.redaction.redact import redact, redact_json

Storable = TypeVar("Storable", Conversation, Turn, Entry, Version)
_T = TypeVar("_T")
# Other records refer to these, so they are never redacted.
_IDS = frozenset({"id", "conversation", "turn_id", "superseded_by", "rivals"})
_TURN_FIELDS = frozenset({"role", "content", "speaker", "at", "id", "origin", "metadata"})
_PAIR_FIELDS = frozenset({"user", "assistant", "at", "metadata"})
_LONGEST_FIELD = 40


@dataclass(frozen=True, slots=True)
class Intake:
    """The only way in for turns and memories."""

    clock: Clock
    count_tokens: TokenCounter
    read: ReadText
    # Whether a single message is read later, when it is embedded, so that storing it does not wait.
    reads_later: bool
    max_content_bytes: int
    max_turns: int
    redacting: bool
    # The time zone of users who do not state one.
    zone: tzinfo = UTC

    def redact_text(self, text: str) -> str:
        """The text without secrets."""
        return redact(text).text if self.redacting else text

    def metadata(self, value: object, field: str = "metadata") -> Metadata:
        """The caller's metadata, validated and redacted."""
        check = partial(checks.check_metadata, max_bytes=self.max_content_bytes)
        return self._checked_and_redacted(check, value, field)

    def json(self, value: Json) -> Json:
        """A checked JSON value, redacted."""
        return redact_json(value) if self.redacting else value

    def content(self, value: object, field: str = "content") -> str:
        """The validated and redacted content."""
        return self.redact_text(checks.check_content(value, field, self.max_content_bytes))

    def label(self, value: object, field: str) -> str | None:
        """An optional short text, validated and redacted."""
        return self._checked_and_redacted(checks.check_label, value, field)

    def tags(self, value: object, field: str = "tags") -> tuple[str, ...]:
        """Tags, validated and redacted."""
        return self._checked_and_redacted(checks.check_tags, value, field)

    def redacted(self, value: Storable) -> Storable:
        """A value from elsewhere, with every text but ids redacted and its tokens counted again."""
        redacted_value: Storable = self._redact_value(value)
        return redacted_value

    def _checked_and_redacted(
        self, check: Callable[[object, str], _T], value: object, field: str
    ) -> _T:
        """The value if it is valid before and after redaction, which may make it longer."""
        checked = check(value, field)
        clean = self._redact_value(checked)
        return checked if clean == checked else check(clean, field)

    def _redact_value(self, value: Any) -> Any:
        """The same value with every text in it redacted at any depth, so no field is forgotten."""
        if not value or not self.redacting:
            return value
        match value:
            case str() if not isinstance(value, Enum):
                return self.redact_text(value)
            case Mapping():
                return redact_json(value)
            case tuple():
                return tuple(dict.fromkeys(self._redact_value(item) for item in value))
            case _ if is_dataclass(value):
                return self._redact_dataclass(value)
            case _:
                return value

    def _redact_dataclass(self, value: Any) -> Any:
        names = (field.name for field in fields(value) if field.name not in _IDS)
        clean = replace(value, **{name: self._redact_value(getattr(value, name)) for name in names})
        if isinstance(value, Turn) and clean.content != value.content:
            return replace(clean, tokens=self.count_tokens(clean.content))
        return clean

    def turn(
        self,
        content: object,
        *,
        role: object = Role.USER,
        speaker: object = None,
        at: object = None,
        id: object = None,  # noqa: A002 - the public name
        origin: object = None,
        metadata: object = None,
    ) -> NewTurn:
        """One message, ready for the store."""
        now = self.clock.now()
        known_role = checks.check_choice(role, "role", Role)
        moment = now if at is None else checks.check_local(at, "at")
        # In the speaker's zone; UTC only says when, not where, and is converted.
        local = moment.astimezone(self.zone) if moment.tzinfo == UTC else moment
        words = without_echo(self.content(content), known_role)
        return NewTurn(
            role=known_role,
            content=words,
            at=local.astimezone(UTC),
            utc_offset=offset_of(local),
            at_given=at is not None,
            tokens=self.count_tokens(words),
            recorded_at=now,
            id=checks.check_optional(checks.check_id, id, "id"),
            # Without a time or an id, the same message twice is two messages.
            repeatable=at is None,
            speaker=self.label(speaker, "speaker"),
            origin=None if origin is None else _stated_origin(origin, known_role),
            metadata=self.metadata(metadata),
            reading=None if self.reads_later else self.read(words, local, known_role),
        )

    def turns(self, items: object, *, read: bool = True) -> tuple[NewTurn, ...]:
        """A batch of messages with stable ids, so that ingesting it again is a no-op.

        To compare them with what is stored, they need not be `read`, which takes longest.
        """
        if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
            raise InvalidInput("turns must be a list of turns", field="turns")
        turns: list[NewTurn] = []
        intake = self if read else replace(self, reads_later=True)
        for number, item in enumerate(items):
            turns += intake._turns_of_item(item, number)  # noqa: SLF001 - of this class
            if len(turns) > self.max_turns:
                message = (
                    f"more than {self.max_turns:,} turns in one call (setting max_ingest_turns)"
                )
                raise InvalidInput(message, field="turns")
        # A batch is one commit, so reading it now costs little and saves the index from doing it.
        complete = (
            turn
            if turn.reading or not read
            else replace(turn, reading=self.read(turn.content, turn.local, turn.role))
            for turn in turns
        )
        return tuple(_with_occurrences(complete))

    def _turns_of_item(self, item: object, number: int) -> list[NewTurn]:
        """The turns of one item; an error names the item."""
        try:
            return [self.turn(**fields) for fields in _messages_of(item)]
        except InvalidInput as wrong:
            place = f"turns[{number}]"
            field = f"{place}.{wrong.field}" if wrong.field else place
            raise InvalidInput(f"{place}: {wrong.message}", field=field) from None

    def entry(
        self,
        content: object,
        *,
        kind: object = Kind.FACT,
        subject: object = None,
        key: object = None,
        confidence: object = 0.5,
        priority: object = None,
        tags: object = (),
        metadata: object = None,
        pinned: object = False,
        valid_from: object = None,
        valid_until: object = None,
        origin: object = Origin.MANUAL,
    ) -> NewEntry:
        """One statement, ready to be stored as a memory."""
        known_kind = check_kind(kind)
        if known_kind in KEYED_KINDS and key is None:
            raise InvalidInput(f"a memory of kind {known_kind} needs a key", field="key")
        entry = NewEntry(
            kind=known_kind,
            content=self.content(content),
            subject=self.label(subject, "subject"),
            key=None if key is None else self._checked_and_redacted(checks.check_id, key, "key"),
            confidence=checks.check_unit(confidence, "confidence"),
            priority=default_priority(known_kind)
            if priority is None
            else checks.check_choice(priority, "priority", Priority),
            tags=self.tags(tags),
            metadata=self.metadata(metadata),
            pinned=checks.check_flag(pinned, "pinned"),
            valid_from=checks.check_optional(checks.check_moment, valid_from, "valid_from"),
            valid_until=checks.check_optional(checks.check_moment, valid_until, "valid_until"),
            origin=checks.check_choice(origin, "origin", Origin, tuple(sorted(ADDED))),
        )
        check_validity(entry)
        return entry


def check_validity(entry: NewEntry) -> None:
    """Reject a memory that ends before it begins."""
    if entry.valid_from and entry.valid_until and entry.valid_from >= entry.valid_until:
        raise InvalidInput("valid_until must be after valid_from", field="valid_until")


def _stated_origin(origin: object, role: Role) -> Origin:
    """The origin that a caller states; an assistant's or a tool's words are never the user's."""
    known = checks.check_choice(origin, "origin", Origin, STATED[Role.USER])
    if known not in STATED.get(role, ()):
        message = f"a message with the role {role.value!r} cannot have the origin {known.value!r}"
        raise InvalidInput(message, field="origin")
    return known


def _messages_of(item: object) -> list[dict[str, Any]]:
    """The messages of one item: itself, or the two halves of an exchange."""
    if not isinstance(item, Mapping):
        raise InvalidInput("a turn is an object with role and content, or user and assistant")
    names = set(item)
    is_pair = bool(names & {"user", "assistant"})
    if unknown := names - (_PAIR_FIELDS if is_pair else _TURN_FIELDS):
        raise InvalidInput(_unknown_field(min(unknown, key=str), is_pair=is_pair))
    if not is_pair:
        if "content" not in names:
            raise InvalidInput("content is missing", field="content")
        return [dict(item)]
    shared = {name: item[name] for name in ("at", "metadata") if name in item}
    # A missing half is empty; an exchange with two empty halves is a mistake.
    roles = [role for role in ("user", "assistant") if item.get(role) not in (None, "")]
    return [{"role": role, "content": item.get(role), **shared} for role in roles or ["user"]]


def _unknown_field(name: object, *, is_pair: bool) -> str:
    """Name the field, the nearest one that there is, and what such a turn may have."""
    known = sorted(_PAIR_FIELDS if is_pair else _PAIR_FIELDS | _TURN_FIELDS)
    near = get_close_matches(str(name)[:_LONGEST_FIELD], known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    turn, pair = (", ".join(sorted(fields)) for fields in (_TURN_FIELDS, _PAIR_FIELDS))
    forms = (
        f"A turn with user and assistant has {pair}"
        if is_pair
        else f"A turn has {turn}; one with both sides has {pair}"
    )
    return f"unknown field {name!r:.80}{hint} {forms}"


def _with_occurrences(turns: Iterable[NewTurn]) -> Iterable[NewTurn]:
    """Numbers equal messages of a batch, so that the same batch is recognized later."""
    seen: dict[tuple[Any, ...], int] = {}
    for turn in turns:
        key = (turn.role, turn.speaker, turn.content, turn.at if turn.at_given else None)
        occurrence = seen.get(key, 0)
        if turn.id is None:
            seen[key] = occurrence + 1
        yield replace(turn, repeatable=False, occurrence=occurrence)
