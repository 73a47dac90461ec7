"""Recaps and the profile as background work: read, think, and one write."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.learn.forms import Portrayed
from recollect.learn.portrait import painted, portrait
from recollect.learn.summarize import recap
from recollect.model.entry import (
    RECORDS,
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
from recollect.model.ids import digest, entry_digest
from recollect.model.job import Done, Job, so_many
from recollect.model.metadata import Metadata
from recollect.model.ports import Clock, Reader, Store, TokenCounter
from recollect.model.recap import Recap, points, recap_metadata
from recollect.model.turn import Turn
from recollect.model.writes import PutAnswer, PutEntry, Work, Write, memory_work

# A recap speaks of the end of a conversation, however long that is.
TURNS: Final = 400
_FEWEST: Final = 2

# Make the recap of an agent's conversation, and the portrait of its user, with what a model has said on the way.
Recapper = Callable[[str, Sequence[Turn], Sequence[Entry]], tuple[Recap, tuple[PutAnswer, ...]]]
Portrayer = Callable[[str, Sequence[Entry]], tuple[Portrayed, tuple[PutAnswer, ...]]]


def _by_rules(
    _agent: str, turns: Sequence[Turn], entries: Sequence[Entry]
) -> tuple[Recap, tuple[PutAnswer, ...]]:
    return recap(turns, entries), ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Writes the recap of a conversation when it has fallen silent, and the profile when enough is new."""

    store: Store
    clock: Clock
    reader: Reader
    counter: TokenCounter
    profile_tokens: int
    profile_after: int
    recap: Recapper = _by_rules
    # None: the memories speak for themselves.
    portray: Portrayer | None = None

    def summarize(self, job: Job) -> Work:
        """The recap of one conversation."""
        agent, talk = job.agent, job.conversation
        turns = self.store.stretch(agent, talk, last=TURNS).last
        if len(turns) < _FEWEST:
            return Work(Done("too little was said to recap", job.watermark))
        made, answers = self.recap(agent, turns, self.store.entries_from(agent, talk))
        if not made.text:
            return Work(Done("there is nothing to recap", job.watermark), answers)
        known = self._record(agent, Kind.SUMMARY, talk)
        content = made.text
        parts = recap_metadata(made, len(turns))
        source = _whole(turns)
        if known is not None and (known.content, known.metadata) == (content, parts):
            return Work(Done("the recap stands", turns[-1].index), answers)
        put = self._put(known, Kind.SUMMARY, talk, content, parts, source)
        return Work(
            Done(f"recapped {so_many(len(turns), 'turn')}", turns[-1].index),
            (*answers, put, *memory_work(self.clock.now())),
        )

    def profile(self, job: Job) -> Work:
        """The profile, once enough has been learned since it was written."""
        agent = job.agent
        known = self._record(agent, Kind.PROFILE, "profile")
        seen = known.metadata.get("revision") if known else 0
        # Where it stood the last time it was looked at, what was new then counts no more.
        since = max(seen if isinstance(seen, int) else 0, job.watermark)
        revision = self.store.revision(agent)
        news = [e for _, e in self.store.entries_since(agent, since) if e.kind not in RECORDS]
        over = any(entry.edited or entry.status not in SHOWN for entry in news)
        # To read them all whenever one is new would take long where there are many.
        many = len(news) >= self.profile_after
        entries = self.store.entries(agent, EntryFilter()) if many or over else ()
        if not many and not (known and over and _tells_more(known, entries)):
            told = f"{len(news)} of {self.profile_after} contributions"
            return Work(Done(told, job.watermark))
        text, answers = self._portrait(agent, entries)
        if answers and self._any_gone(agent, entries):
            # Forgotten while the model spoke of it: none of that is written.
            return Work(Done("a memory has gone meanwhile", job.watermark, again=True))
        parts: Metadata = {"revision": revision, "memories": len(entries)}
        if self.portray is not None:
            # Its lines are no memory's own words.
            parts = {**parts, "by_model": True}
        if text == (known.content if known else ""):
            return Work(Done("the profile stands", revision), answers)
        put = self._put(known, Kind.PROFILE, "profile", text, parts, None)
        told = f"written anew from {len(entries)} memories"
        writes: tuple[Write, ...] = (*answers, put)
        return Work(Done(told, revision), writes)

    def _portrait(self, agent: str, entries: Sequence[Entry]) -> tuple[str, tuple[PutAnswer, ...]]:
        if self.portray is None:
            return portrait(entries, self.profile_tokens, self.counter), ()
        made, answers = self.portray(agent, entries)
        return painted(made, self.profile_tokens, self.counter), answers

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


def _tells_more(profile: Entry, entries: Sequence[Entry]) -> bool:
    """Whether it tells what is no longer held: that does not wait for other news."""
    held = points(entries)
    return any(line.startswith("- ") and line not in held for line in profile.content.splitlines())


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
