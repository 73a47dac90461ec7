"""`recollect audit`: what the server has written down, and commands that changed keys or settings."""

import shutil
from pathlib import Path


def test_keys_and_settings_changed_by_commands_are_there(run, home):
    assert "begins with the first key. To begin now: recollect config audit_log on" in (
        run("audit").out
    )
    run("config", "port", "9000")
    assert run("audit", "--json").json == []  # nobody has wanted keys yet
    run("keys", "add", "phone")
    run("config", "port", "9001")
    run("keys", "revoke", "phone")
    found = run("audit", "--json").json
    assert [(each["action"], each["call"], each["names"]) for each in found] == [
        ("keys", "recollect keys revoke", ["phone"]),
        ("settings", "recollect config", ["port"]),
        ("keys", "recollect keys add", ["phone"]),
    ]
    assert all(each["client"].startswith("user ") for each in found)
    shown = run("audit", "--action", "settings").out
    assert "recollect config port" in shown
    assert "9001" not in shown
    assert run("audit", "--action", "fly").code == 1
    assert run("audit", "--key", "nobody", "--json").json == []
    assert "Nothing matches in the last 90 days" in run("audit", "--key", "nobody").out
    cut = run("audit", "--limit", "1", "--json")
    assert len(cut.json) == 1
    assert "the newest 1 of 3. To list all: -n 3" in cut.err
    assert run("audit", "--limit", "3").err == ""
    assert run("audit", "--since", "2099-01-01", "--json").json == []
    (home / "keys.json").unlink()
    assert "begins with the first key" in run("audit", "--key", "nobody").out


def test_commands_that_read_or_change_everything_are_there(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
    run("keys", "add", "phone")
    commands = (
        ("export", tmp_path / "all.jsonl"),
        ("export", "-", "--agent", "alice"),
        ("backup", tmp_path / "copy"),
        ("erase", "alice", "--yes"),
        ("erase", "alice", "--yes"),  # is not there any more
        ("restore", tmp_path / "copy", "--yes"),
    )
    ended = [run(*command) for command in commands]
    assert [each.code for each in ended] == [0, 0, 0, 0, 1, 0]
    assert "keys.json, which no backup contains: they stay as they are" in ended[-1].err
    found = run("audit", "--json").json
    assert [(each["action"], each["call"], each["agents"]) for each in found] == [
        ("write", "recollect restore", ["*"]),
        ("erase", "recollect erase", ["alice"]),
        ("read", "recollect backup", ["*"]),
        ("read", "recollect export", ["alice"]),
        ("read", "recollect export", ["*"]),
        ("keys", "recollect keys add", []),
    ]
    with memory() as opened:
        opened.agent("bob").remember("Hello")
    run("find", "Leopold")
    run("find", "Leopold", "--agent", "alice")
    of_bob = run("audit", "--agent", "bob", "--json").json
    assert [each["call"] for each in of_bob] == [
        f"recollect {name}" for name in ("find", "restore", "backup", "export")
    ]


def test_what_is_edited_deleted_and_erased_is_there_with_its_id(run, memory):
    with memory() as opened:
        alice = opened.agent("alice")
        said = alice.remember("I live in Porto.", conversation="mail")
        alice.remember("Hello", conversation="other")
        first, second = (alice.memories.add(text).id for text in ("Likes tea", "Likes coffee"))
        rule = alice.overrides.add("Be brief.").id
    run("keys", "add", "phone")
    commands = (
        ("memories", "edit", "alice", first, "Likes green tea"),
        ("memories", "delete", "alice", first),
        ("memories", "delete", "alice", second, "--purge", "--yes"),
        ("conversations", "delete-turn", "alice", "mail", said.id, "--yes"),
        ("conversations", "delete", "alice", "other", "--yes"),
        ("instructions", "delete", "alice", rule),
    )
    assert [run(*command).code for command in commands] == [0] * len(commands)
    found = [*reversed(run("audit", "--agent", "alice", "--json").json)]
    assert [(each["action"], each["items"]) for each in found] == [
        ("write", [{"kind": "memory", "id": first, "conversation": None}]),
        ("delete", [{"kind": "memory", "id": first, "conversation": None}]),
        ("erase", [{"kind": "memory", "id": second, "conversation": None}]),
        ("erase", [{"kind": "turn", "id": said.id, "conversation": "mail"}]),
        ("erase", [{"kind": "conversation", "id": "other", "conversation": None}]),
        ("delete", [{"kind": "instruction", "id": rule, "conversation": None}]),
    ]
    assert f"turn {said.id} of mail" in run("audit", "--action", "erase").out.replace("\n", " ")


def test_an_erasure_names_the_messages_of_a_memory_and_the_memories_of_a_message(run, memory):
    with memory() as opened:
        alice = opened.agent("alice")
        first = alice.remember("I live in Porto.", conversation="mail").id
        second = alice.remember("I am allergic to nuts.", conversation="mail").id
        opened.sync()
        home, allergy = (
            next(each.id for each in alice.memories.list() if said in each.content)
            for said in ("Porto", "nuts")
        )
    run("keys", "add", "phone")
    run("memories", "delete", "alice", home, "--purge", "--yes")
    run("conversations", "delete-turn", "alice", "mail", second, "--yes")
    erased = [*reversed(run("audit", "--action", "erase", "--json").json)]
    assert [[(item["kind"], item["id"]) for item in each["items"]] for each in erased] == [
        [("memory", home), ("turn", first)],
        [("turn", second), ("memory", allergy)],
    ]


def test_an_erasure_in_a_copy_names_the_copy_and_is_no_erasure_here(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
    run("keys", "add", "phone")
    run("backup", tmp_path / "copy")
    shutil.copy(tmp_path / "copy", tmp_path / "trial")
    run("erase", "alice", "--yes", "--database", tmp_path / "trial")
    (event,) = run("audit", "--action", "erase", "--json").json
    assert event["call"] == f"recollect erase --database {tmp_path / 'trial'}"
    assert "names nothing that was erased" in run("restore", tmp_path / "copy", "--yes").err


def test_switching_the_log_off_is_its_last_event(run):
    run("config", "audit_log", "off")  # nothing was kept
    run("config", "audit_log", "on")
    run("config", "audit_log", "off")
    run("config", "port", "9000")
    assert [each["names"] for each in run("audit", "--json").json] == [["audit_log"]] * 2


def test_a_restore_without_an_audit_log_says_that_nobody_knows(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("zed").remember("Hello")
    run("backup", tmp_path / "copy")
    run("erase", "zed", "--yes")
    said = run("restore", tmp_path / "copy", "--yes").err
    assert "nothing here knows who" in said
    assert "recollect config audit_log on" in said
    assert "names nothing" not in said


def test_a_restore_names_who_was_erased_since_and_how_to_erase_them_again(run, memory, tmp_path):
    with memory() as opened:
        for name in ("alice", "bob", "carol"):
            opened.agent(name).remember("Hello", conversation="mail")
        opened.agent("bob").remember("Between us", conversation="it's secret", id="1")
        liked = opened.agent("bob").memories.add("Likes tea").id
    run("keys", "add", "phone")
    run("erase", "carol", "--yes")
    run("backup", tmp_path / "copy")
    assert "names nothing that was erased" in run("restore", tmp_path / "copy", "--yes").err
    with memory() as opened:
        # She was erased before the backup, and came back by herself.
        opened.agent("carol").remember("Hello again")
    for command in (
        ("erase", "alice", "--yes"),
        ("conversations", "delete-turn", "bob", "it's secret", "1", "--yes"),
        ("conversations", "delete", "bob", "mail", "--yes"),
        ("memories", "delete", "bob", liked, "--purge", "--yes"),
    ):
        assert run(*command).code == 0
    restored = run("restore", tmp_path / "copy", "--yes")
    lines = [line.partition("  #")[0].strip() for line in restored.err.splitlines()]
    assert [line for line in lines if line.startswith("recollect ")] == [
        f"recollect memories delete bob {liked} --purge",
        "recollect conversations delete bob mail",
        """recollect conversations delete-turn bob 'it'"'"'s secret' 1""",
        "recollect erase alice",
    ]
    found = run("restore", tmp_path / "copy", "--yes", "--json").json["erased_since"]
    assert [each["agent"] for each in found] == ["bob", "bob", "bob", "alice"]
    run("erase", "alice", "--yes")
    run("erase", "bob", "--yes")
    assert "carol" not in run("restore", tmp_path / "copy", "--yes").err


def test_what_a_purge_takes_along_is_not_named_again_after_a_restore(run, memory, tmp_path):
    run("config", "audit_log", "on")
    with memory() as opened:
        alice = opened.agent("alice")
        alice.remember("I live in Porto and I work at Acme.", conversation="mail", id="1")
        opened.sync()
        first, second = (alice.memories.list(text=word)[0].id for word in ("Porto", "Acme"))
    run("backup", tmp_path / "copy")
    assert second[:8] in run("memories", "delete", "alice", first, "--purge", "--yes").err
    found = run("restore", tmp_path / "copy", "--yes", "--json").json["erased_since"]
    assert [each["item"]["id"] for each in found] == [first]


def test_a_restore_names_what_was_deleted_since_also_by_a_request_to_forget(run, memory, tmp_path):
    with memory() as opened:
        alice = opened.agent("alice")
        for said in ("My therapist is Dr. Quill.", "I live in Porto."):
            alice.remember(said, conversation="c")
        alice.remember("Forget my therapist.", conversation="c")
        opened.sync()
        therapist, home = (
            next(each.id for each in alice.memories.list() if said in each.content)
            for said in ("Quill", "Porto")
        )
        (request,) = alice.review.deletion_requests()
        assert [each.id for each in request.memories] == [therapist]
    run("keys", "add", "phone")
    run("backup", tmp_path / "copy")
    assert run("review", "resolve", "alice", request.id, "--keep", "none").code == 0
    assert run("memories", "delete", "alice", home).code == 0
    (deleted, granted) = run("audit", "--action", "delete", "--json").json
    assert [item["id"] for item in (*granted["items"], *deleted["items"])] == [
        request.id,
        therapist,
        home,
    ]
    restored = run("restore", tmp_path / "copy", "--yes")
    assert "matched no memory has to be granted again" in restored.err
    lines = [line.partition("  #")[0].strip() for line in restored.err.splitlines()]
    again = [line for line in lines if line.startswith("recollect ")]
    names = (home, request.id, therapist)
    assert again == [f"recollect memories delete alice {name}" for name in names]
    for line in again:
        assert run(*line.split()[1:]).code == 0
    with memory() as opened:
        alice = opened.agent("alice")
        assert (alice.memories.list(), alice.review.deletion_requests()) == ([], [])
        assert "Quill" not in "".join(alice.context(q).text for q in (None, "My therapist?"))
    run("backup", tmp_path / "later")
    assert "names nothing that was erased" in run("restore", tmp_path / "later", "--yes").err
    run("memories", "delete", "alice", home, "--purge", "--yes")
    assert f"memories delete alice {home} --purge" in run("restore", tmp_path / "copy", "--yes").err


def test_a_decision_that_deletes_nothing_is_in_the_log_as_a_change(run, memory):
    with memory() as opened:
        alice = opened.agent("alice")
        alice.remember("My therapist is Dr. Quill.", conversation="c")
        alice.remember("Forget my therapist.", conversation="c")
        opened.sync()
        (request,) = alice.review.deletion_requests()
    run("keys", "add", "phone")
    assert run("review", "resolve", "alice", request.id, "--keep", "all").code == 0
    (event,) = run("audit", "--agent", "alice", "--json").json
    assert (event["action"], event["call"]) == ("write", "recollect review resolve")


def test_what_is_erased_one_by_one_is_said_to_be_in_the_copy_from_before_a_restore(
    run, memory, tmp_path
):
    with memory() as opened:
        alice = opened.agent("alice")
        for name in ("a", "b"):
            alice.remember("Leopold has Crohn disease.", conversation=name, id="1")
        known = alice.memories.add("Leopold is ill.").id
    run("backup", tmp_path / "copy")
    replaced = run("restore", tmp_path / "copy", "--yes", "--json").json["replaced"]
    for command in (
        ("conversations", "delete", "alice", "a", "--yes"),
        ("conversations", "delete-turn", "alice", "b", "1", "--yes"),
        ("memories", "delete", "alice", known, "--purge", "--yes"),
    ):
        said = run(*command).err.replace("\n", " ")
        assert "It is still in:" in said
        assert "from before the restore of" in said
        assert f"To delete it now: rm {replaced}" in said.replace("  ", " ")
    assert "from before the restore" in run("doctor").out
    assert "it is deleted on" in run("stats").out
    Path(replaced).unlink()
    assert "still in" not in run("conversations", "delete", "alice", "b", "--yes").err


def test_a_key_is_shown_even_if_the_log_cannot_be_written(run, home):
    (home / "audit.jsonl").mkdir(parents=True)
    made = run("keys", "add", "phone")
    assert (made.code, made.out.startswith("rck_")) == (0, True)
    assert "not in the audit log" in made.err
