"""`recollect keys`: made, listed and revoked; the secret is shown once."""

import os
import pty
import re
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from forked import COMMAND, popen
from recollect.settings.files import FileDocument
from recollect.settings.key_uses import KeyUses
from recollect.settings.keys import KeyFile


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


def test_keys_takes_the_database_as_other_commands_do(run, tmp_path):
    other = ("--database", tmp_path / "other.sqlite")
    assert run("keys", "add", "phone", *other).code == 0
    assert [each["name"] for each in run("keys", "list", "--json", *other).json] == ["phone"]
    assert run("keys", "revoke", "phone", *other).code == 0
    (_, added) = run("audit", "--json").json
    assert added["call"] == f"recollect keys add --database {tmp_path / 'other.sqlite'}"


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


@pytest.mark.parametrize(
    ("text", "days"), [("90d", 90), ("12h", 0.5), ("8w", 56), ("1y", 365), (" 30 D ", 30)]
)
def test_a_key_expires_after_a_time(run, text, days):
    before = datetime.now(UTC)
    made = run("keys", "add", "phone", "--expires", text, "--json").json
    until = datetime.fromisoformat(made["expires_at"]) - timedelta(days=days)
    assert before <= until <= datetime.now(UTC)


def test_a_key_expires_at_the_end_of_a_date_or_never(run, terminal):
    made = run("keys", "add", "phone", "--expires", "2099-01-31", "--json").json
    local = datetime.fromisoformat(made["expires_at"]).astimezone()
    assert (local.date().isoformat(), local.hour) == ("2099-01-31", 23)
    assert run("keys", "add", "b", "--expires", "never", "--json").json["expires_at"] is None
    listed = run("keys")
    assert "2099-01-31 23:59" in listed.out
    assert "LAST USED" in listed.out
    terminal(80)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", run("keys").out)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    "text", ["soon", "90", "-1d", "0d", "2001-01-31", "9e9d", "", "d", "٣d", "99999y", "999y"]
)
def test_what_is_no_time_to_come_is_refused(run, text):
    made = run("keys", "add", "phone", "--expires", text)
    assert made.code == 1
    assert run("keys", "list", "--json").json == []


def test_the_list_says_when_a_key_was_used_and_that_it_has_expired(run, home):
    class Earlier:
        def now(self):
            return datetime(2020, 1, 1, tzinfo=UTC)

    keys = KeyFile(home / "keys.json", clock=Earlier())
    old, _ = keys.add(
        "old", agents=["*"], rights=["read"], expires_at=datetime(2020, 2, 1, tzinfo=UTC)
    )
    uses = KeyUses(FileDocument(home / "key_uses.json"), clock=Earlier())
    uses.note(old.id)
    uses.write([old.id])
    assert "expired 2020-02-01" in run("keys").out
    (kept,) = run("keys", "list", "--json").json
    assert kept["last_used_at"].startswith("2020-01-01")


def _typed(answers, *arguments, home):
    """What somebody sees who runs it on a terminal and types these answers."""
    ours, theirs = pty.openpty()
    process = popen(
        COMMAND,
        *("keys", "add", "phone", *arguments),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "RECOLLECT_HOME": str(home)},
    )
    os.close(theirs)
    os.write(ours, answers.encode())
    out, _ = process.communicate()
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    return process.returncode, out.decode().strip(), " ".join(shown.split())


def test_on_a_terminal_it_asks_for_what_was_not_given(tmp_path: Path):
    code, secret, shown = _typed("alice, team-*\nread\n90d\n", home=tmp_path)
    assert code == 0, shown
    for words in ("Agents it may use", "Rights: read, write, admin", "Expires after (12h, 90d"):
        assert words in shown
    (key,) = KeyFile(tmp_path / "keys.json").list()
    assert (key.access.agents, sorted(key.access.rights)) == (("alice", "team-*"), ["read"])
    assert key.expires_at is not None
    assert KeyFile(tmp_path / "keys.json").find(secret) == key


def test_on_a_terminal_enter_means_the_default_and_options_are_not_asked_for(tmp_path: Path):
    code, _, shown = _typed("\n\n", "--rights", "admin", home=tmp_path)
    assert (code, "Rights: read" in shown) == (0, False)
    (key,) = KeyFile(tmp_path / "keys.json").list()
    assert (key.access.agents, [*key.access.rights], key.expires_at) == (("*",), ["admin"], None)


def test_a_wrong_answer_creates_no_key(tmp_path: Path):
    code, _, shown = _typed("*\nfly\nnever\n", home=tmp_path)
    assert (code, "it is one of: read, write, admin" in shown) == (1, True)
    assert not (tmp_path / "keys.json").exists()


def test_a_new_key_says_plainly_what_it_may_do(run, home):
    every = run("keys", "add", "all", "--rights", "admin").err.replace("\n", " ")
    assert "It has the right admin for ALL agents, and never expires." in every
    assert "From now on the server requires a key." in every
    one = run("keys", "add", "one", "--agents", "alice", "--expires", "90d").err.replace("\n", " ")
    assert "It has the rights read and write for the agent alice, and expires on 20" in one
    assert "From now on" not in one
    three = run("keys", "add", "three", "--rights", "read,write,admin").err.replace("\n", " ")
    assert "It has the rights read, write and admin for ALL agents" in three
    assert (home / "keys.lock").stat().st_mode & 0o077 == 0
    assert home.stat().st_mode & 0o077 == 0


def test_who_has_no_key_yet_is_told_what_the_first_one_changes(run):
    shown = " ".join(run("keys").out.split())
    assert "From the first key on, every request needs one, also from this machine" in shown


def test_a_new_key_names_the_header_that_works_on_the_proxy_too(run):
    told = " ".join(run("keys", "add", "phone").err.split())
    assert "X-Recollect-Key, or Authorization: Bearer, which on the proxy (/v1) is for" in told
