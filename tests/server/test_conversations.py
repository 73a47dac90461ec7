"""/api/v1/conversations: stored, or in RAM alone and nowhere else."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Access
from recollect.server.access import Caller
from recollect.server.conversation_schemas import ClearIn
from recollect.server.errors import Refusal
from recollect.server.routes import conversations

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]
URL = "/api/v1/conversations"
SECRET = "zqxjephemeralword"


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


@pytest.mark.parametrize("retention", ["durable", "ephemeral"])
def test_a_conversation_is_opened_continued_read_and_forgotten(
    client: httpx2.Client, retention: str
) -> None:
    body = {"id": "example.com:42", "retention": retention, "title": "Boats"}
    opened = ok(client.post(URL, json=body), 201)
    assert (opened["id"], opened["agent_id"], opened["title"], opened["turns"]) == (
        "example.com:42",
        "default",
        "Boats",
        0,
    )
    assert opened["retention"] == retention
    assert ok(client.post(URL, json=body), 200) == opened
    one = f"{URL}/example.com:42"
    said = {
        "role": "user",
        "content": "What is this article about?",
        "speaker": "Alice",
        "at": "2026-05-01T12:00:00+00:00",
        "id": "m1",
    }
    message = ok(client.post(f"{one}/messages", json=said), 201)
    assert message == {
        "id": "m1",
        "role": "user",
        "content": "What is this article about?",
        "speaker": "Alice",
        "timestamp": "2026-05-01T12:00:00+00:00",
        "token_count": 7,
        "is_compressed": False,
        "view": "full",
        "tier": "short_term",
        # Half, and a tenth less because it is older than a day.
        "relevance": 0.4,
        "metadata": {},
    }
    assert ok(client.post(f"{one}/messages", json=said), 201) == message
    assert refused(client.post(f"{one}/messages", json={**said, "content": "x"}), 409)
    client.post(f"{one}/messages", json={"role": "assistant", "content": "About boats."})
    listed = ok(client.get(f"{one}/messages"))
    assert [each["role"] for each in listed["messages"]] == ["user", "assistant"]
    assert listed["next_cursor"] is None
    assert ok(client.get(one))["turns"] == 2
    assert [each["id"] for each in ok(client.get(URL))["conversations"]] == ["example.com:42"]
    context = ok(client.get(f"{one}/context", params={"tokens": "500", "framing": "silent"}))
    assert "About boats." in context["text"]
    assert context["text"].startswith("## Background Context (INTERNAL USE ONLY)")
    assert context["metrics"]["used_tokens"] == context["tokens"] <= 500
    assert context["metrics"]["total_tokens"] == 500
    assert context["metrics"]["is_distilled"] is False
    assert client.delete(one).status_code == 204
    assert refused(client.get(one), 404)["field"] == "conversation_id"
    assert refused(client.delete(one), 404)
    assert ok(client.get(URL)) == {"conversations": [], "next_cursor": None}


@pytest.mark.parametrize("retention", ["durable", "ephemeral"])
def test_the_pages_of_messages_are_the_whole(client: httpx2.Client, retention: str) -> None:
    client.post(URL, json={"id": "c", "retention": retention})
    for number in range(9):
        client.post(f"{URL}/c/messages", json={"content": f"message {number}"})
    for limit in (1, 2, 4, 9):
        found: list[str] = []
        query = {"limit": str(limit)}
        while True:
            page = ok(client.get(f"{URL}/c/messages", params=query))
            assert len(page["messages"]) <= limit
            found += [each["content"] for each in page["messages"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert found == [f"message {number}" for number in range(9)]


def test_who_deletes_conversations_page_by_page_comes_to_the_end_of_them(
    memory: Memory, client: httpx2.Client
) -> None:
    for number in range(5):
        memory.conversation(f"d{number}").begin()
        memory.conversation(f"e{number}", retention="ephemeral").begin()
    query = {"limit": "2"}
    while query.get("cursor", "first"):
        page = ok(client.get(URL, params=query))
        for talk in page["conversations"]:
            assert client.delete(f"{URL}/{talk['id']}").status_code == 204
        query["cursor"] = page["next_cursor"]
    assert ok(client.get(URL))["conversations"] == []


def test_the_pages_of_conversations_are_the_whole_whatever_is_kept_where(
    memory: Memory, client: httpx2.Client
) -> None:
    for number in range(5):
        memory.conversation(f"d{number}").begin()
        memory.conversation(f"e{number}", retention="ephemeral").begin()
    memory.conversation("other", agent="other").begin()
    whole = [each["id"] for each in ok(client.get(URL))["conversations"]]
    assert whole == [f"{kind}{number}" for kind in "ed" for number in (4, 3, 2, 1, 0)]
    for limit in (1, 2, 3, 5, 7, 10):
        found: list[str] = []
        query = {"limit": str(limit)}
        while True:
            page = ok(client.get(URL, params=query))
            assert len(page["conversations"]) <= limit
            found += [each["id"] for each in page["conversations"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert found == whole
    for retention, first in (("durable", "d"), ("ephemeral", "e")):
        some = ok(client.get(URL, params={"retention": retention}))["conversations"]
        assert [each["id"] for each in some] == [name for name in whole if name[0] == first]


def test_a_message_for_a_conversation_that_is_not_there_is_written_nowhere(
    memory: Memory, client: httpx2.Client
) -> None:
    said = {"role": "user", "content": SECRET}
    assert refused(client.post(f"{URL}/c/messages", json=said), 404)
    client.post(URL, json={"id": "c", "retention": "ephemeral"})
    ok(client.post(f"{URL}/c/messages", json=said), 201)
    memory.clear_ephemeral()
    assert refused(client.post(f"{URL}/c/messages", json=said), 404)
    assert memory.agents() == []
    ok(client.post(f"{URL}/c/messages", json={**said, "retention": "durable"}), 201)
    assert [agent.turns for agent in memory.agents()] == [1]


def test_a_conversation_is_kept_in_one_place_only(client: httpx2.Client) -> None:
    for first, second in (("durable", "ephemeral"), ("ephemeral", "durable")):
        ok(client.post(URL, json={"id": first, "retention": first}), 201)
        error = refused(client.post(URL, json={"id": first, "retention": second}), 409)
        assert (error["code"], error["field"]) == ("conflict", "retention")
        said = {"content": "x", "retention": second}
        assert refused(client.post(f"{URL}/{first}/messages", json=said), 409)


def test_an_ephemeral_conversation_is_stored_by_no_route_and_deleted_wherever_it_is(
    memory: Memory, client: httpx2.Client
) -> None:
    ok(client.post(URL, json={"id": "c", "agent_id": "nurse", "retention": "ephemeral"}), 201)
    turns = {"agent_id": "nurse", "conversation_id": "c", "turns": [{"user": SECRET}]}
    error = refused(client.post("/memory/ingest", json=turns), 409)
    assert (error["code"], error["field"]) == ("conflict", "conversation")
    assert "ephemeral" in error["message"]
    assert memory.agents() == []
    one = f"{URL}/c?agent_id=nurse"
    assert client.delete(one).status_code == 204
    refused(client.get(one), 404)
    ok(client.post("/memory/ingest", json=turns), 202)


def talk_in_ram(client: httpx2.Client) -> None:
    name = f"{SECRET}.example:1"
    client.post(URL, json={"id": name, "retention": "ephemeral", "title": SECRET})
    one = f"{URL}/{name}"
    for number in range(3):
        body = {"content": f"{SECRET} {number}", "speaker": SECRET, "id": f"{SECRET}{number}"}
        ok(client.post(f"{one}/messages", json=body), 201)
    assert SECRET in ok(client.get(f"{one}/context"))["text"]
    ok(client.post(f"{one}/rewrite", json={"question": f"What of {SECRET}?"}))
    refused(client.post(f"{one}/compress", json={"older_than": f"{SECRET}1"}), 422)
    refused(client.post(f"{one}/messages", json={"role": SECRET, "content": SECRET}), 422)
    refused(client.get(f"{URL}/{SECRET}"), 404)
    assert ok(client.get(f"{one}/messages"))["messages"][0]["speaker"] == SECRET


def test_nothing_of_an_ephemeral_conversation_reaches_the_disk_or_the_log(
    spawned: Callable[..., Any], connect: Callable[[str], httpx2.Client], tmp_path: Path
) -> None:
    server = spawned(log_level="debug")
    with connect(server.url) as client:
        talk_in_ram(client)
    home = Path(os.environ["RECOLLECT_HOME"])
    files = [path for place in (tmp_path, home) for path in place.rglob("*") if path.is_file()]
    assert server.written in files
    assert "/api/v1/conversations/{conversation_id}/messages" in server.text()
    for path in files:
        assert SECRET.encode() not in path.read_bytes(), path


def test_old_messages_are_shown_as_a_summary(client: httpx2.Client) -> None:
    client.post(URL, json={"id": "c"})
    for number in range(4):
        client.post(f"{URL}/c/messages", json={"content": f"message {number}", "id": f"m{number}"})
    body = {"older_than": "m2", "summary": "They said hello."}
    made = ok(client.post(f"{URL}/c/compress", json=body))["message"]
    assert made["content"] == "[CONTEXT SUMMARY]\nThey said hello."
    assert made["role"] == "system"
    marks = {
        each["id"]: each["is_compressed"]
        for each in ok(client.get(f"{URL}/c/messages"))["messages"]
    }
    assert marks == {"m0": True, "m1": True, "m2": False, "m3": False, made["id"]: False}
    assert "message 0" not in ok(client.get(f"{URL}/c/context"))["text"]
    assert refused(client.post(f"{URL}/c/compress", json={"older_than": "m9"}), 404)
    assert refused(client.post(f"{URL}/c/compress", json={}), 422)["field"] == "older_than"
    client.post(URL, json={"id": "d"})
    client.post(f"{URL}/d/messages", json={"content": "x", "id": "first"})
    answer = client.post(f"{URL}/d/compress", json={"older_than": "first"})
    assert ok(answer) == {"message": None}


def test_a_follow_up_question_becomes_one_that_stands_alone(client: httpx2.Client) -> None:
    client.post(URL, json={"id": "c"})
    for role, words in (
        ("user", "Which planetary boundaries are there?"),
        ("assistant", "There are nine planetary boundaries."),
    ):
        client.post(f"{URL}/c/messages", json={"role": role, "content": words})
    body = {"question": "How many of them?", "model": "qwen2.5:7b"}
    made = ok(client.post(f"{URL}/c/rewrite", json=body))
    assert made["question"] == "How many of them?"
    assert "planetary boundaries" in made["text"]
    assert made["by"] == "heuristic"
    alone = {"question": "What is the capital of Portugal?"}
    assert ok(client.post(f"{URL}/c/rewrite", json=alone))["text"] == alone["question"]
    assert refused(client.post(f"{URL}/c/rewrite", json={"question": ""}), 422)["field"] == (
        "question"
    )


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"strategy": "newest"}, "strategy"),
        ({"tokens": "-1"}, "tokens"),
        ({"tokens": "1.5"}, "tokens"),
        ({"framing": "loud"}, "framing"),
        ({"model": ""}, "model"),
        ({"agent_id": ""}, "agent_id"),
        ({"more": "1"}, "more"),
    ],
)
def test_a_context_that_cannot_be_made_is_named(
    client: httpx2.Client, query: dict[str, str], field: str
) -> None:
    client.post(URL, json={"id": "c"})
    assert refused(client.get(f"{URL}/c/context", params=query), 422)["field"] == field


@pytest.mark.parametrize("strategy", ["last-n", "seed-middle-tail", "budgeted"])
def test_every_strategy_fits_a_conversation_into_its_tokens(
    client: httpx2.Client, strategy: str
) -> None:
    client.post(URL, json={"id": "c"})
    for number in range(30):
        client.post(f"{URL}/c/messages", json={"content": f"message {number} " * 20})
    query = {"strategy": strategy, "tokens": "300", "model": "qwen2.5:7b"}
    made = ok(client.get(f"{URL}/c/context", params=query))
    assert made["tokens"] <= 300
    assert made["metrics"]["is_distilled"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "id"),
        ({"id": ""}, "id"),
        ({"id": "c", "retention": "forever"}, "retention"),
        ({"id": "c", "title": ""}, "title"),
        ({"id": "c", "title": 7}, "title"),
        ({"id": "c", "agent_id": None}, "agent_id"),
        ({"id": "c", "messages": []}, "messages"),
    ],
)
def test_what_cannot_be_opened_is_named(
    memory: Memory, client: httpx2.Client, body: dict[str, Any], field: str
) -> None:
    assert refused(client.post(URL, json=body), 422)["field"] == field
    assert memory.agents() == []


def test_all_that_live_in_ram_are_forgotten_at_once_and_nothing_else(
    memory: Memory, client: httpx2.Client
) -> None:
    memory.conversation("d").begin()
    for agent in ("a", "b"):
        memory.conversation("e", retention="ephemeral", agent=agent).begin()
    for query in ({}, {"retention": "durable"}):
        assert refused(client.delete(URL, params=query), 422)["field"] == "retention"
    some = client.delete(URL, params={"retention": "ephemeral", "agent_id": "a"})
    assert ok(some) == {"deleted": 1}
    assert ok(client.delete(URL, params={"retention": "ephemeral"})) == {"deleted": 1}
    assert len(ok(client.get(URL))["conversations"]) == 1


def test_a_stored_conversation_is_renamed_and_one_in_ram_is_not(client: httpx2.Client) -> None:
    client.post(URL, json={"id": "c", "title": "First"})
    client.post(URL, json={"id": "r", "retention": "ephemeral"})
    assert ok(client.patch(f"{URL}/c", json={"title": "Moving"}))["title"] == "Moving"
    assert ok(client.get(f"{URL}/c"))["title"] == "Moving"
    assert ok(client.patch(f"{URL}/c", json={"title": None}))["title"] is None
    assert refused(client.patch(f"{URL}/r", json={"title": "x"}), 409)
    assert refused(client.patch(f"{URL}/none", json={"title": "x"}), 404)
    assert refused(client.patch(f"{URL}/c", json={}), 422)["field"] == "title"
    assert refused(client.patch(f"{URL}/c", json={"title": "x" * 2000}), 422)["field"] == "title"


def test_the_same_name_with_another_agent_is_another_conversation(client: httpx2.Client) -> None:
    client.post(URL, json={"id": "c", "agent_id": "alice", "title": "Hers"})
    assert refused(client.get(f"{URL}/c"), 404)
    assert ok(client.get(f"{URL}/c", params={"agent_id": "alice"}))["title"] == "Hers"
    assert refused(client.delete(f"{URL}/c", params={"agent_id": "bob"}), 404)
    assert ok(client.get(URL))["conversations"] == []


@pytest.mark.parametrize(
    "name",
    ["a/b", "a%2Fb", "a/messages", "100%", "%", "?#&=", "日本", "a b", "../x", "%25", "a%41"],
)
def test_a_conversation_may_have_any_name(client: httpx2.Client, name: str) -> None:
    ok(client.post(URL, json={"id": name, "retention": "ephemeral"}), 201)
    one = f"{URL}/{quote(name, safe='')}"
    assert ok(client.get(one))["id"] == name
    ok(client.post(f"{one}/messages", json={"content": "hello"}), 201)
    assert len(ok(client.get(f"{one}/messages"))["messages"]) == 1
    assert client.delete(one).status_code == 204


def test_a_visitor_speaks_and_clears_for_the_agents_of_his_key_alone(memory: Memory) -> None:
    for agent in ("team-a", "other"):
        memory.conversation("e", retention="ephemeral", agent=agent).begin()
    caller = Caller(memory, Access(agents=("team-*",)))
    cleared = conversations.clear_conversations(
        ClearIn.model_validate({"retention": "ephemeral"}), caller
    )
    assert cleared.deleted == 1
    assert len(memory.agent("other").conversations.ephemeral()) == 1
    with pytest.raises(Refusal):
        conversations.clear_conversations(
            ClearIn.model_validate({"retention": "ephemeral", "agent_id": "other"}), caller
        )


def test_after_a_restart_a_stored_conversation_goes_on(
    tmp_path: Path, serve: Serve, opened: Opened
) -> None:
    first = opened(background=False)
    client = serve(first)
    client.post(URL, json={"id": "c", "title": "Boats"})
    client.post(f"{URL}/c/messages", json={"content": "hello"})
    first.close()
    again = serve(opened(background=False))
    assert ok(again.get(f"{URL}/c"))["title"] == "Boats"
    assert "hello" in ok(again.get(f"{URL}/c/context"))["text"]


@pytest.mark.parametrize("retention", ["durable", "ephemeral"])
def test_one_message_is_deleted_and_parts_are_read(client: httpx2.Client, retention: str) -> None:
    one = f"{URL}/c"
    for name in ("a", "b/c", "d"):
        body = {"content": f"words of {name}", "id": name, "retention": retention}
        ok(client.post(f"{one}/messages", json=body), 201)

    def read(**query: Any) -> tuple[list[str], str | None]:
        page = ok(client.get(f"{one}/messages", params=query))
        return [each["id"] for each in page["messages"]], page["next_cursor"]

    assert read(last=2) == (["b/c", "d"], None)
    shown, cursor = read(offset=1, limit=1)
    assert shown == ["b/c"]
    assert read(cursor=cursor) == (["d"], None)
    assert client.delete(f"{one}/messages/{quote('b/c', safe='')}").status_code == 204
    assert read(offset=1) == (["d"], None)
    error = refused(client.delete(f"{one}/messages/b"), 404)
    assert error["message"] == "there is no message 'b' in conversation 'c'"
    for query, field in (({"last": 1, "offset": 1}, "last"), ({"offset": -1}, "offset")):
        assert refused(client.get(f"{one}/messages", params=query), 422)["field"] == field


def test_one_agent_is_waited_for_and_one_memory_purged(opened: Opened, serve: Serve) -> None:
    memory = opened(background=False, extractor="rules")
    client = serve(memory)
    for name in ("alice", "ben"):
        said = "I work at Acme. I live in Lisbon."
        memory.agent(name).remember(said, conversation="c", id="1")
    assert ok(client.post("/api/v1/sync", json={"agent_id": "alice"}))["ok"]
    learned = {"conversation_id": "c", "turn_id": "1", "q": "Lisbon"}
    home, *_ = ok(client.get("/api/v1/memory", params=learned))["memories"]
    assert (home["agent_id"], home["content"]) == ("alice", "User lives in Lisbon.")
    (work,) = ok(client.get(f"/api/v1/memory/{home['id']}/erased-with"))["memories"]
    purge = {"purge": "true", "agent_id": "alice"}
    gone = ok(client.delete(f"/api/v1/memory/{home['id']}", params=purge))
    assert (gone["id"], gone["also_erased"]) == (home["id"], [work])
    assert work["content"] == "User works at Acme."
    assert (memory.agent("alice").turns(), len(memory.agent("ben").turns())) == ([], 1)
    assert refused(client.get(f"/api/v1/memory/{home['id']}"), 404)
    rule = f"/api/v1/agents/ben/overrides/{memory.agent('ben').overrides.add('Be brief.').id}"
    assert client.delete(rule).status_code == 204
    assert refused(client.delete(rule), 404)
    assert client.delete(rule, params={"purge": "true"}).status_code == 204
    assert refused(client.delete(rule, params={"purge": "true"}), 404)
    assert ok(client.post("/api/v1/sync"))["ok"]
