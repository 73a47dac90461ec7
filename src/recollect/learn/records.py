"""Recaps and the profile as background work: read, think, and one write."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.learn.portrait import portrait
from recollect.learn.summarize import recap
from recollect.model.entry import (
    RECORDS,
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
from recollect.model.job import Done, Job, JobKind
from recollect.model.metadata import Metadata
from recollect.model.ports import Clock, Reader, Store, TokenCounter
from recollect.model.recap import recap_metadata
from recollect.model.turn import Turn
from recollect.model.writes import Enqueue, PutEntry, Work

# A recap speaks of the end of a conversation, however long that is.
TURNS: Final = 400
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Writes the recap of a conversation when it has fallen silent, and the profile when enough is new."""

    store: Store
    clock: Clock
    reader: Reader
    counter: TokenCounter
    profile_tokens: int
    profile_after: int

    def summarize(self, job: Job) -> Work:
        """The recap of one conversation."""
        agent, talk = job.agent, job.conversation
        turns = self.store.stretch(agent, talk, last=TURNS).last
        if len(turns) < _FEWEST:
            return Work(Done("too little was said to recap", job.watermark))
        made = recap(turns, self.store.entries_from(agent, talk))
        if not made.text:
            return Work(Done("there is nothing to recap", job.watermark))
        known = self._record(agent, Kind.SUMMARY, talk)
        content = made.text
        parts = recap_metadata(made, len(turns))
        source = _whole(turns)
        if known is not None and (known.content, known.metadata) == (content, parts):
            return Work(Done("the recap stands", turns[-1].index))
        put = self._put(known, Kind.SUMMARY, talk, content, parts, source)
        return Work(
            Done(f"recapped {len(turns)} turns", turns[-1].index),
            (put, Enqueue(JobKind.EMBED, "", self.clock.now())),
        )

    def profile(self, job: Job) -> Work:
        """The profile, once enough has been learned since it was written."""
        agent = job.agent
        known = self._record(agent, Kind.PROFILE, "profile")
        seen = known.metadata.get("revision") if known else 0
        since = seen if isinstance(seen, int) else 0
        revision = self.store.revision(agent)
        news = [e for _, e in self.store.entries_since(agent, since) if e.kind not in RECORDS]
        if len(news) < self.profile_after:
            told = f"{len(news)} of {self.profile_after} contributions"
            return Work(Done(told, job.watermark))
        entries = self.store.entries(agent, EntryFilter())
        text = portrait(entries, self.profile_tokens, self.counter)
        parts: Metadata = {"revision": revision, "memories": len(entries)}
        if not text or (known is not None and known.content == text):
            return Work(Done("the profile stands", job.watermark))
        put = self._put(known, Kind.PROFILE, "profile", text, parts, None)
        return Work(Done(f"written anew from {len(entries)} memories", job.watermark), (put,))

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
