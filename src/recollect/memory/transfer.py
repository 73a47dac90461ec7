"""Everything out to a file, and back in without loss.

One JSON object a line: {"recollect": "export", "format": 1}, then {"agent": {"id": "alice", …}} and behind it what is
hers: {"conversation": {...}}, {"turn": {...}}, {"memory": [version, version, ...]}; then the next agent.
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
    memory_work,
)
from recollect.errors import InvalidInput, NotFound, StorageError, StorageFull
from recollect.learning.intake import Intake, Noun

Progress: TypeAlias = Callable[[int], None]

FORMAT = 1
_TOLD_EVERY = 200
# JSON lets these stand, but many a reader takes them for the end of a line.
_LINE_ENDS = {ord(mark): f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}
_HEADER = {"recollect": "export", "format": FORMAT}
# What SQLite keeps beside a database has its name and one of these endings.
_DATABASE_FILES = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """What a file holds that was exported or imported."""

    path: str
    agents: int
    conversations: int
    turns: int
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported(Transfer):
    """What an imported file holds, and how much of it was new; the rest was here already and stays as it is."""

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
    """Refuse the database and the files beside it, under whatever name, and without opening them.

    To write one destroys it; to read one drops SQLite's locks, for closing any handle of a file does that.
    """
    real = os.path.realpath(database)
    for own in (real + ending for ending in _DATABASE_FILES):
        if os.path.realpath(path) == own or _same_file(path, own):
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
    """Write the named agents, or all of them, to a file that appears only when it is whole.

    `progress` is told how many turns and memories have been written.
    """
    everyone = [agent.id for agent in store.every_agent()]
    for agent in agents or ():
        if agent not in everyone:
            raise NotFound(f"there is no agent {agent!r}", field="agent")
    tally = _Tally()
    with _whole_file(path) as write:
        write(_HEADER)
        for agent in everyone if agents is None else agents:
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
def _whole_file(path: Path) -> Iterator[Any]:
    """Write lines beside the target and move them there at the end; readable by the owner only."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _unwritten(path, error) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield lambda line: file.write(_packed(line) + "\n")
            file.flush()
            os.fsync(handle)
        temporary.replace(path)
    except OSError as error:
        raise _unwritten(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def _unwritten(path: Path, error: OSError) -> StorageError:
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
    """Take a whole exported file, or nothing of it; what is here already stays as it is.

    Where it brings turns, `learning` is asked for as well. `progress` is told how many bytes have been read.
    """
    reading = _Reading(intake, clock, learning)
    try:
        with path.open(encoding="utf-8") as file:
            reading.read(_watched(file, progress) if progress else file)
    except UnicodeDecodeError:
        raise InvalidInput(f"{path} is not a text file in UTF-8", field="path") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}", field="path") from None
    batches = reading.batches()
    memories_new = sum(_memories_new(store, agent, writes) for agent, writes in batches)
    written = store.write_every(batches)
    return Imported(
        **asdict(reading.tally.total(path)),
        turns_new=sum(turn.new for each in written for turn in each.turns),
        memories_new=memories_new,
    )


def _watched(lines: Iterable[str], progress: Progress) -> Iterator[str]:
    """The lines, and now and then a word of how many bytes they were."""
    read = 0
    for number, line in enumerate(lines, start=1):
        yield line
        read += len(line.encode("utf-8", "surrogatepass"))
        if number % _TOLD_EVERY == 0:
            progress(read)


def _memories_new(store: Store, agent: str, writes: tuple[Write, ...]) -> int:
    """How many of the memories to be restored are not here yet."""
    coming = {item.history[-1].entry.id for item in writes if isinstance(item, RestoreEntry)}
    return sum(store.entry(agent, name) is None for name in coming)


class _Reading:
    """An export being read line by line into writes, one list for each agent."""

    def __init__(self, intake: Intake, clock: Clock, learning: Sequence[Enqueue]) -> None:
        self.tally = _Tally()
        self._learning = learning
        self._intake = intake
        self._clock = clock
        self._writes: dict[str, list[Write]] = {}
        self._first_index: dict[str, dict[str, int]] = {}
        self._agent: str | None = None

    def read(self, lines: Iterable[str]) -> None:
        """Every line; the first one that is wrong is named, and ends it."""
        number = 0
        for number, line in enumerate(lines, start=1):
            try:
                self._line(_parsed(line), number)
            except InvalidInput as wrong:
                message = f"line {number}: {wrong.message}"
                raise InvalidInput(message, field=wrong.field) from None
        if number == 0:
            raise InvalidInput("the file is empty: it is not an export of Recollect")

    def batches(self) -> list[tuple[str, tuple[Write, ...]]]:
        """The writes of each agent, with the background work that its turns ask for."""
        now = self._clock.now()
        return [
            (agent, (*writes, *self._work(self._first_index[agent], now)))
            for agent, writes in self._writes.items()
            if writes
        ]

    def _work(self, first_index: dict[str, int], now: datetime) -> Iterator[Write]:
        yield from memory_work(now)
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
        made = self._clean(turn_from, value)
        self.tally.turns += 1
        assert self._agent is not None
        first = self._first_index[self._agent]
        first[made.conversation] = min(made.index, first.get(made.conversation, made.index))
        return RestoreTurn(made, self._intake.read(made.content))

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

    def _clean(self, read: Callable[[object], Noun], value: object) -> Noun:
        """What the value says, without its secrets; with placeholders it must be readable too."""
        made = read(value)
        clean = self._intake.cleaned(made)
        return made if clean == made else read(plain(clean))


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
        raise InvalidInput("this is not an export of Recollect")
    if line.get("format") != FORMAT:
        message = f"the export has format {line.get('format')!r:.20}, this Recollect reads {FORMAT}"
        raise InvalidInput(message)
