"""mem0's class on Recollect: the same calls and results, and nobody sees somebody else's."""

import asyncio
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import InvalidInput, NotFound
from recollect.integrations.mem0 import AsyncMemory
from recollect.integrations.mem0 import Memory as Mem0

ALICE = {"user_id": "alice"}
PAGE = Path(__file__).parents[2] / "docs" / "integrations" / "mem0.md"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", background=False, embedding_backend="none") as opened:
        yield opened


@pytest.fixture
def mem0(memory: Memory) -> Mem0:
    return Mem0(memory)


def texts(found: dict[str, Any]) -> list[str]:
    return [item["memory"] for item in found["results"]]


def add(mem0: Mem0, text: str, **more: Any) -> str:
    (added,) = mem0.add(text, infer=False, **more)["results"]
    return str(added["id"])


def test_messages_are_learned_from(mem0: Mem0) -> None:
    messages = [
        {"role": "user", "content": "I live in Lisbon."},
        {"role": "assistant", "content": "Noted!"},
    ]
    more = {"metadata": {"app": "trips", "user_id": "bob"}, "run_id": "r1"}
    added = mem0.add(messages, **ALICE, **more)["results"]
    assert added[0].keys() == {"id", "memory", "event"}
    assert added[0]["event"] == "ADD"
    item = mem0.get(added[0]["id"])
    assert item is not None
    assert "Lisbon" in item["memory"]
    assert (item["user_id"], item["run_id"], item["metadata"]) == ("alice", "r1", {"app": "trips"})
    assert mem0.add(messages, **ALICE)["results"] == [], "what is known is not added again"


def test_a_relative_date_is_shown_with_its_day_and_as_of_when_it_was_said(mem0: Mem0) -> None:
    told = {"timestamp": "2026-11-10T10:00:00+01:00", **ALICE}
    (added,) = mem0.add("I moved to York last week.", **told)["results"]
    text = "I moved to York last week [the week of 2 November 2026]"
    item = mem0.get(added["id"])
    assert item is not None
    assert (added["memory"], item["memory"]) == (text, text)
    assert item["created_at"] == "2026-11-10T09:00:00+00:00"
    assert [one["new_memory"] for one in mem0.history(added["id"])] == [text]
    mem0.update(added["id"], text)
    assert texts(mem0.get_all(filters=ALICE)) == [text], "the day is not added a second time"


def test_messages_without_a_run_are_a_conversation_for_each_day(mem0: Mem0, memory: Memory) -> None:
    for day in ("2026-11-10", "2026-11-11"):
        mem0.add("I like tea.", **ALICE, timestamp=f"{day}T10:00:00+00:00")
    mem0.add("I like tea.", **ALICE, run_id="r1")
    names = {one.id for one in memory.agent("alice").conversations.list()}
    assert names == {"mem0-2026-11-10", "mem0-2026-11-11", "r1"}


def test_the_memory_below_has_the_messages_too(mem0: Mem0, memory: Memory) -> None:
    mem0.add("Order KW-20931 is the blue one.", **ALICE)
    assert mem0.search("KW-20931", filters=ALICE)["results"] == []
    assert "KW-20931" in mem0.recollect.agent("alice").context("Which order is blue?").text

    async def main() -> str:
        agent = AsyncMemory(memory).recollect.agent("alice")
        return (await agent.context("Which order is blue?")).text

    assert "KW-20931" in asyncio.run(main())


def test_messages_are_stored_as_they_are(mem0: Mem0) -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Likes tea", "name": "ann"},
        {"role": "assistant", "content": [{"type": "text", "text": "Brews tea"}]},
    ]
    added = mem0.add(messages, infer=False, **ALICE)["results"]
    assert [(item["memory"], item["role"], item["actor_id"]) for item in added] == [
        ("Likes tea", "user", "ann"),
        ("Brews tea", "assistant", None),
    ]
    found = mem0.search("tea", filters=ALICE, top_k=1, explain=True)["results"]
    assert len(found) == 1
    assert 0.5 < found[0]["score"] <= 1
    assert found[0]["score_details"]["role"] > 0
    assert mem0.search("tea", filters=ALICE, threshold=1.0)["results"] == []


@pytest.mark.parametrize("infer", [True, False])
def test_a_message_without_content_is_refused_and_one_with_tool_calls_alone_is_not(
    mem0: Mem0, infer: bool
) -> None:
    with pytest.raises(InvalidInput, match="content"):
        mem0.add([{"role": "user", "content": "Likes tea"}, {"foo": 1}], infer=infer, **ALICE)
    assert mem0.get_all(filters=ALICE) == {"results": []}
    calls = {"role": "assistant", "tool_calls": [{"id": "1"}]}
    assert mem0.add([calls], infer=infer, **ALICE) == {"results": []}


def test_every_id_has_its_own_agent(mem0: Mem0, memory: Memory) -> None:
    add(mem0, "Likes tea", **ALICE, agent_id="bot", run_id="r1")
    add(mem0, "Answers politely", agent_id="bot")
    add(mem0, "Step one is done", run_id="r1")
    add(mem0, "Sells shoes", app_id="shop")
    assert [one.id for one in memory.agents()] == ["agent:bot", "alice", "app:shop", "run:r1"]
    assert texts(mem0.get_all(filters={"agent_id": "bot"})) == ["Answers politely"]
    assert texts(mem0.get_all(filters={**ALICE, "agent_id": "bot"})) == ["Likes tea"]
    assert texts(mem0.get_all(filters={**ALICE, "agent_id": "other"})) == []
    assert [(one["type"], one["name"]) for one in mem0.users()["results"]] == [
        ("agent", "bot"),
        ("user", "alice"),
        ("app", "shop"),
        ("run", "r1"),
    ]
    with pytest.raises(InvalidInput, match="cannot begin with agent:"):
        mem0.get_all(filters={"user_id": "agent:bot"})
    with pytest.raises(InvalidInput, match="spaces"):
        mem0.add("hello", user_id="a b")
    with pytest.raises(ValueError, match="at least one of"):
        mem0.add("hello")


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({**ALICE, "year": 2020}, {"old"}),
        ({**ALICE, "year": {"gt": 2020, "lt": 2030}}, {"new"}),
        ({**ALICE, "year": {"in": [2020, 2025]}}, {"old", "new"}),
        ({**ALICE, "year": {"nin": [2020]}}, {"new", "bare"}),
        ({**ALICE, "year": {"gte": "2020"}}, set()),
        ({**ALICE, "year": "*"}, {"old", "new"}),
        ({**ALICE, "tags": {"contains": "b"}}, {"new"}),
        ({**ALICE, "place": {"icontains": "LIS"}}, {"old"}),
        ({**ALICE, "metadata": {"place": "Lisbon"}}, {"old"}),
        ({**ALICE, "NOT": [{"year": 2020}]}, {"new", "bare"}),
        ({"AND": [ALICE, {"OR": [{"year": 2020}, {"year": 2025}]}]}, {"old", "new"}),
        ({"OR": [{**ALICE, "year": 2020}, {"user_id": "bob"}]}, {"old", "bobs"}),
        ({"user_id": {"in": ["alice", "bob"]}, "year": 2020}, {"old", "bobs"}),
        ({"user_id": "*"}, {"old", "new", "bare", "bobs"}),
        ({**ALICE, "created_at": {"gte": "2020-01-01"}}, {"old", "new", "bare"}),
        ({**ALICE, "created_at": {"lt": "2020-01-01"}}, set()),
    ],
)
def test_filters_choose_in_lists_and_searches(mem0: Mem0, filters: Any, found: set[str]) -> None:
    add(mem0, "old", **ALICE, metadata={"year": 2020, "place": "Lisbon"})
    add(mem0, "new", **ALICE, metadata={"year": 2025, "tags": ["a", "b"]})
    add(mem0, "bare", **ALICE)
    add(mem0, "bobs", user_id="bob", metadata={"year": 2020})
    assert {*texts(mem0.get_all(filters=filters))} == found
    assert {*texts(mem0.search("old new bare bobs", filters=filters, threshold=0))} == found


@pytest.mark.parametrize(
    "filters",
    [
        None,
        {},
        {"year": 2020},
        {"OR": []},
        {"OR": [ALICE, {"year": 1}]},
        {"user_id": {"ne": "bob"}},
        {**ALICE, "year": {"like": 2020}},
    ],
)
def test_filters_that_name_nobody_or_make_no_sense_are_refused(mem0: Mem0, filters: Any) -> None:
    add(mem0, "Likes tea", **ALICE)
    with pytest.raises(InvalidInput):
        mem0.get_all(filters=filters)
    with pytest.raises(InvalidInput):
        mem0.search("tea", filters=filters)


def test_a_memory_is_changed_and_deleted_with_a_history(mem0: Mem0) -> None:
    name = add(mem0, "Likes tea", **ALICE, metadata={"a": 1})
    mem0.update(name, "Likes coffee", metadata={"b": 2, "user_id": "bob"})
    item = mem0.get(name)
    assert item is not None
    assert (item["memory"], item["metadata"]) == ("Likes coffee", {"a": 1, "b": 2})
    mem0.delete(name)
    assert mem0.get(name) is None
    changes = [(one["event"], one["old_memory"], one["new_memory"]) for one in mem0.history(name)]
    assert changes == [
        ("ADD", None, "Likes tea"),
        ("UPDATE", "Likes tea", "Likes coffee"),
        ("DELETE", "Likes coffee", None),
    ]
    for call in (mem0.delete, lambda name: mem0.update(name, "x")):
        with pytest.raises(NotFound):
            call(name)
    assert mem0.get("unknown") is None
    assert mem0.history("unknown@alice") == []


def test_an_expired_memory_is_hidden(mem0: Mem0) -> None:
    name = add(mem0, "Tea on sale", **ALICE, expiration_date="2020-01-31")
    assert mem0.get_all(filters=ALICE)["results"] == []
    assert mem0.search("tea", filters=ALICE)["results"] == []
    shown = mem0.get_all(filters=ALICE, show_expired=True)["results"]
    assert shown[0]["expiration_date"] == "2020-01-31"
    mem0.update(name, expiration_date=None)
    assert texts(mem0.search("tea", filters=ALICE)) == ["Tea on sale"]
    with pytest.raises(InvalidInput, match="expiration_date"):
        mem0.add("x", **ALICE, expiration_date="soon")


def test_delete_all_spares_the_others_and_reset_spares_nobody(mem0: Mem0, memory: Memory) -> None:
    add(mem0, "first run", **ALICE, run_id="r1")
    add(mem0, "second run", **ALICE, run_id="r2")
    add(mem0, "bobs", user_id="bob")
    with pytest.raises(InvalidInput):
        mem0.delete_all()
    mem0.delete_all(user_id="alice", run_id="r1")
    assert texts(mem0.get_all(filters={"user_id": "*"})) == ["bobs", "second run"]
    mem0.delete_all(user_id="alice")
    assert texts(mem0.get_all(filters={"user_id": "*"})) == ["bobs"]
    mem0.reset()
    assert memory.agents() == []


def test_a_procedure_is_kept_whole(mem0: Mem0, memory: Memory) -> None:
    steps = [{"role": "user", "content": "Open it"}, {"role": "assistant", "content": "Close it"}]
    mem0.add(steps, agent_id="bot", memory_type="procedural_memory")
    (entry,) = memory.agent("agent:bot").memories.list()
    assert (entry.kind, entry.content) == ("procedure", "Open it\nClose it")


def test_arguments_that_would_seem_to_limit_a_search_are_refused(mem0: Mem0) -> None:
    with pytest.raises(ValueError, match="put it into filters"):
        mem0.search("tea", filters={"user_id": "*"}, user_id="alice")
    with pytest.raises(ValueError, match="'limit': it is called top_k"):
        mem0.search("tea", filters=ALICE, limit=2)
    with pytest.raises(ValueError, match="top_k"):
        mem0.get_all(filters=ALICE, top_k=-1)


def test_the_same_calls_are_coroutines(memory: Memory) -> None:
    async def main() -> list[str]:
        mem0 = AsyncMemory(memory)
        await mem0.add("Likes tea", user_id="alice", infer=False)
        return texts(await mem0.search("tea", filters=ALICE))

    assert asyncio.run(main()) == ["Likes tea"]


def test_a_configuration_of_mem0_is_ignored_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    own = {"path": ":memory:", "embedding_backend": "none"}
    with Mem0.from_config({"llm": {"provider": "openai"}, "recollect": own}) as mem0:
        assert mem0.get_all(filters=ALICE) == {"results": []}
    assert "ignores mem0's configuration of llm" in caplog.text


def test_the_documented_export_has_all_memories(mem0: Mem0, memory: Memory, tmp_path: Path) -> None:
    block = re.search(r"^   ```python\n(.*?)^   ```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert block is not None
    for number in range(25):
        add(mem0, f"Likes tea number {number}", **ALICE)
    add(mem0, "Sings", user_id="bob")
    path = tmp_path / "mem0.json"
    exec(textwrap.dedent(block[1]).replace("mem0.json", str(path)), {"memory": mem0})
    mem0.reset()
    memory.import_(path)
    counts = {one.id: one.entries for one in memory.agents()}
    assert counts == {"alice": 25, "bob": 1}


def test_an_imported_memory_is_as_it_was_in_mem0(
    mem0: Mem0, memory: Memory, tmp_path: Path
) -> None:
    path = tmp_path / "mem0.json"
    theirs = {"id": "a1", "memory": "Likes tea", "metadata": {"app": "trips"}, **ALICE}
    path.write_text(json.dumps({"results": [{**theirs, "created_at": "2025-01-02T03:04:05Z"}]}))
    memory.import_(path)
    (item,) = mem0.get_all(filters=ALICE)["results"]
    assert (item["memory"], item["metadata"]) == ("Likes tea", {"app": "trips"})
    assert item["created_at"] == "2025-01-02T03:04:05+00:00"


def test_what_is_exported_and_imported_is_found_by_the_same_ids(
    mem0: Mem0, memory: Memory, tmp_path: Path
) -> None:
    add(mem0, "Likes tea", **ALICE, run_id="r1", metadata={"app": "trips"})
    add(mem0, "Answers politely", agent_id="bot", expiration_date="2099-01-31")
    mem0.add({"role": "assistant", "content": "Step one", "name": "x"}, run_id="r2", infer=False)
    owners = (ALICE, {**ALICE, "run_id": "r1"}, {"agent_id": "bot"}, {"run_id": "r2"})
    before = [mem0.get_all(filters=filters)["results"] for filters in owners]
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps([{"results": found} for found in before[1:]]))
    mem0.reset()
    memory.import_(path)
    kept = ("memory", "metadata", "user_id", "agent_id", "run_id", "role", "expiration_date")
    for filters, found in zip(owners, before, strict=True):
        (item,), (old,) = mem0.get_all(filters=filters)["results"], found
        assert [item.get(name) for name in kept] == [old.get(name) for name in kept]
        assert item["created_at"] == old["created_at"]
