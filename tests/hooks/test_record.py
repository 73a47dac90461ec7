"""Sessions are remembered once, whatever their hosts do with the transcripts."""

import json
from pathlib import Path

import pytest

from recollect import Memory
from recollect.hooks.files import logged_runs

SAID = {
    "claude-code": [
        ("user", "I live in Lisbon. My sister is called Marta."),
        ("assistant", "Let me look at the files."),
        ("assistant", "Noted: Marta, in Lisbon."),
    ],
    "codex": [("user", "I use Rust at work."), ("assistant", "Noted: Rust.")],
    "cursor": [
        ("user", "I prefer tabs."),
        ("assistant", "Noted: tabs."),
        ("user", "Thanks."),
        ("assistant", "Noted: tabs."),
    ],
}


def remembered(agent="default"):
    with Memory.open(background=False) as memory:
        return [(turn.role, turn.content) for turn in memory.agent(agent).turns()]


def add_line(path: Path, entry: object) -> None:
    with path.open("a") as file:
        file.write(json.dumps(entry) + "\n")


def user_line(number: int, text: str, **more: object) -> dict[str, object]:
    said = {"role": "user", "content": text}
    return {"type": "user", "uuid": f"u{number}", "message": said, **more}


@pytest.mark.parametrize("host", SAID)
def test_what_was_said_is_remembered_once_and_nothing_else(host, transcript, record):
    path = transcript(host)
    for _ in range(2):
        record(host, path)
    assert remembered() == SAID[host]
    assert [run["outcome"] for run in logged_runs()] == [
        f"recorded {len(SAID[host])}",
        "recorded 0",
    ]


@pytest.mark.parametrize("host", SAID)
def test_a_lost_mark_records_nothing_twice(host, transcript, record, home):
    path = transcript(host)
    record(host, path)
    for mark in (home / "hooks").glob("*.mark"):
        mark.unlink()
    record(host, path)
    assert remembered() == SAID[host]


def test_transcripts_of_older_versions_of_codex_are_read(transcript, record):
    record("codex", transcript("codex-0.98"))
    assert remembered() == SAID["codex"]


def test_messages_keep_their_times_and_the_name_of_their_app(transcript, record):
    record("claude-code", transcript("claude-code"), "--agent", "me")
    with Memory.open(background=False) as memory:
        first = memory.agent("me").turns()[0]
    assert (first.at.isoformat(), first.metadata) == (
        "2026-11-17T10:00:01+00:00",
        {"app": "claude-code"},
    )


def test_only_the_new_end_of_a_transcript_is_read(transcript, record):
    path = transcript("claude-code")
    record("claude-code", path)
    # If it were read again, what no longer can be parsed would be missed or fail.
    content = path.read_bytes()
    path.write_bytes(b"\x00" * (len(content) - 600) + content[-600:])
    add_line(path, user_line(20, "My dog is called Rex."))
    record("claude-code", path)
    assert [run["outcome"] for run in logged_runs()] == ["recorded 3", "recorded 1"]


def test_a_line_that_is_still_being_written_waits(transcript, record):
    path = transcript("claude-code")
    line = json.dumps(user_line(20, "My dog is called Rex.")) + "\n"
    with path.open("a") as file:
        file.write(line[:30])
        file.flush()
        record("claude-code", path)
        assert remembered() == SAID["claude-code"]
        file.write(line[30:])
    record("claude-code", path)
    assert remembered()[-1] == ("user", "My dog is called Rex.")


def test_a_forked_session_adds_only_what_is_new(transcript, record, tmp_path):
    path = transcript("claude-code")
    record("claude-code", path)
    fork = tmp_path / "fork.jsonl"
    fork.write_text(path.read_text().replace("5f0c6f43", "99999999"))
    add_line(fork, user_line(20, "My dog is called Rex."))
    record("claude-code", fork, session_id="s2")
    assert remembered() == [*SAID["claude-code"], ("user", "My dog is called Rex.")]


def test_a_branch_with_new_ids_says_where_its_messages_are_from(transcript, record, tmp_path):
    path = transcript("claude-code")
    record("claude-code", path)
    fork = tmp_path / "fork.jsonl"
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        origin = {"forkedFrom": {"sessionId": "s1", "messageUuid": entry.get("uuid")}}
        add_line(fork, entry | origin | {"uuid": f"new-{entry.get('uuid')}"})
    record("claude-code", fork, session_id="s2")
    assert remembered() == SAID["claude-code"]


def test_a_rewritten_transcript_is_read_from_the_beginning(transcript, record):
    path = transcript("cursor")
    record("cursor", path)
    lines = path.read_text().splitlines()
    last = lines[3].replace("Noted: tabs.", "You are welcome, as always, and at any time.")
    path.write_text("\n".join([*lines[:3], last]) + "\n")
    record("cursor", path)
    assert remembered() == [
        *SAID["cursor"],
        ("assistant", "You are welcome, as always, and at any time."),
    ]


def test_added_memory_and_damaged_lines_are_not_remembered(tmp_path, record):
    path = tmp_path / "t.jsonl"
    path.write_bytes(b'{"type": "user"\n[1]\nnull\n\xff\xfe\n{"type": "user", "message": 3}\n')
    add_line(path, user_line(1, "Hi.\n<recollect_memory>\nnot said\n</recollect_memory>"))
    add_line(path, user_line(2, "<recollect_memory>\nnot said\n</recollect_memory>"))
    add_line(path, user_line(3, "a\x00b \ud800"))
    record("claude-code", path)
    assert remembered() == [("user", "Hi."), ("user", "a b ?")]


def test_a_huge_message_is_shortened(tmp_path, record):
    path = tmp_path / "t.jsonl"
    add_line(path, user_line(1, "ü" * 300_000))
    record("claude-code", path)
    assert remembered() == [("user", "ü" * 64_000)]


def test_a_message_that_is_refused_does_not_keep_others_out(tmp_path, record):
    path = tmp_path / "t.jsonl"
    add_line(path, user_line(1, "One."))
    add_line(path, user_line(1, "Other content under the same id."))
    add_line(path, user_line(2, "Two.", timestamp="yesterday"))
    add_line(path, user_line(3, "Three."))
    record("claude-code", path)
    assert remembered() == [("user", "One."), ("user", "Three.")]


@pytest.mark.parametrize("mode", ["off", "read-only", ""])
def test_what_is_said_in_a_project_that_is_left_out_is_not_remembered_later(
    mode, transcript, record
):
    path, switch = transcript("claude-code"), Path(".recollect-hooks")
    switch.write_text(f"{mode}\n")
    record("claude-code", path)
    switch.unlink()
    add_line(path, user_line(20, "My dog is called Rex."))
    record("claude-code", path)
    assert remembered() == [("user", "My dog is called Rex.")]


def test_nor_is_what_is_said_while_memory_is_off(transcript, record, monkeypatch):
    path = transcript("claude-code")
    with monkeypatch.context() as patch:
        patch.setenv("RECOLLECT_ENABLED", "false")
        record("claude-code", path)
    record("claude-code", path)
    assert remembered() == []
    assert [run["outcome"] for run in logged_runs()] == ["off", "recorded 0"]


def test_subagents_and_other_programs_hooks_are_ignored(transcript, record):
    path = transcript("claude-code")
    record("claude-code", path, agent_id="a1")
    record("claude-code", path, cursor_version="3.20")
    record("claude-code", path.with_name("missing.jsonl"))
    assert logged_runs() == []
