"""D4: /api/v1/memory, with the seven endpoints of the seed, and /api/v1/review."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import Request

from recollect import Memory, NotFound
from recollect.domain.access import Access, Right
from recollect.server.access import Caller
from recollect.server.errors import Refusal
from recollect.server.memory_schemas import (
    AgentQuery,
    ClearIn,
    DeleteIn,
    HistoryIn,
    ImportIn,
    ListIn,
)
from recollect.server.routes import memories, review
from recollect.settings.keys import KeyFile

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]
URL = "/api/v1/memory"


@pytest.fixture
def memory(opened: Opened) -> Memory:
    return opened(background=False)


def ok(answer: httpx2.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def refused(answer: httpx2.Response, status: int) -> Any:
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    return answer.json()["error"]


def contents(answer: httpx2.Response) -> list[str]:
    return [each["content"] for each in ok(answer)["memories"]]


def test_a_memory_that_is_corrected_in_part_names_the_correction(
    opened: Opened, serve: Serve
) -> None:
    memory = opened(background=False, extractor="built_in")
    memory.agent("alice").remember("We're moving to York on 5 November.", conversation="c")
    memory.sync()
    memory.agent("alice").remember("Correction: we're moving on the 12th, not the 5th.")
    memory.sync()
    client = serve(memory)
    new, old = ok(client.get(URL, params={"agent_id": "alice"}))["memories"]
    assert (new["corrected_by"], old["corrected_by"]) == (None, new["id"])
    assert ok(client.get(f"{URL}/{old['id']}"))["corrected_by"] == new["id"]
    headers = {"Accept": "application/json, text/event-stream", "X-Recollect-Agent-Id": "alice"}
    for tool, given in (("memory_list", {}), ("memory_search", {"query": "moving to York"})):
        params = {"name": tool, "arguments": given}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        said = ok(client.post("/mcp", json=call, headers=headers))["result"]["content"][0]["text"]
        (line,) = [line for line in said.splitlines() if old["id"] in line and "York" in line]
        assert "partly corrected" in line


def test_d4_the_seven_endpoints_of_the_seed(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    memory.agent("alice").memories.add("Works at ACME Corp", kind="fact")
    memory.agent("alice").memories.add("Prefers concise answers", kind="preference")
    listed = ok(client.get(URL))
    assert [each["content"] for each in listed["memories"]] == [
        "Prefers concise answers",
        "Works at ACME Corp",
    ]
    assert listed["next_cursor"] is None
    stats = ok(client.get(f"{URL}/stats"))
    assert stats["total"] == 2
    assert stats["by_kind"] == stats["by_type"] == {"fact": 1, "preference": 1}
    assert stats["by_priority"] == {"high": 1, "medium": 1, "low": 0}
    assert len(ok(client.get(f"{URL}/export"))["memories"]) == 2
    first = listed["memories"][1]
    one = f"{URL}/{first['id']}"
    assert ok(client.get(one))["content"] == "Works at ACME Corp"
    changed = ok(client.patch(one, json={"content": "Works at Globex", "priority": "low"}))
    assert (changed["content"], changed["priority"], changed["edited"]) == (
        "Works at Globex",
        "low",
        True,
    )
    assert ok(client.delete(one))["status"] == "deleted"
    assert contents(client.get(URL)) == ["Prefers concise answers"]
    assert ok(client.delete(URL, params={"confirm": "true"})) == {"deleted": 1}
    assert contents(client.get(URL)) == []


def test_memories_can_be_listed_as_they_had_been(opened: Opened, serve: Serve) -> None:
    memory = opened(background=False)
    desk, client = memory.agent("alice").memories, serve(memory)
    first = desk.add("Lives in Lisbon.")
    desk.add("Has a cat.")
    desk.add("Likes tea.", kind="preference")
    desk.add("Worked for Acme.", valid_until="2020-01-01T00:00:00+00:00")
    then = datetime.now(UTC).isoformat()
    # A correction is one of the past as well; what was added later is not of that moment.
    desk.update(first.id, content="Lives in Porto.")
    desk.add("Has a dog.")
    asked = {"agent_id": "alice", "as_of": then, "kind": "fact"}
    assert contents(client.get(URL, params=asked)) == ["Has a cat.", "Lives in Porto."]
    page = ok(client.get(URL, params={**asked, "limit": 1}))
    assert [each["content"] for each in page["memories"]] == ["Has a cat."]
    more = {**asked, "cursor": page["next_cursor"]}
    assert contents(client.get(URL, params=more)) == ["Lives in Porto."]
    for wrong, field in (
        ({"agent_id": "alice", "as_of": "then"}, "as_of"),
        ({"as_of": then}, "agent_id"),
    ):
        assert refused(client.get(URL, params=wrong), 422)["field"] == field
    assert refused(client.get(URL, params={**asked, "q": "cat"}), 422)["field"] == "q"


def test_a_memory_is_shown_with_every_field_of_the_contract(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    made = ok(
        client.post(
            URL,
            json={
                "agent_id": "alice",
                "content": "Alice lives in Lisbon.",
                "kind": "fact",
                "subject": "Alice",
                "confidence": 0.9,
                "tags": ["home"],
                "metadata": {"app": "x"},
                "pinned": True,
                "valid_from": "2026-05-01T00:00:00+00:00",
            },
        ),
        201,
    )
    entry = memory.agent("alice").memories.get(made["id"])
    assert made["recorded_at"] == entry.recorded_at.isoformat()
    times = ("recorded_at", "changed_at")
    assert {name: value for name, value in made.items() if name not in times} == {
        "id": entry.id,
        "agent_id": "alice",
        "kind": "fact",
        "content": "Alice lives in Lisbon.",
        "line": "Alice lives in Lisbon.",
        "speaker": None,
        "about": "Alice",
        "said_at": None,
        "attribute": None,
        "value": None,
        "standing": False,
        "when": None,
        "subject": "Alice",
        "key": None,
        "confidence": 0.9,
        "priority": "high",
        "tags": ["home"],
        "metadata": {"app": "x"},
        "pinned": True,
        "status": "active",
        "valid_from": "2026-05-01T00:00:00+00:00",
        "valid_until": None,
        "quote": None,
        "turn_id": None,
        "conversation_id": None,
        "origin": "manual",
        "trust": "high",
        "corrected_by": None,
        "superseded_by": None,
        "rivals": [],
        "edited": False,
        "version": 1,
        "access_count": 0,
        "accessed_at": None,
    }
    assert ok(client.get(f"{URL}/{entry.id}")) == made


def test_a_learned_memory_is_shown_as_who_said_it_when_and_in_which_words(
    opened: Opened, serve: Serve
) -> None:
    memory = opened(background=False, extractor="rules")
    memory.agent("alice").remember(
        "From now on answer me in metric units.", speaker="Maya", at="2026-06-08T23:30:00+02:00"
    )
    memory.sync()
    client = serve(memory)
    (shown,) = ok(client.get(URL))["memories"]
    line = '8 Jun 2026, Maya, standing instruction: "From now on answer me in metric units"'
    assert (shown["line"], shown["speaker"], shown["about"]) == (line, "Maya", None)
    assert (shown["said_at"], shown["standing"]) == ("2026-06-08T23:30:00+02:00", True)
    assert shown["quote"] == shown["content"] == "From now on answer me in metric units"
    query = {"agent_id": "alice", "query": "which units?", "scopes": ["memories"]}
    (hit,) = ok(client.post("/api/v1/search", json=query))["hits"]
    assert (hit["text"], hit["line"]) == (shown["content"], line)
    assert (hit["entry"]["standing"], hit["entry"]["line"]) == (True, line)


def test_edited_words_keep_their_quote_and_lose_what_was_read_in_it(
    opened: Opened, serve: Serve
) -> None:
    memory = opened(background=False, extractor="rules")
    memory.agent("alice").ingest(
        "c1", [{"user": "I leave for Oslo tomorrow.", "at": "2026-06-08T10:00:00+00:00"}]
    )
    memory.sync()
    client = serve(memory)
    (before,) = ok(client.get(URL))["memories"]
    assert before["when"] == "9 June 2026"
    edited = {"content": "Alice leaves for Bergen."}
    after = ok(client.patch(f"{URL}/{before['id']}", json=edited, params={"agent_id": "alice"}))
    assert (after["quote"], after["edited"]) == (before["quote"], True)
    assert (after["when"], after["line"]) == (None, "8 Jun 2026: Alice leaves for Bergen.")
    again = ok(client.patch(f"{URL}/{before['id']}", json={"kind": "commitment"}))
    assert (again["kind"], again["content"]) == ("commitment", "Alice leaves for Bergen.")


def test_a_memory_without_an_agent_is_the_default_ones(memory: Memory, serve: Serve) -> None:
    made = ok(serve(memory).post(URL, json={"content": "Likes tea", "type": "preference"}), 201)
    assert (made["agent_id"], made["kind"]) == ("default", "preference")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"kind": "skill"}, ["c"]),
        ({"type": "skill"}, ["c"]),
        ({"kind": "skill", "type": "skill"}, ["c"]),
        ({"priority": "low"}, ["d"]),
        ({"status": "deleted"}, ["e"]),
        ({"agent_id": "bob"}, ["f"]),
        ({"agent_id": "nobody"}, []),
        ({"after": "2100-01-01T00:00:00+00:00"}, []),
        ({"before": "2100-01-01T00:00:00+00:00"}, ["f", "d", "c", "b", "a"]),
        ({"agent_id": "alice", "limit": "2"}, ["d", "c"]),
    ],
)
def test_the_list_is_narrowed(
    memory: Memory, serve: Serve, query: dict[str, str], found: list[str]
) -> None:
    alice = memory.agent("alice")
    for name, kind in (("a", "fact"), ("b", "fact"), ("c", "skill"), ("d", "context")):
        alice.memories.add(name, kind=kind)
    alice.memories.delete(alice.memories.add("e").id)
    memory.agent("bob").memories.add("f")
    assert contents(serve(memory).get(URL, params=query)) == found


@pytest.mark.parametrize(
    "query", [{}, {"q": "tea"}, {"agent_id": "a"}, {"q": "tea", "agent_id": "a"}]
)
def test_the_pages_of_a_list_are_the_whole(
    memory: Memory, serve: Serve, query: dict[str, str]
) -> None:
    for number in range(11):
        memory.agent("ab"[number % 3 == 0]).memories.add(f"Has a tea number {number}")
        memory.agent("ab"[number % 3 == 1]).memories.add(f"Has a teapot number {number}")
    client = serve(memory)
    whole = contents(client.get(URL, params=query))
    for limit in (1, 4, 7):
        found: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            page = ok(client.get(URL, params={**query, **cursor, "limit": str(limit)}))
            assert len(page["memories"]) <= limit
            found += [each["content"] for each in page["memories"]]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
        assert found == whole


def test_q_finds_words_and_letters_and_gives_the_score(memory: Memory, serve: Serve) -> None:
    alice = memory.agent("alice")
    for text in ("Lives in Lisbon.", "Likes catalogues.", "Has cats."):
        alice.memories.add(text)
    client = serve(memory)
    assert contents(client.get(URL, params={"q": "where is lisbon"})) == ["Lives in Lisbon."]
    found = ok(client.get(URL, params={"q": "cat"}))["memories"]
    assert [each["content"] for each in found] == ["Has cats.", "Likes catalogues."]
    assert found[0]["score"] > 0
    assert found[1]["score"] is None
    assert contents(client.get(URL, params={"q": "zebra"})) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "1001"}, "limit"),
        ({"kind": "opinion"}, "kind"),
        ({"kind": "override"}, "kind"),
        ({"kind": "fact", "type": "skill"}, "type"),
        ({"status": "gone"}, "status"),
        ({"priority": "urgent"}, "priority"),
        ({"after": "yesterday"}, "after"),
        ({"cursor": "nonsense"}, "cursor"),
        ({"cursor": "é"}, "cursor"),
        ({"cursor": "WyJqb2JzIiwieCJd"}, "cursor"),
        # By hand: ["memories","v","\\ud800",null], and with a NaN behind a name.
        ({"cursor": "WyJtZW1vcmllcyIsInYiLCJcdWQ4MDAiLG51bGxd"}, "cursor"),
        ({"cursor": "WyJtZW1vcmllcyIsInYiLCJ4IixOYU5d", "q": "tea"}, "cursor"),
        ({"q": ""}, "q"),
        ({"agent_id": ""}, "agent_id"),
        ({"agent": "alice"}, "agent"),
    ],
)
def test_what_cannot_be_listed_is_named(
    memory: Memory, serve: Serve, query: dict[str, str], field: str
) -> None:
    assert refused(serve(memory).get(URL, params=query), 422)["field"] == field


def test_a_cursor_of_another_list_or_place_is_refused(memory: Memory, serve: Serve) -> None:
    for number in range(3):
        memory.agent("alice").memories.add(f"fact {number}")
        memory.agent("bob").memories.add(f"fact {number}")
    client = serve(memory)
    cursor = ok(client.get(URL, params={"agent_id": "alice", "limit": "1"}))["next_cursor"]
    for path, query in (
        (URL, {"agent_id": "bob"}),
        ("/api/v1/jobs", {}),
        ("/api/v1/review", {}),
        ("/api/v1/conversations", {}),
    ):
        answer = client.get(path, params={**query, "cursor": cursor})
        assert refused(answer, 422)["field"] == "cursor"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "content"),
        ({"content": ""}, "content"),
        ({"content": "x", "kind": "opinion"}, "kind"),
        ({"content": "x", "kind": 0}, "kind"),
        ({"content": "x", "kind": "domain"}, "key"),
        ({"content": "x", "confidence": 2}, "confidence"),
        ({"content": "x", "confidence": True}, "confidence"),
        ({"content": "x", "pinned": "true"}, "pinned"),
        ({"content": "x", "tags": "a"}, "tags"),
        ({"content": "x", "id": "mine"}, "id"),
        ({"content": "x", "agent_id": ""}, "agent_id"),
    ],
)
def test_what_cannot_be_written_down_is_named_and_changes_nothing(
    memory: Memory, serve: Serve, body: dict[str, Any], field: str
) -> None:
    assert refused(serve(memory).post(URL, json=body), 422)["field"] == field
    assert memory.agents() == []


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 422, None),
        ({"content": None}, 422, "content"),
        ({"priority": "urgent"}, 422, "priority"),
        ({"kind": "summary"}, 422, "kind"),
        ([], 422, None),
    ],
)
def test_what_cannot_be_corrected_is_named(
    memory: Memory, serve: Serve, body: Any, status: int, field: str | None
) -> None:
    entry = memory.agent("alice").memories.add("Likes tea")
    answer = serve(memory).patch(f"{URL}/{entry.id}", json=body)
    assert refused(answer, status).get("field") == field
    assert memory.agent("alice").memories.get(entry.id) == entry


def test_a_subject_can_be_taken_away_and_the_rest_stays(memory: Memory, serve: Serve) -> None:
    entry = memory.agent("alice").memories.add("Likes tea", subject="Alice", tags=["a"])
    changed = ok(serve(memory).patch(f"{URL}/{entry.id}", json={"subject": None}))
    assert (changed["subject"], changed["tags"], changed["content"]) == (None, ["a"], "Likes tea")


def test_an_id_that_several_agents_have_needs_its_agent(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    for agent in ("alice", "bob"):
        entry = memory.agent(agent).memories.add("Likes tea")
    one = f"{URL}/{entry.id}"
    for answer in (client.get(one), client.delete(one), client.patch(one, json={"pinned": True})):
        assert refused(answer, 409)["field"] == "agent_id"
    assert ok(client.get(one, params={"agent_id": "bob"}))["agent_id"] == "bob"
    assert ok(client.delete(one, params={"agent_id": "bob"}))["status"] == "deleted"
    assert contents(client.get(URL)) == ["Likes tea"]
    assert refused(client.get(one, params={"agent_id": "carol"}), 404)["code"] == "not_found"


def test_erasing_by_id_twice_never_reaches_the_same_words_of_another_agent(
    opened: Opened, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    memory = opened(background=False)
    for agent in ("acme/alice", "acme/bob"):
        one = f"{URL}/{memory.agent(agent).memories.add('Has a cat').id}"
    keys, rights = KeyFile(tmp_path / "keys.json"), [Right.READ, Right.WRITE]
    for number, agents in enumerate((["acme/*"], ["acme/alice", "acme/bob"], ["acme/alice"])):
        client = serve(memory)
        client.headers["X-Recollect-Key"] = keys.add(f"k{number}", agents=agents, rights=rights)[1]
        if number < 2:
            error = refused(client.delete(one, params={"purge": "true"}), 422)
            assert (error["field"], "add agent_id" in error["message"]) == ("agent_id", True)
            continue
        # A key of one agent names nobody, and only its own memory goes.
        ok(client.delete(one, params={"purge": "true"}))
        assert refused(client.delete(one, params={"purge": "true"}), 404)
    left = [each.agent for each in memory.all_agents.list()]
    assert left == ["acme/bob"]
    client.headers["X-Recollect-Key"] = keys.add("k", agents=["*"], rights=rights)[1]
    assert refused(client.delete(one, params={"purge": "true"}), 422)
    whose = {"purge": "true", "agent_id": "acme/bob"}
    assert ok(client.delete(one, params=whose))["agent_id"] == "acme/bob"


def test_records_are_no_memories(memory: Memory, serve: Serve) -> None:
    override = memory.agent("alice").overrides.add("Short answers.")
    client = serve(memory)
    assert contents(client.get(URL)) == []
    for query in ({}, {"agent_id": "alice"}):
        assert refused(client.get(f"{URL}/{override.id}", params=query), 404)
        assert refused(client.delete(f"{URL}/{override.id}", params=query), 404)
    assert len(memory.agent("alice").overrides.list()) == 1


def test_every_version_is_told_and_can_be_gone_back_to(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    entry = memory.agent("alice").memories.add("Likes tea")
    one = f"{URL}/{entry.id}"
    client.patch(one, json={"content": "Likes coffee"})
    client.delete(one)
    history = ok(client.get(f"{one}/history"))
    assert [(each["number"], each["change"]) for each in history["versions"]] == [
        (1, "added"),
        (2, "edited"),
        (3, "deleted"),
    ]
    assert history["versions"][0]["memory"]["content"] == "Likes tea"
    first = ok(client.get(f"{one}/history", params={"limit": "2"}))
    rest = ok(client.get(f"{one}/history", params={"cursor": first["next_cursor"]}))
    assert [*first["versions"], *rest["versions"]] == history["versions"]
    assert ok(client.post(f"{one}/restore"))["content"] == "Likes coffee"
    assert ok(client.post(f"{one}/restore", json={"version": 1}))["content"] == "Likes tea"
    assert refused(client.post(f"{one}/restore", json={"version": 99}), 404)
    assert refused(client.post(f"{one}/restore", json={"version": "1"}), 422)
    assert refused(client.post(f"{one}/restore"), 409)


def test_what_is_archived_is_listed_on_request_and_restored(serve: Serve, opened: Opened) -> None:
    memory = opened(background=False, max_entries_per_agent=1)
    alice = memory.agent("alice")
    tea = alice.memories.add("Likes tea", confidence=0.2)
    alice.memories.add("Lives in Porto")
    assert memory.sync().ok
    client = serve(memory)
    assert contents(client.get(URL)) == ["Lives in Porto"]
    assert contents(client.get(URL, params={"status": "archived"})) == ["Likes tea"]
    assert contents(client.get(URL, params={"q": "tea"})) == []
    now = datetime.now(UTC).isoformat()
    past = client.get(URL, params={"agent_id": "alice", "as_of": now})
    assert {*contents(past)} == {"Likes tea", "Lives in Porto"}
    assert ok(client.get(f"{URL}/stats"))["by_status"]["archived"] == 1
    assert ok(client.post(f"{URL}/{tea.id}/restore"))["status"] == "active"


def test_nothing_is_cleared_without_a_confirmation_which_says_what_would_be(
    memory: Memory, serve: Serve
) -> None:
    client = serve(memory)
    for agent in ("alice", "bob"):
        for number in range(3):
            memory.agent(agent).memories.add(f"fact {number}")
    for query in ({}, {"confirm": "false"}):
        error = refused(client.delete(URL, params=query), 422)
        assert "6 memories of all agents" in error["message"]
        assert error["field"] == "confirm"
    assert (
        "3 memories of the agent 'bob'"
        in refused(client.delete(URL, params={"agent_id": "bob"}), 422)["message"]
    )
    for word in ("yes", "1", "True", ""):
        assert refused(client.delete(URL, params={"confirm": word}), 422)["field"] == "confirm"
    assert len(contents(client.get(URL))) == 6
    assert ok(client.delete(URL, params={"agent_id": "bob", "confirm": "true"})) == {"deleted": 3}
    assert len(contents(client.get(URL))) == 3


def test_an_export_is_taken_back_elsewhere_as_it_was(
    memory: Memory, serve: Serve, tmp_path: Any
) -> None:
    alice = memory.agent("alice")
    alice.memories.add("Likes tea", tags=["drink"], metadata={"ü": [None, 1.5]})
    alice.memories.add("Lives in “Lisbon”\nsince May", pinned=True)
    memory.agent("bob").memories.add("Plays chess", kind="skill")
    exported = serve(memory).get(f"{URL}/export")
    assert exported.headers["Content-Type"] == "application/json"
    assert "attachment" in exported.headers["Content-Disposition"]
    with Memory.open(tmp_path / "other.sqlite", embedding_backend="none") as other:
        client = serve(other)
        assert ok(client.post(f"{URL}/import", json=exported.json())) == {"memories": 3, "new": 3}
        assert ok(client.post(f"{URL}/import", json=exported.json())) == {"memories": 3, "new": 0}
        for agent in ("alice", "bob"):
            there = {each.id: each for each in other.agent(agent).memories.list()}
            assert there == {each.id: each for each in memory.agent(agent).memories.list()}


def test_more_than_a_page_is_exported_whole(memory: Memory, serve: Serve) -> None:
    memory.all_agents.import_memories(
        [{"content": f"fact {number}"} for number in range(1_201)], "alice"
    )
    exported = ok(serve(memory).get(f"{URL}/export"))["memories"]
    assert len({each["content"] for each in exported}) == 1_201
    assert contents(serve(memory).get(f"{URL}", params={"q": "1077"})) == ["fact 1077"]


def test_statements_are_taken_in_and_what_is_wrong_is_named(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    body: dict[str, Any] = {
        "agent_id": "alice",
        "memories": [{"content": "Likes tea"}, {"content": "Plays chess", "agent_id": "bob"}],
    }
    assert ok(client.post(f"{URL}/import", json=body)) == {"memories": 2, "new": 2}
    assert [agent.id for agent in memory.agents()] == ["alice", "bob"]
    for wrong, field in (
        ({"memories": [{"content": 1}]}, "memories[0].content"),
        ({"memories": {}}, "memories"),
        ({"memories": [], "format": 2}, "format"),
        ({"memories": [], "recollect": []}, "format"),
        ({}, "memories"),
    ):
        assert refused(client.post(f"{URL}/import", json=wrong), 422)["field"] == field
    assert ok(client.post(f"{URL}/import", json={"memories": []})) == {"memories": 0, "new": 0}


def test_contradictions_wait_for_a_decision(opened: Opened, serve: Serve) -> None:
    memory = opened(background=False, extractor="rules")
    alice = memory.agent("alice")
    for number, said in enumerate(("I don't like coffee.", "I like coffee.")):
        alice.ingest(f"c{number}", [{"user": said}])
        memory.sync()
    client = serve(memory)
    found = ok(client.get("/api/v1/review"))["disputes"]
    expected = alice.review.list()
    assert [each["id"] for each in found] == [each.id for each in expected]
    (dispute,) = found
    assert dispute["agent_id"] == "alice"
    assert dispute["memory"]["status"] == dispute["rivals"][0]["status"] == "review"
    one = f"/api/v1/review/{dispute['id']}"
    assert refused(client.post(one, json={"keep": "neither"}), 422)["field"] == "keep"
    decided = ok(client.post(one, json={"keep": "this"}))["memories"]
    assert {each["status"] for each in decided} == {"active", "superseded"}
    nothing: dict[str, object] = {"disputes": [], "deletion_requests": [], "next_cursor": None}
    assert ok(client.get("/api/v1/review")) == nothing
    assert refused(client.post("/api/v1/review/nothing", json={"keep": "this"}), 404)
    memory.agent("bob").memories.add("Likes coffee")
    for agent in ("alice", "bob"):
        memory.agent(agent).remember("Forget that I like coffee.", conversation="c2", id="t1")
    memory.sync()
    requests = ok(client.get("/api/v1/review", params={"agent_id": "alice"}))["deletion_requests"]
    (request,) = requests
    assert request["text"] == "Forget that I like coffee"
    assert (request["conversation_id"], request["turn_id"]) == ("c2", "t1")
    assert (request["named"], request["unmatched"]) == (["like coffee"], [])
    # What it has replaced is named too.
    named = {each["content"] for each in request["memories"]}
    assert named == {"I like coffee", "I don't like coffee"}
    asked = {
        each["agent_id"]: each["id"]
        for each in ok(client.get("/api/v1/review"))["deletion_requests"]
    }
    one = f"/api/v1/review/{asked['alice']}"
    assert asked["alice"] == asked["bob"]
    assert refused(client.post(one, json={"keep": "none"}), 409)["field"] == "agent_id"
    whose = {"agent_id": "alice"}
    assert refused(client.post(one, params=whose, json={"keep": "this"}), 422)["field"] == "keep"
    gone = ok(client.post(one, params={"agent_id": "alice"}, json={"keep": "none"}))["memories"]
    assert [(each["agent_id"], each["status"]) for each in gone] == [("alice", "deleted")] * 2
    # The command line prints the first characters of an id.
    one = f"/api/v1/review/{asked['bob'][:8]}"
    # Sent again, a decision does not reach the same request of somebody else.
    assert refused(client.post(one, json={"keep": "none"}), 409)["field"] == "agent_id"
    one += "?agent_id=bob"
    assert ok(client.post(one, json={"keep": "all"}))["memories"][0]["status"] == "active"
    assert ok(client.get("/api/v1/review")) == nothing


def test_who_decides_contradictions_page_by_page_comes_to_the_end_of_them(
    opened: Opened, serve: Serve
) -> None:
    memory = opened(background=False, extractor="rules")
    alice = memory.agent("alice")
    for thing in ("fish", "meat", "cheese", "rice", "coffee", "beer", "opera", "chess"):
        alice.ingest(thing, [{"user": f"I like {thing}."}, {"user": f"I don't like {thing}."}])
    memory.sync()
    client = serve(memory)
    assert len(alice.review.list()) > 2
    query: dict[str, str] = {"limit": "1"}
    while query.get("cursor", "first"):
        page = ok(client.get("/api/v1/review", params=query))
        for dispute in page["disputes"]:
            ok(client.post(f"/api/v1/review/{dispute['id']}", json={"keep": "this"}))
        query["cursor"] = page["next_cursor"]
    assert alice.review.list() == []


def test_a_memory_that_contradicts_itself_is_not_taken_in(memory: Memory, serve: Serve) -> None:
    alice = memory.agent("alice")
    alice.memories.add("I like tea.")
    client = serve(memory)
    exported = ok(client.get(f"{URL}/export"))
    (item,) = exported["memories"]
    forged = item | {"id": "m1", "status": "review", "rivals": ["m1"]}
    answer = client.post(f"{URL}/import", json=exported | {"memories": [forged]})
    assert refused(answer, 422)["field"] == "memories[0].rivals"
    assert len(alice.memories.list()) == 1


# What a key allows; whoever has one is a visitor.


@pytest.fixture
def caller(memory: Memory) -> Caller:
    for agent in ("team-a", "team-b", "other"):
        memory.agent(agent).memories.add(f"Something of {agent}")
    memory.agent("other").memories.add("Something of team-a")
    return Caller(memory, Access(agents=("team-*",)))


def test_a_visitor_sees_and_clears_the_agents_of_his_key_alone(
    memory: Memory, caller: Caller
) -> None:
    listed = memories.list_memories(ListIn.model_validate({}), caller)
    assert {each.agent_id for each in listed.memories} == {"team-a", "team-b"}
    found = memories.list_memories(ListIn.model_validate({"q": "Something"}), caller)
    assert {each.agent_id for each in found.memories} == {"team-a", "team-b"}
    assert memories.memory_stats(AgentQuery(), caller).total == 2
    assert memories.clear_memories(ClearIn.model_validate({"confirm": "true"}), caller).deleted == 2
    assert len(memory.agent("other").memories.list()) == 2


def test_what_is_anothers_is_not_found_and_the_same_words_of_ones_own_are(
    memory: Memory, caller: Caller
) -> None:
    theirs, shared = memory.agent("other").memories.list()[::-1]
    with pytest.raises(NotFound):
        memories.get_memory(theirs.id, AgentQuery(), caller)
    assert memories.get_memory(shared.id, AgentQuery(), caller).agent_id == "team-a"
    with pytest.raises(Refusal) as refusal:
        memories.get_memory(theirs.id, AgentQuery(agent_id="other"), caller)
    assert refusal.value.status_code == 403
    with pytest.raises(NotFound):
        memories.delete_memory(theirs.id, DeleteIn(), caller, Request({"type": "http"}))


def test_nothing_is_imported_for_an_agent_that_is_not_the_visitors(
    memory: Memory, caller: Caller
) -> None:
    items = [{"content": "x", "agent_id": "team-a"}, {"content": "x", "agent_id": "other"}]
    with pytest.raises(Refusal):
        memories.import_memories(ImportIn(agent_id="team-a", memories=items), caller)
    assert len(memory.agent("team-a").memories.list()) == 1


def test_who_may_only_read_changes_nothing(memory: Memory) -> None:
    memory.agent("a").memories.add("Likes tea")
    reader = Caller(memory, Access(rights=frozenset({Right.READ})))
    writer = Caller(memory, Access(rights=frozenset({Right.WRITE})))
    with pytest.raises(Refusal):
        memories.clear_memories(ClearIn.model_validate({"confirm": "true"}), reader)
    with pytest.raises(Refusal):
        memories.list_memories(ListIn.model_validate({}), writer)
    with pytest.raises(Refusal):
        review.list_disputes(HistoryIn.model_validate({}), writer)
    assert len(memories.list_memories(ListIn.model_validate({}), reader).memories) == 1


def test_an_export_holds_json_whatever_the_words(memory: Memory, serve: Serve) -> None:
    texts = {'"}]', "\\", "a\u2028b", "日本語 🦊"}
    for text in texts:
        memory.agent("a").memories.add(text)
    exported = json.loads(serve(memory).get(f"{URL}/export").content)
    assert {each["content"] for each in exported["memories"]} == texts
