"""Files that an earlier version wrote: its database, its export and its settings file still work."""

import gzip
from pathlib import Path

import pytest

from recollect import Memory
from recollect.settings import load

LANDED = Path(__file__).parents[1] / "fixture" / "landed"


def check(memory):
    """Everything that was said and that a person did is there."""
    alice = memory.agent("alice")
    assert [turn.id for turn in alice.turns()] == ["s1", "s2", "s3", "u1"]
    assert alice.turns("spring")[2].metadata == {"app": "x"}
    known = {entry.content: entry for entry in alice.memories.list()}
    assert known["User lives in Alfama."].edited
    assert known["Likes jazz"].pinned
    assert "User is allergic to peanuts." in known
    assert [override.content for override in alice.overrides.list()] == ["Answer in English."]
    login = alice.knowledge.get("website_knowledge", "example.com:login")
    assert login.content == "The login is at /enter."
    assert alice.search("Where does she work?")
    assert "Alfama" in alice.context("Where do I live?", tokens=500).text


@pytest.fixture
def settings():
    """No embedder: the fixture has no vectors."""
    return {"embedding_backend": "none", "background": False}


def test_a_database_of_the_last_version_opens_and_keeps_everything(tmp_path, settings):
    path = tmp_path / "memory.sqlite"
    path.write_bytes(gzip.decompress((LANDED / "memory.sqlite.gz").read_bytes()))
    with Memory.open(path, **settings) as memory:
        assert memory.sync().ok
        check(memory)


def test_an_export_of_the_last_version_is_imported(tmp_path, settings):
    with Memory.open(tmp_path / "new.sqlite", **settings) as memory:
        memory.import_(LANDED / "export.jsonl")
        assert memory.sync().ok
        check(memory)


def test_a_settings_file_of_the_last_version_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    (tmp_path / "config.json").write_text((LANDED / "config.json").read_text("utf-8"), "utf-8")
    chosen = load()
    assert (chosen.context_max_tokens, chosen.summary_debounce_seconds) == (1234, 15)
    assert not chosen.optimizer_enabled
