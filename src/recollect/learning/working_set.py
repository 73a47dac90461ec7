"""The memories of an agent while proposals are applied to them; every change becomes a write."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
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
    Kind,
    NewEntry,
    Source,
    Status,
)
from recollect.domain.ids import entry_digest
from recollect.domain.learning import Proposal
from recollect.domain.marks import Relation
from recollect.domain.turn import Role, Turn
from recollect.domain.writes import PutEntry
from recollect.extraction.numbers import differ_in_number_or_letter
from recollect.extraction.own_words import own_words, readable
from recollect.learning import lifecycle
from recollect.learning.archived import ArchivedMemories
from recollect.learning.compare import ComparisonModels, ProposalInContext
from recollect.learning.decide import (
    Duplicate,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    Verdict,
    VerifyRules,
    decide,
    keep_trusted,
)
from recollect.learning.deletion_requests import put_request
from recollect.learning.entries_from_proposals import (
    changing,
    entry_from,
    proposal_from,
    superseded_since,
    with_stated_attribute,
)
from recollect.learning.memory_index import MemoryIndex

# How many contradicting memories are listed for review; nobody would decide among a hundred.
_MAX_RIVALS: Final = 3

_TIMES: Final = frozenset({SAID_AT, FIRST_SAID_AT, ENDED_AT})
# How many characters of a message are read for its effect on memories.
_MESSAGE_CHARACTERS: Final = 800

# Returns a memory as stored.
StoredEntry = Callable[[str], Entry | None]


class WorkingSet:
    """The memories of one agent while proposals are judged, one after the other.

    It is kept between two runs and brought up to date. Its changes are only plans until they are
    written.
    """

    def __init__(
        self, entries: Iterable[Entry], rules: VerifyRules, stored_entry: StoredEntry | None = None
    ) -> None:
        self._rules = rules
        self._stored_entry = stored_entry
        self._entries: dict[str, Entry] = {}
        # By conversation and turn, the memories that ever came from it.
        self._by_turn: dict[tuple[str, str], dict[str, None]] = {}
        self._index = MemoryIndex()
        self._archive = ArchivedMemories()
        self._affected: tuple[tuple[str, str], dict[str, Relation]] = (("", ""), {})
        # Ids of what users asked to be forgotten, decided or not.
        self._requests: set[str] = set()
        # Ids of memories a user decided about: their content is settled, but not what they end.
        self._user_decided: set[str] = set()
        # Added by a user, and not yet read for the attribute they state.
        self._attribute_unread: set[str] = set()
        for entry in entries:
            self.put(entry)

    def __len__(self) -> int:
        """How many memories there are, whatever their status."""
        return len(self._entries)

    @property
    def visible_count(self) -> int:
        """How many of them are active or in review."""
        return len(self._index)

    def get(self, name: str) -> Entry | None:
        """The memory with this id."""
        return self._entries.get(name)

    def has_memory_from(self, turn: Turn) -> bool:
        """Whether any memory, whatever its status, came from this turn."""
        return (turn.conversation, turn.id) in self._by_turn

    def put(self, entry: Entry) -> None:
        """Add or update a memory."""
        if entry.kind in RECORDS:
            self._requests |= {entry.id} if entry.kind is Kind.DELETION_REQUEST else set()
            return
        self._store(entry)
        self._index.add(entry)
        self._archive.put(entry)
        if entry.is_added and entry.attribute is None and entry.key is None:
            self._attribute_unread.add(entry.id)

    def put_when_replayed(self, entry: Entry) -> None:
        """Add a memory a user decided about; it takes effect when its turn is replayed."""
        self._user_decided.add(entry.id)
        self._store(entry)

    def _store(self, entry: Entry) -> None:
        self._entries[entry.id] = entry
        for source in entry.sources:
            self._by_turn.setdefault((source.conversation, source.turn_id), {})[entry.id] = None

    def apply(self, proposal: Proposal, turn: Turn, models: ComparisonModels) -> list[PutEntry]:
        """The writes for a proposal from a turn; none if it is not news."""
        if proposal.asks_to_delete is not None:
            return self._ask_to_delete(proposal, turn, models)
        statement = entry_from(proposal, turn, self._rules.inherited_metadata)
        settled = self._settled_entry(statement)
        if settled is not None and settled.id not in self._user_decided:
            return []
        message = _said_in(turn)[:_MESSAGE_CHARACTERS]
        # A clause changes only what it speaks about itself.
        said = proposal.quote if proposal.is_clause else message
        affected = {} if proposal.is_clause else self._affected_by(turn)
        incoming = ProposalInContext(proposal, said, turn.local, affected, turn.conversation)
        verdict = self._model_verdict(proposal) or self._decide(incoming, models)
        verdict = keep_trusted(verdict, statement.trust)
        now = turn.recorded_at
        if settled is not None:
            return [*self._replay_decided(settled, verdict, statement, now)]
        if proposal.tentative and not isinstance(verdict, Supersedes | NeedsReview):
            return []
        return self._apply_verdict(statement, verdict, now)

    def _ask_to_delete(
        self, proposal: Proposal, turn: Turn, models: ComparisonModels
    ) -> list[PutEntry]:
        """The write of a request to forget, unless it was written before."""
        after = proposal.after.turn_id if proposal.after else ""
        before = self._by_turn.get((turn.conversation, after), ())
        known = self._entries.values()
        put = put_request(proposal, turn, self._index, self._shown(before), known, models)
        if put is None or put.entry.id in self._requests:
            return []
        self.put(put.entry)
        return [put]

    def _affected_by(self, turn: Turn) -> dict[str, Relation]:
        """The cached effects of the turn's message on memories; only the last message is cached."""
        name = (turn.conversation, turn.id)
        if self._affected[0] != name:
            self._affected = (name, {})
        return self._affected[1]

    def _model_verdict(self, proposal: Proposal) -> Verdict | None:
        """The verdict of a core model that named the memories this statement repeats or ends."""
        ended = tuple(self._shown(proposal.ends))
        repeated = self._shown([proposal.repeats or ""])
        if repeated:
            known = repeated[0]
            fuller = None if proposal.content == known.content else proposal.content
            return Duplicate(known, fuller, ended)
        return Supersedes(ended) if ended else None

    def _shown(self, names: Iterable[str]) -> list[Entry]:
        """Those of these memories that exist and are active or in review."""
        entries = (self._entries[name] for name in names if name in self._entries)
        return [entry for entry in entries if entry.status in SHOWN]

    def _decide(self, incoming: ProposalInContext, models: ComparisonModels) -> Verdict:
        """The verdict, after reading attributes from nearby memories that users added."""
        if models.reader is not None and self._attribute_unread:
            for old in self._index.near(incoming.proposal.content, models.embed):
                if old.id in self._attribute_unread:
                    self._attribute_unread.discard(old.id)
                    self._index.add(with_stated_attribute(old, models.reader))
        verdict = decide(incoming, self._index, self._rules, models)
        is_new = verdict == New()
        return self._archive.decide(incoming, self._rules, models) if is_new else verdict

    def hide(self, entries: Iterable[Entry]) -> None:
        """Exclude these memories from comparisons until they are compared themselves."""
        for entry in entries:
            self._index.add(replace(entry, status=Status.DELETED))

    def compare(self, entry: Entry, now: datetime, models: ComparisonModels) -> list[PutEntry]:
        """The writes for a memory a user added: it stays, and so does all it does not replace."""
        with_attribute = with_stated_attribute(entry, models.reader) if models.reader else entry
        incoming = ProposalInContext(proposal_from(with_attribute), entry.content, entry.changed_at)
        verdict = keep_trusted(self._decide(incoming, models), entry.trust)
        self._index.add(with_attribute)
        self._attribute_unread.discard(entry.id)
        match verdict:
            case Duplicate(of=of, ends=ended, says_less=says_less):
                differs = says_less or differ_in_number_or_letter(entry.content, of.content)
                puts = [] if differs else [*self._merge_repeated(entry, self._current(of.id), now)]
                return puts + [*self._end(ended, entry.id, entry, now)]
            case Supersedes(of=ended):
                return [*self._end(ended, entry.id, entry, now)]
            case NeedsReview(rivals=rivals):
                return [*self._dispute(entry, rivals, now)]
            case New() | Refused():
                return []
            case _:
                assert_never(verdict)

    def _merge_repeated(self, entry: Entry, old: Entry, now: datetime) -> Iterator[PutEntry]:
        """The user's wording replaces the old memory, and gains its confidence and sources."""
        if old.status is Status.REVIEW:
            yield from self._dispute(entry, self._shown(old.rivals), now)
            return
        combined = lifecycle.reinforce(old, entry, now)
        # Without its times, because the statement now has others.
        old_metadata = {name: old.metadata[name] for name in old.metadata if name not in _TIMES}
        reinforced = replace(
            self._current(entry.id),
            subject=entry.subject or old.subject,
            confidence=max(combined.confidence, entry.confidence),
            tags=combined.tags,
            metadata={**old_metadata, **entry.metadata},
            pinned=combined.pinned,
            valid_from=combined.valid_from,
            valid_until=combined.valid_until,
            also=combined.sources,
            mentions=combined.mentions,
            links=combined.links,
            decayed_at=now,
        )
        yield self._change(reinforced, Change.REINFORCED, now)
        yield self._change(lifecycle.supersede(old, entry.id, now), Change.SUPERSEDED, now)

    def _apply_verdict(
        self, statement: NewEntry, verdict: Verdict, now: datetime
    ) -> list[PutEntry]:
        """The writes that follow from a verdict on a new statement."""
        match verdict:
            case Refused():
                return []
            case New(past=past):
                return [self._add(statement, now, past)]
            case Duplicate(of=of, fuller=fuller, ends=ends):
                known = lifecycle.revive(self._current(of.id), now, statement.confidence)
                # The wording of a user's own memory is never changed.
                content = None if known.edited or known.is_added else fuller
                reinforced = lifecycle.reinforce(known, statement, now, content=content)
                puts = [self._change(reinforced, Change.REINFORCED, now)]
                return puts + [*self._end(ends, of.id, statement, now)]
            case Supersedes(of=ended, corrected=corrected):
                put = self._add(changing(statement, corrected, ended), now)
                return [put, *self._end(ended, put.entry.id, statement, now)]
            case NeedsReview(rivals=rivals):
                put = self._add(statement, now)
                return [put, *self._dispute(put.entry, rivals, now)]
            case _:
                assert_never(verdict)

    def _replay_decided(
        self, entry: Entry, verdict: Verdict, statement: NewEntry, now: datetime
    ) -> Iterator[PutEntry]:
        """Replay a user-decided memory: it ends and disputes what it did before."""
        match verdict:
            case Supersedes(of=ended) | Duplicate(ends=ended):
                others = [old for old in ended if old.id != entry.id]
                yield from self._end(others, entry.id, statement, now)
            case NeedsReview(rivals=rivals):
                disputed = [old for old in rivals if old.id in entry.rivals]
                for old in disputed if entry.status is Status.REVIEW else ():
                    other = lifecycle.add_rivals(self._current(old.id), (entry.id,))
                    yield self._change(other, Change.DISPUTED, now)
            case New() | Refused():
                pass
            case _:
                assert_never(verdict)
        self._index.add(self._entries[entry.id])

    def _settled_entry(self, statement: NewEntry) -> Entry | None:
        """The memory these words already produced, even if a user deleted or corrected it."""
        source = statement.source
        assert source is not None
        digest = entry_digest(statement)
        for name in self._by_turn.get((source.conversation, source.turn_id), ()):
            entry = self._entries[name]
            if entry.edited or entry.status is Status.DELETED or entry.id in self._user_decided:
                # A user decided about it: the same words do not bring it back, however they are
                # split.
                if any(_overlap(source, item) for item in entry.sources):
                    return entry
            elif (
                entry_digest(entry) == digest
                or source in entry.also
                or (entry.source, entry.content) == (source, statement.content)
            ):
                return entry
        return None

    def _add(self, statement: NewEntry, now: datetime, past: Entry | None = None) -> PutEntry:
        name = lifecycle.unused_id(statement, self._entries.__contains__)
        entry = lifecycle.first_version(statement, name, now)
        if past is not None:
            entry = replace(entry, status=Status.SUPERSEDED, superseded_by=past.id)
        self.put(entry)
        return PutEntry(entry, entry_digest(entry), Change.ADDED, expected=0)

    def _end(
        self, ended: Iterable[Entry], by: str, statement: NewEntry, now: datetime
    ) -> Iterator[PutEntry]:
        """End these memories when the new statement takes effect, or when it was made."""
        for old in ended:
            entry = self._current(old.id)
            until = superseded_since(statement, entry, now)
            end_date = until if entry.valid_from is None or entry.valid_from < until else None
            said = statement.said_at or now
            superseded = replace(
                lifecycle.supersede(entry, by, said), valid_until=entry.valid_until or end_date
            )
            yield self._change(superseded, Change.SUPERSEDED, now)
            yield from self._release_rivals(entry, now)

    def _release_rivals(self, ended: Entry, now: datetime) -> Iterator[PutEntry]:
        """Remove an ended memory from the rivals of those in review."""
        for name in ended.rivals:
            rival = self._entries.get(name)
            if rival is not None and rival.status is Status.REVIEW:
                released = lifecycle.remove_rivals(self._current(name), (ended.id,))
                yield self._change(released, Change.DISPUTED, now)

    def _dispute(self, new: Entry, rivals: Iterable[Entry], now: datetime) -> Iterator[PutEntry]:
        """Put both sides of each contradicting pair into review."""
        # One that repeats a rival of its own takes over the others, not itself.
        current = [self._current(old.id) for old in rivals if old.id != new.id]
        current.reverse()
        pairs = sorted(current, key=lambda rival: len(rival.rivals))[:_MAX_RIVALS]
        if not pairs:
            return
        sides = [(new.id, [old.id for old in pairs]), *((old.id, [new.id]) for old in pairs)]
        for name, others in sides:
            yield self._change(
                lifecycle.add_rivals(self._entries[name], others), Change.DISPUTED, now
            )

    def _current(self, name: str) -> Entry:
        """A memory about to change, with its latest use counts: those create no version."""
        entry = self._entries[name]
        stored = self._stored_entry(name) if self._stored_entry else None
        if stored is not None and stored != entry and stored.version == entry.version:
            self.put(stored)
            return stored
        return entry

    def _change(self, entry: Entry, change: Change, now: datetime) -> PutEntry:
        old = self._entries[entry.id]
        put = lifecycle.put_next(old, entry, change, max(now, old.changed_at))
        self.put(put.entry)
        return put


def _said_in(turn: Turn) -> str:
    """The message without what its author did not write: a pasted page changes no memory."""
    if turn.voice is not Role.USER:
        return turn.content
    return readable(own_words(turn.content, turn.origin)).strip()


def _overlap(source: Source, other: Source) -> bool:
    """Whether two sources share at least half of the shorter one."""
    if (source.conversation, source.turn_id) != (other.conversation, other.turn_id):
        return False
    shared = min(source.end, other.end) - max(source.start, other.start)
    return 2 * shared >= min(source.end - source.start, other.end - other.start)
