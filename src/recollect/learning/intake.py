"""What a caller says becomes a noun here: checked, freed of secrets, counted, read. Nothing unsafe gets past."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime, tzinfo
from enum import Enum
from typing import Any, TypeVar

from recollect.domain import checks
from recollect.domain.clock import offset_of
from recollect.domain.conversation import Conversation
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
from recollect.domain.metadata import Metadata
from recollect.domain.ports import Clock, TokenCounter
from recollect.domain.turn import NewTurn, Reading, Role, Turn
from recollect.errors import InvalidInput
from recollect.redaction.redact import redact, redact_json

Noun = TypeVar("Noun", Conversation, Turn, Entry, Version)
_T = TypeVar("_T")
# Others refer to these, so they are kept as they are.
_IDS = frozenset({"id", "conversation", "turn_id", "superseded_by", "rivals"})
_TURN_FIELDS = frozenset({"role", "content", "speaker", "at", "id", "metadata"})
_PAIR_FIELDS = frozenset({"user", "assistant", "at", "metadata"})


@dataclass(frozen=True, slots=True)
class Intake:
    """The one way in for turns and memories."""

    clock: Clock
    count_tokens: TokenCounter
    read: Callable[[str], Reading]
    # Whether a single message is read when it is embedded: whoever waits for it to be safe need not wait for that.
    reads_later: bool
    max_content_bytes: int
    max_turns: int
    redacting: bool
    # Where people are who do not say it.
    zone: tzinfo = UTC

    def words(self, text: str) -> str:
        """The text without its secrets."""
        return redact(text).text if self.redacting else text

    def metadata(self, value: object, field: str = "metadata") -> Metadata:
        """The caller's metadata, checked and without its secrets."""
        return self._fitting(checks.check_metadata, value, field)

    def content(self, value: object, field: str = "content") -> str:
        """The words to be kept."""
        return self.words(checks.check_content(value, field, self.max_content_bytes))

    def label(self, value: object, field: str) -> str | None:
        """An optional short text, without its secrets."""
        return self._fitting(checks.check_label, value, field)

    def tags(self, value: object, field: str = "tags") -> tuple[str, ...]:
        """Labels without secrets."""
        return self._fitting(checks.check_tags, value, field)

    def cleaned(self, noun: Noun) -> Noun:
        """A noun made elsewhere, without secrets in any of its texts but ids; changed words are counted anew."""
        clean: Noun = self._freed(noun)
        return clean

    def _fitting(self, check: Callable[[object, str], _T], value: object, field: str) -> _T:
        """What passes the check with its secrets and without: a placeholder may be the longer one."""
        checked = check(value, field)
        clean = self._freed(checked)
        return checked if clean == checked else check(clean, field)

    def _freed(self, value: Any) -> Any:
        """The same value with every text in it redacted, however deep, so that no field can be forgotten."""
        if not value or not self.redacting:
            return value
        match value:
            case str() if not isinstance(value, Enum):
                return self.words(value)
            case Mapping():
                return redact_json(value)
            case tuple():
                return tuple(dict.fromkeys(self._freed(item) for item in value))
            case _ if is_dataclass(value):
                return self._freed_noun(value)
            case _:
                return value

    def _freed_noun(self, noun: Any) -> Any:
        names = (field.name for field in fields(noun) if field.name not in _IDS)
        clean = replace(noun, **{name: self._freed(getattr(noun, name)) for name in names})
        if isinstance(noun, Turn) and clean.content != noun.content:
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
        metadata: object = None,
    ) -> NewTurn:
        """One message, ready for the store."""
        now = self.clock.now()
        local = self._local(now if at is None else checks.check_local(at, "at"))
        words = self.content(content)
        return NewTurn(
            role=checks.check_choice(role, "role", Role),
            content=words,
            at=local.astimezone(UTC),
            utc_offset=offset_of(local),
            at_given=at is not None,
            tokens=self.count_tokens(words),
            recorded_at=now,
            id=None if id is None else checks.check_id(id, "id"),
            # Said twice without a time or an id is said twice.
            repeatable=at is None,
            speaker=self.label(speaker, "speaker"),
            metadata=self.metadata(metadata),
            reading=None if self.reads_later else self.read(words),
        )

    def _local(self, moment: datetime) -> datetime:
        """A moment by the speaker's clock; one in UTC says when and not where, as most programs write it."""
        return moment.astimezone(self.zone) if moment.tzinfo == UTC else moment

    def turns(self, items: object) -> tuple[NewTurn, ...]:
        """A batch of messages, so identified that the same batch again finds itself."""
        if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
            raise InvalidInput("turns takes a list of turns", field="turns")
        turns: list[NewTurn] = []
        for number, item in enumerate(items):
            turns += self._located(item, number)
            if len(turns) > self.max_turns:
                message = (
                    f"more than {self.max_turns:,} turns in one call (setting max_ingest_turns)"
                )
                raise InvalidInput(message, field="turns")
        # Many share one commit: to read them first is not felt, and an index need not read them then.
        read = (replace(turn, reading=turn.reading or self.read(turn.content)) for turn in turns)
        return tuple(_numbered(read))

    def _located(self, item: object, number: int) -> list[NewTurn]:
        """The turns of one item; an error says which item it was."""
        try:
            return [self.turn(**fields) for fields in _spoken(item)]
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
    ) -> NewEntry:
        """One statement, ready to be remembered."""
        known = check_kind(kind)
        if known in KEYED_KINDS and key is None:
            raise InvalidInput(f"a memory of kind {known} needs a key", field="key")
        made = NewEntry(
            kind=known,
            content=self.content(content),
            subject=self.label(subject, "subject"),
            key=None if key is None else self._fitting(checks.check_id, key, "key"),
            confidence=checks.check_unit(confidence, "confidence"),
            priority=default_priority(known)
            if priority is None
            else checks.check_choice(priority, "priority", Priority),
            tags=self.tags(tags),
            metadata=self.metadata(metadata),
            pinned=checks.check_flag(pinned, "pinned"),
            valid_from=optional(checks.check_moment, valid_from, "valid_from"),
            valid_until=optional(checks.check_moment, valid_until, "valid_until"),
        )
        check_validity(made)
        return made


def optional(check: Callable[[object, str], Any], value: object, field: str) -> Any:
    """The checked value, or None where there is none."""
    return None if value is None else check(value, field)


def check_validity(entry: NewEntry) -> None:
    """Refuse a memory that stops holding before it begins."""
    if entry.valid_from and entry.valid_until and entry.valid_from >= entry.valid_until:
        raise InvalidInput("valid_until must lie after valid_from", field="valid_until")


def _spoken(item: object) -> list[dict[str, Any]]:
    """The messages of one item: itself, or the two halves of an exchange."""
    if not isinstance(item, Mapping):
        raise InvalidInput("a turn is an object with role and content, or user and assistant")
    names = set(item)
    pair = bool(names & {"user", "assistant"})
    if unknown := names - (_PAIR_FIELDS if pair else _TURN_FIELDS):
        allowed = ", ".join(sorted(_PAIR_FIELDS if pair else _TURN_FIELDS))
        message = f"unknown field {min(map(repr, unknown))}; a turn like this takes {allowed}"
        raise InvalidInput(message)
    if not pair:
        if "content" not in names:
            raise InvalidInput("content is missing", field="content")
        return [dict(item)]
    shared = {name: item[name] for name in ("at", "metadata") if name in item}
    # A half that was not said is empty; an exchange of two empty halves is a mistake.
    said = [role for role in ("user", "assistant") if item.get(role) not in (None, "")]
    return [{"role": role, "content": item.get(role), **shared} for role in said or ["user"]]


def _numbered(turns: Iterable[NewTurn]) -> Iterable[NewTurn]:
    """Tell equal messages of one batch apart by their order, so that a repeated batch is recognised."""
    seen: dict[tuple[Any, ...], int] = {}
    for turn in turns:
        same = (turn.role, turn.speaker, turn.content, turn.at if turn.at_given else None)
        occurrence = seen.get(same, 0)
        if turn.id is None:
            seen[same] = occurrence + 1
        yield replace(turn, repeatable=False, occurrence=occurrence)
