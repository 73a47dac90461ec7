"""Work that is killed at a random moment: afterwards everything is as before it, or as after it.

Each kind of work begins with a folder that was prepared once. A child process does the work in a copy and is killed.
Then another process looks at the copy, and does what a user would do next. What it sees must be what is seen without
the work, or after all of it. The process that forks opens no memory itself.
"""

import gzip
import json
import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.domain.access import Right
from recollect.domain.entry import Kind
from recollect.domain.ports import MessageReader
from recollect.memory import Memory
from recollect.settings import load
from recollect.settings.keys import KeyFile
from recollect.testing import ToyEmbedder
from recollect.wiring import build
from scripted_reader import Mark, ScriptedReader
from tests.faults.crashes import fork, sync_after_kills

FIXTURE = Path(__file__).parents[1] / "fixture"
AGENTS = ("ana", "ben", "cleo")
SECRET = "Ottilie"
ANY_STATUS = ("active", "review", "superseded", "deleted", "archived")
RIGHTS = [Right.READ]
OLD_KEYS = ("first", "second")


@dataclass(frozen=True)
class Work:
    """What is prepared, what is killed, and what is seen afterwards."""

    prepare: Callable[[Path], None]
    run: Callable[[Path], object]
    look: Callable[[Path], object]


def opened(folder: Path, name: str = "memory.sqlite", *, built_in: bool = False) -> Memory:
    reader: MessageReader | None = None
    if not built_in:
        likes = Mark(kept=0.95, opens=0.9, kind=Kind.PREFERENCE)
        reader = ScriptedReader({"I like number": likes})
    parts = build(load(), folder / name, embedder=ToyEmbedder(), message_reader=reader)
    return Memory(parts, background=False)


def state(memory: Memory) -> dict[str, Any]:
    """Everything that users see of every agent, and what is wrong with the database."""
    return {"faults": memory.faults()} | {
        known.id: [
            [[turn.conversation, turn.id, turn.content] for turn in agent.turns()],
            sorted(
                [entry.kind, entry.content, entry.status]
                for entry in agent.memories.list(status=ANY_STATUS)
            ),
            [override.content for override in agent.overrides.list()],
        ]
        for known in memory.agents()
        for agent in [memory.agent(known.id)]
    }


def look(folder: Path) -> object:
    with opened(folder) as memory:
        return state(memory)


def look_when_done(folder: Path) -> object:
    """What is seen once all background work is done."""
    with opened(folder) as memory:
        report = sync_after_kills(memory)
        return [state(memory), report.waiting, report.dead]


# --- what is prepared ---------------------------------------------------------------------------


def filled(folder: Path, *, learned: bool = False, turns: int = 8) -> None:
    with opened(folder) as memory:
        for name in AGENTS:
            agent = memory.agent(name)
            agent.overrides.add(f"Call me {name}.")
            for talk in range(2):
                said = [
                    {"id": f"{talk}/{n}", "content": f"I like number {n} of {talk}, says {name}."}
                    for n in range(turns)
                ]
                agent.ingest(f"talk-{talk}", said)
        memory.agent("ben").remember(f"Is {SECRET} at home?", conversation="secret")
        if learned:
            memory.sync()


def learned(folder: Path) -> None:
    filled(folder, learned=True)


def with_files(folder: Path) -> None:
    """A small memory, and files of another one."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    filled(elsewhere, learned=True)
    with opened(elsewhere) as memory:
        memory.export(folder / "export.jsonl")
        memory.backup(folder / "copy")
    shutil.rmtree(elsewhere)
    lines = [{"conversation": f"c{n // 20}", "content": f"Line {n}?"} for n in range(240)]
    (folder / "turns.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with opened(folder) as memory:
        memory.agent("dora").remember("Is it here?", conversation="c")


def old_schema(folder: Path) -> None:
    packed = (FIXTURE / "last_release.sqlite.gz").read_bytes()
    (folder / "memory.sqlite").write_bytes(gzip.decompress(packed))


def contradicted(folder: Path) -> None:
    with opened(folder, built_in=True) as memory:
        alice = memory.agent("alice")
        alice.remember("I am allergic to penicillin. I live in Porto.", conversation="good")
        memory.sync()
        alice.remember("I am no longer allergic to penicillin. I like tea.", conversation="bad")
        memory.sync()


def undone(folder: Path) -> None:
    contradicted(folder)
    undo(folder)


def some_keys(folder: Path) -> None:
    keys = KeyFile(folder / "keys.json")
    for name in OLD_KEYS:
        keys.add(name, agents=["*"], rights=RIGHTS)


# --- what is killed -------------------------------------------------------------------------------


def sync(folder: Path) -> None:
    with opened(folder) as memory:
        memory.sync()


def learn_again(folder: Path) -> None:
    with opened(folder) as memory:
        memory.rebuild()
        memory.sync()


def import_export(folder: Path) -> None:
    with opened(folder) as memory:
        memory.import_(folder / "export.jsonl")


def import_turns(folder: Path) -> None:
    with opened(folder) as memory:
        memory.import_(folder / "turns.jsonl", agent="ana")


def export(folder: Path) -> None:
    with opened(folder) as memory:
        memory.export(folder / "out.jsonl")


def back_up(folder: Path) -> None:
    with opened(folder) as memory:
        memory.backup(folder / "out")


def restore(folder: Path) -> None:
    Memory.restore(folder / "copy", folder / "memory.sqlite")


def undo(folder: Path) -> None:
    with opened(folder) as memory:
        memory.agent("alice").undo(conversation="bad")


def redo(folder: Path) -> None:
    with opened(folder) as memory:
        alice = memory.agent("alice")
        alice.redo(alice.undos.list()[0].id)


def erase(folder: Path) -> None:
    with opened(folder) as memory:
        memory.agent("ben").erase()


def delete(folder: Path) -> None:
    with opened(folder) as memory:
        memory.agent("ben").conversations.delete("secret")


def optimize(folder: Path) -> None:
    with opened(folder) as memory:
        memory.optimizer.run()
        memory.sync()


def change_keys(folder: Path) -> None:
    keys = KeyFile(folder / "keys.json")
    for number in range(40):
        keys.add(f"new-{number}", agents=["*"], rights=RIGHTS)
        keys.revoke(f"new-{number}")


# --- what is seen afterwards -------------------------------------------------------------------


def look_and_import(folder: Path) -> object:
    """An export comes in whole or not at all, and a second import completes it."""
    before = look(folder)
    import_export(folder)
    return [before, look(folder)]


def look_after_turns(folder: Path) -> object:
    """Turns of another program come in by pieces, and a second import completes them."""
    import_turns(folder)
    return look(folder)


def look_at_export(folder: Path) -> object:
    out = folder / "out.jsonl"
    lines = [sorted(json.loads(line)) for line in out.open()] if out.exists() else None
    return [lines, look(folder)]


def look_at_backup(folder: Path) -> object:
    if not (folder / "out").exists():
        return [None, look(folder)]
    Memory.restore(folder / "out", folder / "restored.sqlite")
    with opened(folder, "restored.sqlite") as memory:
        return [state(memory), look(folder)]


def look_for_traces(folder: Path) -> object:
    """Whole or gone; done again, no byte of it is left."""
    seen = look(folder)
    with opened(folder) as memory:
        if "ben" in {agent.id for agent in memory.agents()}:
            memory.agent("ben").erase()
        memory.sync()
    traces = [file.name for file in folder.iterdir() if SECRET.encode() in file.read_bytes()]
    return [seen, traces]


def look_at_keys(folder: Path) -> object:
    names = [key.name for key in KeyFile(folder / "keys.json").list()]
    return [name for name in names if name in OLD_KEYS]


WORKS = {
    "learning": Work(filled, sync, look_when_done),
    "learning again": Work(learned, learn_again, look_when_done),
    "importing an export": Work(with_files, import_export, look_and_import),
    "importing turns": Work(with_files, import_turns, look_after_turns),
    "exporting": Work(learned, export, look_at_export),
    "upgrading": Work(old_schema, lambda folder: opened(folder).close(), look),
    "backing up": Work(learned, back_up, look_at_backup),
    "restoring": Work(with_files, restore, look),
    "undoing": Work(contradicted, undo, look),
    "redoing": Work(undone, redo, look),
    "erasing": Work(learned, erase, look_for_traces),
    "deleting": Work(learned, delete, look_when_done),
    "optimizing": Work(learned, optimize, look_when_done),
    "changing keys": Work(some_keys, change_keys, look_at_keys),
}


def in_child(work: Callable[[], object]) -> Any:
    """What some work returns, as JSON, done in a process of its own."""
    reading, writing = os.pipe()

    def answer() -> None:
        with os.fdopen(writing, "w") as out:
            json.dump(work(), out)

    pid = fork(answer)
    os.close(writing)
    with os.fdopen(reading) as answers:
        text = answers.read()
    _, status = os.waitpid(pid, 0)
    if status:
        raise AssertionError(f"a process that looks at what is left ended with {status}")
    return json.loads(text)


def was_killed(work: Callable[[], object], after: float) -> bool:
    """Do the work in a child and kill it, and return whether it was still at work."""
    pid = fork(work)
    time.sleep(after)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise AssertionError("the work failed by itself")
    return os.WIFSIGNALED(status)


def interrupt(folder: Path, name: str, kills: int, seed: int) -> dict[str, Any]:
    """Kill one kind of work so many times; `wrong` lists what was neither before nor after."""
    work, chance = WORKS[name], random.Random(seed)
    prepared, copy = folder / "prepared", folder / "copy"

    def fresh() -> Path:
        shutil.rmtree(copy, ignore_errors=True)
        return shutil.copytree(prepared, copy)

    prepared.mkdir()
    in_child(lambda: work.prepare(prepared))
    untouched = in_child(lambda: work.look(fresh()))
    fresh()
    begun = time.monotonic()
    in_child(lambda: work.run(copy))
    takes = time.monotonic() - begun
    expected = [untouched, in_child(lambda: work.look(copy))]
    killed, wrong, attempts = 0, [], 0
    while killed < kills and attempts < 5 * kills + 20:
        attempts += 1
        fresh()
        after = chance.uniform(0, takes)
        if not was_killed(lambda: work.run(copy), after):
            continue
        killed += 1
        seen = in_child(lambda: work.look(copy))
        if seen not in expected:
            wrong.append([after, seen])
    differ = expected[0] != expected[1]
    return {"killed": killed, "wrong": wrong, "differ": differ, "attempts": attempts}
