"""A database of the last release: it opens, keeps what people did, and the rest is learned anew (M3)."""

import gzip
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recollect import Memory
from recollect.domain.entry import Kind, Status
from recollect.domain.job import START_OVER, JobKind
from recollect.domain.learning import Proposal
from recollect.domain.provenance import Origin
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import ComparisonModels
from recollect.learning.decide import VerifyRules
from recollect.learning.working_set import WorkingSet
from recollect.providers.message_reader import NAME
from recollect.settings import load
from recollect.wiring import build
from scripted_model import ScriptedModel

RELEASED = Path(__file__).parents[1] / "fixture" / "last_release.sqlite.gz"
EVERY = ("active", "review", "superseded", "deleted")


TURN = Turn(
    id="1",
    conversation="c",
    index=0,
    role=Role.USER,
    content="We went out, and I play the violin since I was six.",
    at=datetime(2026, 4, 6, 18, tzinfo=UTC),
    recorded_at=datetime(2026, 4, 6, 18, tzinfo=UTC),
    tokens=1,
)
# Where a new highlight begins and ends, and whether it says something else than what was deleted.
EDGES = [
    (17, 50, False),
    (13, 50, False),
    (0, 50, False),
    (17, 34, False),
    (35, 50, False),
    (0, 11, True),
]


def highlight(start, end):
    """A statement in the words of the turn."""
    quote = TURN.content[start:end]
    return Proposal(
        kind=Kind.FACT,
        content=quote,
        subject="user",
        turn_id=TURN.id,
        start=start,
        end=end,
        quote=quote,
        origin=Origin.USER,
        confidence=0.8,
    )


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The database of the last release."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    file = tmp_path / "released.sqlite"
    file.write_bytes(gzip.decompress(RELEASED.read_bytes()))
    return file


def opened(path, **settings):
    house = build(load(embedding_backend="none", **settings), path)
    return Memory(house, background=False)


def learning(memory):
    return {j.agent: j for j in memory.jobs.list() if j.kind == JobKind.LEARN}


def test_what_people_did_stays_and_the_rest_is_learned_anew(path):
    with opened(path) as memory:
        alice = memory.agent("alice")
        before = {entry.content: entry for entry in alice.memories.list(status=EVERY)}
        memory.sync()
        after = alice.memories.list(status=EVERY)
        kept = {entry.id: entry for entry in after}

        def same(content):
            one = before[content]
            return kept[one.id].content == content and kept[one.id].status == one.status

        assert same("Likes jazz")
        assert same("User lives in Porto.")
        assert same("User likes place number 1.")
        assert same("User likes place number 2.")
        assert same("User is allergic to peanuts.")
        assert kept[before["User is allergic to peanuts."].id].pinned
        assert kept[before["User plays the violin since User was six."].id].status == "deleted"
        assert [law.content for law in alice.overrides.list()] == ["Answer in English."]
        by_hand = {"Likes jazz", "User lives in Porto.", "User likes place number 1."}
        by_hand |= {"User likes place number 2.", "User is allergic to peanuts."}
        by_hand |= {"User plays the violin since User was six."}
        learned = [entry for entry in after if entry.content not in by_hand]
        assert {entry.metadata.get("learned_with") for entry in learned} == {NAME}
        told = " ".join(entry.content for entry in learned)
        assert "Acme" in told
        assert "Ottilie" in told
        shown = " ".join(entry.content for entry in alice.memories.list())
        assert "violin" not in shown
        assert "Lisbon" not in shown
        (vegetarian,) = memory.agent("ben").memories.list()
        assert vegetarian.metadata["learned_with"] == NAME


@pytest.mark.parametrize(("start", "end", "back"), EDGES)
def test_what_was_deleted_stays_deleted_however_it_is_cut(start, end, back):
    (put,) = WorkingSet((), VerifyRules()).apply(highlight(17, 50), TURN, ComparisonModels())
    working_set = WorkingSet((replace(put.entry, status=Status.DELETED),), VerifyRules())
    assert bool(working_set.apply(highlight(start, end), TURN, ComparisonModels())) == back


def test_it_is_asked_for_once_and_done_once(path):
    with opened(path) as memory:
        memory.sync()
        asked = {agent: job.asked for agent, job in learning(memory).items()}
        assert asked.keys() == {"alice", "ben"}
        listed = memory.agent("alice").memories.list(status=EVERY)
    with opened(path) as memory:
        memory.sync()
        assert {agent: job.asked for agent, job in learning(memory).items()} == asked
        assert memory.agent("alice").memories.list(status=EVERY) == listed


def test_nobody_waits_for_it(path):
    with opened(path) as memory:
        memory._components.worker.prepare()
        assert {job.watermark for job in learning(memory).values()} == {START_OVER}
        assert "User works at Acme as an engineer." in {
            entry.content for entry in memory.agent("alice").memories.list()
        }


def test_where_a_model_or_nothing_learns_nothing_is_asked_anew(path):
    house = build(
        load(embedding_backend="none", extractor="model"), path, chat_model=ScriptedModel()
    )
    for memory in (Memory(house, background=False), opened(path, extractor="none")):
        with memory:
            memory._components.worker.prepare()
            assert {job.state for job in learning(memory).values()} == {"done"}


def test_a_new_version_of_the_reader_learns_anew(path, monkeypatch):
    with opened(path) as memory:
        memory.sync()
    monkeypatch.setattr("recollect.providers.message_reader.NAME", "reader-next")
    with opened(path) as memory:
        memory.sync()
        learned = [e for e in memory.agent("alice").memories.list() if "Acme" in e.content]
        assert {entry.metadata["learned_with"] for entry in learned} == {"reader-next"}
