"""Background jobs that write recaps and the profile: read, compute, and one write."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.domain.amounts import pluralize
from recollect.domain.entry import (
    RECORDS,
    SAID_AT,
    SHOWN,
    Change,
    Entry,
    EntryFilter,
    Kind,
    Priority,
    Source,
    Status,
)
from recollect.domain.forgetting import BY_MODEL
from recollect.domain.ids import entry_digest, record_id
from recollect.domain.job import Done, Job, JobKind
from recollect.domain.learning import Recapped
from recollect.domain.metadata import Json, Metadata
from recollect.domain.ports import Clock, Reader, Store, TokenCounter
from recollect.domain.provenance import Origin, TrustLevel
from recollect.domain.recap import profile_bullets, recap_metadata
from recollect.domain.timekeeping import CLOCK_SLACK
from recollect.domain.turn import Turn
from recollect.domain.undo import without_undone
from recollect.domain.writes import Enqueue, JobResult, PutAnswer, PutEntry, Write, memory_jobs
from recollect.extraction.forms import Portrayed
from recollect.learning.lifecycle import put_next
from recollect.learning.profile import ProfileText, build_profile, is_urgent, profile_from_model
from recollect.learning.summaries import recap
from recollect.learning.undo import turns_set_aside

# A recap covers the last turns of a conversation, however long it is.
TURNS: Final = 400
_FEWEST: Final = 2
# Metadata key of a profile: the first moment at which something in it ends or begins.
_UNTIL: Final = "until"

# Create a conversation's recap and a user description, with the model answers to cache.
Recapper = Callable[[str, Sequence[Turn], Sequence[Entry]], Recapped]
UserDescriber = Callable[[str, Sequence[Entry]], tuple[Portrayed, tuple[PutAnswer, ...]]]


def _built_in(_agent: str, turns: Sequence[Turn], entries: Sequence[Entry]) -> Recapped:
    return Recapped(recap(turns, entries), turns[-1].index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Writes a conversation's recap once it is quiet, and the profile once enough is new."""

    store: Store
    clock: Clock
    reader: Reader
    counter: TokenCounter
    profile_tokens: int
    profile_after: int
    recap: Recapper = _built_in
    # None: build the profile from the memories without a model.
    describe_user: UserDescriber | None = None

    def summarize(self, job: Job) -> JobResult:
        """The recap of one conversation."""
        agent, conversation = job.agent, job.conversation
        last = self.store.tail(agent, conversation, last=TURNS).last
        turns = tuple(without_undone(last, turns_set_aside(self.store, agent)))
        if len(turns) < _FEWEST:
            return JobResult(Done("too few turns to recap", job.watermark))
        known_from = self.store.entries_from(agent, conversation)
        entries = [entry for entry in known_from if entry.kind is not Kind.UNDO]
        recapped = self.recap(agent, turns, entries)
        writes: tuple[Write, ...] = recapped.answers
        if recapped.due_at is not None:
            writes += (Enqueue(JobKind.SUMMARIZE, conversation, recapped.due_at, debounced=True),)
        if not recapped.recap.text:
            return JobResult(Done("nothing to recap", job.watermark), writes)
        known = self.store.entry(agent, record_id(Kind.SUMMARY, conversation))
        covered = tuple(turn for turn in turns if turn.index <= recapped.through)
        said_at = max(covered, key=lambda turn: turn.at).local
        metadata = {**recap_metadata(recapped.recap, len(covered)), SAID_AT: said_at.isoformat()}
        source, new = _conversation_source(covered), (recapped.recap.text, metadata)
        if known and (known.content, known.metadata, known.status) == (*new, Status.ACTIVE):
            return JobResult(Done("the recap is unchanged", turns[-1].index), writes)
        put = self._put(known, Kind.SUMMARY, conversation, *new, source)
        done = Done(f"recapped {pluralize(len(covered), 'turn')}", turns[-1].index)
        return JobResult(done, (*writes, put, *memory_jobs(self.clock.now())))

    def profile(self, job: Job) -> JobResult:
        """The profile, once enough is new since the last one, or something urgent."""
        agent, now = job.agent, self.clock.now()
        known = self.store.entry(agent, record_id(Kind.PROFILE, "profile"))
        revision = self.store.revision(agent)
        news = self._news(job, known)
        ahead = known is not None and known.changed_at > now + CLOCK_SLACK
        # What a clock that was ahead took for over may not be.
        is_due = ahead or len(news) >= self.profile_after or any(map(is_urgent, news))
        # Reading all memories for every new one would be slow.
        stale = known and (_has_expired(known, now) or _any_changed_since(known, news))
        entries = self.store.entries(agent, EntryFilter()) if is_due or stale else ()
        if not is_due and not (known and stale and _has_outdated_line(known, entries, now)):
            summary = f"{len(news)} of {self.profile_after} contributions"
            return JobResult(Done(summary, job.watermark))
        new_profile, answers = self._build_profile(agent, entries)
        if answers and self._any_deleted(agent, entries):
            # Deleted while the model was writing about it: discard the answer.
            return JobResult(Done("a memory was deleted meanwhile", job.watermark, again=True))
        if not ahead and new_profile.text == (known.content if known else ""):
            return JobResult(Done("the profile is unchanged", revision), answers)
        metadata = self._profile_metadata(new_profile, revision, len(entries))
        put = self._put(known, Kind.PROFILE, "profile", new_profile.text, metadata, None)
        done = Done(f"rewritten from {pluralize(len(entries), 'memory')}", revision)
        return JobResult(done, (*answers, put))

    def _news(self, job: Job, known: Entry | None) -> list[Entry]:
        """The memories that were learned or changed since the profile was written."""
        revision = known.metadata.get("revision") if known else 0
        # Memories counted in an earlier run do not count again.
        since = max(revision if isinstance(revision, int) else 0, job.watermark)
        found = self.store.entries_since(job.agent, since)
        return [entry for _, entry in found if entry.kind not in RECORDS]

    def _profile_metadata(self, new_profile: ProfileText, revision: int, memories: int) -> Metadata:
        metadata: dict[str, Json] = {"revision": revision, "memories": memories}
        if new_profile.until is not None:
            metadata[_UNTIL] = new_profile.until.isoformat()
        if self.describe_user is not None:
            # Its lines are not the words of any memory.
            metadata[BY_MODEL] = True
        return metadata

    def _build_profile(
        self, agent: str, entries: Sequence[Entry]
    ) -> tuple[ProfileText, tuple[PutAnswer, ...]]:
        if self.describe_user is None:
            return build_profile(entries, self.clock.now(), self.profile_tokens, self.counter), ()
        # A page or a tool must not describe the user.
        own = [entry for entry in entries if entry.trust is TrustLevel.HIGH]
        description, answers = self.describe_user(agent, own)
        text = profile_from_model(description, self.profile_tokens, self.counter)
        return ProfileText(text), answers

    def _any_deleted(self, agent: str, entries: Sequence[Entry]) -> bool:
        existing = {entry.id for entry in self.store.entries(agent, EntryFilter())}
        return any(entry.id not in existing for entry in entries)

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
            known or _empty_record(kind, key, now),
            content=content,
            metadata=metadata,
            source=source,
            status=Status.ACTIVE,
        )
        if known:
            put = put_next(known, new, Change.EDITED, now)
        else:
            put = PutEntry(new, entry_digest(new), Change.ADDED, expected=0)
        return replace(put, reading=self.reader.read(content))


def _has_expired(profile: Entry, now: datetime) -> bool:
    """Whether something in the profile has ended or begun by now."""
    until = profile.metadata.get(_UNTIL)
    return isinstance(until, str) and datetime.fromisoformat(until) <= now


def _any_changed_since(profile: Entry, news: Sequence[Entry]) -> bool:
    """Whether a memory changed or ended; for a model-written profile, only edits and ends count."""
    if profile.metadata.get(BY_MODEL) is True:
        return any(entry.edited or entry.status not in SHOWN for entry in news)
    return any(entry.version > 1 for entry in news)


def _has_outdated_line(profile: Entry, entries: Sequence[Entry], now: datetime) -> bool:
    """Whether a line no longer holds, or a plan has begun: that cannot wait for other news."""
    valid = (entry for entry in entries if not entry.valid_until or entry.valid_until > now)
    current = profile_bullets(valid)
    bullets = (line for line in profile.content.splitlines() if line.startswith("- "))
    return any(line not in current for line in bullets) or _has_expired(profile, now)


def _empty_record(kind: Kind, key: str, now: datetime) -> Entry:
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


def _conversation_source(turns: tuple[Turn, ...]) -> Source:
    """The source of a recap: the whole conversation, with which it is deleted."""
    last = turns[-1]
    return Source(conversation=last.conversation, turn_id=last.id, start=0, end=0, quote="")
