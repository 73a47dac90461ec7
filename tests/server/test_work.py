"""Sync Now, jobs, the optimizer, the figures of the house, and model tiers."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from recollect import Memory, NotFound
from recollect.domain.access import Access, Right
from recollect.server.access import Caller
from recollect.server.errors import Refusal
from recollect.server.routes import jobs, optimizer, stats
from recollect.server.routes.jobs import JobsIn
from recollect.server.routes.optimizer import AgentIn, SnapshotsIn

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]


@pytest.fixture
def memory(opened: Opened) -> Memory:
    return opened(background=False)


@pytest.fixture
def client(memory: Memory, serve: Serve) -> httpx2.Client:
    return serve(memory)


def ok(answer: httpx2.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def refused(answer: httpx2.Response, status: int) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()["error"]


def test_d5_sync_does_what_is_due_and_says_what_became_of_it(
    memory: Memory, client: httpx2.Client
) -> None:
    memory.agent("alice").memories.add("Likes tea")
    assert [job.state for job in memory.jobs.list()].count("pending") > 0
    report = ok(client.post("/api/v1/sync"))
    assert report["ok"]
    assert report["done"] > 0
    assert (report["waiting"], report["dead"]) == (0, 0)
    assert ok(client.post("/api/v1/sync"))["done"] == 0


def test_m9_jobs_are_listed_with_their_outcome(memory: Memory, client: httpx2.Client) -> None:
    for agent in ("alice", "bob"):
        memory.agent(agent).memories.add("Likes tea")
    memory.sync()
    listed = ok(client.get("/api/v1/jobs"))["jobs"]
    known = memory.jobs.list()
    assert [each["id"] for each in listed] == [job.id for job in known]
    (job,) = [each for each in listed if (each["agent_id"], each["kind"]) == ("bob", "profile")]
    assert (job["state"], job["conversation_id"]) == ("done", None)
    assert job["outcome"]
    assert ok(client.get(f"/api/v1/jobs/{job['id']}")) == job
    mine = ok(client.get("/api/v1/jobs", params={"agent_id": "bob"}))["jobs"]
    assert {each["agent_id"] for each in mine} == {"bob"}
    done = ok(client.get("/api/v1/jobs", params={"state": "done"}))["jobs"]
    assert {each["state"] for each in done} == {"done"}
    for query, field in (({"state": "lost"}, "state"), ({"cursor": "x"}, "cursor")):
        assert refused(client.get("/api/v1/jobs", params=query), 422)["field"] == field


def test_the_pages_of_jobs_are_the_whole(memory: Memory, client: httpx2.Client) -> None:
    for number in range(4):
        memory.agent(f"a{number}").memories.add("x")
    whole = [job.id for job in memory.jobs.list()]
    for limit in (1, 3, 5):
        found: list[str] = []
        query = {"limit": str(limit)}
        while True:
            page = ok(client.get("/api/v1/jobs", params=query))
            found += [each["id"] for each in page["jobs"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert found == whole


def test_a_job_is_given_a_fresh_start(memory: Memory, client: httpx2.Client) -> None:
    memory.agent("alice").memories.add("x")
    memory.sync()
    (job,) = [job for job in memory.jobs.list() if job.kind == "profile"]
    assert job.state == "done"
    assert ok(client.post(f"/api/v1/jobs/{job.id}/retry"))["state"] == "pending"
    assert refused(client.post("/api/v1/jobs/nothing/retry"), 404)
    assert refused(client.get("/api/v1/jobs/nothing"), 404)


# The seed's efficiency report and snapshot, name by name.
STATUS = {
    "totalOptimizations": 0,
    "totalTokensSaved": 0,
    "avgSavingsPerRun": 0,
    "currentParameters": {
        "compressionTrigger": 0.7,
        "fullMessageWindow": 30,
        "minRelevance": 0.3,
        "targetUsageRatio": 0.65,
    },
}
SNAPSHOT = {
    "tokensBefore",
    "tokensAfter",
    "entriesCompressed",
    "entriesDropped",
    "entriesPromoted",
    "compressionTriggerRatio",
    "fullMessageWindow",
    "minRelevanceScore",
    "timestamp",
}


def test_s13_the_optimizer_reports_as_the_seed_does(memory: Memory, client: httpx2.Client) -> None:
    assert ok(client.get("/learning/optimizer/status")) == STATUS
    for agent in ("alice", "bob"):
        for number in range(3):
            memory.agent(agent).remember(f"hello {number}")
    assert ok(client.post("/api/v1/optimizer/run"), 202) == {"asked": True}
    ok(client.post("/api/v1/sync"))
    ok(client.post("/api/v1/optimizer/run", json={"agent_id": "alice"}), 202)
    ok(client.post("/api/v1/sync"))
    status = ok(client.get("/learning/optimizer/status"))
    assert status.keys() == STATUS.keys()
    assert status["currentParameters"].keys() == STATUS["currentParameters"].keys()  # type: ignore[attr-defined]
    assert status["totalOptimizations"] == 3
    assert status == memory.optimizer.status()
    alice = ok(client.get("/learning/optimizer/status", params={"agent_id": "alice"}))
    assert alice["totalOptimizations"] == 2
    snapshots = ok(client.get("/api/v1/optimizer/snapshots"))["snapshots"]
    assert len(snapshots) == 3
    assert set(snapshots[0]) == SNAPSHOT | {"usageRatio"}
    assert snapshots == [
        run.report() | {"usageRatio": run.metrics.usage_ratio}
        for run in reversed(memory.optimizer.snapshots())
    ]
    assert snapshots[0]["timestamp"].endswith("Z")


def test_the_pages_of_snapshots_are_the_whole(memory: Memory, client: httpx2.Client) -> None:
    memory.agent("alice").remember("hello")
    for _ in range(5):
        memory.optimizer.run("alice")
        memory.sync()
    whole = ok(client.get("/api/v1/optimizer/snapshots"))["snapshots"]
    assert len(whole) == 5
    first = ok(client.get("/api/v1/optimizer/snapshots", params={"limit": "2"}))
    query = {"limit": "3", "cursor": first["next_cursor"]}
    rest = ok(client.get("/api/v1/optimizer/snapshots", params=query))
    assert [*first["snapshots"], *rest["snapshots"]] == whole
    assert rest["next_cursor"] is None


def test_a_run_for_an_agent_that_is_not_known_is_refused(client: httpx2.Client) -> None:
    assert refused(client.post("/api/v1/optimizer/run", json={"agent_id": "nobody"}), 404)
    assert refused(client.post("/api/v1/optimizer/run", json={"agent": "x"}), 422)


def test_the_figures_of_the_house(memory: Memory, client: httpx2.Client) -> None:
    alice = memory.agent("alice")
    alice.remember("hello")
    alice.memories.add("Likes tea", kind="preference")
    shown = ok(client.get("/api/v1/stats"))
    known = memory.stats().store
    assert (shown["agents"], shown["turns"], shown["memories"]) == (1, 1, 1)
    assert shown["memories_by_kind"] == {"preference": 1}
    assert shown["database_bytes"] == known.database_bytes > 0
    assert shown["jobs_by_state"] == known.jobs_by_state
    assert shown["processing"] == {
        "model": None,
        "calls": 0,
        "failures": 0,
        "success_rate": None,
        "average_duration_ms": None,
        "tokens": 0,
        "tokens_out": 0,
    }


def test_what_the_embedder_has_done_is_counted(opened: Opened, serve: Serve) -> None:
    memory = opened(background=False, embedding_backend="minilm")
    memory.agent("alice").remember("hello there")
    memory.sync()
    embedding = ok(serve(memory).get("/api/v1/stats"))["embedding"]
    assert embedding["model"] == memory.embedder
    assert embedding["calls"] > 0
    assert embedding["success_rate"] == 1.0
    assert embedding["average_duration_ms"] > 0


def test_s7_the_tier_of_a_model_is_told_by_its_name(client: httpx2.Client) -> None:
    tier = ok(client.get("/api/v1/models/tier", params={"name": "qwen2.5:7b"}))
    assert (tier["tier"], tier["pairs"], tier["billions"], tier["known"]) == ("small", 6, 7.0, True)
    assert tier["split"] == {"system": 10, "history": 15, "context": 55, "response": 20}
    unknown = ok(client.get("/api/v1/models/tier", params={"name": "whatever"}))
    assert (unknown["tier"], unknown["known"]) == ("medium", False)
    for query in ({}, {"name": ""}, {"name": "x", "size": "7"}):
        assert refused(client.get("/api/v1/models/tier", params=query), 422)


# What a key allows.


@pytest.fixture
def caller(memory: Memory) -> Caller:
    for agent in ("team-a", "other"):
        memory.agent(agent).memories.add("x")
    return Caller(memory, Access(agents=("team-*",), rights=frozenset({Right.READ, Right.WRITE})))


def test_a_visitor_sees_the_work_of_his_agents_alone(memory: Memory, caller: Caller) -> None:
    listed = jobs.list_jobs(JobsIn.model_validate({}), caller)
    assert {job.agent_id for job in listed.jobs} == {"team-a"}
    (theirs, *_) = [job for job in memory.jobs.list() if job.agent == "other"]
    for ask in (jobs.get_job, jobs.retry_job):
        with pytest.raises(NotFound):
            ask(theirs.id, caller)
    with pytest.raises(Refusal):
        jobs.list_jobs(JobsIn.model_validate({"agent_id": "other"}), caller)


def test_what_concerns_the_whole_house_is_not_for_the_key_of_a_few(caller: Caller) -> None:
    for ask in (
        lambda: jobs.sync(caller),
        lambda: stats.stats(caller),
        lambda: optimizer.run_optimizer(caller),
        lambda: optimizer.optimizer_status(AgentIn(), caller),
        lambda: optimizer.optimizer_snapshots(SnapshotsIn.model_validate({}), caller),
        lambda: optimizer.run_optimizer(caller, AgentIn(agent_id="other")),
    ):
        with pytest.raises(Refusal) as refusal:
            ask()
        assert refusal.value.status_code == 403
    assert optimizer.run_optimizer(caller, AgentIn(agent_id="team-a")).asked
    assert optimizer.optimizer_status(AgentIn(agent_id="team-a"), caller)
