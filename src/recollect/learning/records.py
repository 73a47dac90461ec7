"""Recaps and the profile as background work: read, think, and one write."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.domain.entry import (
    RECORDS,
    SAID_AT,
    SHOWN,
    Change,
    Entry,
    EntryFilter,
    Kind,
    Origin,
    Priority,
    Source,
    Status,
)
from recollect.domain.extracted import Recapped
from recollect.domain.ids import digest, entry_digest
from recollect.domain.job import Done, Job, JobKind, so_many
from recollect.domain.metadata import Json, Metadata
from recollect.domain.ports import Clock, Reader, Store, TokenCounter
from recollect.domain.recap import points, recap_metadata
from recollect.domain.turn import Turn
from recollect.domain.writes import Enqueue, PutAnswer, PutEntry, Work, Write, memory_work
from recollect.extraction.forms import Portrayed
from recollect.learning.profile import Portrait, is_urgent, painted, portrait
from recollect.learning.summaries import recap

# A recap speaks of the end of a conversation, however long that is.
TURNS: Final = 400
_FEWEST: Final = 2
# In the metadata of a profile: the first moment at which something that it tells is over, or begins.
_UNTIL: Final = "until"

# Make the recap of an agent's conversation, and the portrait of its user, with what a model has said on the way.
Recapper = Callable[[str, Sequence[Turn], Sequence[Entry]], Recapped]
Portrayer = Callable[[str, Sequence[Entry]], tuple[Portrayed, tuple[PutAnswer, ...]]]


def _built_in(_agent: str, turns: Sequence[Turn], entries: Sequence[Entry]) -> Recapped:
    return Recapped(recap(turns, entries), turns[-1].index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Writes the recap of a conversation when it has fallen silent, and the profile when enough is new."""

    store: Store
    clock: Clock
    reader: Reader
    counter: TokenCounter
    profile_tokens: int
    profile_after: int
    recap: Recapper = _built_in
    # None: the memories speak for themselves.
    portray: Portrayer | None = None

    def summarize(self, job: Job) -> Work:
        """The recap of one conversation."""
        agent, talk = job.agent, job.conversation
        turns = self.store.stretch(agent, talk, last=TURNS).last
        if len(turns) < _FEWEST:
            return Work(Done("too little was said to recap", job.watermark))
        made = self.recap(agent, turns, self.store.entries_from(agent, talk))
        writes: tuple[Write, ...] = made.answers
        if made.due_at is not None:
            writes += (Enqueue(JobKind.SUMMARIZE, talk, made.due_at, debounced=True),)
        if not made.recap.text:
            return Work(Done("there is nothing to recap", job.watermark), writes)
        known = self._record(agent, Kind.SUMMARY, talk)
        covered = tuple(turn for turn in turns if turn.index <= made.through)
        said = max(covered, key=lambda turn: turn.at).local
        parts = {**recap_metadata(made.recap, len(covered)), SAID_AT: said.isoformat()}
        content = made.recap.text
        if known is not None and (known.content, known.metadata) == (content, parts):
            return Work(Done("the recap stands", turns[-1].index), writes)
        put = self._put(known, Kind.SUMMARY, talk, content, parts, _whole(covered))
        return Work(
            Done(f"recapped {so_many(len(covered), 'turn')}", turns[-1].index),
            (*writes, put, *memory_work(self.clock.now())),
        )

    def profile(self, job: Job) -> Work:
        """The profile, once enough has been learned since it was written, or something that does not wait."""
        agent, now = job.agent, self.clock.now()
        known = self._record(agent, Kind.PROFILE, "profile")
        revision = self.store.revision(agent)
        news = self._news(job, known)
        many = len(news) >= self.profile_after or any(map(is_urgent, news))
        # To read them all whenever one is new would take long where there are many.
        stale = known if known and (_is_out(known, now) or _any_changed(known, news)) else None
        entries = self.store.entries(agent, EntryFilter()) if many or stale else ()
        if not many and not (stale and _tells_more(stale, entries, now)):
            told = f"{len(news)} of {self.profile_after} contributions"
            return Work(Done(told, job.watermark))
        made, answers = self._portrait(agent, entries)
        if answers and self._any_gone(agent, entries):
            # Forgotten while the model spoke of it: none of that is written.
            return Work(Done("a memory has gone meanwhile", job.watermark, again=True))
        if made.text == (known.content if known else ""):
            return Work(Done("the profile stands", revision), answers)
        parts = self._parts(made, revision, len(entries))
        put = self._put(known, Kind.PROFILE, "profile", made.text, parts, None)
        told = f"written anew from {len(entries)} memories"
        writes: tuple[Write, ...] = (*answers, put)
        return Work(Done(told, revision), writes)

    def _news(self, job: Job, known: Entry | None) -> list[Entry]:
        """What has been learned or has changed since the profile was written."""
        seen = known.metadata.get("revision") if known else 0
        # Where it stood the last time it was looked at, what was new then counts no more.
        since = max(seen if isinstance(seen, int) else 0, job.watermark)
        found = self.store.entries_since(job.agent, since)
        return [entry for _, entry in found if entry.kind not in RECORDS]

    def _parts(self, made: Portrait, revision: int, memories: int) -> Metadata:
        parts: dict[str, Json] = {"revision": revision, "memories": memories}
        if made.until is not None:
            parts[_UNTIL] = made.until.isoformat()
        if self.portray is not None:
            # Its lines are no memory's own words.
            parts["by_model"] = True
        return parts

    def _portrait(
        self, agent: str, entries: Sequence[Entry]
    ) -> tuple[Portrait, tuple[PutAnswer, ...]]:
        if self.portray is None:
            return portrait(entries, self.clock.now(), self.profile_tokens, self.counter), ()
        made, answers = self.portray(agent, entries)
        return Portrait(painted(made, self.profile_tokens, self.counter)), answers

    def _any_gone(self, agent: str, entries: Sequence[Entry]) -> bool:
        there = {entry.id for entry in self.store.entries(agent, EntryFilter())}
        return any(entry.id not in there for entry in entries)

    def _record(self, agent: str, kind: Kind, key: str) -> Entry | None:
        return self.store.entry(agent, record_id(kind, key))

    def _put(
        self,
        known: Entry | None,
        kind: Kind,
        key: str,
        content: str,
        metadata: Metadata,
        source: Source | None,
    ) -> PutEntry:
        now = self.clock.now()
        new = replace(
            known or _first(kind, key, now),
            content=content,
            metadata=metadata,
            source=source,
            version=known.version + 1 if known else 1,
            changed_at=now,
            status=Status.ACTIVE,
        )
        change = Change.EDITED if known else Change.ADDED
        expected = known.version if known else 0
        reading = self.reader.read(content)
        return PutEntry(new, entry_digest(new), change, expected, reading=reading)


def _is_out(profile: Entry, now: datetime) -> bool:
    """Whether a day has come on which something that it tells is over, or begins."""
    told = profile.metadata.get(_UNTIL)
    return isinstance(told, str) and datetime.fromisoformat(told) <= now


def _any_changed(profile: Entry, news: Sequence[Entry]) -> bool:
    """Whether a memory reads otherwise now, or is over; what a model wrote tells none by its words, only by what ended."""
    if profile.metadata.get("by_model") is True:
        return any(entry.edited or entry.status not in SHOWN for entry in news)
    return any(entry.version > 1 for entry in news)


def _tells_more(profile: Entry, entries: Sequence[Entry], now: datetime) -> bool:
    """Whether it tells what holds no more, or as a plan what has begun: that does not wait for other news."""
    held = points(entry for entry in entries if not entry.valid_until or entry.valid_until > now)
    gone = any(line.startswith("- ") and line not in held for line in profile.content.splitlines())
    return gone or _is_out(profile, now)


def record_id(kind: Kind, key: str) -> str:
    """The id of the one record of this kind under a key."""
    return digest("record", kind, key)


def _first(kind: Kind, key: str, now: datetime) -> Entry:
    return Entry(
        id=record_id(kind, key),
        version=1,
        kind=kind,
        content="",
        key=key,
        priority=Priority.MEDIUM,
        origin=Origin.USER,
        recorded_at=now,
        changed_at=now,
    )


def _whole(turns: tuple[Turn, ...]) -> Source:
    """A recap rests on a whole conversation: it goes when that does."""
    last = turns[-1]
    return Source(conversation=last.conversation, turn_id=last.id, start=0, end=0, quote="")
