"""/api/v1/agents/{id}: itself, its profile, recaps, overrides, graph and knowledge."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Access, Right
from recollect.server.access import Caller
from recollect.server.errors import Refusal
from recollect.server.routes import agents, knowledge
from recollect.server.routes.agents import EraseIn
from recollect.server.schemas import Page

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]
URL = "/api/v1/agents"


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


# D5: the agent itself.


def test_an_agent_is_told_and_erased_only_when_that_is_meant(
    memory: Memory, client: httpx2.Client
) -> None:
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "a", "assistant": "b"}])
    alice.memories.add("Likes tea")
    told = ok(client.get(f"{URL}/alice"))
    assert (told["agent_id"], told["entries"], told["turns"], told["conversations"]) == (
        "alice",
        1,
        2,
        1,
    )
    error = refused(client.delete(f"{URL}/alice"), 422)
    assert error["field"] == "confirm"
    assert "1 memories, 1 conversations and 2 turns of the agent 'alice'" in error["message"]
    assert refused(client.delete(f"{URL}/alice", params={"confirm": "yes"}), 422)
    assert len(memory.agents()) == 1
    erased = ok(client.delete(f"{URL}/alice", params={"confirm": "true"}))
    # Traces may be left while another thread reads.
    places = {each["place"]: each["state"] for each in erased.pop("places")}
    assert places["rows of every table"] == "gone"
    assert places["backups and exports that you made"] == "yours"
    assert erased == {**told, "has_traces": erased["has_traces"]}
    assert memory.agents() == []
    for answer in (client.get(f"{URL}/alice"), client.delete(f"{URL}/alice?confirm=true")):
        assert refused(answer, 404)["field"] == "agent_id"


@pytest.mark.parametrize("name", ["a/b", "%2F", "../..", "日本 &?", "x" * 256, "a/profile"])
def test_an_agent_may_have_any_name(memory: Memory, client: httpx2.Client, name: str) -> None:
    memory.agent(name).overrides.add("Short answers.")
    one = f"{URL}/{quote(name, safe='')}"
    assert ok(client.get(one))["agent_id"] == name
    assert len(ok(client.get(f"{one}/overrides"))["overrides"]) == 1
    assert ok(client.get(f"{one}/profile")) == {"profile": None}


def test_only_agents_of_the_visitors_key_are_listed_and_only_who_governs_erases(
    memory: Memory,
) -> None:
    for name in ("a", "team-a", "team-b", "z"):
        memory.agent(name).memories.add("x")
    caller = Caller(memory, Access(agents=("team-*",), rights=frozenset({Right.READ})))
    first = agents.agents(Page.model_validate({"limit": "1"}), caller)
    assert ([each.agent_id for each in first.agents], first.next_cursor) == (["team-a"], "team-a")
    rest = agents.agents(Page(limit="1", cursor="team-a"), caller)
    assert ([each.agent_id for each in rest.agents], rest.next_cursor) == (["team-b"], None)
    for name in ("a", "team-a"):
        with pytest.raises(Refusal):
            agents.erase_agent(name, EraseIn.model_validate({"confirm": "true"}), caller)
    # "zz" is like "z", which the key does not reach: nothing of it may be suggested.
    said = []
    for name in ("z", "zz"):
        with pytest.raises(Refusal) as refusal:
            agents.get_agent(name, caller)
        said.append(str(refusal.value).replace(f"'{name}'", ""))
    assert said[0] == said[1]
    with pytest.raises(Refusal):
        knowledge.use_knowledge("team-a", "domain", "k", caller)
    assert len(memory.agents()) == 4


# M6: overrides.


def test_m6_overrides_are_laid_down_reworded_reordered_and_taken_away(
    memory: Memory, client: httpx2.Client
) -> None:
    here = f"{URL}/alice/overrides"
    ids = [ok(client.post(here, json={"content": f"Rule {name}."}), 201)["id"] for name in "abc"]
    order = ok(client.put(f"{here}/order", json={"override_ids": ids[::-1]}))["overrides"]
    assert [each["content"] for each in order] == ["Rule c.", "Rule b.", "Rule a."]
    changed = ok(client.patch(f"{here}/{ids[1]}", json={"content": "Rule B."}))
    assert (changed["id"], changed["content"], changed["position"]) == (ids[1], "Rule B.", 1)
    assert client.delete(f"{here}/{ids[0]}").status_code == 204
    listed = ok(client.get(here))
    assert [each["content"] for each in listed["overrides"]] == ["Rule c.", "Rule B."]
    assert "Rule c." in memory.agent("alice").context("anything").text
    first = ok(client.get(here, params={"limit": "1"}))
    rest = ok(client.get(here, params={"cursor": first["next_cursor"]}))
    assert [*first["overrides"], *rest["overrides"]] == listed["overrides"]


def test_who_takes_overrides_away_page_by_page_comes_to_the_end_of_them(
    memory: Memory, client: httpx2.Client
) -> None:
    here = f"{URL}/alice/overrides"
    for number in range(5):
        memory.agent("alice").overrides.add(f"Rule {number}.")
    query = {"limit": "2"}
    while query.get("cursor", "first"):
        page = ok(client.get(here, params=query))
        for law in page["overrides"]:
            client.delete(f"{here}/{law['id']}")
        query["cursor"] = page["next_cursor"]
    assert memory.agent("alice").overrides.list() == []


def test_an_override_of_nobody_or_of_another_is_not_found(
    memory: Memory, client: httpx2.Client
) -> None:
    law = memory.agent("bob").overrides.add("Short answers.")
    entry = memory.agent("alice").memories.add("Likes tea")
    for name in (law.id, entry.id, "nothing"):
        one = f"{URL}/alice/overrides/{name}"
        assert refused(client.patch(one, json={"content": "x"}), 404)
        assert refused(client.delete(one), 404)
    assert len(memory.agent("bob").overrides.list()) == 1
    assert len(memory.agent("alice").memories.list()) == 1


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "", {}, "content"),
        ("POST", "", {"content": "  "}, "content"),
        ("POST", "", {"content": "x", "position": 1}, "position"),
        ("PUT", "/order", {"override_ids": []}, "override_ids"),
        ("PUT", "/order", {"override_ids": "a"}, "override_ids"),
        ("PUT", "/order", {"override_ids": [1]}, "id"),
        ("PUT", "/order", {}, "override_ids"),
    ],
)
def test_an_override_that_cannot_be_is_named(
    memory: Memory, client: httpx2.Client, method: str, path: str, body: Any, field: str
) -> None:
    memory.agent("alice").overrides.add("Short answers.")
    answer = client.request(method, f"{URL}/alice/overrides{path}", json=body)
    assert refused(answer, 422)["field"] == field


# M5, M6, M7: what is made of what was said.


@pytest.fixture
def learned(opened: Opened) -> Memory:
    memory = opened(background=False, extractor="rules", profile_regenerate_threshold=1)
    alice = memory.agent("alice")
    for number, words in enumerate(
        ("We live in Lisbon now!", "I work at Acme Corp.", "My sister Anna lives in Porto.")
    ):
        turns = [{"user": words}, {"user": "I like it there."}]
        alice.ingest(f"c{number}", turns)
        memory.sync()
    return memory


def test_m6_the_profile_and_every_version_of_it(learned: Memory, serve: Serve) -> None:
    client = serve(learned)
    versions = learned.agent("alice").profile.versions()
    assert len(versions) > 1
    current = ok(client.get(f"{URL}/alice/profile"))["profile"]
    assert (current["text"], current["version"]) == (versions[-1].text, versions[-1].version)
    shown = ok(client.get(f"{URL}/alice/profile/versions"))
    assert [each["text"] for each in shown["versions"]] == [each.text for each in versions]
    first = ok(client.get(f"{URL}/alice/profile/versions", params={"limit": "1"}))
    assert first["versions"] == shown["versions"][:1]
    assert first["next_cursor"] is not None
    before = {"as_of": "2000-01-01T00:00:00+00:00"}
    assert ok(client.get(f"{URL}/alice/profile", params=before)) == {"profile": None}
    assert refused(client.get(f"{URL}/alice/profile", params={"as_of": "then"}), 422)


def test_m5_the_recaps_of_conversations(learned: Memory, serve: Serve) -> None:
    client = serve(learned)
    shown = ok(client.get(f"{URL}/alice/summaries"))["summaries"]
    told = learned.agent("alice").summaries.list()
    assert [each["id"] for each in shown] == [each.id for each in told]
    assert shown
    assert shown[0]["text"] == told[0].text
    one = ok(client.get(f"{URL}/alice/summaries", params={"conversation_id": "c1"}))["summaries"]
    assert [each["conversation_id"] for each in one] == ["c1"]
    archived = client.get(f"{URL}/alice/summaries", params={"status": "archived"})
    assert ok(archived)["summaries"] == []
    assert refused(client.get(f"{URL}/alice/summaries", params={"status": "old"}), 422)


def test_m7_the_graph_by_entity_by_relation_and_by_depth(learned: Memory, serve: Serve) -> None:
    client = serve(learned)
    here = f"{URL}/alice/graph"
    graph = learned.agent("alice").graph
    everything = ok(client.get(here))["relations"]
    assert [each["sentence"] for each in everything] == [each.sentence for each in graph.search()]
    around = ok(client.get(here, params={"entity": "Acme Corp", "depth": "1"}))["relations"]
    assert [each["sentence"] for each in around] == [
        each.sentence for each in graph.search("Acme Corp", depth=1)
    ]
    assert around
    works = ok(client.get(here, params={"relation": "works at"}))["relations"]
    assert {each["object"] for each in works} == {"Acme Corp"}
    names = [each["name"] for each in ok(client.get(f"{here}/entities"))["entities"]]
    assert names == [each.name for each in graph.entities()]
    first = ok(client.get(f"{here}/entities", params={"limit": "2"}))
    rest = ok(client.get(f"{here}/entities", params={"cursor": first["next_cursor"]}))
    assert [each["name"] for each in (*first["entities"], *rest["entities"])] == names
    past = {"as_of": "2000-01-01T00:00:00+00:00"}
    assert ok(client.get(here, params=past))["relations"] == []
    for wrong in ({"depth": "0"}, {"depth": "6"}, {"depth": "x"}):
        assert refused(client.get(here, params=wrong), 422)["field"] == "depth"


def test_an_agent_that_is_not_known_has_nothing(client: httpx2.Client, memory: Memory) -> None:
    for path, name in (
        ("overrides", "overrides"),
        ("profile/versions", "versions"),
        ("summaries", "summaries"),
        ("graph", "relations"),
        ("graph/entities", "entities"),
        ("knowledge", "knowledge"),
    ):
        assert ok(client.get(f"{URL}/nobody/{path}")) == {name: [], "next_cursor": None}
    assert memory.agents() == []


# B: knowledge that outlives a task.


def test_knowledge_is_kept_under_its_key_repeated_used_and_replaced(client: httpx2.Client) -> None:
    here = f"{URL}/alice/knowledge"
    body = {"category": "website_knowledge", "key": "shop.example/cart", "value": "Is at /cart."}
    made = ok(client.post(here, json=body), 201)
    assert (made["kind"], made["key"], made["content"], made["confidence"]) == (
        "website_knowledge",
        "shop.example/cart",
        "Is at /cart.",
        0.5,
    )
    one = f"{here}/website_knowledge/{quote('shop.example/cart', safe='')}"
    again = ok(client.put(one, json={"value": "Is at /cart."}))
    assert (again["id"], again["confidence"]) == (made["id"], 0.6)
    used = ok(client.post(f"{one}/use"))
    assert (used["access_count"], used["confidence"]) == (1, 0.65)
    other = ok(client.put(one, json={"value": "Is at /basket."}))
    assert (other["id"], other["content"]) == (made["id"], "Is at /basket.")
    assert ok(client.get(one))["content"] == "Is at /basket."
    client.post(here, json={"category": "domain", "key": "k", "value": "v", "confidence": 0.9})
    listed = ok(client.get(here))
    assert [each["key"] for each in listed["knowledge"]] == ["k", "shop.example/cart"]
    some = ok(client.get(here, params={"category": "domain"}))["knowledge"]
    assert [each["key"] for each in some] == ["k"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"category": "fact", "key": "k", "value": "v"}, "category"),
        ({"category": "domain", "value": "v"}, "key"),
        ({"category": "domain", "key": "", "value": "v"}, "key"),
        ({"category": "domain", "key": "k", "value": ""}, "content"),
        ({"category": "domain", "key": "k", "value": "v", "confidence": 2}, "confidence"),
        ({"category": ["domain"], "key": "k", "value": "v"}, "category"),
    ],
)
def test_knowledge_that_cannot_be_is_named(
    memory: Memory, client: httpx2.Client, body: dict[str, Any], field: str
) -> None:
    assert refused(client.post(f"{URL}/alice/knowledge", json=body), 422)["field"] == field
    assert memory.agents() == []


def test_knowledge_that_is_not_there_is_not_found(memory: Memory, client: httpx2.Client) -> None:
    memory.agent("bob").knowledge.put("domain", "k", "v")
    here = f"{URL}/alice/knowledge"
    assert refused(client.get(f"{here}/domain/k"), 404)
    assert refused(client.post(f"{here}/domain/k/use"), 404)
    assert refused(client.get(f"{here}/fact/k"), 422)["field"] == "category"
