"""`recollect backup` and `restore`: whole, checked, while others write, on both databases."""

import json
import re
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from effort import LONG
from forked import start_python
from postgres_server import postgres_database
from recollect import Memory
from recollect.cli import main
from recollect.errors import (
    Conflict,
    InvalidInput,
    NotFound,
    SchemaTooNew,
    StorageBusy,
    StorageCorrupt,
    StorageFull,
)
from recollect.storage import age_format
from recollect.storage.sqlite import copies
from recollect.wiring.keys import keys_for
from server_processes import COMMAND

# When a backup is killed, in hundredths of a second after its first file is there.
KILLED_AFTER = range(6) if LONG else (1,)
SECRET = "Ottilie's door is green"


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    monkeypatch.setattr(age_format, "_WORK", 4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with Memory.open(path, background=False) as made:
        made.agent("alice").remember(SECRET, conversation="c", id="1")
        made.agent("alice").memories.add("Likes jazz.", kind="preference")
        yield made


def said(path: Path | str) -> list[str]:
    with Memory.open(path, background=False) as opened:
        assert opened.faults() == []
        return [turn.content for turn in opened.agent("alice").turns()]


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("passphrase", [None, "correct horse"])
def test_a_backup_is_restored(memory: Memory, path: Path, tmp_path: Path, passphrase: str | None):
    file = tmp_path / "copy"
    made = memory.backup(file, passphrase=passphrase)
    assert (made.rows["turns"], made.rows["entries"]) == (1, 1)
    assert made.encrypted is (passphrase is not None)
    assert file.stat().st_mode & 0o077 == 0
    assert (SECRET.encode() in file.read_bytes()) is (passphrase is None)
    memory.agent("alice").remember("Said later.", conversation="c", id="2")
    with pytest.raises(StorageBusy, match="has it open"):
        Memory.restore(file, path, passphrase=passphrase)
    memory.close()
    done = Memory.restore(file, path, passphrase=passphrase)
    assert done.rows["turns"] == 1
    assert said(path) == [SECRET]
    assert said(done.replaced) == [SECRET, "Said later."]
    assert not [name for name in names(tmp_path) if "part" in name or "backing" in name]


def test_a_backup_while_others_write_is_one_moment(memory: Memory, tmp_path: Path):
    stopping = threading.Event()
    alice = memory.agent("alice")

    def write() -> None:
        number = 0
        while not stopping.is_set():
            pair = [{"content": f"{number} first"}, {"content": f"{number} second"}]
            alice.ingest("pairs", pair)
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            memory.backup(tmp_path / f"copy{number}")
    finally:
        stopping.set()
        writer.join()
    for number in range(3):
        with Memory.open(tmp_path / f"copy{number}", background=False) as copied:
            assert copied.faults() == []
            # A batch is in the copy as a whole or not at all.
            assert len(copied.agent("alice").turns("pairs")) % 2 == 0


def test_deleted_text_in_unused_bytes_is_not_in_a_backup(
    memory: Memory, path: Path, tmp_path: Path
):
    alice = memory.agent("alice")
    for number in range(300):
        alice.remember(f"Geheimnis {number} " * 20, conversation="gone")
    alice.conversations.delete("gone")
    memory._components.store.change(
        lambda c: c.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('traces', 'x')")
    )
    memory.backup(tmp_path / "copy")
    assert b"Geheimnis" not in (tmp_path / "copy").read_bytes()


@pytest.mark.parametrize("passphrase", [None, "correct horse"])
def test_an_existing_file_is_kept_unless_it_may_be_replaced(
    memory: Memory, tmp_path: Path, passphrase: str | None
):
    file = tmp_path / "copy"
    file.write_text("mine")
    with pytest.raises(Conflict):
        memory.backup(file, passphrase=passphrase)
    assert file.read_text() == "mine"
    memory.backup(file, passphrase=passphrase, replace=True)
    assert file.stat().st_size > 1000


def test_the_database_itself_is_no_target(memory: Memory, path: Path):
    for name in ("memory.sqlite", "memory.sqlite-wal"):
        with pytest.raises(InvalidInput, match="the database itself"):
            memory.backup(path.with_name(name), replace=True)
    with pytest.raises(InvalidInput, match="the database itself"):
        Memory.restore(path, path)
    with pytest.raises(InvalidInput):
        memory.backup(path.parent, replace=True)
    with pytest.raises(InvalidInput, match="too short"):
        memory.backup(path.with_name("copy"), passphrase="x")


@pytest.mark.attack("fault", "a full disk during a backup")
def test_without_room_nothing_is_left(memory: Memory, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(copies, "_ROOM", 2**62)
    before = names(tmp_path)
    with pytest.raises(StorageFull, match="no room for a copy"):
        memory.backup(tmp_path / "copy")
    assert names(tmp_path) == before


@pytest.mark.parametrize("damage", ["cut", "changed", "text", "newer", "other"])
def test_a_file_that_is_no_sound_backup_changes_nothing(
    memory: Memory, path: Path, tmp_path: Path, damage: str
):
    file = tmp_path / "copy"
    for number in range(8):
        memory.agent("alice").remember(f"{number} " * 500, conversation="long")
    memory.backup(file)
    memory.close()
    data = bytearray(file.read_bytes())
    error: type[Exception] = StorageCorrupt
    if damage == "cut":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "changed":
        half = len(data) // 2 // 4096 * 4096
        data[half : half + 8192] = b"\xff" * 8192
        file.write_bytes(data)
    elif damage == "text":
        file.write_text("notes\n" * 1000)
        error = Exception
    else:
        with closing(sqlite3.connect(file)) as hand:
            hand.execute(
                f"PRAGMA {'user_version = 999' if damage == 'newer' else 'application_id = 7'}"
            )
        error = SchemaTooNew if damage == "newer" else StorageCorrupt
    before = path.read_bytes()
    with pytest.raises(error):
        Memory.restore(file, path)
    assert path.read_bytes() == before
    assert not [name for name in names(tmp_path) if "part" in name or "restor" in name]


def test_a_damaged_database_is_replaced(memory: Memory, path: Path, tmp_path: Path):
    memory.backup(tmp_path / "copy")
    memory.close()
    path.write_bytes(b"\0" * 10_000)
    Memory.restore(tmp_path / "copy", path)
    assert said(path) == [SECRET]


def test_a_missing_file_is_told(path: Path, tmp_path: Path):
    with pytest.raises(NotFound):
        Memory.restore(tmp_path / "nowhere", path)
    assert main(["--database", str(path), "backup", str(tmp_path / "copy")]) == 1
    assert not path.exists()


@pytest.mark.attack("kill", "backing up from the command line")
@pytest.mark.parametrize("encrypted", [False, True])
def test_a_killed_backup_leaves_nothing_that_looks_whole(
    memory: Memory, path: Path, tmp_path: Path, encrypted: bool, tried
):
    for number in range(10):
        memory.agent("alice").remember("long " * 20_000 + str(number), conversation="c")
    folder = tmp_path / "backups"
    folder.mkdir()
    key = tmp_path / "key"
    key.write_text("correct horse battery\n")
    options = ["--key-file", str(key)] if encrypted else []
    for number in KILLED_AFTER:
        command = ["--database", str(path), "backup", str(folder / str(number)), *options]
        child = start_python(COMMAND, *command, stderr=tmp_path / "log")
        while child.poll() is None and not names(folder) | {
            name for name in names(tmp_path) if "backing" in name
        }:
            time.sleep(0.002)
        time.sleep(0.01 * number)
        child.send_signal(signal.SIGKILL)
        tried(child.wait() == -signal.SIGKILL)
        whole = folder / str(number)
        if whole.exists():
            target = tmp_path / f"restored{number}"
            Memory.restore(whole, target, passphrase="correct horse battery" if encrypted else None)
            assert len(said(target)) == 11
        for left in folder.iterdir():
            assert left == whole or ".part" in left.name
            left.unlink()


def test_each_restore_keeps_what_it_replaced(memory: Memory, path: Path, tmp_path: Path):
    whole = tmp_path / "copy"
    memory.backup(whole)
    memory.agent("alice").remember("Said later.", id="2")
    memory.close()
    kept = [Memory.restore(whole, path).replaced for _ in range(3)]
    assert [said(each) for each in kept] == [[SECRET, "Said later."], [SECRET], [SECRET]]
    assert sorted(kept) == sorted(map(str, copies.kept_copies(str(path))))


def test_on_the_command_line(memory: Memory, path: Path, tmp_path: Path, capsys):
    memory.close()
    key = tmp_path / "key"
    key.write_text("correct horse battery\n")
    database, file = ["--database", str(path)], str(tmp_path / "copy.age")
    assert main([*database, "backup", file, "--key-file", str(key), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["encrypted"] is True
    assert made["rows"]["turns"] == 1
    assert main([*database, "backup", file, "--key-file", str(key)]) == 1
    assert "--force" in capsys.readouterr().err
    path.unlink()
    assert main([*database, "restore", file, "--key-file", str(key)]) == 0
    assert "Restored 1 agent, 1 turn" in capsys.readouterr().out
    assert said(path) == [SECRET]
    with Memory.open(path, background=False) as opened:
        opened.agent("bob").remember("Later")
    year = datetime.now(UTC).year
    both = rf"{path} \(2 agents, 2 turns, the last of {year}-.*\) by {file} \(1 agent, 1 turn, the last of"
    assert main([*database, "restore", file, "--key-file", str(key)]) == 1
    assert re.search(f"Replace {both}", capsys.readouterr().err)
    assert said(path) == [SECRET]
    assert main([*database, "restore", file, "--key-file", str(key), "--yes"]) == 0
    told = capsys.readouterr().err
    assert re.search(f"Replacing {both}", told)
    assert ".before-restore" in told
    path.write_bytes(b"damaged" * 1_000)
    assert main([*database, "restore", file, "--key-file", str(key), "--yes"]) == 0
    assert f"Replacing {path} (it cannot be read)" in capsys.readouterr().err
    key.write_text("another one\n")
    assert main([*database, "restore", file, "--key-file", str(key), "--yes"]) == 1
    assert "passphrase is wrong" in capsys.readouterr().err
    assert main([*database, "restore", file, "--yes"]) == 1
    assert "without a terminal, give --key-file FILE" in capsys.readouterr().err
    export = tmp_path / "all.jsonl"
    assert main([*database, "export", str(export)]) == 0
    assert main([*database, "restore", str(export), "--yes"]) == 1
    assert f"{export} is not a backup: it is an export" in capsys.readouterr().err
    assert main([*database, "backup", "-"]) == main([*database, "restore", "-"]) == 1
    assert "- does not stand for a stream here" in capsys.readouterr().err
    assert said(path) == [SECRET]


def test_an_older_backup_is_upgraded_when_it_is_opened(memory: Memory, path: Path, tmp_path: Path):
    memory.backup(tmp_path / "copy")
    memory.close()
    with closing(sqlite3.connect(tmp_path / "copy")) as hand:
        hand.execute("DROP INDEX entries_by_id")
        hand.execute("ALTER TABLE turns DROP COLUMN origin")
        hand.execute("PRAGMA user_version = 4")
    shutil.rmtree(tmp_path / "home", ignore_errors=True)
    Memory.restore(tmp_path / "copy", path)
    assert said(path) == [SECRET]


def test_postgresql_is_backed_up_and_restored(tmp_path: Path, path: Path, capsys):
    file = tmp_path / "copy"
    with postgres_database() as here, postgres_database() as there:
        with Memory.open(here, background=False) as memory:
            memory.agent("alice").remember(SECRET, conversation="c", id="1")
            memory.agent("alice").memories.add("Likes jazz.", kind="preference")
            keys_for(memory.settings, memory.shared).add("phone", agents=["*"], rights=[])
            made = memory.backup(file, passphrase="correct horse")
            assert (made.rows["turns"], made.rows["entries"]) == (1, 1)
        key = tmp_path / "key"
        key.write_text("correct horse\n")
        capsys.readouterr()
        assert main(["--database", there, "restore", str(file), "--key-file", str(key)]) == 0
        printed = capsys.readouterr()
        assert "Restored 1 agent, 1 turn" in printed.out
        assert "revoke again those that were revoked since. They are: phone" in printed.err
        with Memory.open(there, background=False) as memory:
            assert memory.faults() == []
            found = keys_for(memory.settings, memory.shared).list()
            assert [key.name for key in found] == ["phone"]
            memory.agent("alice").remember("And written to.", conversation="c", id="2")
            assert len(memory.agent("alice").turns()) == 2
        with pytest.raises(Conflict, match="already holds data"):
            Memory.restore(file, there, passphrase="correct horse")
    assert Memory.restore(file, path, passphrase="correct horse").keys == ()
    assert said(path) == [SECRET]
    assert not [name for name in names(tmp_path / "home") if "part" in name]
