"""The memories of one agent."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any, Final, TypeAlias

from recollect.context.withheld import withheld_quotes
from recollect.domain import checks
from recollect.domain.conditions import check_conditions
from recollect.domain.corrections import corrections
from recollect.domain.entry import (
    ATTRIBUTE,
    KEYED_KINDS,
    MEMORY_KINDS,
    SHOWN,
    SHOWN_AS_OF,
    VALUE,
    WHEN,
    Entry,
    EntryFilter,
    Kind,
    Priority,
    Status,
    Version,
    check_kind,
)
from recollect.domain.provenance import REWORDED, Origin, TrustLevel
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput
from recollect.extraction.days import dates_of_text
from recollect.learning import curate
from recollect.learning.intake import check_validity
from recollect.learning.lifecycle import restated
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart
from recollect.memory.repeated import memories_only_from, replies_that_repeat, turns_of
from recollect.memory.traced import traced

# Aliases, because `Memories.list` hides the built-in `list`.
EntryList: TypeAlias = list[Entry]
VersionList: TypeAlias = list[Version]
TurnList: TypeAlias = list[Turn]


class _Unset(Enum):
    UNSET = "unset"


# Not given to an update, as opposed to None.
UNSET: Final = _Unset.UNSET


class Memories(AgentPart):
    """The memories of one agent: add, read, correct, delete and restore."""

    @traced("upsert_memory")
    def add(
        self,
        content: str,
        *,
        kind: str = Kind.FACT,
        subject: str | None = None,
        key: str | None = None,
        confidence: float = 0.5,
        priority: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        pinned: bool = False,
        valid_from: datetime | str | None = None,
        valid_until: datetime | str | None = None,
        origin: str = Origin.MANUAL,
    ) -> Entry:
        """Add a statement; a known one is reinforced, and one with the same key is replaced.

        `origin` is `manual`, a person's hand; `assistant` or `imported` is believed less.
        """
        recording.check_can_record(self._components)
        new = self._components.intake.entry(
            content,
            kind=kind,
            subject=subject,
            key=checks.check_optional(checks.check_key, key, "key"),
            confidence=confidence,
            priority=priority,
            tags=tags,
            metadata=metadata,
            pinned=pinned,
            valid_from=valid_from,
            valid_until=valid_until,
            origin=origin,
        )
        quotas = self._components.quotas
        quotas.check(self._agent, characters=len(new.content))
        added = self._changed(curate.add, new)
        if added.version == 1:
            quotas.add(self._agent, characters=len(new.content))
        return added

    def get(self, entry_id: str) -> Entry:
        """One memory in any status; NotFound if there is none."""
        name = checks.check_id(entry_id, "id")
        return curate.get_entry(self._components.store, self._agent, name)

    def corrected_by(self, entries: Iterable[Entry]) -> dict[str, str]:
        """For those of these memories that a later one corrects in part, by id, the id of that."""
        correcting = self._components.store.entries(self._agent, EntryFilter(corrects=True))
        of = {entry.id: entry for entry in (*correcting, *entries)}
        return {name: entry.id for name, entry in corrections(of.values()).items() if name in of}

    def list(
        self,
        *,
        kind: str | None = None,
        status: str | tuple[str, ...] | None = None,
        priority: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        conversation: str | None = None,
        turn_id: str | None = None,
        as_of: datetime | str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> EntryList:
        """Memories, the last learned first; active and in review unless `status` says otherwise.

        `status="archived"` lists those that faded because nobody used them; `restore` brings one
        back; "all" lists every status. `metadata` has conditions: `{"year": {"$gte": 2020}}`.
        `conversation` and `turn_id` choose what was learned from a conversation or a turn.
        `as_of` returns those that had been said by a moment and were valid then, whenever stored;
        superseded and archived ones are among them. Manual edits apply to the past as well.
        """
        if as_of is not None and status is None:
            status = tuple(sorted(SHOWN_AS_OF))
        chosen = entry_filter(
            kind=kind,
            status=status,
            priority=priority,
            after=after,
            before=before,
            text=text,
            metadata=metadata,
            conversation=conversation,
            turn_id=turn_id,
        )
        start = checks.check_optional(checks.check_id, cursor, "cursor")
        count = checks.check_limit(limit)
        if as_of is not None:
            if start is not None:
                raise InvalidInput("as_of returns a single page", field="cursor")
            moment = checks.check_moment(as_of, "as_of")
            past = self._components.store.entries_as_of(self._agent, moment)
            return [entry for entry in past if chosen.matches_at(moment, entry)][:count]
        return [*self._components.store.entries(self._agent, chosen, after=start, limit=count)]

    @traced("update_memory")
    def update(
        self,
        entry_id: str,
        *,
        content: str | _Unset = UNSET,
        kind: str | _Unset = UNSET,
        subject: str | _Unset | None = UNSET,
        confidence: float | _Unset = UNSET,
        priority: str | _Unset = UNSET,
        tags: Sequence[str] | _Unset = UNSET,
        metadata: Mapping[str, Any] | _Unset | None = UNSET,
        pinned: bool | _Unset = UNSET,
        valid_from: datetime | str | _Unset | None = UNSET,
        valid_until: datetime | str | _Unset | None = UNSET,
        origin: str = Origin.MANUAL,
        keep_words: bool = False,
        drop_attribute: bool = False,
    ) -> Entry:
        """Change the given fields of a memory; its history keeps the previous version.

        What a person changes is that person's word; new words of an assistant are the assistant's.
        Contexts leave out the words whose memory a person corrects, unless `keep_words`, for a
        memory that misread them. `drop_attribute` removes a misread attribute and its relations.
        """
        intake = self._components.intake
        moment_or_none = partial(checks.check_optional, checks.check_moment)
        checked: dict[str, tuple[object, Callable[[object, str], Any]]] = {
            "content": (content, intake.content),
            "kind": (kind, check_kind),
            "subject": (subject, intake.label),
            "confidence": (confidence, checks.check_unit),
            "priority": (priority, _priority),
            "tags": (tags, intake.tags),
            "metadata": (metadata, intake.metadata),
            "pinned": (pinned, checks.check_flag),
            "valid_from": (valid_from, moment_or_none),
            "valid_until": (valid_until, moment_or_none),
        }
        edits = {n: check(value, n) for n, (value, check) in checked.items() if value is not UNSET}
        keeps = checks.check_flag(keep_words, "keep_words")
        drops = checks.check_flag(drop_attribute, "drop_attribute")
        if not edits and not keeps and not drops:
            raise InvalidInput("there is nothing to change")
        name = checks.check_id(entry_id, "id")
        by = checks.check_choice(origin, "origin", Origin, (Origin.MANUAL, Origin.ASSISTANT))
        edit = partial(_edited, edits=edits, by=by, keeps=keeps, drops=drops)
        return self._changed(curate.update, name, edit)

    @traced("delete_memory")
    def delete(
        self,
        entry_id: str,
        *,
        purge: bool = False,
        keep_replies: bool = False,
        keep_words: bool = False,
    ) -> Entry:
        """Delete a memory; `restore` or saying it again brings it back, a rebuild does not.

        Contexts leave out the words that it was learned from too, unless `keep_words`, for a memory
        that misread them; a memory that is deleted already takes that too.
        With `purge` it is erased for good, with its history, the turns it was learned from, and the
        replies that repeat it, unless `keep_replies`. `repeated_in` and `erased_with` say
        beforehand which replies and which other memories go with it.
        """
        name = checks.check_id(entry_id, "id")
        keeps = checks.check_flag(keep_words, "keep_words")
        if not checks.check_flag(purge, "purge"):
            return self._changed(partial(curate.delete, keep_words=keeps), name)
        if keeps:
            raise InvalidInput("a purge erases the words too", field="keep_words")
        entry = self.get(name)
        said = self._purged_with(name, keep_replies=keep_replies)
        self._curate(curate.release, name)
        turns = self._components.store.turns_by_id(self._agent, sorted(said))
        recording.delete_turns(self._components, self._agent, *turns.values(), purged=name)
        return entry

    def hidden_in(self, entry_id: str) -> TurnList:
        """The messages that contexts cut because a person deleted or reworded a memory of them."""
        store, entry = self._components.store, self.get(entry_id)
        gone = (entry,) if entry.status is Status.DELETED else ()
        withheld = withheld_quotes(gone, store.entries(self._agent, EntryFilter()))
        turns = store.turns_by_id(self._agent, sorted(turns_of(entry) & withheld.by_turn.keys()))
        return [*turns.values()]

    def repeated_in(self, entry_id: str) -> TurnList:
        """The replies that purging a memory erases: they repeat it, or another that goes with it.

        They are among the four turns after the one that it was learned from, and contain at least
        half of its words, common ones left out.
        """
        entry = self.get(entry_id)
        said = self._said_in(entry.id)
        names = (entry.id, *(other.id for other in self._only_from(said, entry.id)))
        versions = (v for name in names for v in self._components.store.history(self._agent, name))
        contents = (version.entry.content for version in versions)
        turns_in = partial(self._components.store.turns, self._agent)
        return [*replies_that_repeat(turns_in, contents, said)]

    def erased_with(self, entry_id: str, *, keep_replies: bool = False) -> EntryList:
        """The other memories that purging this one erases: those of the same turns and no other."""
        entry = self.get(entry_id)
        return self._only_from(self._purged_with(entry.id, keep_replies=keep_replies), entry.id)

    def _only_from(self, said: set[tuple[str, str]], name: str) -> EntryList:
        """The memories that only these turns said, but for one."""
        found = memories_only_from(self._components.store, self._agent, said)
        return [*{other.id: other for other in found if other.id != name}.values()]

    def restore(self, entry_id: str, version: int | None = None) -> Entry:
        """Restore a deleted, archived or superseded memory, or an earlier version of one."""
        name = checks.check_id(entry_id, "id")
        number = checks.check_limit(version, "version")
        return self._changed(curate.restore, name, number)

    def history(self, entry_id: str) -> VersionList:
        """Every version of a memory, oldest first."""
        entry = self.get(entry_id)
        return [*self._components.store.history(self._agent, entry.id)]

    def _said_in(self, name: str) -> set[tuple[str, str]]:
        """The conversation and id of every turn that a memory was ever learned from."""
        versions = self._components.store.history(self._agent, name)
        return {turn for version in versions for turn in turns_of(version.entry)}

    def _purged_with(self, name: str, *, keep_replies: bool) -> set[tuple[str, str]]:
        """The conversation and id of every turn that a purge of a memory erases."""
        replies = [] if keep_replies else self.repeated_in(name)
        return self._said_in(name) | {(turn.conversation, turn.id) for turn in replies}

    def _changed(self, change: Callable[..., Entry], *arguments: object) -> Entry:
        """Change a memory, and schedule the jobs that follow."""
        entry = self._curate(change, *arguments)
        recording.after_memories_changed(self._components, self._agent)
        return entry


def entry_filter(
    *,
    kind: str | None = None,
    status: str | tuple[str, ...] | None = None,
    priority: str | None = None,
    after: datetime | str | None = None,
    before: datetime | str | None = None,
    text: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    conversation: str | None = None,
    turn_id: str | None = None,
) -> EntryFilter:
    """The filter for a caller's arguments, checked."""
    return EntryFilter(
        statuses=_statuses(status),
        kinds=MEMORY_KINDS if kind is None else (check_kind(kind),),
        priority=checks.check_optional(_priority, priority, "priority"),
        after=checks.check_optional(checks.check_moment, after, "after"),
        before=checks.check_optional(checks.check_moment, before, "before"),
        text=checks.check_optional(checks.check_text, text, "text"),
        metadata=check_conditions(metadata),
        conversation=checks.check_optional(checks.check_id, conversation, "conversation"),
        turn_id=checks.check_optional(checks.check_id, turn_id, "turn_id"),
    )


def _edited(old: Entry, *, edits: dict[str, Any], by: Origin, keeps: bool, drops: bool) -> Entry:
    new = _with_edits(_without_attribute(old) if drops else old, edits, by)
    kept = {name: v for name, v in new.metadata.items() if name != REWORDED or not keeps}
    return replace(new, metadata=kept)


def _without_attribute(old: Entry) -> Entry:
    """A memory without the attribute that was wrongly read in it, its tag and relations."""
    metadata = {name: v for name, v in old.metadata.items() if name not in {ATTRIBUTE, VALUE}}
    # Once the words were edited, nothing says which relation was that of the attribute.
    links = tuple(link for link in old.links if old.value not in {None, link.subject, link.object})
    tags = tuple(tag for tag in old.tags if tag != old.attribute)
    return replace(old, metadata=metadata, links=links, tags=tags, edited=True)


def _with_edits(old: Entry, edits: dict[str, Any], by: Origin) -> Entry:
    new = replace(old, **edits)
    if new.kind is not old.kind and (old.key is not None or new.kind in KEYED_KINDS):
        raise InvalidInput("a memory with a key keeps its kind", field="kind")
    is_reworded = new.content != old.content
    # A person who states it, even in the same words, believes it.
    is_believed = "content" in edits and old.trust is not TrustLevel.HIGH
    if is_reworded if by is Origin.ASSISTANT else is_believed:
        new = replace(new, origin=by)
    if is_reworded and "metadata" not in edits:
        # These were extracted from the old content.
        kept = {name: value for name, value in old.metadata.items() if name not in {VALUE, WHEN}}
        new = replace(new, metadata=kept)
    dates_given = not {"valid_from", "valid_until"}.isdisjoint(edits)
    if is_reworded and old.source and old.status in SHOWN and not dates_given:
        new = _dated_anew(new)
    check_validity(new)
    if not is_reworded:
        return restated(old, new) if new.subject != old.subject else new
    mark = {REWORDED: True} if by is Origin.MANUAL and old.sources else {}
    return replace(restated(old, new), metadata={**new.metadata, **mark})


def _dated_anew(entry: Entry) -> Entry:
    """A learned memory with the dates of its new words, seen from the day it was said.

    Without a date in them it does not expire; what began on a day still began then.
    """
    said_at = entry.local(entry.said_at or entry.recorded_at)
    begins, ends, when = dates_of_text(entry.content, entry.kind, said_at)
    if begins is None and ends is None and entry.valid_until is None:
        begins = entry.valid_from
    dated = {**entry.metadata, WHEN: when} if when else entry.metadata
    return replace(entry, valid_from=begins, valid_until=ends, metadata=dated)


def _priority(value: object, field: str) -> Priority:
    return checks.check_choice(value, field, Priority)


def _statuses(value: object) -> tuple[Status, ...]:
    if value is None:
        return EntryFilter().statuses
    wanted = value if isinstance(value, tuple | list) else (value,)
    if "all" in wanted:
        return (*Status,)
    known = (*Status, "all")
    return tuple(checks.check_choice(item, "status", Status, known) for item in wanted)
