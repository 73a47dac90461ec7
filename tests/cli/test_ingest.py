import pytest

CHAT = [
    {"role": "user", "content": "I moved to Lisbon.", "id": "1"},
    {"role": "assistant", "content": "How do you like it?", "id": "2"},
    {"user": "Very much", "assistant": "Good to hear"},
]


def sample(name):
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Ben",
            "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hello Ben."}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        },
    }


def chatgpt(title="Tea"):
    node = {
        "parent": None,
        "message": {
            "id": "m1",
            "author": {"role": "user"},
            "content": {"content_type": "text", "parts": ["Which tea?"]},
        },
    }
    return [{"id": "talk-1", "title": title, "mapping": {"m1": node}, "current_node": "m1"}]


def test_a_file_becomes_turns_and_ingested_again_adds_nothing(run, write, memory):
    path = write("chat.jsonl", lines=CHAT)
    first, second = (run("ingest", path, "--agent", "me", "--json").json for _ in range(2))
    assert (first["added"], first["duplicates"], first["format"]) == (4, 0, "jsonl")
    assert (second["added"], second["duplicates"]) == (0, 4)
    assert first["agents"] == [{"agent": "me", "conversations": 1, "added": 4, "duplicates": 0}]
    with memory() as opened:
        turns = opened.agent("me").turns("chat")
    assert [turn.content for turn in turns] == [
        "I moved to Lisbon.",
        "How do you like it?",
        "Very much",
        "Good to hear",
    ]


def test_the_report_says_what_is_new_and_what_was_there(run, write):
    path = write("chat.jsonl", lines=CHAT)
    assert "New: 4 turns." in run("ingest", path, "--agent", "me").out
    other = run("ingest", path, "--agent", "you").out
    assert "\nyou: 4 turns stored, 1 memory learned\n" in other
    assert "\nme: " not in other
    again = run("ingest", path, "--agent", "me")
    assert (again.code, "Nothing new" in again.out) == (0, True)


def test_a_message_said_many_times_in_a_long_conversation_is_kept_each_time(run, write, memory):
    # Questions, of which nothing is to be learned: what is learned is not what this is about.
    path = write(
        "chat.jsonl", lines=[{"content": "ok" if n % 3 else f"n{n}?"} for n in range(2_300)]
    )
    for added in (2_300, 0):
        assert run("ingest", path, "--agent", "me", "--json").json["added"] == added
    with memory() as opened:
        turns = opened.agent("me").turns()
    assert [turn.content for turn in turns[:4]] == ["n0?", "ok", "ok", "n3?"]
    assert len(turns) == 2_300


def test_lines_that_name_no_conversation_go_where_the_option_says(run, write, memory):
    lines = [{"content": "a"}, {"content": "b", "conversation": "own"}]
    path = write("chat.jsonl", lines=lines)
    assert run("ingest", path, "--agent", "me", "--conversation", "here").code == 0
    with memory() as opened:
        assert {talk.id for talk in opened.agent("me").conversations.list()} == {"here", "own"}


def test_several_samples_name_themselves_or_stand_below_the_agent_given(run, write):
    path = write("locomo.json", [sample("s1"), sample("s2")])
    assert run("ingest", path).code == 0
    assert run("ingest", path, "--agent", "lab").code == 0
    names = [agent["id"] for agent in run("agents", "--json").json]
    assert names == ["lab/s1", "lab/s2", "s1", "s2"]


def test_a_single_sample_is_the_agent_given(run, write):
    assert run("ingest", write("locomo.json", [sample("s1")]), "--agent", "ann").code == 0
    assert [agent["id"] for agent in run("agents", "--json").json] == ["ann"]


def test_a_title_is_taken_over_once_and_a_persons_own_is_kept(run, write, memory):
    assert run("ingest", write("c.json", chatgpt()), "--agent", "me").code == 0
    with memory() as opened:
        assert opened.agent("me").conversations.get("talk-1").title == "Tea"
    run("conversations", "rename", "me", "talk-1", "My tea")
    assert run("ingest", write("c.json", chatgpt("Other")), "--agent", "me").code == 0
    with memory() as opened:
        assert opened.agent("me").conversations.get("talk-1").title == "My tea"


def test_messages_left_out_are_counted(run, write):
    talks = chatgpt()
    talks[0]["mapping"]["m1"]["parent"] = "s"
    talks[0]["mapping"]["s"] = {"parent": None, "message": {"author": {"role": "system"}}}
    path = write("c.json", talks)
    assert run("ingest", path, "--agent", "me", "--json").json["left_out"] == 1
    assert (
        "messages that are hidden, empty or of tools: 1" in run("ingest", path, "--agent", "me").out
    )


@pytest.mark.parametrize("lines", [[*CHAT, {"role": "bot", "content": "x"}], [*CHAT, {"id": "9"}]])
def test_a_file_with_one_wrong_line_changes_nothing(run, write, lines):
    ended = run("ingest", write("chat.jsonl", lines=lines), "--agent", "me")
    assert ended.code == 1
    assert "chat.jsonl, line 4: " in ended.err
    assert run("agents", "--json").json == []


def test_an_id_that_stands_for_two_turns_changes_nothing(run, write):
    lines = [*CHAT, {"role": "user", "content": "Other words", "id": "1"}]
    ended = run("ingest", write("chat.jsonl", lines=lines), "--agent", "me")
    assert "the id '1' of conversation 'chat' is used for two different turns" in ended.err
    assert run("agents", "--json").json == []


def test_a_turn_that_is_stored_with_other_words_is_a_conflict(run, write):
    run("ingest", write("chat.jsonl", lines=CHAT), "--agent", "me")
    changed = write("chat.jsonl", lines=[{"role": "user", "content": "Changed", "id": "1"}])
    ended = run("ingest", changed, "--agent", "me", "--json")
    assert (ended.code, ended.json["error"]["code"]) == (1, "conflict")
    assert "chat.jsonl" in ended.json["error"]["message"]


def test_the_limit_on_content_is_the_settings_own(run, write, monkeypatch):
    monkeypatch.setenv("RECOLLECT_MAX_CONTENT_KB", "1")
    ended = run("ingest", write("chat.jsonl", lines=[{"content": "x" * 2_000}]), "--agent", "me")
    assert "line 1: content has 2,000 bytes; the limit is 1,024" in ended.err


def test_a_file_without_an_owner_needs_one(run, write):
    ended = run("ingest", write("chat.jsonl", lines=CHAT))
    assert (ended.code, "add --agent" in ended.err) == (2, True)


def test_a_conversation_cannot_be_given_to_a_file_that_names_its_own(run, write):
    ended = run("ingest", write("c.json", chatgpt()), "--agent", "me", "--conversation", "x")
    assert (ended.code, "already names its conversations" in ended.err) == (1, True)


def test_an_export_of_recollect_is_imported_and_not_ingested(run, write):
    ended = run("ingest", write("x.jsonl", lines=[{"recollect": "export", "format": 1}]))
    assert (ended.code, "use recollect import" in ended.err) == (1, True)


def test_nothing_is_recorded_while_memory_is_switched_off(run, write, monkeypatch):
    monkeypatch.setenv("RECOLLECT_ENABLED", "false")
    ended = run("ingest", write("chat.jsonl", lines=CHAT), "--agent", "me", "--json")
    assert (ended.code, ended.json["error"]["code"]) == (1, "disabled")


def test_a_file_with_no_turn_in_it_is_refused(run, write):
    talks = chatgpt()
    talks[0]["is_do_not_remember"] = True
    ended = run("ingest", write("c.json", talks), "--agent", "me")
    assert (ended.code, "contains nothing to import" in ended.err) == (1, True)


def test_with_the_real_model_the_turns_are_embedded_before_it_returns(
    run, write, monkeypatch, terminal
):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "minilm")
    path = write("chat.jsonl", lines=CHAT)
    waiting = run("ingest", path, "--agent", "me", "--no-wait")
    assert "4 turns not embedded yet" in waiting.out
    terminal(80)
    done = run("sync")
    assert (done.code, "All turns are embedded." in done.out) == (0, True)
    assert "Embedding" in done.err
    again = run("ingest", path, "--agent", "me", "--json")
    assert (again.json["duplicates"], again.json["sync"]["ok"]) == (4, True)


def test_an_error_and_a_result_call_stdin_by_its_name(run):
    for command in ("ingest", "import"):
        assert "error: stdin: the file is empty" in run(command, "-", "--agent", "z").err
    done = run("ingest", "-", "--agent", "z", "--json", answer='{"role": "user", "content": "Hi"}')
    assert done.json["file"] == "stdin"
