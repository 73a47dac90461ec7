"""Import of other programs' files: checked as a whole, then stored; a second time adds nothing."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from recollect.domain.access import Reach
from recollect.domain.entry import IMPORTED, SAID_AT, SHOWN, Change, Entry, NewEntry, Version
from recollect.domain.graph import Link
from recollect.domain.ids import digest, entry_digest, entry_id, turn_id
from recollect.domain.metadata import Json
from recollect.domain.provenance import Origin
from recollect.domain.writes import PutEntry, RestoreEntry, Write, memory_jobs
from recollect.errors import Conflict, InvalidInput
from recollect.importers import (
    DetectedFile,
    ImportedConversation,
    ImportedMemory,
    ImportSource,
    Notice,
    NotImported,
)
from recollect.learning.lifecycle import first_version, put_next, with_reading
from recollect.memory import recording
from recollect.memory.agent import Agent
from recollect.memory.transfer import AgentImport, Imported, Progress
from recollect.wiring import Components

_SKIPPED: Final = "messages that are hidden, empty or of tools"
_UNDATED: Final = "dates (the file has none for these memories)"
_ANOTHER: Final = "If this is another conversation, give it another name"
_BATCH: Final = 1_000
# A dry run shows this many texts of an agent, each up to so many characters.
_EXAMPLES: Final = 3
_EXAMPLE_LENGTH: Final = 120


class FileImport:
    """A file that has been read once and is valid."""

    def __init__(
        self,
        components: Components,
        source: ImportSource,
        detected: DetectedFile,
        agent: str | None,
        default_agent: str | None = None,
    ) -> None:
        self._components = components
        self._source = source
        self._detected = detected
        self._agent = agent
        self._default_agent = default_agent
        self._size = source.path.stat().st_size
        self._left_out: Counter[str] = Counter()
        self._names: set[str] = set()
        self._without_agent = _WithoutAgent()
        self._warnings: list[str] = []
        self._total = 0
        self._has_memories = False
        self._check()
        if not self._total:
            raise source.error("contains nothing to import")

    @property
    def agents(self) -> list[str]:
        """The agents that the import writes to."""
        owners = {self._owner(name) for name in self._names}
        return sorted(owners | ({self._owner(None)} if self._without_agent else set()))

    def run(self, *, dry_run: bool, progress: Progress | None = None) -> Imported:
        """Store everything; with `dry_run`, only find out what is new."""
        # Every memory is checked before the first one is stored.
        if dry_run or self._has_memories:
            tallies = self._pass(store=False, turns=dry_run)
            self._check_limit(tallies)
        if not dry_run:
            tallies = self._pass(store=True, progress=progress)
            recording.after_memories_changed(self._components, *tallies)
        found = tallies.values()
        return Imported(
            path=str(self._source),
            agents=len(tallies),
            conversations=sum(len(tally.conversations) for tally in found),
            turns=sum(tally.turns for tally in found),
            memories=sum(tally.memories for tally in found),
            turns_new=sum(tally.turns_new for tally in found),
            memories_new=sum(tally.memories_new for tally in found),
            memories_updated=sum(tally.memories_updated for tally in found),
            format=self._detected.format,
            dry_run=dry_run,
            left_out=dict(self._left_out),
            warnings=tuple(self._warnings),
            by_agent=tuple(found),
        )

    def _check(self) -> None:
        # Hashes instead of texts, because a file may contain millions of turns.
        content_by_id: dict[int, int] = {}
        for item in self._detected.items():
            if isinstance(item, NotImported):
                self._left_out[item.what] += item.count
                continue
            if isinstance(item, Notice):
                self._warnings.append(item.text)
                continue
            self._names |= {item.agent} if item.agent else set()
            self._without_agent.count(item)
            if isinstance(item, ImportedMemory):
                self._total += 1
                self._has_memories = True
                self._left_out[_UNDATED] += item.at is None
                continue
            self._total += len(item.turns)
            self._left_out[_SKIPPED] += item.left_out
            for turn in item.turns:
                self._check_unique_id(content_by_id, item, turn)
        self._left_out = +self._left_out
        if self._without_agent and self._agent is None and self._default_agent is None:
            raise self._without_agent.error(self._source)
        for name in self._names:
            # Not an error of the argument: the name is the file's.
            self._source.name("agent", self._owner(name), "agent")

    def _check_unique_id(
        self, content_by_id: dict[int, int], part: ImportedConversation, turn: Mapping[str, Any]
    ) -> None:
        if "id" not in turn:
            return
        name = hash((part.agent, part.conversation, turn["id"]))
        content = hash((turn.get("role"), turn["content"]))
        if content_by_id.setdefault(name, content) != content:
            what = f"the id {turn['id']!r} of conversation {part.conversation!r}"
            message = f"{self._source}: {what} is used for two different turns"
            raise Conflict(message, field="id")

    def _check_limit(self, tallies: Mapping[str, AgentImport]) -> None:
        """Refuse an import that would push out other memories of an agent."""
        limit = self._components.settings.max_entries_per_agent
        for tally in tallies.values() if limit else ():
            found = self._components.store.every_tally(Reach(only=tally.agent))
            stored = sum(each.count for each in found if each.status in SHOWN)
            total = stored + tally.memories_new
            if tally.memories_new and total > limit:
                raise Conflict(
                    f"{self._source}: agent {tally.agent!r} would have {total:,} memories, but"
                    f" only {limit:,} are kept (setting max_entries_per_agent): raise it, or import"
                    " into another agent",
                    field="max_entries_per_agent",
                )

    def _pass(
        self, *, store: bool, turns: bool = True, progress: Progress | None = None
    ) -> dict[str, AgentImport]:
        """Go through the file; `turns` counts them, which takes long too."""
        tallies: dict[str, AgentImport] = {}
        pending: dict[str, list[Write]] = {}
        seen: set[tuple[str, str]] = set()
        done = 0
        for item in self._detected.items():
            if isinstance(item, NotImported | Notice):
                continue
            owner = self._owner(item.agent)
            tally = tallies.setdefault(owner, AgentImport(owner))
            if isinstance(item, ImportedMemory):
                writes = pending.setdefault(owner, [])
                writes += self._plan(tally, item, seen, store=store)
                done += 1
                if store and len(writes) >= _BATCH:
                    self._write(owner, writes)
            else:
                for start in range(0, len(item.turns) if turns else 0, _BATCH):
                    batch = item.turns[start : start + _BATCH]
                    self._add_turns(tally, item, batch, store=store)
                    done += len(batch)
            if progress:
                progress(done * self._size // self._total)
        for owner, writes in pending.items() if store else ():
            self._write(owner, writes)
        return tallies

    def _owner(self, named: str | None) -> str:
        if self._agent is None:
            owner = named or self._default_agent
            assert owner is not None
            return owner
        return f"{self._agent}/{named}" if named and len(self._names) > 1 else self._agent

    def _add_turns(
        self,
        tally: AgentImport,
        part: ImportedConversation,
        turns: list[dict[str, Any]],
        *,
        store: bool,
    ) -> None:
        tally.conversations.add(part.conversation)
        tally.turns += len(turns)
        agent = Agent(self._components, tally.agent)
        try:
            if not store:
                unknown = self._new_turns(tally.agent, part.conversation, turns)
                tally.turns_new += len(unknown)
                for text in unknown[:_EXAMPLES]:
                    _add_example(tally, text)
                return
            tally.turns_new += agent.ingest(part.conversation, turns).added
        except Conflict as conflict:
            where = f"{self._source}, agent {tally.agent!r}: {conflict.message}. {_ANOTHER}"
            stored = ". Everything before it in the file has been stored" if store else ""
            raise Conflict(f"{where}{stored}", field=conflict.field) from None
        # An existing title may have been set by the user, so it is not replaced.
        if part.title and agent.conversations.get(part.conversation).title is None:
            agent.conversations.rename(part.conversation, part.title)

    def _new_turns(self, agent: str, conversation: str, turns: list[dict[str, Any]]) -> list[str]:
        """The redacted texts of the turns that are not stored yet; Conflict as in storing them."""
        new = self._components.intake.turns(turns, read=False)
        named = {turn.id or turn_id(turn, turn.occurrence): turn for turn in new}
        known = self._components.store.turns_by_id(agent, [(conversation, name) for name in named])
        for (_, name), stored in known.items():
            stored.check_same(named[name].role, named[name].content)
        return [turn.content for name, turn in named.items() if (conversation, name) not in known]

    def _plan(
        self, tally: AgentImport, item: ImportedMemory, seen: set[tuple[str, str]], *, store: bool
    ) -> Iterator[Write]:
        """Count a memory that is new or has changed elsewhere, and yield its write to `store`."""
        components, now = self._components, self._components.clock.now()
        new = self._statement(item)
        statement = entry_digest(new)
        name = digest(IMPORTED, item.id) if item.id else entry_id(new, 0)
        if {(tally.agent, name), (tally.agent, statement)} & seen:
            return
        seen |= {(tally.agent, name), (tally.agent, statement)}
        tally.memories += 1
        known = components.store.entry(tally.agent, name)
        if known is None and components.store.entry_by_digest(tally.agent, statement) is None:
            tally.memories_new += 1
            if not store:
                _add_example(tally, new.content)
                return
            # Fading begins with the import, or an old memory would be gone the next day.
            entry = replace(first_version(new, name, item.at or now), decayed_at=now)
            version = Version(number=1, at=entry.recorded_at, change=Change.ADDED, entry=entry)
            reading = components.intake.read(entry.search_text, entry.said_at)
            yield RestoreEntry((version,), statement, reading)
        elif known is not None and _has_changed(known, new):
            tally.memories_updated += 1
            if not store:
                return
            fields = ("content", "tags", "metadata", "valid_from", "valid_until", "links")
            edited = replace(known, **{each: getattr(new, each) for each in fields})
            put: PutEntry = put_next(known, edited, Change.EDITED, now)
            yield with_reading(put, components.intake.read)

    def _statement(self, item: ImportedMemory) -> NewEntry:
        try:
            new = self._components.intake.entry(
                item.content,
                kind=item.kind,
                subject=item.subject,
                key=item.key,
                tags=item.tags,
                metadata=item.metadata,
                valid_from=item.valid_from,
                valid_until=item.valid_until,
            )
        except InvalidInput as error:
            raise self._source.error(error.message, item.id or item.key) from None
        # Hashes and ids are added afterwards: they contain nothing to redact.
        origin: dict[str, Json] = {"from": self._detected.format, "text": digest(item.content)}
        origin |= {"id": item.id} if item.id else {}
        said_at: dict[str, Json] = {SAID_AT: item.at.isoformat()} if item.at else {}
        parts = item.link and tuple(map(self._components.intake.redact_text, item.link))
        links = (Link(subject=parts[0], relation=parts[1], object=parts[2]),) if parts else ()
        metadata = {**new.metadata, IMPORTED: origin, **said_at}
        return replace(new, metadata=metadata, links=links, origin=Origin.IMPORTED)

    def _write(self, owner: str, writes: list[Write]) -> None:
        if writes:
            jobs = memory_jobs(self._components.clock.now())
            self._components.store.write(owner, *writes, *jobs)
            writes.clear()


@dataclass(slots=True)
class _WithoutAgent:
    """How many memories and conversations of a file name no agent, and which is the first."""

    counts: Counter[tuple[str, bool]] = field(default_factory=Counter)
    first: str | None = None

    def __bool__(self) -> bool:
        return any(not named for _, named in self.counts)

    def count(self, item: ImportedMemory | ImportedConversation) -> None:
        if isinstance(item, ImportedMemory):
            noun, name = "memories", item.id
        else:
            noun, name = "conversations", item.conversation
        if item.agent is None and not self:
            self.first = name
        self.counts[noun, item.agent is not None] += 1

    def error(self, source: ImportSource) -> InvalidInput:
        """What to tell the caller, who has to name an agent."""
        noun = next(noun for noun, named in self.counts if not named)
        count = self.counts[noun, False]
        if not any(named for _, named in self.counts):
            return InvalidInput(f"{source}: the file does not name an agent", field="agent")
        names = "names" if count == 1 else "name"
        total = count + self.counts[noun, True]
        first = f" (the first is {self.first!r:.80})" if self.first else ""
        message = f"{source}: {count:,} of {total:,} {noun} {names} no agent{first}"
        return InvalidInput(message, field="default_agent")


def _add_example(tally: AgentImport, text: str) -> None:
    if len(tally.examples) < _EXAMPLES:
        line = " ".join(text[: 2 * _EXAMPLE_LENGTH].split())
        cut = len(line) > _EXAMPLE_LENGTH
        tally.examples.append(f"{line[:_EXAMPLE_LENGTH].rstrip()} …" if cut else line)


def _has_changed(known: Entry, new: NewEntry) -> bool:
    """Whether the other program changed a memory that nobody has changed or removed here."""
    before, after = known.metadata.get(IMPORTED), new.metadata[IMPORTED]
    if not isinstance(before, dict) or not isinstance(after, dict):
        return False
    return before.get("text") != after["text"] and not known.edited and known.status in SHOWN
