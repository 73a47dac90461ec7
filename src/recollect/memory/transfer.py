"""Export to a file and import from it, without loss.

One JSON object per line: {"recollect": "export", "format": 1}, then {"agent": {"id": "alice", …}}
and its data: {"conversation": {...}}, {"turn": {...}}, {"memory": [version, version, ...]},
{"item": {...}}, {"space": "team"}; then the next agent.
"""

import contextlib
import errno
import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from recollect.domain.access import Reach
from recollect.domain.checks import check_id, check_moment
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Version
from recollect.domain.ids import entry_digest
from recollect.domain.job import JobKind
from recollect.domain.plain import checked_fields, from_plain, plain, turn_from
from recollect.domain.ports import Clock, Store
from recollect.domain.space import check_space
from recollect.domain.store_results import Dump
from recollect.domain.writes import (
    Enqueue,
    RestoreAgent,
    RestoreConversation,
    RestoreEntry,
    RestoreTurn,
    Subscribe,
    Write,
    memory_jobs,
)
from recollect.errors import InvalidInput, NotFound, StorageError, StorageFull
from recollect.importers import ImportSource
from recollect.learning.intake import Intake, Storable
from recollect.memory import recording
from recollect.memory.item_transfer import item_line, item_write
from recollect.wiring import Components

Progress: TypeAlias = Callable[[int], None]

FORMAT = 1

_PROGRESS_EVERY = 200
# JSON allows these, but many readers take them for the end of a line.
_LINE_ENDS = {ord(mark): f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}
_AGENT = {"id": check_id, "created_at": check_moment}
_HEADER = {"recollect": "export", "format": FORMAT}
# SQLite adds these suffixes for its files next to a database.
_DATABASE_FILES = ("", "-wal", "-shm", "-journal")


class ExportFormat(StrEnum):
    """What a file is written for: to be imported, or to be read by a person."""

    JSONL = "jsonl"
    HTML = "html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """What an exported or imported file contains."""

    path: str
    agents: int
    conversations: int
    turns: int
    memories: int


@dataclass(slots=True)
class AgentImport:
    """What another program's file has for one agent, and how much of it is new."""

    agent: str
    conversations: set[str] = field(default_factory=set)
    turns: int = 0
    turns_new: int = 0
    memories: int = 0
    memories_new: int = 0
    memories_updated: int = 0
    # The beginnings of a few that are new; only a dry run collects them.
    examples: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported(Transfer):
    """What an imported file contains, and how much of it was new; existing data stays as it is.

    `memories_updated` were changed in the program that wrote the file, and `left_out` counts what
    could not be carried over. `warnings` say why the file may not be what was wanted. After a
    `dry_run`, nothing was stored.
    """

    turns_new: int
    memories_new: int
    memories_updated: int = 0
    format: str = "recollect"
    dry_run: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    by_agent: tuple[AgentImport, ...] = ()


def check_not_the_database(path: Path, database: str) -> None:
    """Refuse the database and its files, under any name, without opening them.

    Writing would destroy them; even reading would drop SQLite's locks, because closing any handle
    of a file does that.
    """
    real = os.path.realpath(database)
    for database_file in (real + suffix for suffix in _DATABASE_FILES):
        if os.path.realpath(path) == database_file or _same_file(path, database_file):
            message = f"{path} is the database itself, or a part of it: name another file"
            raise InvalidInput(message, field="path")


def _same_file(one: Path, other: str) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def export_to(
    store: Store, path: Path, agent: str | None, progress: Progress | None = None
) -> Transfer:
    """Write one agent, or all, to a file that appears only once it is complete.

    `progress` is called with the number of turns and memories written so far.
    """
    agents = [known.id for known in store.every_agent(reach=Reach(only=agent))]
    if agent is not None and not agents:
        raise NotFound(f"there is no agent {agent!r}", field="agent")
    conversations = turns = memories = 0
    with atomic_file(path) as file:
        file.write(_packed(_HEADER))
        for dump in map(store.dump, agents):
            file.writelines(map(_packed, _lines(dump)))
            conversations += len(dump.conversations)
            turns += len(dump.turns)
            memories += len(dump.histories)
            if progress:
                progress(turns + memories)
    return Transfer(
        path=str(path),
        agents=len(agents),
        conversations=conversations,
        turns=turns,
        memories=memories,
    )


def _lines(dump: Dump) -> Iterator[dict[str, Any]]:
    yield {"agent": {"id": dump.agent, "created_at": plain(dump.created_at)}}
    yield from ({"conversation": plain(item)} for item in dump.conversations)
    yield from ({"turn": plain(item)} for item in dump.turns)
    yield from ({"memory": plain(item)} for item in dump.histories)
    yield from map(item_line, dump.items)
    yield from ({"space": space} for space in dump.subscriptions)


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[TextIO]:
    """Write to a temporary file and rename it at the end; only the owner can read it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _write_error(path, error) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(handle)
        temporary.replace(path)
    except OSError as error:
        raise _write_error(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def _write_error(path: Path, error: OSError) -> StorageError:
    kind = StorageFull if error.errno == errno.ENOSPC else StorageError
    return kind(f"{path} cannot be written: {error.strerror}")


def _packed(line: Mapping[str, Any]) -> str:
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return f"{text.translate(_LINE_ENDS)}\n"


class ExportImport:
    """An exported file that has been read and is valid."""

    def __init__(
        self, components: Components, source: ImportSource, progress: Progress | None = None
    ) -> None:
        self._components = components
        self._source = source
        reading = _ImportReader(
            components.intake, components.clock, recording.learn_jobs(components)
        )
        try:
            with source.path.open(encoding="utf-8") as file:
                reading.read(_with_progress(file, progress) if progress else file)
        except UnicodeDecodeError:
            raise InvalidInput(f"{source} is not a text file in UTF-8", field="path") from None
        except OSError as error:
            raise InvalidInput(f"{source} cannot be read: {error.strerror}", field="path") from None
        self._batches = reading.batches()

    @property
    def agents(self) -> list[str]:
        """The agents that the import writes to."""
        return [agent for agent, _ in self._batches]

    def run(self, *, dry_run: bool, progress: Progress | None = None) -> Imported:  # noqa: ARG002
        """Store everything or nothing; existing data stays as it is. A `dry_run` stores nothing."""
        store, batches = self._components.store, self._batches
        memories_new = sum(_memories_new(store, agent, writes) for agent, writes in batches)
        if dry_run:
            turns_new = sum(_turns_new(store, agent, writes) for agent, writes in batches)
        else:
            self._check_not_ephemeral()
            written = store.write_every(batches)
            turns_new = sum(turn.new for result in written for turn in result.turns)
            recording.after_memories_changed(self._components, *self.agents)
        kinds = Counter(type(write) for _, writes in batches for write in writes)
        return Imported(
            path=str(self._source),
            agents=len(batches),
            conversations=kinds[RestoreConversation],
            turns=kinds[RestoreTurn],
            memories=kinds[RestoreEntry],
            turns_new=turns_new,
            memories_new=memories_new,
            dry_run=dry_run,
        )

    def _check_not_ephemeral(self) -> None:
        """Refuse an export with a conversation that this process keeps in RAM only."""
        for agent, writes in self._batches:
            stated = (item for item in writes if isinstance(item, RestoreConversation))
            turns = (item for item in writes if isinstance(item, RestoreTurn))
            names = {item.conversation.id for item in stated}
            for name in names | {item.turn.conversation for item in turns}:
                recording.check_not_ephemeral(self._components, agent, name)


def _with_progress(lines: Iterable[str], progress: Progress) -> Iterator[str]:
    """The lines, reporting the bytes read every now and then."""
    read = 0
    for number, line in enumerate(lines, start=1):
        yield line
        read += len(line.encode("utf-8", "surrogatepass"))
        if number % _PROGRESS_EVERY == 0:
            progress(read)


def _memories_new(store: Store, agent: str, writes: tuple[Write, ...]) -> int:
    """How many of the memories to restore do not exist yet."""
    ids = {item.history[-1].entry.id for item in writes if isinstance(item, RestoreEntry)}
    return sum(store.entry(agent, name) is None for name in ids)


def _turns_new(store: Store, agent: str, writes: tuple[Write, ...]) -> int:
    """How many of the turns to restore do not exist yet."""
    turns = [item.turn for item in writes if isinstance(item, RestoreTurn)]
    names = {(turn.conversation, turn.id) for turn in turns}
    return len(names) - len(store.turns_by_id(agent, [*names]))


class _ImportReader:
    """Turns the lines of an export into writes, by agent."""

    def __init__(self, intake: Intake, clock: Clock, learning: Sequence[Enqueue]) -> None:
        self._learning = learning
        self._intake = intake
        self._clock = clock
        self._writes: dict[str, list[Write]] = {}
        self._agent: str | None = None

    def read(self, lines: Iterable[str]) -> None:
        """Read all lines; raise InvalidInput with the number of the first wrong one."""
        number = 0
        for number, line in enumerate(lines, start=1):
            try:
                self._line(_parsed(line), number)
            except InvalidInput as wrong:
                message = f"line {number}: {wrong.message}"
                raise InvalidInput(message, field=wrong.field) from None
        if number == 0:
            raise InvalidInput("the file is empty: it is not a Recollect export")

    def batches(self) -> list[tuple[str, tuple[Write, ...]]]:
        """The writes of each agent, with the jobs that follow."""
        return [(agent, (*writes, *self._jobs(writes))) for agent, writes in self._writes.items()]

    def _jobs(self, writes: Sequence[Write]) -> Iterator[Write]:
        now = self._clock.now()
        yield from memory_jobs(now)
        turns = [write.turn for write in writes if isinstance(write, RestoreTurn)]
        first_index: dict[str, int] = {}
        for turn in turns:
            known = first_index.setdefault(turn.conversation, turn.index)
            first_index[turn.conversation] = min(turn.index, known)
        for conversation, index in first_index.items():
            yield Enqueue(JobKind.EMBED, conversation, now, since=index)
        if turns:
            yield from self._learning

    def _line(self, line: dict[str, Any], number: int) -> None:
        if number == 1:
            _check_header(line)
            return
        if len(line) != 1:
            raise InvalidInput(
                "a line holds one of: agent, conversation, turn, memory, item, space"
            )
        ((what, value),) = line.items()
        if what == "agent":
            fields = checked_fields(value, "agent", _AGENT)
            self._agent = fields["id"]
            self._writes.setdefault(fields["id"], []).append(RestoreAgent(fields["created_at"]))
        elif self._agent is None:
            raise InvalidInput("there is no agent line before this one")
        else:
            self._writes[self._agent].append(self._write(what, value))

    def _write(self, what: str, value: object) -> Write:
        match what:
            case "conversation":
                return RestoreConversation(self._clean(partial(from_plain, Conversation), value))
            case "turn":
                turn = self._clean(turn_from, value)
                return RestoreTurn(turn, self._intake.read(turn.content, turn.local, turn.role))
            case "memory":
                return self._memory(value)
            case "item":
                return item_write(self._intake, value)
            case "space":
                return Subscribe(check_space(self._agent or "", value))
            case _:
                raise InvalidInput(f"a line cannot hold {what!r:.80}")

    def _memory(self, value: object) -> Write:
        if not isinstance(value, list) or not value:
            raise InvalidInput("memory takes a list of its versions", field="memory")
        history = tuple(self._clean(partial(from_plain, Version), item) for item in value)
        numbers = [version.number for version in history]
        in_order = numbers == sorted(set(numbers)) == [each.entry.version for each in history]
        if not in_order or len({each.entry.id for each in history}) > 1:
            raise InvalidInput("the versions are not those of one memory in order", field="memory")
        last = history[-1].entry
        reading = self._intake.read(last.search_text, last.said_at)
        return RestoreEntry(history, entry_digest(last), reading)

    def _clean(self, read: Callable[[object], Storable], value: object) -> Storable:
        """The parsed and redacted value; checked again if redaction changed it."""
        parsed = read(value)
        clean = self._intake.redacted(parsed)
        return parsed if clean == parsed else read(plain(clean))


def _parsed(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidInput("this is not a line of JSON") from None
    if not isinstance(value, dict):
        raise InvalidInput("this is not a JSON object")
    return value


def _check_header(line: dict[str, Any]) -> None:
    if line.get("recollect") != "export":
        raise InvalidInput("this is not a Recollect export")
    if line.get("format") != FORMAT:
        message = f"the export has format {line.get('format')!r:.20}, this Recollect reads {FORMAT}"
        raise InvalidInput(message)
