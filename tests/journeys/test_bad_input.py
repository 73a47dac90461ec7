"""SPEC "Always": bad input gets a clear error with a code, and nothing is changed."""

import math
from datetime import UTC, datetime

import pytest

from recollect import InvalidInput, InvalidSetting, Memory, NotFound, RecollectError

BAD_TEXT = {"NUL": "a\x00b", "surrogate": "a\ud800b", "bytes": b"abc", "number": 5, "list": ["a"]}
BAD_IDS = {**BAD_TEXT, "empty": "", "too long": "x" * 257}
BAD_CONTENT = {
    **BAD_TEXT,
    "none": None,
    "empty": "",
    "blank": " \n\t\u2003",
    "1 MB": "x" * 1_000_000,
    "1 MB in 3-byte characters": "字" * 350_000,
}
BAD_TIMES = {
    "naive": datetime(2026, 5, 1),  # noqa: DTZ001
    "naive text": "2026-05-01T12:00:00",
    "a date": "2026-05-01",
    "year 1": datetime(1, 1, 1, tzinfo=UTC),
    "year 9999": datetime(9999, 12, 31, tzinfo=UTC),
    "year 0 in UTC": "0001-01-01T00:00:00+14:00",
    "year 10000 in UTC": "9999-12-31T23:59:59-14:00",
    "year 2200 in UTC": "2199-12-31T23:59:00-05:00",
    "year 1900 in UTC": "1901-01-01T00:01:00+05:00",
    "nonsense": "yesterday",
    "empty": "",
    "number": 1_700_000_000,
    "NaN": math.nan,
}
DEEP: dict = {}
for _ in range(100):
    DEEP = {"a": DEEP}
BAD_METADATA = {
    "a list": [1],
    "text": "x",
    "a set": {"a": {1, 2}},
    "NaN": {"a": math.nan},
    "infinite": {"a": math.inf},
    "a key that is not text": {1: "a"},
    "an object": {"a": object()},
    "NUL": {"a": "\x00"},
    "surrogate key": {"\ud800": 1},
    "deep": DEEP,
    "huge": {"a": "x" * 256 * 1024},
    "a number without end": {"a": 10**5000},
}


def cases(bad):
    return pytest.mark.parametrize("value", bad.values(), ids=bad.keys())


@pytest.fixture
def untouched(memory):
    """Fails the test when anything has been written."""
    memory.agent("alice").remember("the only thing here", conversation="c", id="1")
    memory.agent("alice").memories.add("the only memory")
    before = memory._components.store.dump("alice")
    yield memory.agent("alice")
    assert [agent.id for agent in memory.agents()] == ["alice"]
    assert memory._components.store.dump("alice") == before


def refused(call, field):
    with pytest.raises(InvalidInput) as error:
        call()
    assert error.value.code == "invalid_input"
    assert error.value.field == field
    assert len(str(error.value)) < 300


@cases(BAD_CONTENT)
def test_content(untouched, value):
    refused(lambda: untouched.remember(value), "content")
    refused(lambda: untouched.memories.add(value), "content")
    refused(lambda: untouched.ingest("c", [{"role": "user", "content": value}]), "turns[0].content")


@cases(BAD_IDS)
def test_ids(memory, untouched, value):
    refused(lambda: memory.agent(value), "agent_id")
    refused(lambda: untouched.remember("x", conversation=value), "conversation")
    refused(lambda: untouched.remember("x", id=value), "id")
    refused(lambda: untouched.ingest(value, []), "conversation")
    refused(lambda: untouched.memories.get(value), "id")
    refused(lambda: untouched.conversations.delete(value), "conversation")
    refused(lambda: memory.jobs.get(value), "id")


@pytest.mark.parametrize("role", ["king", "", "USER", None, 1, ["user"]])
def test_roles(untouched, role):
    refused(lambda: untouched.remember("x", role=role), "role")


@cases(BAD_TIMES)
def test_times(untouched, value):
    refused(lambda: untouched.remember("x", at=value), "at")
    refused(lambda: untouched.memories.add("x", valid_from=value), "valid_from")


@cases(BAD_METADATA)
def test_metadata(untouched, value):
    refused(lambda: untouched.remember("x", metadata=value), "metadata")
    refused(lambda: untouched.memories.add("x", metadata=value), "metadata")


@pytest.mark.parametrize("turns", [None, 5, "text", b"x", {"user": "x"}])
def test_a_batch_that_is_none(untouched, turns):
    refused(lambda: untouched.ingest("c", turns), "turns")


@pytest.mark.parametrize(
    "item",
    [None, "text", 5, [], {}, {"usr": "x"}, {"user": ""}, {"user": None}, {1: 2}, {"role": "user"}],
)
def test_a_turn_that_is_none(untouched, item):
    with pytest.raises(InvalidInput) as error:
        untouched.ingest("c", [{"user": "fine"}, item])
    assert str(error.value.field).startswith("turns[1]")


def test_too_many_turns_at_once(tmp_path):
    with Memory.open(":memory:", max_ingest_turns=3) as memory:
        refused(lambda: memory.agent("a").ingest("c", [{"user": "x"}] * 4), "turns")
        assert memory.agents() == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "rumour"),
        ("confidence", 1.1),
        ("confidence", math.nan),
        ("confidence", True),
        ("priority", "urgent"),
        ("tags", "text"),
        ("tags", [1]),
        ("tags", [""]),
        ("pinned", 1),
        ("subject", " "),
        ("key", ""),
    ],
)
def test_memories(untouched, field, value):
    refused(lambda: untouched.memories.add("x", **{field: value}), field)


def test_knowledge_needs_its_key_and_validity_an_order(untouched):
    refused(lambda: untouched.memories.add("x", kind="domain"), "key")
    late, early = datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)
    refused(lambda: untouched.memories.add("x", valid_from=late, valid_until=early), "valid_until")


@pytest.mark.parametrize("limit", [0, -1, 1.5, "3", True])
def test_limits(memory, untouched, limit):
    refused(lambda: untouched.memories.list(limit=limit), "limit")
    refused(lambda: untouched.conversations.list(limit=limit), "limit")
    refused(lambda: memory.agents(limit=limit), "limit")
    refused(lambda: memory.jobs.list(limit=limit), "limit")


def test_what_is_not_there(memory, untouched):
    for look in (
        lambda: untouched.memories.get("nope"),
        lambda: untouched.memories.update("nope", content="x"),
        lambda: untouched.memories.delete("nope"),
        lambda: untouched.memories.restore("nope"),
        lambda: untouched.memories.history("nope"),
        lambda: untouched.conversations.get("nope"),
        lambda: untouched.conversations.turns("nope"),
        lambda: untouched.conversations.rename("nope", "x"),
        lambda: untouched.conversations.delete("nope"),
        lambda: memory.agent("nobody").conversations.delete("c"),
        lambda: memory.agent("nobody").erase(),
        lambda: memory.jobs.get("nope"),
        lambda: memory.jobs.retry("nope"),
    ):
        with pytest.raises(NotFound):
            look()
    assert memory.agent("nobody").turns() == []
    assert memory.agent("nobody").memories.list() == []


@pytest.mark.parametrize("path", ["", 5, b"x", ["x"]])
def test_a_path_that_is_none(path):
    with pytest.raises(RecollectError):
        Memory.open(path)


def test_settings_are_checked_by_name_and_range():
    with pytest.raises(InvalidSetting, match=r"summary_debounce_seconds.*5.*10.*3,?600"):
        Memory.open(":memory:", summary_debounce_seconds=5)
    with pytest.raises(InvalidSetting, match=r"sumary_debounce_seconds.*summary_debounce_seconds"):
        Memory.open(":memory:", sumary_debounce_seconds=60)


@pytest.mark.parametrize("path", ["a\x00b", b"x", 5, None, ""])
def test_paths_of_exports_and_imports(memory, path):
    refused(lambda: memory.export(path), "path")
    refused(lambda: memory.import_(path), "path")


@pytest.mark.parametrize("half", [["x"], {"type": "text"}, 5, True])
def test_an_exchange_whose_half_is_not_text(untouched, half):
    refused(lambda: untouched.ingest("c", [{"user": half}]), "turns[0].content")


def test_a_cursor_that_leads_nowhere(untouched):
    refused(lambda: untouched.memories.list(cursor="nothing"), "cursor")
    refused(lambda: untouched.conversations.list(cursor="nothing"), "cursor")
