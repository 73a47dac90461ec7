"""Export and import: a lossless round trip, whole or not at all."""

import json
import os
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples
from recollect import Conflict, InvalidInput, Memory, NotFound, StorageError
from recollect.testing import ToyEmbedder


def fill(memory):
    alice = memory.agent("alice")
    alice.ingest("c1", [{"user": "Hello \u2028 wörld 字 🙂\n\ttabs", "assistant": "Hi"}])
    alice.remember(
        "with everything", conversation="c2", speaker="Al", id="x/1", metadata={"a": [1]}
    )
    alice.conversations.rename("c2", "A title")
    entry = alice.memories.add("Likes tea", tags=["a"], valid_from="2026-05-01T00:00:00+00:00")
    alice.memories.update(entry.id, content="Likes coffee")
    gone = alice.memories.add("Was deleted")
    alice.memories.delete(gone.id)
    alice.memories.add("Cart is at /cart", kind="website_knowledge", key="shop")
    memory.agent("bob '; DROP TABLE turns; --").remember("me too")


@pytest.fixture
def exported(memory, tmp_path):
    fill(memory)
    memory.export(tmp_path / "out.jsonl")
    return tmp_path / "out.jsonl"


def test_the_round_trip_loses_nothing(memory, exported, tmp_path):
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        taken = other.import_(exported)
        assert (taken.agents, taken.conversations, taken.turns, taken.memories) == (2, 3, 4, 3)
        other.export(tmp_path / "again.jsonl")
        assert (tmp_path / "again.jsonl").read_bytes() == exported.read_bytes()
        born = [(agent.id, agent.created_at) for agent in memory.agents()]
        assert born == [(agent.id, agent.created_at) for agent in other.agents()]
        for agent in memory.agents():
            ours, theirs = memory.agent(agent.id), other.agent(agent.id)
            assert ours.turns() == theirs.turns()
            assert ours.conversations.list() == theirs.conversations.list()
            every = ("active", "review", "superseded", "deleted")
            assert ours.memories.list(status=every) == theirs.memories.list(status=every)
            for entry in ours.memories.list(status=every):
                assert ours.memories.history(entry.id) == theirs.memories.history(entry.id)


def test_importing_again_changes_nothing(memory, exported, tmp_path):
    memory.import_(exported)
    memory.export(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == exported.read_bytes()


def test_one_agent_alone(memory, exported, tmp_path):
    memory.export(tmp_path / "alice.jsonl", agent="alice")
    assert "me too" not in (tmp_path / "alice.jsonl").read_text()
    with pytest.raises(NotFound):
        memory.export(tmp_path / "nobody.jsonl", agent="nobody")
    assert not (tmp_path / "nobody.jsonl").exists()


def test_a_conversation_that_went_on_here_keeps_its_turns(exported, tmp_path):
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        alice = other.agent("alice")
        alice.remember("I was here first", conversation="c1")
        other.import_(exported)
        turns = alice.turns("c1")
        assert len(turns) == 3
        assert sorted(turn.index for turn in turns) == [0, 1, 2]
        alice.remember("and last", conversation="c1")
        assert alice.turns("c1")[-1].content == "and last"


def test_imported_turns_are_embedded_even_between_others(opened, memory, exported, tmp_path):
    other = opened(embedder=ToyEmbedder(), path=tmp_path / "other.sqlite")
    for number in range(3):
        other.agent("alice").remember(f"mine {number}", conversation="c1", id=f"mine-{number}")
    other.sync()
    other.import_(exported)
    assert other.sync().ok
    stats = other.stats().store
    assert stats.turns == stats.turns_embedded == 7


def test_a_conflict_takes_nothing_of_any_agent(exported, tmp_path):
    lines = exported.read_text().splitlines()
    # bob comes first, alice last and in conflict
    at = next(n for n, line in enumerate(lines) if '"bob' in line)
    swapped = [lines[0], *lines[at:], *lines[1:at]]
    exported.write_text("\n".join(swapped) + "\n")
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        other.agent("alice").remember("something else", conversation="c2", id="x/1")
        with pytest.raises(Conflict):
            other.import_(exported)
        assert [agent.id for agent in other.agents()] == ["alice"]
        assert len(other.agent("alice").turns()) == 1


def broken(lines):
    turn = next(n for n, line in enumerate(lines) if line.startswith('{"turn"'))
    record = json.loads(lines[turn])["turn"]

    def with_turn(**changes):
        changed = {**record, **changes}
        return [*lines[:turn], json.dumps({"turn": changed}), *lines[turn + 1 :]]

    without_role = {key: value for key, value in record.items() if key != "role"}
    return {
        "empty": [],
        "not an export": ['{"a": 1}'],
        "newer format": ['{"recollect": "export", "format": 99}'],
        "not JSON": [lines[0], "what"],
        "a list": [lines[0], "[1]"],
        "no agent": [lines[0], lines[turn]],
        "two in a line": [lines[0], '{"agent": "a", "turn": {}}'],
        "an unknown thing": [*lines, '{"dream": {}}'],
        "a bad role": with_turn(role="king"),
        "a naive time": with_turn(at="2026-05-01T00:00:00"),
        "a NUL": with_turn(content="a\x00b"),
        "an index below 0": with_turn(index=-1),
        "an extra field": with_turn(extra=1),
        "a missing field": [*lines[:turn], json.dumps({"turn": without_role})],
        "an empty memory": [*lines, '{"memory": []}'],
        "an agent without a beginning": [lines[0], '{"agent": {"id": "a"}}'],
    }


@pytest.mark.parametrize("what", list(broken(['{"turn": {"role": 1}}'])))
def test_a_broken_file_is_named_by_its_line_and_changes_nothing(exported, tmp_path, what):
    lines = broken(exported.read_text().splitlines())[what]
    exported.write_text("".join(line + "\n" for line in lines))
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        with pytest.raises(InvalidInput, match=r"line \d+|empty"):
            other.import_(exported)
        assert other.agents() == []


def test_files_that_cannot_be_read_or_written(memory, tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "nowhere.jsonl", tmp_path, tmp_path / "binary"):
        with pytest.raises(InvalidInput):
            memory.import_(path)
    with pytest.raises(StorageError):
        memory.export(tmp_path / "no" / "folder.jsonl")


def test_an_export_is_for_its_owner_and_never_half(memory, exported, tmp_path):
    assert exported.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.glob(".*")] == []


TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=30
).filter(str.strip)


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(TEXT, TEXT, TEXT, st.dictionaries(TEXT, TEXT, max_size=2)), max_size=6))
def test_any_text_survives_the_round_trip(tmp_path, items):
    out, again = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    with Memory.open(":memory:", background=False, redact_secrets=False) as one:
        for agent, conversation, content, metadata in items:
            one.agent(agent).remember(content, conversation=conversation, metadata=metadata)
            one.agent(agent).memories.add(content, metadata=metadata)
        one.export(out)
        with Memory.open(":memory:", background=False, redact_secrets=False) as two:
            two.import_(out)
            two.export(again)
        assert out.read_bytes() == again.read_bytes()


@pytest.fixture
def ways_to_the_database(tmp_path):
    """Names under which the database of `memory`, or a file beside it, can be reached."""
    database = tmp_path / "memory.sqlite"
    (tmp_path / "folder").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(database)
    (tmp_path / "link-to-nothing-yet").symlink_to(f"{database}-journal")
    os.link(database, tmp_path / "hard-link")
    os.link(f"{database}-wal", tmp_path / "hard-link-to-the-log")
    beside = [f"{database}{ending}" for ending in ("", "-wal", "-shm", "-journal")]
    detours = ("./memory.sqlite", "folder/memory.sqlite", "folder/memory.sqlite-wal", "link")
    links = ("link-to-nothing-yet", "hard-link", "hard-link-to-the-log")
    return [*beside, *(tmp_path / name for name in (*detours, *links))]


def test_no_transfer_touches_the_database_itself(memory, alice, ways_to_the_database):
    alice.remember("acknowledged")
    for path in ways_to_the_database:
        for transfer in (memory.export, memory.import_):
            with pytest.raises(InvalidInput, match="is the database itself") as refused:
                transfer(path)
            assert refused.value.field == "path"
    assert memory.faults() == []
    assert len(alice.turns()) == 1


def test_a_refused_import_leaves_the_locks_of_the_database(memory, alice, tmp_path):
    # To close any handle of a file drops all locks that the process has on it: whoever comes and goes
    # next would believe to be the last one, and remove the log that is still being written to.
    alice.remember("acknowledged")
    with pytest.raises(InvalidInput):
        memory.import_(tmp_path / "memory.sqlite")
    visit = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM turns'); c.close()"
    subprocess.run([sys.executable, "-c", visit, tmp_path / "memory.sqlite"], check=True)
    assert (tmp_path / "memory.sqlite-wal").exists()


def test_a_database_behind_a_link_has_its_log_beside_the_file(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "elsewhere" / "real.sqlite")
    with Memory.open(tmp_path / "link.sqlite", background=False) as memory:
        memory.agent("alice").remember("hello")
        with pytest.raises(InvalidInput, match="is the database itself"):
            memory.export(tmp_path / "elsewhere" / "real.sqlite-wal")


def test_an_import_says_what_was_new(memory, exported, tmp_path):
    again = memory.import_(exported)
    assert (again.turns, again.turns_new, again.memories, again.memories_new) == (4, 0, 3, 0)
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        other.agent("alice").memories.add("Was deleted")
        other.agent("alice").remember("with everything", conversation="c2", id="x/1")
        taken = other.import_(exported)
        assert (taken.turns, taken.turns_new, taken.memories, taken.memories_new) == (4, 3, 3, 2)


def test_a_memory_that_comes_twice_in_a_file_is_new_once(exported, tmp_path):
    lines = exported.read_text().splitlines()
    exported.write_text("\n".join([*lines, *lines[1:]]) + "\n")
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        taken = other.import_(exported)
        assert (taken.turns, taken.turns_new, taken.memories, taken.memories_new) == (8, 4, 6, 3)


def test_a_memory_that_went_on_here_or_there_stays_as_it_is_here(memory, tmp_path):
    memories = memory.agent("alice").memories
    entry = memories.add("Likes tea")
    memory.export(tmp_path / "older.jsonl")
    memories.update(entry.id, content="Likes coffee")
    memory.export(tmp_path / "newer.jsonl")
    memories.restore(entry.id, version=1)
    here = memories.history(entry.id)
    for name in ("older.jsonl", "newer.jsonl"):
        assert memory.import_(tmp_path / name).memories_new == 0
        assert memories.history(entry.id) == here


def test_a_key_that_another_memory_has_refuses_the_whole_file(memory, exported, tmp_path):
    text = exported.read_text()
    line = next(line for line in text.splitlines() if '"key":"shop"' in line)
    entry = json.loads(line)["memory"][0]["entry"]
    exported.write_text(text.replace(entry["id"], "another id"))
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        other.agent("alice").memories.add("Cart is elsewhere", kind=entry["kind"], key="shop")
        with pytest.raises(Conflict, match=r"'another id'.*website_knowledge.*'shop'") as refused:
            other.import_(exported)
        assert (refused.value.code, refused.value.field) == ("conflict", "key")
        assert [agent.id for agent in other.agents()] == ["alice"]
        assert other.agent("alice").turns() == []


@pytest.mark.parametrize("offset", ["-05:00", "+05:00"])
def test_what_was_accepted_at_the_edges_of_time_comes_back(memory, alice, tmp_path, offset):
    edges = (
        "1900-12-31T23:59:00",
        "1901-01-01T00:01:00",
        "2199-12-31T23:59:00",
        "2200-01-01T00:01:00",
    )
    for moment in edges:
        with suppress(InvalidInput):
            alice.remember("x", at=moment + offset)
    assert len(alice.turns()) == 2
    memory.export(tmp_path / "out.jsonl")
    with Memory.open(":memory:", background=False) as other:
        assert other.import_(tmp_path / "out.jsonl").turns_new == 2


def test_token_counts_of_another_counter_come_back_as_they_were(memory, exported, tmp_path):
    lines = [json.loads(line) for line in exported.read_text().splitlines()]
    for line in lines:
        if "turn" in line:
            line["turn"]["tokens"] = 12_345
    exported.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        other.import_(exported)
        assert {turn.tokens for turn in other.agent("alice").turns()} == {12_345}


EVERY = ("active", "review", "superseded", "deleted")
SAID = [
    {"user": "I live in Porto. I work at Acme."},
    {"user": "I am allergic to peanuts."},
    {"user": "The weather is fine."},
]


def known(memory):
    """Everything that is held of Alice, with its history."""
    alice = memory.agent("alice")
    return {
        entry.id: alice.memories.history(entry.id) for entry in alice.memories.list(status=EVERY)
    }


def learned_from(memory):
    (job,) = [job for job in memory.jobs.list() if job.kind == "learn"]
    return job.outcome


def test_a_memory_is_shown_alike_before_and_after_a_round_trip(opened, tmp_path):
    with opened() as memory:
        maya = memory.agent("maya")
        maya.remember("I prefer tea.", speaker="Maya", at="2026-06-08T23:30:00+02:00")
        assert memory.sync().ok
        before = [entry.line for entry in maya.memories.list()]
        memory.export(tmp_path / "out.jsonl")
    other = opened(path=tmp_path / "other.sqlite")
    other.import_(tmp_path / "out.jsonl")
    after = [entry.line for entry in other.agent("maya").memories.list()]
    assert before == after == ['8 Jun 2026, Maya: "I prefer tea"']


def test_an_export_from_before_memories_were_quotations_is_taken_in(opened, tmp_path):
    with opened() as memory:
        memory.agent("maya").remember("I prefer tea.", speaker="Maya")
        assert memory.sync().ok
        memory.export(tmp_path / "out.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    for line in lines:
        for version in line.get("memory", ()):
            version["entry"] |= {"content": "Maya prefers tea.", "metadata": {}}
    old = tmp_path / "old.jsonl"
    old.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    other = opened(path=tmp_path / "other.sqlite")
    other.import_(old)
    (entry,) = other.agent("maya").memories.list()
    assert (entry.line, entry.quote) == ("Maya prefers tea.", "I prefer tea")
    assert (entry.speaker, entry.said_at, entry.is_standing) == (None, None, False)


def test_imported_conversations_are_learned_from(opened, tmp_path):
    with opened(extractor="none") as memory:
        memory.agent("alice").ingest("c", SAID)
        memory.export(tmp_path / "out.jsonl")
    other = opened(path=tmp_path / "other.sqlite")
    other.import_(tmp_path / "out.jsonl")
    assert other.sync().ok
    assert {entry.content for entry in other.agent("alice").memories.list()} == {
        "User lives in Porto.",
        "User works at Acme.",
        "User is allergic to peanuts.",
    }
    before = known(other)
    other.import_(tmp_path / "out.jsonl")
    assert other.sync().ok
    assert known(other) == before
    assert learned_from(other) == "no new turns"


def test_what_was_learned_elsewhere_is_neither_doubled_nor_lost(opened, tmp_path):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", SAID)
    memory.sync()
    told = {entry.content: entry for entry in alice.memories.list()}
    alice.memories.delete(told["User works at Acme."].id)
    alice.memories.update(told["User lives in Porto."].id, content="User lives in Porto, in Foz.")
    alice.memories.add("Likes tea")
    memory.export(tmp_path / "out.jsonl")
    other = opened(path=tmp_path / "other.sqlite")
    for _ in range(2):
        other.import_(tmp_path / "out.jsonl")
        assert other.sync().ok
        assert known(other) == known(memory)


def test_what_others_learned_in_their_own_way_stays_as_it_is(opened, tmp_path):
    """As a model may have put it, or what rules would not have found: it is not learned beside it once more."""
    memory = opened()
    memory.agent("alice").ingest("c", SAID)
    memory.sync()
    memory.export(tmp_path / "out.jsonl")
    text = (tmp_path / "out.jsonl").read_text("utf-8")
    assert "User lives in Porto." in text
    (tmp_path / "out.jsonl").write_text(
        text.replace("User lives in Porto.", "Their home is Porto.")
    )
    other = opened(path=tmp_path / "other.sqlite")
    other.import_(tmp_path / "out.jsonl")
    assert other.sync().ok
    assert {entry.content for entry in other.agent("alice").memories.list()} == {
        "Their home is Porto.",
        "User works at Acme.",
        "User is allergic to peanuts.",
    }


def test_what_was_not_yet_learned_when_it_was_exported_is_learned_here(opened, tmp_path):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", SAID[:1])
    memory.sync()
    alice.ingest("c", SAID[1:])
    memory.export(tmp_path / "out.jsonl")
    other = opened(path=tmp_path / "other.sqlite")
    other.agent("alice").ingest("d", [{"user": "I don't like coffee."}])
    other.import_(tmp_path / "out.jsonl")
    assert other.sync().ok
    assert sorted(entry.content for entry in other.agent("alice").memories.list()) == [
        "I don't like coffee",
        "User is allergic to peanuts.",
        "User lives in Porto.",
        "User works at Acme.",
    ]
    assert (
        learned_from(other) == "3 turns, 2 statements, 2 changes, 1 turn already learned elsewhere"
    )


def test_where_nothing_is_learned_an_import_asks_for_no_learning(opened, tmp_path):
    memory = opened(extractor="none")
    memory.agent("alice").ingest("c", SAID)
    memory.export(tmp_path / "out.jsonl")
    other = opened(extractor="none", path=tmp_path / "other.sqlite")
    other.import_(tmp_path / "out.jsonl")
    assert "learn" not in {job.kind for job in other.jobs.list()}
