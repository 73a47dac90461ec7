"""A message of 256 kB in any shape: the server answers all the time, and its work comes to an end.

How long that takes is measured by `python -m benchmarks.long_messages`.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2
import pytest

from benchmarks.long_messages import SHAPES, is_working, message
from recollect import Memory

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client(
    tmp_path_factory: pytest.TempPathFactory,
    served: Callable[[Memory], AbstractContextManager[str]],
    connect: Callable[[str], httpx2.Client],
) -> Iterator[httpx2.Client]:
    path: Path = tmp_path_factory.mktemp("long") / "memory.sqlite"
    with Memory.open(path, extractor="built_in") as memory, served(memory) as url:
        yield connect(url)


@pytest.mark.parametrize("shape", SHAPES)
def test_no_shape_of_a_long_message_stops_the_server(
    client: httpx2.Client, until: Callable[[Callable[[], object]], None], shape: str
) -> None:
    text = message(shape)
    turns = [{"role": "user", "content": text, "id": "long"}]
    body = {"agent_id": shape, "conversation_id": "c", "turns": turns}
    assert client.post("/memory/ingest", json=body).status_code == 202
    jobs: list[dict[str, str]] = []

    def has_ended() -> bool:
        assert client.get("/health/live").status_code == 200
        found = client.get("/api/v1/jobs", params={"agent_id": shape, "limit": 100})
        jobs[:] = found.json()["jobs"]
        return not is_working(jobs)

    until(has_ended)
    for job in jobs:
        if job["kind"] in {"learn", "embed"} and job["state"] != "done":
            assert (job["kind"], job["state"]) == ("learn", "dead")
            assert job["outcome"].startswith("too slow: ")
    (stored,) = client.get("/api/v1/conversations/c/messages", params={"agent_id": shape}).json()[
        "messages"
    ]
    assert stored["content"] == text
