"""`recollect keys`: made, listed and revoked; the secret is shown once."""


def test_a_key_is_made_listed_and_revoked(run, home):
    made = run("keys", "add", "phone", "--agents", "alice, team-*", "--rights", "read")
    assert made.code == 0
    secret = made.out.strip()
    assert secret.startswith("rck_")
    assert "it is not shown again" in made.err
    listed = run("keys")
    assert "phone" in listed.out
    assert "alice, team-*" in listed.out
    assert secret not in listed.out
    (kept,) = run("keys", "list", "--json").json
    assert (kept["name"], kept["rights"], kept["agents"]) == (
        "phone",
        ["read"],
        ["alice", "team-*"],
    )
    assert "hash" not in kept
    revoked = run("keys", "revoke", "phone")
    assert "The key 'phone' has been revoked." in revoked.out
    assert "refuses every request until you create another" in revoked.err
    assert run("keys", "list", "--json").json == []


def test_json_holds_the_secret_when_it_is_made(run):
    made = run("keys", "add", "phone", "--json").json
    assert made["key"].startswith("rck_")
    assert made["rights"] == ["read", "write"]
    assert made["agents"] == ["*"]


def test_what_cannot_be_a_key_is_refused_and_changes_nothing(run):
    assert "it is one of: read, write, admin" in run("keys", "add", "x", "--rights", "fly").err
    assert run("keys", "add", "x", "--agents", "a,,b").code == 1
    assert run("keys", "add", "").code == 1
    run("keys", "add", "x")
    assert "already a key named 'x'" in run("keys", "add", "x").err
    assert "there is no key 'y'" in run("keys", "revoke", "y").err
    assert len(run("keys", "list", "--json").json) == 1


def test_without_keys_it_says_who_is_answered(run):
    assert "accepts connections from this machine only" in run("keys").out
