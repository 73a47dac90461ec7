"""Export to a file and import from it, without loss.

One JSON object per line: {"recollect": "export", "format": 1}, then {"agent": {"id": "alice", …}}
and its data: {"conversation": {...}}, {"turn": {...}}, {"memory": [version, version, ...]}; then
the next agent.
"""

import contextlib
import errno
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from recollect.domain.ids import entry_digest
from recollect.domain.job import JobKind
from recollect.domain.plain import Record, conversation_from, plain, turn_from, version_from
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import (
    Enqueue,
    RestoreAgent,
    RestoreConversation,
    RestoreEntry,
    RestoreTurn,
    Write,
    memory_jobs,
)
from recollect.errors import InvalidInput, NotFound, StorageError, StorageFull
from recollect.learning.intake import Intake, Storable

Progress: TypeAlias = Callable[[int], None]

FORMAT = 1
_PROGRESS_EVERY = 200
# JSON allows these, but many readers take them for the end of a line.
_LINE_ENDS = {ord(mark): f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}
_HEADER = {"recollect": "export", "format": FORMAT}
# SQLite adds these suffixes for its files next to a database.
_DATABASE_FILES = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """What an exported or imported file contains."""

    path: str
    agents: int
    conversations: int
    turns: int
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported(Transfer):
    """What an imported file contains, and how much of it was new; existing data stays as it is."""

    turns_new: int
    memories_new: int


@dataclass(slots=True)
class _Tally:
    """Counts while a file is written or read."""

    agents: set[str] = field(default_factory=set)
    conversations: int = 0
    turns: int = 0
    memories: int = 0

    def total(self, path: Path) -> Transfer:
        return Transfer(
            path=str(path),
            agents=len(self.agents),
            conversations=self.conversations,
            turns=self.turns,
            memories=self.memories,
        )


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
    store: Store, path: Path, agents: Sequence[str] | None, progress: Progress | None = None
) -> Transfer:
    """Write the named agents, or all, to a file that appears only once it is complete.

    `progress` is called with the number of turns and memories written so far.
    """
    all_agents = [agent.id for agent in store.every_agent()]
    for agent in agents or ():
        if agent not in all_agents:
            raise NotFound(f"there is no agent {agent!r}", field="agent")
    tally = _Tally()
    with _atomic_file(path) as write:
        write(_HEADER)
        for agent in all_agents if agents is None else agents:
            for line in _lines(store, agent, tally):
                write(line)
            if progress:
                progress(tally.turns + tally.memories)
    return tally.total(path)


def _lines(store: Store, agent: str, tally: _Tally) -> Iterator[dict[str, Any]]:
    dump = store.dump(agent)
    tally.agents.add(agent)
    tally.conversations += len(dump.conversations)
    tally.turns += len(dump.turns)
    tally.memories += len(dump.histories)
    yield {"agent": {"id": agent, "created_at": plain(dump.created_at)}}
    yield from ({"conversation": plain(item)} for item in dump.conversations)
    yield from ({"turn": plain(item)} for item in dump.turns)
    yield from ({"memory": plain(item)} for item in dump.histories)


@contextlib.contextmanager
def _atomic_file(path: Path) -> Iterator[Any]:
    """Write lines to a temporary file and rename it at the end; only the owner can read it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _write_error(path, error) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield lambda line: file.write(_packed(line) + "\n")
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


def _packed(line: dict[str, Any]) -> str:
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_LINE_ENDS)


def import_from(
    store: Store,
    intake: Intake,
    clock: Clock,
    path: Path,
    learning: Sequence[Enqueue],
    progress: Progress | None = None,
) -> Imported:
    """Import an exported file completely or not at all; existing data stays as it is.

    `learning` are the jobs to add if there are turns. `progress` is called with the number of bytes
    read so far.
    """
    reading = _ImportReader(intake, clock, learning)
    try:
        with path.open(encoding="utf-8") as file:
            reading.read(_with_progress(file, progress) if progress else file)
    except UnicodeDecodeError:
        raise InvalidInput(f"{path} is not a text file in UTF-8", field="path") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}", field="path") from None
    batches = reading.batches()
    memories_new = sum(_memories_new(store, agent, writes) for agent, writes in batches)
    written = store.write_every(batches)
    return Imported(
        **asdict(reading.tally.total(path)),
        turns_new=sum(turn.new for result in written for turn in result.turns),
        memories_new=memories_new,
    )


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


class _ImportReader:
    """Turns the lines of an export into writes, by agent."""

    def __init__(self, intake: Intake, clock: Clock, learning: Sequence[Enqueue]) -> None:
        self.tally = _Tally()
        self._learning = learning
        self._intake = intake
        self._clock = clock
        self._writes: dict[str, list[Write]] = {}
        self._first_index: dict[str, dict[str, int]] = {}
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
        now = self._clock.now()
        return [
            (agent, (*writes, *self._jobs(self._first_index[agent], now)))
            for agent, writes in self._writes.items()
            if writes
        ]

    def _jobs(self, first_index: dict[str, int], now: datetime) -> Iterator[Write]:
        yield from memory_jobs(now)
        for conversation, index in first_index.items():
            yield Enqueue(JobKind.EMBED, conversation, now, since=index)
        if first_index:
            yield from self._learning

    def _line(self, line: dict[str, Any], number: int) -> None:
        if number == 1:
            _check_header(line)
            return
        if len(line) != 1:
            raise InvalidInput("a line holds one of: agent, conversation, turn, memory")
        ((what, value),) = line.items()
        if what == "agent":
            self._begin(Record(value, "agent"))
        elif self._agent is None:
            raise InvalidInput("there is no agent line before this one")
        else:
            self._writes[self._agent].append(self._write(what, value))

    def _begin(self, record: Record) -> None:
        agent = self._agent = record.id("id")
        self.tally.agents.add(agent)
        self._writes.setdefault(agent, []).append(RestoreAgent(record.moment("created_at")))
        self._first_index.setdefault(agent, {})
        record.end()

    def _write(self, what: str, value: object) -> Write:
        match what:
            case "conversation":
                return self._conversation(value)
            case "turn":
                return self._turn(value)
            case "memory":
                return self._memory(value)
            case _:
                raise InvalidInput(f"a line cannot hold {what!r:.80}")

    def _conversation(self, value: object) -> Write:
        self.tally.conversations += 1
        return RestoreConversation(self._clean(conversation_from, value))

    def _turn(self, value: object) -> Write:
        turn = self._clean(turn_from, value)
        self.tally.turns += 1
        assert self._agent is not None
        first = self._first_index[self._agent]
        first[turn.conversation] = min(turn.index, first.get(turn.conversation, turn.index))
        return RestoreTurn(turn, self._intake.read(turn.content))

    def _memory(self, value: object) -> Write:
        if not isinstance(value, list) or not value:
            raise InvalidInput("memory takes a list of its versions", field="memory")
        history = tuple(self._clean(version_from, item) for item in value)
        numbers = [version.number for version in history]
        same = len({v.entry.id for v in history}) == 1
        if (
            numbers != sorted(set(numbers))
            or numbers != [v.entry.version for v in history]
            or not same
        ):
            raise InvalidInput("the versions are not those of one memory in order", field="memory")
        self.tally.memories += 1
        last = history[-1].entry
        return RestoreEntry(history, entry_digest(last), self._intake.read(last.content))

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
