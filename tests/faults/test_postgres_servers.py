"""Servers and workers on one PostgreSQL are killed, or it goes away or is full, while clients write."""

import os
import random
import shutil
import subprocess
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2
import pytest

from postgres_server import postgres_database
from recollect import Memory
from server_processes import start
from tests.faults.crashes import sync_after_kills

pytestmark = pytest.mark.slow
AGENTS = ("ana", "ben", "cleo", "dora")
ALONE = {"log_level": "warning", "background_poll_seconds": 1}


class Fleet:
    """Two servers and a worker on one database; a killed one is started again."""

    def __init__(self, folder, address: str) -> None:
        self._start = lambda *command: start(
            folder, *command, database_url=address, storage_busy_timeout_seconds=10, **ALONE
        )
        self._commands = [("serve", "--port", "0"), ("serve", "--port", "0"), ("worker",)]
        self.members = [self._start(*command) for command in self._commands]

    def urls(self) -> list[str]:
        return [each.url for each in self.members[:2] if each.process.poll() is None and each.url]

    def kill(self, number: int) -> None:
        self.members[number].end()
        self.members[number] = self._start(*self._commands[number])

    def end(self) -> None:
        for each in self.members:
            each.end()


def write(fleet: Fleet, agent: str, over: threading.Event, acknowledged: list[str]) -> None:
    """Write one turn after the other, each to a server that takes it: again, if that died."""
    chance = random.Random(agent)
    for number in range(100_000):
        turns = [{"id": f"{number}", "content": f"{agent} likes number {number}."}]
        body = {"agent_id": agent, "conversation_id": "c", "turns": turns}
        while not over.is_set():
            with suppress(httpx2.TransportError, IndexError):
                url = chance.choice(fleet.urls())
                answer = httpx2.post(f"{url}/memory/ingest", json=body, timeout=30)
                assert answer.status_code == 202, answer.text
                acknowledged.append(f"{number}")
                break
            time.sleep(0.05)
        if over.is_set():
            return


@pytest.mark.timeout(3000)
@pytest.mark.attack("kill", "serving and working on PostgreSQL")
def test_killed_servers_and_workers_lose_double_and_mix_up_nothing(tmp_path, kills, tried):
    wanted = kills(0.05, 6)
    chance, over = random.Random(1), threading.Event()
    acknowledged: dict[str, list[str]] = {agent: [] for agent in AGENTS}
    with postgres_database() as address, ExitStack() as stack:
        fleet = Fleet(tmp_path, address)
        stack.callback(fleet.end)
        threads = [
            threading.Thread(target=write, args=(fleet, agent, over, acknowledged[agent]))
            for agent in AGENTS
        ]
        for thread in threads:
            thread.start()
        stack.callback(over.set)
        for number in range(wanted):
            reached = sum(map(len, acknowledged.values())) + 5
            # Some are killed while they start.
            latest = time.monotonic() + chance.choice([0.5, 3, 60])
            while sum(map(len, acknowledged.values())) < reached and time.monotonic() < latest:
                time.sleep(0.05)
            fleet.kill(number % 3)
        time.sleep(chance.random())
        over.set()
        for thread in threads:
            thread.join()
        fleet.end()
        assert sum(map(len, acknowledged.values())) > 2 * wanted
        with Memory.open(address, background=False) as memory:
            report = sync_after_kills(memory)
            assert (report.waiting, report.dead) == (0, 0)
            for agent in AGENTS:
                turns = memory.agent(agent).turns()
                assert set(acknowledged[agent]) <= {turn.id for turn in turns}
                assert max(Counter(turn.id for turn in turns).values(), default=0) <= 1
                assert {turn.content for turn in turns} == {
                    f"{agent} likes number {turn.id}." for turn in turns
                }
                assert [turn.index for turn in turns] == list(range(len(turns)))
                learned = [each.content for each in memory.agent(agent).memories.list()]
                assert len(learned) == len(set(learned))
            assert memory.faults() == []
    tried(wanted)


def answered(url: str, words: str) -> tuple[int, str]:
    """The status of a write, and what is said to be wrong."""
    turns = [{"content": words}]
    body = {"agent_id": "ana", "conversation_id": "c", "turns": turns}
    answer = httpx2.post(f"{url}/memory/ingest", json=body, timeout=60)
    return answer.status_code, answer.json().get("error", {}).get("message", "")


@pytest.mark.attack("fault", "PostgreSQL is away")
def test_a_server_says_that_the_database_is_away_and_recovers(server, control, tmp_path):
    address = server.get_uri()
    with ExitStack() as stack:
        one = start(
            tmp_path,
            *("serve", "--port", "0"),
            database_url=address,
            storage_busy_timeout_seconds=1,
            **ALONE,
        )
        stack.callback(one.end)
        url = one.wait_for_url()
        assert answered(url, "Where is the key?")[0] == 202
        control("-m", "immediate", "stop")
        code, message = answered(url, "Where is the lock?")
        assert (code, "the database cannot be reached" in message) == (503, True), message
        server.ensure_postgres_running()
        while answered(url, "Where is the door?")[0] != 202:
            time.sleep(0.1)
        with Memory.open(address, background=False) as memory:
            found = [turn.content for turn in memory.agent("ana").turns()]
        assert found == ["Where is the key?", "Where is the door?"]


@pytest.mark.attack("fault", "a full disk of PostgreSQL")
def test_on_a_full_disk_writes_are_refused_in_words_until_there_is_room(server, tmp_path):
    # Not in the folder of the test, which only its owner may enter.
    place = Path(tempfile.mkdtemp())
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)]
    with ExitStack() as stack:
        stack.callback(place.rmdir)
        if os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("a small disk can only be made by root, where mounting is allowed")
        stack.callback(subprocess.run, ["umount", "-l", str(place)], check=True)
        if server.system_user:
            shutil.chown(place, server.system_user)
        server.psql(f"CREATE TABLESPACE small LOCATION '{place}';")
        server.psql("CREATE DATABASE memory TABLESPACE small;")
        address = server.get_uri("memory")
        one = start(tmp_path, "serve", "--port", "0", database_url=address, **ALONE)
        stack.callback(one.end)
        url = one.wait_for_url()
        ballast = place / "ballast"
        with ballast.open("wb") as file:
            file.write(bytes(shutil.disk_usage(place).free - 2**18))
        said = [f"Is it {number}? {'Maybe so. ' * 150}" for number in range(2000)]
        stored = []
        for words in said:
            code, message = answered(url, words)
            if code != 202:
                break
            stored.append(words)
        assert (code, "the disk of the database server is full" in message) == (507, True)
        assert stored
        found = httpx2.post(f"{url}/api/v1/search", json={"agent_id": "ana", "query": "Is it 1?"})
        assert found.json()["hits"]
        ballast.unlink()
        assert answered(url, "Is there room?")[0] == 202
        one.end()
        with Memory.open(address, background=False) as memory:
            assert memory.faults() == []
            found = [turn.content for turn in memory.agent("ana").turns()]
            assert found == [*stored, "Is there room?"]
