"""`recollect audit`: what the server has written down, and commands that changed keys or settings."""


def test_keys_and_settings_changed_by_commands_are_there(run, home):
    assert "Nothing is written down yet" in run("audit").out
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
    assert len(run("audit", "--limit", "1", "--json").json) == 1
    assert run("audit", "--since", "2099-01-01", "--json").json == []


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


def test_a_key_is_shown_even_if_the_log_cannot_be_written(run, home):
    (home / "audit.jsonl").mkdir(parents=True)
    made = run("keys", "add", "phone")
    assert (made.code, made.out.startswith("rck_")) == (0, True)
    assert "not in the audit log" in made.err
