"""What an agent is known to believe, and what becomes of it when a proposal is believed: each change as a write."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from datetime import datetime
from typing import Final, assert_never

from recollect.learn.claim import proposed
from recollect.learn.known import Known
from recollect.learn.lexicon import folded
from recollect.learn.lifecycle import doubt, free, reinforce
from recollect.learn.put_down import over_since, proposal_of, statement_of
from recollect.learn.second_look import Pair, of_one, wonders
from recollect.learn.stand import over_now
from recollect.learn.standing import Stand
from recollect.learn.values import one_at_a_time
from recollect.learn.verdict import (
    Duplicate,
    Likeness,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    Verdict,
    VerifyRules,
)
from recollect.learn.verify import one_message, verify
from recollect.model.entry import (
    RECORDS,
    SAID_AT,
    SHOWN,
    Change,
    Entry,
    Kind,
    NewEntry,
    Origin,
    Source,
    Status,
)
from recollect.model.ids import entry_digest, entry_id
from recollect.model.learning import Proposal
from recollect.model.metadata import Json, Metadata
from recollect.model.ports import Comparer
from recollect.model.turn import Turn
from recollect.model.writes import PutEntry

_STATEMENT = tuple(field.name for field in fields(NewEntry))
# The place that a memory rests on: conversation, turn, first and last character.
_Place = tuple[str, str, int, int]

# Of many that it contradicts a few are listed for a person: among a hundred nobody would decide.
_RIVALS: Final = 3

# So many memories are looked at for the nearest to a message, of which so many letters are read.
_AROUND: Final = 16
_READ: Final = 800
_MARKS: Final = " .!\n"

# Gives a memory as it is stored.
Look = Callable[[str], Entry | None]
# Gives the cosine of a text to memories; None where nothing can tell.
Nearness = Callable[[str], Likeness | None]


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
        self._places: dict[_Place, set[str]] = {}
        # The turns, by conversation and id, that any of them has ever come from.
        self._turns: set[tuple[str, str]] = set()
        self._known = Known((), rules)
        # A person's own, by id: what they say is settled, and what it puts an end to is not.
        self._expected: set[str] = set()
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
        return (turn.conversation, turn.id) in self._turns

    def take(self, entry: Entry) -> None:
        """Hold a memory as it stands now."""
        if entry.kind in RECORDS:
            return
        before = self._entries.get(entry.id)
        for source in before.sources if before else ():
            self._places[_place(source)].discard(entry.id)
        for source in entry.sources:
            self._places.setdefault(_place(source), set()).add(entry.id)
            self._turns.add((source.conversation, source.turn_id))
        self._entries[entry.id] = entry
        self._known.add(entry)

    def expect(self, entry: Entry) -> None:
        """Hold a memory that a person has decided about, from the moment at which it is said again."""
        self._expected.add(entry.id)
        self._entries[entry.id] = entry
        for source in entry.sources:
            self._places.setdefault(_place(source), set()).add(entry.id)

    def believe(
        self, new: Proposal, turn: Turn, nearness: Nearness, comparer: Comparer | None = None
    ) -> list[PutEntry]:
        """What is to be written when somebody has said this in that turn; nothing where it is no news."""
        statement = statement_of(new, turn)
        settled = self._settled(statement)
        if settled is not None and settled.id not in self._expected:
            return []
        taste = self._taken_for_a_taste(statement) if settled is None else None
        if taste is not None:
            if taste.edited or taste.status not in SHOWN or taste.id in self._expected:
                return []
            # It is judged as if it had never been held for one.
            self._known.add(replace(taste, status=Status.SUPERSEDED))
        verdict = verify(
            new,
            self._known.near(new),
            at=turn.local,
            likeness=nearness(new.content),
            rules=self._rules,
            claim=self._known.claim,
            comparer=comparer,
        )
        if comparer and settled is None and verdict == New():
            verdict = self._wondered(new, turn, comparer)
        now = turn.recorded_at
        if settled is not None:
            return [*self._resumed(settled, verdict, statement, now)]
        puts = self._judged(statement, verdict, now)
        if taste is not None and puts:
            puts += self._ended((taste,), puts[0].entry.id, statement, now)
        elif taste is not None:
            self._known.add(taste)
        return puts

    def hide(self, entries: Iterable[Entry]) -> None:
        """Judge nothing by these until they are compared."""
        for entry in entries:
            self._known.add(replace(entry, status=Status.DELETED))

    def compare(self, entry: Entry, now: datetime, nearness: Nearness) -> list[PutEntry]:
        """What is to be written of what a person has added: it stays, and so does what it does not plainly replace.

        No reader is asked: it would take doubts away that a person should see.
        """
        new = proposal_of(entry)
        verdict = verify(
            new,
            self._known.near(new),
            at=entry.changed_at,
            likeness=nearness(new.content),
            rules=self._rules,
            claim=self._known.claim,
        )
        self._known.add(entry)
        match verdict:
            case Duplicate(of=of, ends=over, less=less):
                other = less or _other_letter(entry.content, of.content)
                puts = [] if other else [*self._said_anew(entry, self._current(of.id), now)]
                return puts + [*self._outdone(entry, new, over, (), now)]
            case Supersedes(of=over, beside=beside):
                return [*self._outdone(entry, new, over, beside, now)]
            case NeedsReview(beside=beside):
                return [*self._disputed(entry, beside, now)]
            case New() | Refused():
                return []
            case _:
                assert_never(verdict)

    def _outdone(
        self,
        entry: Entry,
        new: Proposal,
        over: Iterable[Entry],
        beside: Iterable[Entry],
        now: datetime,
    ) -> Iterator[PutEntry]:
        """What a person's words put an end to: what there is one of, or what they say is over; of the rest a person decides."""
        claim = proposed(new, entry.changed_at)
        plain = self._rules.mode == "seed" or claim.says_so or over_now(claim)
        ended = [one for one in over if plain or one_at_a_time(claim, self._known.claim(one))]
        names = {one.id for one in ended}
        yield from self._ended(ended, entry.id, entry, now)
        left = [one for one in over if one.id not in names]
        yield from self._disputed(entry, (*beside, *left), now)

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
        over = replace(old, status=Status.SUPERSEDED, superseded_by=entry.id)
        yield self._changed(over, Change.SUPERSEDED, now)

    def _wondered(self, new: Proposal, turn: Turn, comparer: Comparer) -> Verdict:
        """What is to be asked: whether the memory still holds that the whole message comes nearest to."""
        if not self._rules.enabled or self._rules.mode == "seed" or new.key is not None:
            return New()
        said = turn.content[:_READ]
        near = self._known.near(replace(new, content=said), _AROUND)
        told = (one for one in near if one.status is Status.ACTIVE and one.key is None)
        one = next((one for one in told if not one_message(new, one)), None)
        if one is None:
            return New()
        pair = Pair(one, self._known.claim(one), Stand.APART)
        claim = proposed(new, turn.local)
        # Nothing around it tells more than that somebody else has given something up.
        if new.quote.strip(_MARKS) == said.strip(_MARKS) and not of_one(claim, pair.old):
            return New()
        asks = wonders(claim, new.content, pair, said, comparer)
        return NeedsReview((one,)) if asks else New()

    def _taken_for_a_taste(self, statement: NewEntry) -> Entry | None:
        """What this very sentence was kept as before tools came, which it is an instruction for."""
        assert statement.source is not None
        if statement.kind is not Kind.USER_PREFERENCE:
            return None
        names = self._places.get(_place(statement.source), ())
        tastes = (self._entries[name] for name in names)
        return next((each for each in tastes if each.kind is Kind.PREFERENCE), None)

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
            case Supersedes(of=over, beside=beside):
                (put,) = self._added(statement, now, None)
                puts = [put, *self._ended(over, put.entry.id, statement, now)]
                return puts + [*self._disputed(put.entry, beside, now)]
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
        """What this very sentence has given before, also where a person has put it away or corrected it."""
        assert statement.source is not None
        digest = entry_digest(statement)
        for name in self._places.get(_place(statement.source), ()):
            entry = self._entries[name]
            same = entry.kind is statement.kind
            if same and (
                entry.edited or entry_digest(entry) == digest or _retold(entry, statement)
            ):
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
            over_now = replace(
                entry,
                status=Status.SUPERSEDED,
                superseded_by=by,
                valid_until=entry.valid_until or ends,
            )
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


def _other_letter(one: str, other: str) -> bool:
    """Whether they differ in a single letter, which is no small word then: plan a, plan i."""
    pairs = zip(folded(one).split(), folded(other).split(), strict=False)
    return any(mine != theirs and len(mine) == len(theirs) == 1 for mine, theirs in pairs)


def _without_time(metadata: Metadata) -> dict[str, Json]:
    """Without when it was said: that is now another time."""
    return {name: value for name, value in metadata.items() if name != SAID_AT}


def _place(source: Source) -> _Place:
    return source.conversation, source.turn_id, source.start, source.end


def _retold(entry: Entry, statement: NewEntry) -> bool:
    """Whether the memory rests on this sentence besides others, in whosever words it is told now."""
    return any(
        _place(source) == _place(statement.source) for source in entry.also if statement.source
    )
