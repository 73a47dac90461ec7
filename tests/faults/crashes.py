"""Writers that are killed. One process forks each victim before it opens anything.

`kill` and `crowd` return one JSON object for the test to judge.
Everything that is said is a question: of none of it anything would be learned, and of a question that is seen at
once, where the model that reads would have to look at thousands of statements.
"""

import json
import os
import random
import select
import signal
import threading
import time
import traceback
from collections import Counter
from pathlib import Path

from recollect import Memory
from recollect.domain.job import SyncReport
from recollect.memory import Memory as Desk
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build


def open_memory(path: Path, *, background: bool) -> Memory:
    return Desk(build(load(), path, embedder=ToyEmbedder()), background=background)


def fork(work) -> int:
    """Run the work in a child that ends without any of the parent's clean-up."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001 - the child ends here, and says why
        traceback.print_exc()
    finally:
        os._exit(code)


# --- killing ---------------------------------------------------------------------------------


def remember(memory: Memory, ack: int, victim: int, lane: int) -> None:
    agent = memory.agent(f"lane-{lane}")
    for number in range(10_000):
        text = f"victim {victim} lane {lane} says {number}?"
        turn = agent.remember(text, conversation="talk", id=f"{victim}/{number}")
        os.write(ack, (json.dumps(["turn", f"lane-{lane}", turn.id, text]) + "\n").encode())


def ingest(memory: Memory, ack: int, victim: int) -> None:
    agent = memory.agent("batches")
    for number in range(10_000):
        name = f"{victim}/{number}"
        agent.ingest(
            name, [{"role": "user", "content": f"batch {name} turn {n}?"} for n in range(20)]
        )
        os.write(ack, (json.dumps(["batch", "batches", name, 20]) + "\n").encode())


def erase(memory: Memory, ack: int, victim: int) -> None:
    for number in range(10_000):
        name = f"gone-{victim}-{number}"
        agent = memory.agent(name)
        agent.ingest("c", [{"role": "user", "content": f"secret {n}?"} for n in range(5)])
        agent.erase()
        os.write(ack, (json.dumps(["erased", name, "", 0]) + "\n").encode())


def victim(path: Path, ack: int, number: int) -> None:
    memory = open_memory(path, background=True)
    works = [(remember, lane) for lane in range(3)] + [(ingest, None), (erase, None)]
    threads = [
        threading.Thread(
            target=work, args=(memory, ack, number) + (() if lane is None else (lane,)), daemon=True
        )
        for work, lane in works
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def kill_one(path: Path, number: int, chance: random.Random) -> list[list]:
    """Start a victim, let it live for a moment, kill it, and return what it had acknowledged."""
    reading, writing = os.pipe()
    pid = fork(lambda: victim(path, writing, number))
    os.close(writing)
    # Some die while they open the file or migrate it, the others in the midst of their work.
    life = (
        chance.choice([0.0, 0.002, 0.01, 0.03]) if number % 4 == 0 else chance.uniform(0.03, 0.15)
    )
    heard = b""
    if life > 0.03 and select.select([reading], [], [], 20)[0]:
        # However slow the machine is: this one has begun to work.
        heard += os.read(reading, 65_536)
    # One victim lives until it has erased somebody, so that every kind of work is among what is judged.
    latest = time.monotonic() + 60
    while number == 1 and b'"erased"' not in heard and time.monotonic() < latest:
        if select.select([reading], [], [], 1)[0]:
            heard += os.read(reading, 65_536)
    end = time.monotonic() + life
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            heard += os.read(reading, 65_536)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    while chunk := os.read(reading, 65_536):
        heard += chunk
    os.close(reading)
    if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        raise AssertionError(f"victim {number} ended by itself: {status}")
    # A line cut off by the kill was never heard.
    return [json.loads(line) for line in heard.split(b"\n")[:-1]]


def sync_after_kills(memory: Memory) -> SyncReport:
    """Run everything that is left; work that was killed three times waits for somebody's retry."""
    memory.sync()
    for job in memory.jobs.list(state="dead"):
        if job.outcome.startswith("interrupted, 3 attempts"):
            memory.jobs.retry(job.id)
    return memory.sync()


def judge(path: Path, acknowledged: list[list]) -> dict:
    """Open what is left and compare it with what was acknowledged."""
    with open_memory(path, background=False) as memory:
        report = sync_after_kills(memory)
        stored = {}
        agents = [agent.id for agent in memory.agents()]
        for name in agents:
            for turn in memory.agent(name).turns():
                stored.setdefault((name, turn.conversation), []).append(turn)
        known = {(name, t.id): t.content for (name, _), turns in stored.items() for t in turns}
        lost = [
            item
            for item in acknowledged
            if (item[0] == "turn" and known.get((item[1], item[2])) != item[3])
            or (item[0] == "batch" and len(stored.get((item[1], item[2]), ())) != item[3])
            or (item[0] == "erased" and item[1] in agents)
        ]
        half = [key for key, turns in stored.items() if key[0] == "batches" and len(turns) != 20]
        twice = [text for text, n in Counter(known.values()).items() if n > 1 and "lane" in text]
        disorder = [key for key, turns in stored.items() if not in_order(key[0], turns)]
        stats = memory.stats().store
        return {
            "acknowledged": len(acknowledged),
            "kinds": Counter(item[0] for item in acknowledged),
            "lost": lost[:5],
            "half_batches": half[:5],
            "twice": twice[:5],
            "disorder": disorder[:5],
            "faults": memory.faults(),
            "sync": [report.done, report.waiting, report.dead],
            "unembedded": stats.turns - stats.turns_embedded,
        }


def in_order(agent: str, turns: list) -> bool:
    indexes = [turn.index for turn in turns]
    if indexes != list(range(len(indexes))):
        return False
    if not agent.startswith("lane-"):
        return True
    spoken = [tuple(map(int, turn.id.split("/"))) for turn in turns]
    return spoken == sorted(spoken)


def kill(folder: Path, rounds: int, seed: int) -> dict:
    chance = random.Random(seed)
    acknowledged: list[list] = []
    for number in range(rounds):
        acknowledged += kill_one(folder / "memory.sqlite", number, chance)
    return {"kills": rounds, **judge(folder / "memory.sqlite", acknowledged)}


# --- crowding ----------------------------------------------------------------------------------


def crowd_member(path: Path, process: int, threads: int, turns: int) -> None:
    with open_memory(path, background=process % 2 == 0) as memory:

        def speak(thread: int) -> None:
            agent = memory.agent(f"agent-{thread % 4}")
            for number in range(turns):
                agent.remember(f"{process}/{thread}/{number}?", conversation=f"talk-{thread % 2}")

        speakers = [threading.Thread(target=speak, args=(n,)) for n in range(threads)]
        for speaker in speakers:
            speaker.start()
        for speaker in speakers:
            speaker.join()


def crowd(folder: Path, processes: int, threads: int, turns: int) -> dict:
    path = folder / "memory.sqlite"
    pids = [fork(lambda p=p: crowd_member(path, p, threads, turns)) for p in range(processes)]
    codes = [os.waitpid(pid, 0)[1] for pid in pids]
    heard: list[str] = []
    disorder = gaps = 0
    with open_memory(path, background=False) as memory:
        memory.sync()
        for agent in memory.agents():
            for talk in memory.agent(agent.id).conversations.list():
                stored = memory.agent(agent.id).turns(talk.id)
                heard += [turn.content for turn in stored]
                gaps += [turn.index for turn in stored] != list(range(len(stored)))
                lanes: dict[tuple[str, str], list[int]] = {}
                for turn in stored:
                    process, thread, number = turn.content.removesuffix("?").split("/")
                    lanes.setdefault((process, thread), []).append(int(number))
                disorder += sum(numbers != sorted(numbers) for numbers in lanes.values())
        wanted = {
            f"{p}/{t}/{n}?" for p in range(processes) for t in range(threads) for n in range(turns)
        }
        stats = memory.stats().store
        return {
            "codes": codes,
            "lost": len(wanted - set(heard)),
            "doubled": len(heard) - len(set(heard)),
            "disorder": disorder,
            "gaps": gaps,
            "unembedded": stats.turns - stats.turns_embedded,
            "faults": memory.faults(),
        }
