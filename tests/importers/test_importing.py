"""What holds for every format: nothing twice, nothing lost, nothing half."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

import pytest

from recollect import Conflict, InvalidInput, Memory
from recollect.importers import ImportSource, archive, detect_file
from recollect.settings import load
from recollect.testing import FixedClock
from recollect.wiring import build


def mem0(*memories):
    return json.dumps({"results": [{"id": str(n), **each} for n, each in enumerate(memories)]})


@pytest.fixture
def write(tmp_path):
    def writing(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return writing


def contents(memory, agent="me"):
    return sorted(entry.content for entry in memory.agent(agent).memories.list())


def test_a_later_export_adds_what_is_new_and_updates_what_was_edited(memory, write):
    tea = {"memory": "Likes tea", "created_at": "2024-01-02T00:00:00+00:00"}
    memory.import_(write("a.json", mem0(tea, {"memory": "Has a dog"})), agent="me")
    later = mem0({**tea, "memory": "Likes coffee"}, {"memory": "Has a dog"}, {"memory": "Sings"})
    done = memory.import_(write("a.json", later), agent="me")
    assert (done.memories_new, done.memories_updated) == (1, 1)
    assert contents(memory) == ["Has a dog", "Likes coffee", "Sings"]
    (entry,) = [e for e in memory.agent("me").memories.list() if e.content == "Likes coffee"]
    assert [v.entry.content for v in memory.agent("me").memories.history(entry.id)] == [
        "Likes tea",
        "Likes coffee",
    ]


def test_what_a_person_changed_or_deleted_here_stays_so(memory, write):
    memory.import_(write("a.json", mem0({"memory": "Likes tea"}, {"memory": "Sings"})), agent="me")
    ids = {entry.content: entry.id for entry in memory.agent("me").memories.list()}
    memory.agent("me").memories.update(ids["Likes tea"], content="Loves tea")
    memory.agent("me").memories.delete(ids["Sings"])
    later = write("a.json", mem0({"memory": "Likes coffee"}, {"memory": "Sings"}))
    memory.import_(later, agent="me")
    assert contents(memory) == ["Loves tea"]


def test_a_document_that_has_changed_is_updated(memory, write):
    path = write("notes/plan.md", "Intro\n\n## Beds\nSix.\n")
    memory.import_(path, agent="me")
    write("notes/plan.md", "Intro\n\n## Beds\nEight.\n\n## Water\nDaily.\n")
    done = memory.import_(path, agent="me")
    assert (done.memories_new, done.memories_updated) == (1, 1)
    assert contents(memory) == ["## Beds\nEight.", "## Water\nDaily.", "Intro"]


def test_a_statement_that_is_known_is_not_stored_again(memory, write):
    memory.agent("me").memories.add("Likes tea")
    done = memory.import_(write("a.json", mem0({"memory": "Likes tea"})), agent="me")
    assert (done.memories, done.memories_new) == (1, 0)


def test_an_old_memory_does_not_fade_at_once(tmp_path, write):
    clock = FixedClock(datetime(2026, 5, 1, tzinfo=UTC))
    components = build(load(), tmp_path / "m.sqlite", clock=clock)
    with Memory(components, background=False) as memory:
        old = {"memory": "Likes tea", "created_at": "2020-01-01T00:00:00+00:00"}
        memory.import_(write("a.json", mem0(old)), agent="me")
        clock.advance(timedelta(days=2).total_seconds())
        assert memory.sync().ok
        (entry,) = memory.agent("me").memories.list()
        assert (entry.recorded_at.year, entry.confidence) == (2020, 0.5)


def test_an_import_does_not_push_out_what_is_known(tmp_path, write):
    path = write("a.json", mem0(*({"memory": f"Fact {n}"} for n in range(4))))
    with Memory.open(tmp_path / "m.sqlite", background=False, max_entries_per_agent=4) as memory:
        memory.agent("me").memories.add("Likes tea")
        for dry_run in (True, False):
            with pytest.raises(Conflict, match="would have 5 memories, but only 4 are kept"):
                memory.import_(path, agent="me", dry_run=dry_run)
        assert contents(memory) == ["Likes tea"]


def test_the_ids_of_messages_may_repeat_in_another_conversation_but_not_in_the_same(memory, write):
    def chat(said):
        return json.dumps({"messages": [{"id": "1", "content": said}]})

    memory.import_(write("a.jsonl", chat("I live in Oslo.")), agent="me", conversation="a")
    other = write("b.jsonl", chat("I have a dog."))
    assert memory.import_(other, agent="me", conversation="b", dry_run=True).turns_new == 1
    for dry_run in (True, False):
        with pytest.raises(Conflict, match=r"turn '1' .* other content\. If this is"):
            memory.import_(other, agent="me", conversation="a", dry_run=dry_run)
    assert [turn.content for turn in memory.agent("me").turns()] == ["I live in Oslo."]


def test_secrets_are_redacted(memory, write):
    secret = "sk-proj-" + "a1B2" * 12
    memory.import_(write("notes/a.md", f"# Keys\nThe key is {secret}"), agent="me")
    assert secret not in contents(memory)[0]


def test_a_file_with_one_wrong_memory_changes_nothing(memory, write):
    path = write("a.json", mem0({"memory": "Likes tea"}, {"memory": "a\0b"}))
    with pytest.raises(InvalidInput, match=r"a\.json, memory 2: content holds a NUL"):
        memory.import_(path, agent="me")
    assert memory.agents() == []


@pytest.mark.parametrize("wrong", [{"user_id": "x" * 300}, {"id": "x" * 300}])
def test_ids_that_are_too_long_are_refused(memory, write, wrong):
    path = write("a.json", mem0({"memory": "Likes tea", **wrong}))
    with pytest.raises(InvalidInput, match="has 300 characters"):
        memory.import_(path)
    assert memory.agents() == []


def test_an_agent_must_be_named_by_the_file_or_the_caller(memory, write):
    path = write("a.json", mem0({"memory": "Likes tea"}))
    with pytest.raises(InvalidInput, match="does not name an agent") as caught:
        memory.import_(path)
    assert caught.value.field == "agent"


def test_what_has_no_agent_among_others_is_counted_and_can_get_one(memory, write):
    tea, sings = {"memory": "Likes tea", "user_id": "ann"}, {"memory": "Sings"}
    path = write("a.json", mem0(tea, {**tea, "memory": "Has a dog"}, sings))
    with pytest.raises(InvalidInput, match=r"1 of 3 memories names no agent .*'2'") as caught:
        memory.import_(path)
    assert caught.value.field == "default_agent"
    assert memory.agents() == []
    with pytest.raises(InvalidInput, match="omit default_agent"):
        memory.import_(path, agent="me", default_agent="team")
    memory.import_(path, default_agent="team")
    assert (contents(memory, "ann"), contents(memory, "team")) == (
        ["Has a dog", "Likes tea"],
        ["Sings"],
    )


def test_a_dry_run_shows_a_few_texts_of_each_agent(memory, write):
    secret = "sk-proj-" + "a1B2" * 12
    facts = [{"memory": f"Fact {n}", "user_id": "ann"} for n in range(4)]
    long = {"memory": f"{secret} " + "word " * 100, "user_id": "bob"}
    path = write("a.json", mem0(*facts, long))
    ann, bob = memory.import_(path, dry_run=True).by_agent
    assert ann.examples == ["Fact 0", "Fact 1", "Fact 2"]
    (text,) = bob.examples
    assert secret not in text
    assert text.endswith(" …")
    turns = write("a.jsonl", '{"content": "Hello there"}')
    assert memory.import_(turns, agent="me", dry_run=True).by_agent[0].examples == ["Hello there"]
    assert all(each.examples == [] for each in memory.import_(path).by_agent)


@pytest.mark.parametrize(
    ("owners", "warned"),
    [
        (["ann"] * 20 + ["bob"], ["ann has exactly 20"]),
        (["ann"] * 19 + ["bob"], ["the file has exactly 20"]),
        (["ann"] * 100, ["ann has exactly 100"]),
        (["ann"] * 21, []),
    ],
)
def test_as_many_memories_as_mem0_returns_by_default_are_noticed(memory, write, owners, warned):
    facts = [{"memory": f"Fact {n}", "user_id": user} for n, user in enumerate(owners)]
    found = memory.import_(write("a.json", mem0(*facts)), dry_run=True).warnings
    assert [text.split(" memories")[0] for text in found] == warned


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return packed.getvalue()


def test_a_zip_of_notes_is_read_without_unpacking(memory, write, tmp_path):
    files = {"../../evil.md": "Climbs", "/abs.md": "Absolute", "__MACOSX/x.md": "No", "a.md": "Yes"}
    memory.import_(write("in/notes.zip", zipped(files)), agent="me")
    assert contents(memory) == ["Absolute", "Yes"]
    assert not (tmp_path.parent / "evil.md").exists()


def test_a_zip_that_unpacks_to_more_than_the_limit_is_refused(memory, write, monkeypatch):
    monkeypatch.setattr(archive, "MAX_DOCUMENT", 10_000)
    bomb = zipped({f"{n}.md": "x" * 4_000 for n in range(5)})
    with pytest.raises(InvalidInput, match=r"more than the limit of 10,000 bytes"):
        memory.import_(write("bomb.zip", bomb), agent="me")
    assert memory.agents() == []


def test_a_folder_with_too_many_files_is_refused(memory, write, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_FILES", 2)
    for n in range(3):
        write(f"many/{n}.md", "x")
    with pytest.raises(InvalidInput, match="more than 2 files"):
        memory.import_(tmp_path / "many", agent="me")


def test_a_link_out_of_the_folder_is_not_followed(memory, write, tmp_path):
    write("notes/a.md", "Inside")
    (tmp_path / "notes" / "b.md").symlink_to(write("secret.md", "Outside"))
    memory.import_(tmp_path / "notes", agent="me")
    assert contents(memory) == ["Inside"]


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("a.md", b"\xff\xfeH\0i\0", "binary"),
        ("a.md", b"Se\xf1or", "not valid UTF-8"),
        ("a.txt", b"  \n", "empty"),
        ("a.md", b"---\ntitle: x\n---\n", "nothing to import"),
        ("a.json", b'{"results": ' + b"[" * 90_000, "nested too deeply"),
        ("a.json", b'[{"id": 1, "memory": 5}]', "unknown JSON format"),
        ("a.jsonl", b'{"type": "entity", "name": "A"}\n{"type"', "line 2: this is not a line"),
        ("a.db", b"SQLite format 3\0 and then nothing", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_explained(memory, write, name, raw, reason):
    with pytest.raises(InvalidInput, match=reason) as caught:
        memory.import_(write(name, raw), agent="me")
    assert name in caught.value.message
    assert memory.agents() == []


def test_a_database_of_another_program_is_refused(memory, tmp_path):
    import sqlite3  # noqa: PLC0415

    memory.backup(tmp_path / "own.db")
    with pytest.raises(InvalidInput, match="use recollect restore"):
        memory.import_(tmp_path / "own.db", agent="me")
    for table, reason in (("points", "Qdrant"), ("other", "not one of mem0's")):
        path = tmp_path / f"{table}.db"
        with sqlite3.connect(path) as database:
            database.execute(f"CREATE TABLE {table} (id TEXT)")
        database.close()
        with pytest.raises(InvalidInput, match=reason):
            memory.import_(path, agent="me")


def test_a_long_section_is_split_between_paragraphs(memory, write):
    paragraphs = [f"Paragraph {n}. " + "words " * 200 for n in range(6)]
    memory.import_(write("notes/long.md", "# Long\n\n" + "\n\n".join(paragraphs)), agent="me")
    found = memory.agent("me").knowledge.list("domain")
    assert {entry.key for entry in found} == {
        "notes/long.md#Long",
        "notes/long.md#Long (2)",
        "notes/long.md#Long (3)",
    }
    assert all(len(entry.content) < 3_500 for entry in found)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        "[[" * 100_000,
        "# a" + " " * 100_000 + "b",
        "---\na" + " " * 100_000 + "\n---\nx",
        "- " + "[x" * 100_000,
        "x" + "\n " * 100_000 + "x",
        "[2024-01-01" + "]" * 100_000,
    ],
)
def test_text_made_to_be_slow_is_read_in_time(write, text):
    for front in ("", "---\npermalink: a\n---\n"):
        path = write("notes/a.md", f"{front}{text}\n\nThe end.")
        *_, last = detect_file(ImportSource(path, max_content_bytes=2**30)).items()
        assert last.content.endswith("The end.")


def test_a_format_can_be_named(memory, write):
    path = write("list.md", "- Likes tea\n- Has a dog\n")
    memory.import_(path, agent="me", format="chatgpt")
    assert contents(memory) == ["Has a dog", "Likes tea"]
    with pytest.raises(InvalidInput, match="format 'csv' is not known"):
        memory.import_(path, agent="me", format="csv")


@pytest.mark.parametrize("is_zip64", [False, True])
def test_a_list_of_files_that_would_fill_the_ram_is_not_loaded(
    memory, write, monkeypatch, is_zip64
):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        zipped.writestr("a.md", "Six beds.")
    content = packed.getvalue()
    end = content.rindex(b"PK\x05\x06")
    if is_zip64:
        record = b"PK\x06\x06".ljust(40, b"\0") + (2**40).to_bytes(8, "little") + bytes(8)
        locator = b"PK\x06\x07".ljust(20, b"\0")
        content = content[:end] + record + locator + content[end:]
        end += len(record + locator)
    size = 0xFFFFFFFF if is_zip64 else 100_000 * 512 + 1
    content = content[: end + 12] + size.to_bytes(4, "little") + content[end + 16 :]
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(InvalidInput, match="more than 100,000 files"):
        memory.import_(write("many.zip", content), agent="me")
