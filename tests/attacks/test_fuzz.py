"""Random requests: each answer is one that the description names, and none has another's words."""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.server.run import _config, _listening, _Server, _url
from recollect.settings.keys import KeyFile
from request_fuzzer import Fuzzer, Names, Request

AGENTS = ("one", "two", "three")
CANARIES = {agent: f"canary{agent}7f3a9" for agent in AGENTS}
# The rights of each agent's key: one that reads and writes, one that may do all, one that reads.
RIGHTS = {
    "one": [Right.READ, Right.WRITE],
    "two": [Right.READ, Right.WRITE, Right.ADMIN],
    "three": [Right.READ],
}
SHORT, PARTS = 400, 20
SEEDS = range(2, PARTS + 1)
# So many requests reach every route and tool.
ENOUGH = 4_000
OVER_HTTP, OVER_MCP = "random requests to every route", "random calls of every MCP tool"
ACCEPT = "application/json, text/event-stream"


@dataclass
class Attacked:
    """A server with three agents, each with a word that nobody else may see."""

    client: httpx2.Client
    memory: Memory
    secrets: Mapping[str, str]
    names: Names
    statuses: Counter[int] = field(default_factory=Counter)

    def plant(self) -> None:
        """Give each agent its word again, wherever it can be kept."""
        for name, word in CANARIES.items():
            agent = self.memory.agent(name)
            agent.ingest(
                f"talk-{name}", [{"role": "user", "content": f"I like {word}.", "id": name}]
            )
            agent.conversations.rename(f"talk-{name}", word)
            entry = agent.memories.add(f"Likes {word}.", subject=word, tags=[word])
            override = agent.overrides.add(f"Mention {word}.")
            agent.knowledge.put("domain", "shared-key", f"Knows {word}.")
            agent.items.put(("n",), "shared-key", {"text": word})
            for parameter, value in (
                ("memory_id", entry.id),
                ("override_id", override.id),
                ("receipt_id", agent.context("tea").receipt.id),
            ):
                self.names.add(parameter, value)

    def key_of(self, agent: str | None) -> dict[str, str]:
        return {"X-Recollect-Key": self.secrets[agent]} if agent else {}

    def problem(self, agent: str | None, request: Request) -> str | None:
        """What is wrong with the answer to a request, if anything is."""
        answer = self.client.request(
            request.method, request.url, headers=request.headers, content=request.content
        )
        self.statuses[answer.status_code] += 1
        seen = answer.text + json.dumps([*map(list, answer.headers.multi_items())])
        crossed = [other for other, word in CANARIES.items() if other != agent and word in seen]
        if crossed:
            return f"shows words of {crossed}: {answer.text[:300]}"
        if request.documented:
            allowed = request.documented - {500} | ({404, 405} if request.strays else set())
            if answer.status_code not in allowed:
                return f"answers {answer.status_code}: {answer.text[:300]}"
            return None
        if answer.status_code not in {200, 400, 401, 403, 413, 429}:
            return f"answers {answer.status_code}: {answer.text[:300]}"
        return f"fails: {answer.text[:300]}" if "internal error" in answer.text else None


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    home = tmp_path_factory.mktemp("fuzzed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RECOLLECT_HOME", str(home))
        with (
            Memory.open(
                home / "memory.sqlite",
                home=home,
                embedding_backend="none",
                extractor="none",
                max_request_mb=1,
            ) as memory,
            _listening("127.0.0.1", 0) as listener,
        ):
            server = _Server(_config(memory))
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
            thread.start()
            try:
                url = _url(listener)
                with httpx2.Client(base_url=url, timeout=60, verify=False) as client:
                    yield _attacked(client, memory, home)
            finally:
                server.should_exit = True
                thread.join()


def _attacked(client: httpx2.Client, memory: Memory, home: Path) -> Attacked:
    keys = KeyFile(home / "keys.json")
    secrets = {
        agent: keys.add(agent, agents=[agent], rights=rights)[1] for agent, rights in RIGHTS.items()
    }
    names = Names()
    for agent in AGENTS:
        for parameter in ("agent_id", "agent", "space"):
            names.add(parameter, agent)
        for parameter in ("conversation_id", "conversation"):
            names.add(parameter, f"talk-{agent}")
        names.add("message_id", agent)
    names.add("key", "shared-key")
    names.add("category", "domain")
    attacked = Attacked(client, memory, secrets, names)
    attacked.plant()
    return attacked


@pytest.fixture(scope="module")
def described(attacked: Attacked) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The server's own description of its routes and tools."""
    schema = attacked.client.get("/openapi.json").json()
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    answer = attacked.client.post(
        "/mcp",
        json=listing,
        headers={"Accept": "application/json", **attacked.key_of("one")},
    )
    return schema, answer.json()["result"]["tools"]


def _attack(attacked: Attacked, described: Any, seed: int, count: int) -> Counter[str]:
    """Send requests, and return how many went each way."""
    fuzzer = Fuzzer(*described, attacked.names, seed)
    callers = [*AGENTS, "one", "two", None]
    problems: list[str] = []
    sent: Counter[str] = Counter()
    attacked.statuses.clear()
    for number in range(count):
        if number % 1_000 == 0:
            attacked.plant()
        agent = callers[number % len(callers)]
        headers = attacked.key_of(agent)
        attacked.names.own = (
            {"agent_id": agent, "conversation_id": f"talk-{agent}"} if agent else {}
        )
        way, make = (OVER_MCP, fuzzer.mcp) if number % 5 == 4 else (OVER_HTTP, fuzzer.http)
        request = make(headers)
        sent[way] += 1
        if problem := attacked.problem(agent, request):
            what = f"{request.method} {request.url} as {agent}"
            problems.append(f"{what} with {(request.content or b'')[:300]!r} {problem}")
            assert len(problems) < 20, "\n".join(problems)
    assert not problems, "\n".join(problems)
    assert count < ENOUGH or not fuzzer.unreached
    # Most answers are neither all refusals nor all errors, or the requests would try nothing.
    assert attacked.statuses[200] > count // 5
    assert attacked.statuses[422] > count // 20
    assert attacked.client.get("/health/live").status_code == 200
    for agent in AGENTS:
        attacked.plant()
        body = {"agent_id": agent, "query": f"Who likes {CANARIES[agent]}?"}
        found = attacked.client.post("/api/v1/search", json=body, headers=attacked.key_of(agent))
        assert CANARIES[agent] in found.text
    return sent


@pytest.mark.timeout(1_800)
@pytest.mark.attack("request", "random requests to every route")
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in SEEDS)])
def test_no_random_request_breaks_or_leaks(attacked, described, seed, fuzzed, tried):
    for way, count in _attack(attacked, described, seed, fuzzed(1 / PARTS, SHORT)).items():
        tried(count, kind=way)


def test_the_same_seed_makes_the_same_requests(described):
    made = [Fuzzer(*described, Names(), 7).http({}) for _ in range(2)]
    assert made[0] == made[1]
    several = Fuzzer(*described, Names(), 7)
    assert len({several.http({}).url for _ in range(50)}) > 20
