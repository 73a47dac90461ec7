import json

import pytest

from recollect import InvalidInput
from recollect.importers import ImportSource, detect_file, jsonl


@pytest.fixture
def read(write):
    def reading(*lines, conversation=None):
        path = write("chat.jsonl", "".join(line + "\n" for line in lines))
        return [*jsonl.conversations(ImportSource(path, conversation))]

    return reading


def packed(**fields):
    return json.dumps(fields)


def test_a_line_is_a_turn_with_all_its_fields(read):
    at = "2026-05-01T12:00:00+00:00"
    line = packed(
        role="tool",
        content="42",
        speaker="calc",
        at=at,
        id="t1",
        conversation="c1",
        metadata={"a": 1},
    )
    (talk,) = read(line)
    assert (talk.agent, talk.conversation, talk.title) == (None, "c1", None)
    assert talk.turns == [
        {
            "role": "tool",
            "content": "42",
            "speaker": "calc",
            "at": at,
            "id": "t1",
            "metadata": {"a": 1},
        }
    ]


def test_a_json_list_of_conversations_is_read_like_lines(write):
    talks = [{"title": "Moving", "messages": [{"content": "I live in Oslo.", "id": "1"}]}] * 2
    found = detect_file(ImportSource(write("chats.json", talks)))
    for _ in ("checked", "stored"):
        assert [(talk.conversation, talk.title) for talk in found.conversations()] == [
            ("chats-1", "Moving"),
            ("chats-2", "Moving"),
        ]
    alone = write("chat.json", json.dumps(talks[0], indent=1))
    assert next(detect_file(ImportSource(alone)).conversations()).conversation == "chat"


def test_a_pair_is_two_turns_and_an_empty_half_is_none(read):
    (talk,) = read(packed(user="Hi", assistant="Hello"), packed(user="Bye", assistant=""))
    said = [(turn["role"], turn["content"]) for turn in talk.turns]
    assert said == [("user", "Hi"), ("assistant", "Hello"), ("user", "Bye")]


def test_turns_that_name_no_conversation_go_to_the_one_given_or_the_files_name(read):
    assert read(packed(content="x"))[0].conversation == "chat"
    assert read(packed(content="x"), conversation="mine")[0].conversation == "mine"
    for name in ("conversation", "conversation_id"):
        named = read(packed(content="x", **{name: "own"}), conversation="mine")
        assert named[0].conversation == "own"


def test_interleaved_conversations_keep_their_order_and_come_in_stretches(read):
    lines = [packed(content=str(n), conversation=f"c{n % 2}") for n in range(2_500)]
    talks = read(*lines)
    assert all(len(talk.turns) <= 1_000 for talk in talks)
    for name in ("c0", "c1"):
        said = [
            int(t["content"]) for talk in talks if talk.conversation == name for t in talk.turns
        ]
        assert said == sorted(said)
        assert len(said) == 1_250


def test_a_repeated_message_gets_an_id_of_its_own_the_same_in_every_run(read):
    lines = [packed(role="user", content="thanks")] * 3
    first, second = read(*lines)[0].turns, read(*lines)[0].turns
    assert first == second
    assert "id" not in first[0]
    assert first[1]["id"] != first[2]["id"]


def test_blank_lines_windows_line_ends_and_a_byte_order_mark_do_not_matter(write):
    path = write("chat.jsonl", b'\xef\xbb\xbf{"content": "a"}\r\n\r\n  \n{"content": "b"}')
    (talk,) = jsonl.conversations(ImportSource(path))
    assert [turn["content"] for turn in talk.turns] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{broken", "not JSON"),
        ("[1, 2]", "this must be a JSON object"),
        ("17", "this must be a JSON object"),
        (packed(role="user"), "content is missing"),
        (packed(role="bot", content="x"), "role 'bot' is not known"),
        (packed(content="  "), "content is empty"),
        (packed(content=7), "content must be text"),
        (packed(content="nul\x00"), "NUL"),
        ('{"content": "\\ud800"}', "surrogate"),
        (packed(content="x", at="yesterday"), "ISO 8601"),
        (packed(content="x", at="2026-01-01T00:00:00"), "time zone"),
        (packed(content="x", text="y"), "unknown field 'text'"),
        (packed(content="x", id=""), "id is empty"),
        (packed(content="x", conversation=5), "conversation must be text"),
        (packed(content="x", conversation="a", conversation_id="a"), "not both"),
        (packed(content="x", metadata=[1]), "metadata must be an object"),
        ('{"content": "x", "metadata": {"n": NaN}}', "not JSON"),
        (packed(user="x", id="1"), "cannot have 'id'"),
        (packed(user="", assistant=None), "both empty"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_wrong_line_is_named_with_its_number_and_reason(read, line, reason):
    with pytest.raises(InvalidInput) as caught:
        read(*[packed(content="fine")] * 16, line)
    assert "chat.jsonl, line 17: " in caught.value.message
    assert reason in caught.value.message


@pytest.mark.parametrize(("raw", "reason"), [(b"a\x00b", "NUL byte"), (b"\xff\xfe", "UTF-8")])
def test_bytes_that_are_no_text_are_named_with_their_line(write, raw, reason):
    path = write("chat.jsonl", b'{"content": "fine"}\n' + raw)
    with pytest.raises(InvalidInput, match=f"line 2: .*{reason}"):
        [*jsonl.conversations(ImportSource(path))]


def test_content_over_the_limit_is_refused_before_anything_is_stored(write):
    path = write("chat.jsonl", lines=[{"content": "x" * 2_000}])
    with pytest.raises(InvalidInput, match=r"line 1: content has 2,000 bytes; the limit is 1,024"):
        [*jsonl.conversations(ImportSource(path, max_content_bytes=1_024))]


def test_a_time_keeps_its_offset(run, tmp_path):
    at = "2026-03-02T23:30:00-08:00"
    line = {"conversation": "c", "role": "user", "content": "Hello", "at": at}
    (tmp_path / "talk.jsonl").write_text(json.dumps(line))
    assert run("ingest", tmp_path / "talk.jsonl", "--agent", "alice").code == 0
    run("export", tmp_path / "out.jsonl")
    assert '"utc_offset":-28800' in (tmp_path / "out.jsonl").read_text()


def test_a_whole_conversation_keeps_its_title(run, tmp_path):
    file = tmp_path / "chats.jsonl"
    said = [{"role": "user", "content": "Hi"}]
    talks = [{"messages": said, "title": "Moving"}, {"messages": said, "title": 7}]
    file.write_text("".join(json.dumps(talk) + "\n" for talk in talks))
    assert run("import", file, "--agent", "me", "--no-wait").code == 0
    listed = run("conversations", "me", "--json").json
    assert {each["id"]: each["title"] for each in listed} == {"chats-1": "Moving", "chats-2": None}


def test_a_line_may_be_a_whole_conversation(run, tmp_path):
    file = tmp_path / "chats.jsonl"
    talks = [[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]] * 2
    file.write_text("".join(json.dumps({"messages": talk}) + "\n" for talk in talks))
    done = run("ingest", file, "--agent", "me", "--no-wait", "--json").json
    assert (done["added"], done["agents"][0]["conversations"]) == (4, 2)
    assert len(run("conversations", "me", "chats-2", "--json").json["turns"]) == 2
    for wrong in ({"messages": 1}, {"messages": [], "x": 1}, {"messages": ["Hi"]}):
        file.write_text(json.dumps(wrong))
        assert "line 1: " in run("ingest", file, "--agent", "me").err
