"""What an agent is known to believe, and what becomes of it when a proposal is believed: each change as a write."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from datetime import datetime
from typing import Final, assert_never

from recollect.domain.entry import (
    ENDED_AT,
    FIRST_SAID_AT,
    RECORDS,
    SAID_AT,
    SHOWN,
    Change,
    Entry,
    NewEntry,
    Origin,
    Source,
    Status,
)
from recollect.domain.ids import entry_digest, entry_id
from recollect.domain.learning import Proposal
from recollect.domain.marks import Relation
from recollect.domain.metadata import Json, Metadata
from recollect.domain.turn import Turn
from recollect.domain.writes import PutEntry
from recollect.extraction.numbers import numbers_in
from recollect.learning.compare import Minds, Said
from recollect.learning.decide import decide
from recollect.learning.entries_from_proposals import entry_from, over_since, proposal_from
from recollect.learning.known import Known
from recollect.learning.lifecycle import doubt, end, free, reinforce
from recollect.learning.stated import stated
from recollect.learning.verdict import (
    Duplicate,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    Verdict,
    VerifyRules,
)

_STATEMENT = tuple(field.name for field in fields(NewEntry))
# Of many that it contradicts a few are listed for a person: among a hundred nobody would decide.
_RIVALS: Final = 3

_TIMES: Final = frozenset({SAID_AT, FIRST_SAID_AT, ENDED_AT})
# So many characters of a message are read for what it does to a memory.
_READ: Final = 800

# Gives a memory as it is stored.
Look = Callable[[str], Entry | None]


class Ledger:
    """The memories of one agent while proposals are judged, one after the other.

    It is kept between two runs and brought up to date; what it plans is not true before it is written.
    """

    def __init__(
        self, entries: Iterable[Entry], rules: VerifyRules, look: Look | None = None
    ) -> None:
        self._rules = rules
        self._look = look
        self._entries: dict[str, Entry] = {}
        # By conversation and turn, the memories that ever came from it.
        self._at: dict[tuple[str, str], dict[str, None]] = {}
        self._known = Known()
        self._affected: tuple[tuple[str, str], dict[str, Relation]] = (("", ""), {})
        # A person's own, by id: what they say is settled, and what it puts an end to is not.
        self._expected: set[str] = set()
        # Added by a person, and not yet read for the attribute that it states.
        self._unread: set[str] = set()
        for entry in entries:
            self.take(entry)

    def __len__(self) -> int:
        """How many memories there are, whatever their status."""
        return len(self._entries)

    @property
    def shown(self) -> int:
        """How many of them are held for true, or doubted."""
        return len(self._known)

    def get(self, name: str) -> Entry | None:
        """A memory as the ledger has it."""
        return self._entries.get(name)

    def rests_on(self, turn: Turn) -> bool:
        """Whether a memory, whatever its status, came from this turn."""
        return (turn.conversation, turn.id) in self._at

    def take(self, entry: Entry) -> None:
        """Hold a memory as it stands now."""
        if entry.kind in RECORDS:
            return
        self._hold(entry)
        self._known.add(entry)
        if entry.origin is Origin.MANUAL and entry.attribute is None and entry.key is None:
            self._unread.add(entry.id)

    def expect(self, entry: Entry) -> None:
        """Hold a memory that a person has decided about, from the moment at which it is said again."""
        self._expected.add(entry.id)
        self._hold(entry)

    def _hold(self, entry: Entry) -> None:
        self._entries[entry.id] = entry
        for source in entry.sources:
            self._at.setdefault((source.conversation, source.turn_id), {})[entry.id] = None

    def believe(self, new: Proposal, turn: Turn, minds: Minds) -> list[PutEntry]:
        """What is to be written when somebody has said this in that turn; nothing where it is no news."""
        statement = entry_from(new, turn)
        settled = self._settled(statement)
        if settled is not None and settled.id not in self._expected:
            return []
        said = Said(new, turn.content[:_READ], turn.local, self._affected_by(turn))
        verdict = _sparing_pinned(self._told(new) or self._decided(said, minds))
        now = turn.recorded_at
        if settled is not None:
            return [*self._resumed(settled, verdict, statement, now)]
        if new.tentative and not isinstance(verdict, Supersedes | NeedsReview):
            return []
        return self._judged(statement, verdict, now)

    def _affected_by(self, turn: Turn) -> dict[str, Relation]:
        """What the message does to memories, as far as it was asked; of the last message alone."""
        name = (turn.conversation, turn.id)
        if self._affected[0] != name:
            self._affected = (name, {})
        return self._affected[1]

    def _told(self, new: Proposal) -> Verdict | None:
        """The verdict of a core model that was shown what is known, and named what this repeats or ends."""
        over = (self._entries.get(name) for name in new.ends)
        ended = tuple(one for one in over if one is not None and one.status in SHOWN)
        known = self._entries.get(new.repeats or "")
        if known is not None and known.status in SHOWN:
            fuller = None if new.content == known.content else new.content
            return Duplicate(known, fuller, ended)
        return Supersedes(ended) if ended else None

    def _decided(self, said: Said, minds: Minds) -> Verdict:
        """What becomes of a statement, once what people have added near it has been read."""
        if minds.reader is not None and self._unread:
            for old in self._known.near(said.new.content, minds.embed):
                if old.id in self._unread:
                    self._unread.discard(old.id)
                    self._known.add(stated(old, minds.reader))
        return decide(said, self._known, self._rules, minds)

    def hide(self, entries: Iterable[Entry]) -> None:
        """Judge nothing by these until they are compared."""
        for entry in entries:
            self._known.add(replace(entry, status=Status.DELETED))

    def compare(self, entry: Entry, now: datetime, minds: Minds) -> list[PutEntry]:
        """What is to be written of what a person has added: it stays, and so does what it does not plainly replace."""
        read = stated(entry, minds.reader) if minds.reader else entry
        said = Said(proposal_from(read), entry.content, entry.changed_at)
        verdict = _sparing_pinned(self._decided(said, minds))
        self._known.add(read)
        self._unread.discard(entry.id)
        match verdict:
            case Duplicate(of=of, ends=over, less=less):
                other = less or _tells_another(entry.content, of.content)
                puts = [] if other else [*self._said_anew(entry, self._current(of.id), now)]
                return puts + [*self._ended(over, entry.id, entry, now)]
            case Supersedes(of=over):
                return [*self._ended(over, entry.id, entry, now)]
            case NeedsReview(beside=beside):
                return [*self._disputed(entry, beside, now)]
            case New() | Refused():
                return []
            case _:
                assert_never(verdict)

    def _said_anew(self, entry: Entry, old: Entry, now: datetime) -> Iterator[PutEntry]:
        """The same in a person's own words: those stay, surer for the others, in whose place they stand."""
        if old.status is Status.REVIEW:
            rivals = (self._entries[name] for name in old.rivals if name in self._entries)
            yield from self._disputed(entry, [one for one in rivals if one.status in SHOWN], now)
            return
        both = reinforce(old, entry, now)
        surer = replace(
            self._current(entry.id),
            subject=entry.subject or old.subject,
            confidence=max(both.confidence, entry.confidence),
            tags=both.tags,
            metadata={**_without_time(old.metadata), **entry.metadata},
            pinned=both.pinned,
            valid_from=both.valid_from,
            valid_until=both.valid_until,
            also=both.sources,
            mentions=both.mentions,
            links=both.links,
            decayed_at=now,
        )
        yield self._changed(surer, Change.REINFORCED, now)
        yield self._changed(end(old, entry.id, now), Change.SUPERSEDED, now)

    def _judged(self, statement: NewEntry, verdict: Verdict, now: datetime) -> list[PutEntry]:
        """What a verdict on something new comes to."""
        match verdict:
            case Refused():
                return []
            case New(past=past):
                return [*self._added(statement, now, past)]
            case Duplicate(of=of, fuller=fuller, ends=ends):
                known = self._current(of.id)
                # A person's own words are not put into others.
                words = None if known.edited or known.origin is Origin.MANUAL else fuller
                again = reinforce(known, statement, now, content=words)
                puts = [self._changed(again, Change.REINFORCED, now)]
                return puts + [*self._ended(ends, of.id, statement, now)]
            case Supersedes(of=over):
                (put,) = self._added(statement, now, None)
                return [put, *self._ended(over, put.entry.id, statement, now)]
            case NeedsReview(beside=beside):
                (put,) = self._added(statement, now, None)
                return [put, *self._disputed(put.entry, beside, now)]
            case _:
                assert_never(verdict)

    def _resumed(
        self, entry: Entry, verdict: Verdict, statement: NewEntry, now: datetime
    ) -> Iterator[PutEntry]:
        """A person's memory is said again: what was over then is over, what is doubted for its sake is doubted."""
        match verdict:
            case Supersedes(of=over) | Duplicate(ends=over):
                others = [old for old in over if old.id != entry.id]
                yield from self._ended(others, entry.id, statement, now)
            case NeedsReview(beside=beside):
                doubted = [old for old in beside if old.id in entry.rivals]
                for old in doubted if entry.status is Status.REVIEW else ():
                    other = doubt(self._current(old.id), (entry.id,))
                    yield self._changed(other, Change.DISPUTED, now)
            case New() | Refused():
                pass
            case _:
                assert_never(verdict)
        self._known.add(self._entries[entry.id])

    def _settled(self, statement: NewEntry) -> Entry | None:
        """What these words have given before, also where a person has put it away or corrected it."""
        source = statement.source
        assert source is not None
        digest = entry_digest(statement)
        for name in self._at.get((source.conversation, source.turn_id), ()):
            entry = self._entries[name]
            if entry.edited or entry.status is Status.DELETED or entry.id in self._expected:
                # A person decided about it: the same words do not bring it back, however they are cut.
                if any(_overlap(source, one) for one in entry.sources):
                    return entry
            elif entry_digest(entry) == digest or source in entry.also or _retold(entry, statement):
                return entry
        return None

    def _added(self, statement: NewEntry, now: datetime, past: Entry | None) -> Iterator[PutEntry]:
        occurrence = 0
        while entry_id(statement, occurrence) in self._entries:
            occurrence += 1
        made = Entry(
            **{name: getattr(statement, name) for name in _STATEMENT},
            id=entry_id(statement, occurrence),
            version=1,
            recorded_at=now,
            changed_at=now,
            status=Status.SUPERSEDED if past else Status.ACTIVE,
            superseded_by=past.id if past else None,
        )
        self.take(made)
        yield PutEntry(made, entry_digest(made), Change.ADDED, expected=0)

    def _ended(
        self, over: Iterable[Entry], by: str, statement: NewEntry, now: datetime
    ) -> Iterator[PutEntry]:
        """What is over, since the time from which the new statement holds, or at which it was made."""
        for old in over:
            entry = self._current(old.id)
            until = over_since(statement, entry, now)
            ends = until if entry.valid_from is None or entry.valid_from < until else None
            said = statement.said_at or now
            over_now = replace(end(entry, by, said), valid_until=entry.valid_until or ends)
            yield self._changed(over_now, Change.SUPERSEDED, now)
            yield from self._freed(entry, now)

    def _freed(self, over: Entry, now: datetime) -> Iterator[PutEntry]:
        """Those that were doubted for its sake alone, and are not any more."""
        for name in over.rivals:
            rival = self._entries.get(name)
            if rival is not None and rival.status is Status.REVIEW:
                freed = free(self._current(name), (over.id,))
                yield self._changed(freed, Change.DISPUTED, now)

    def _disputed(self, new: Entry, beside: Iterable[Entry], now: datetime) -> Iterator[PutEntry]:
        """Both sides of each pair of which not both can be true."""
        held = [self._current(old.id) for old in beside]
        held.reverse()
        pairs = sorted(held, key=lambda each: len(each.rivals))[:_RIVALS]
        if not pairs:
            return
        for entry, others in (
            (new, [old.id for old in pairs]),
            *((old, [new.id]) for old in pairs),
        ):
            disputed = doubt(self._entries[entry.id], others)
            yield self._changed(disputed, Change.DISPUTED, now)

    def _current(self, name: str) -> Entry:
        """A memory that is about to change, with its uses so far: those make no version."""
        entry = self._entries[name]
        stored = self._look(name) if self._look else None
        if stored is not None and stored != entry and stored.version == entry.version:
            self.take(stored)
            return stored
        return entry

    def _changed(self, entry: Entry, change: Change, now: datetime) -> PutEntry:
        old = self._entries[entry.id]
        new = replace(entry, version=old.version + 1, changed_at=max(now, old.changed_at))
        self.take(new)
        return PutEntry(new, entry_digest(new), change, expected=old.version)


def _sparing_pinned(verdict: Verdict) -> Verdict:
    """The same, but what is pinned does not end by itself: a person is asked."""
    match verdict:
        case Supersedes(of=over) if any(one.pinned for one in over):
            loose = tuple(one for one in over if not one.pinned)
            return Supersedes(loose) if loose else NeedsReview(over)
        case Duplicate(ends=over):
            return replace(verdict, ends=tuple(one for one in over if not one.pinned))
        case _:
            return verdict


def _retold(entry: Entry, statement: NewEntry) -> bool:
    """Whether a memory has taken over these words; the same place may have given another one too."""
    return entry.source == statement.source and entry.content == statement.content


def _tells_another(one: str, other: str) -> bool:
    """Whether they differ in a number, in whatever writing, or in a word of a single letter: plan a, plan i."""
    if _other_number(one, other):
        return True
    pairs = zip(one.casefold().split(), other.casefold().split(), strict=False)
    return any(
        mine != theirs and (len(mine) == len(theirs) == 1 or _other_number(mine, theirs))
        for mine, theirs in pairs
    )


def _other_number(one: str, other: str) -> bool:
    """Whether each states a number that the other does not."""
    mine, theirs = numbers_in(one), numbers_in(other)
    return bool(mine - theirs and theirs - mine)


def _without_time(metadata: Metadata) -> dict[str, Json]:
    """Without when it was said: that is now another time."""
    return {name: value for name, value in metadata.items() if name not in _TIMES}


def _overlap(one: Source, other: Source) -> bool:
    """Whether two places share at least half of the shorter one."""
    if (one.conversation, one.turn_id) != (other.conversation, other.turn_id):
        return False
    shared = min(one.end, other.end) - max(one.start, other.start)
    return 2 * shared >= min(one.end - one.start, other.end - other.start)
