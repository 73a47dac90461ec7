"""Secrets on their way in: none is stored, and what stands in its place can be moved on."""

import json
from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest

from recollect import InvalidInput, Memory
from recollect.domain.checks import ID_MAX, LABEL_MAX
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Change, Entry, Kind, Priority, Source, Version
from recollect.domain.graph import EntityType, Link, Mention
from recollect.domain.plain import plain
from recollect.domain.provenance import Origin
from recollect.domain.turn import Role, Turn

SECRET = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
# Found because it is said to be one, and shorter than what takes its place.
SHORT = "password: hunter22"
# Others refer to these, so they are kept as they are; docs/python.md says so.
IDS = {"id", "conversation", "turn_id", "superseded_by"}
# Ids in a list have no name of their own.
LISTED_IDS = "rivals"
NOW = datetime(2026, 5, 1, tzinfo=UTC)

TURN = Turn(
    id="t", conversation="c", index=0, role=Role.USER, content="words", at=NOW, recorded_at=NOW,
    tokens=2, speaker="speaker", metadata={"name": ["text"]}, covers=1, origin=Origin.USER,
)  # fmt: skip
TALK = Conversation(
    id="c", title="title", started_at=NOW, last_at=NOW, turns=1, created_at=NOW,
    metadata={"name": {"inner": "text"}},
)  # fmt: skip
ENTRY = Entry(
    id="e", version=1, kind=Kind.DOMAIN, content="words", subject="subject", key="key",
    priority=Priority.LOW, tags=("tag", "other"), metadata={"name": "text"}, valid_from=NOW,
    source=Source(conversation="c", turn_id="t", start=3, end=8, quote="quote"),
    recorded_at=NOW, changed_at=NOW, superseded_by="f", accessed_at=NOW, decayed_at=NOW,
    also=(Source(conversation="d", turn_id="u", start=0, end=5, quote="again"),), rivals=("r",),
    mentions=(Mention("name", EntityType.PLACE),),
    links=(Link(subject="one", relation="knows", object="other"),),
)  # fmt: skip
LINES = {
    "conversation": plain(TALK),
    "turn": plain(TURN),
    "memory": plain([Version(number=1, at=NOW, change=Change.ADDED, entry=ENTRY)]),
}


def places(value, path=()):
    """Every place of a text in a JSON value: the keys and indexes that lead there."""
    if isinstance(value, str):
        yield path
    for key, item in value.items() if isinstance(value, dict) else ():
        yield from places(item, (*path, key))
    for number, item in enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*path, number))


def put(value, path, text):
    """The JSON value with another text at a place."""
    if not path:
        return text
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], text)
    return copy


def write_export(path, lines):
    head = [
        {"recollect": "export", "format": 1},
        {"agent": {"id": "alice", "created_at": "2026-05-01T00:00:00+00:00"}},
    ]
    items = [{what: value} for what, value in lines.items()]
    path.write_text("".join(json.dumps(line) + "\n" for line in [*head, *items]))


PLACES = [p for p in places(LINES) if p[-1] not in IDS and LISTED_IDS not in p]


def test_every_text_that_can_be_absent_is_there_to_be_tried():
    for noun in (TURN, TALK, ENTRY, ENTRY.source):
        unset = [f.name for f in fields(noun) if getattr(noun, f.name) in (None, "", (), {})]
        assert unset == ["valid_until"] * (noun is ENTRY)


@pytest.mark.parametrize("path", PLACES, ids=lambda path: ".".join(map(str, path)))
def test_no_secret_written_into_an_export_reaches_the_database(tmp_path, path):
    write_export(tmp_path / "in.jsonl", put(LINES, path, f"it is {SECRET} here"))
    with Memory.open(tmp_path / "memory.sqlite", background=False) as memory:
        try:
            taken = memory.import_(tmp_path / "in.jsonl")
        except InvalidInput:
            # A role, a kind or a time cannot be a secret.
            assert memory.agents() == []
        else:
            assert (taken.turns_new, taken.memories_new) == (1, 1)
        for file in tmp_path.glob("memory.sqlite*"):
            assert SECRET.encode() not in file.read_bytes(), file


@pytest.mark.parametrize("name", ["metadata", "inner"])
def test_no_secret_used_as_a_name_in_metadata_reaches_the_database(tmp_path, name):
    metadata = {SECRET: 1} if name == "metadata" else {"inner": [{SECRET: 1}]}
    turn, talk = ({**LINES[what], "metadata": metadata} for what in ("turn", "conversation"))
    write_export(tmp_path / "in.jsonl", {"conversation": talk, "turn": turn})
    with Memory.open(tmp_path / "memory.sqlite", background=False) as memory:
        memory.import_(tmp_path / "in.jsonl")
        for file in tmp_path.glob("memory.sqlite*"):
            assert SECRET.encode() not in file.read_bytes(), file


def test_what_takes_the_place_of_a_secret_is_counted_and_keeps_its_span(memory, tmp_path):
    lines = put(LINES, ("turn", "content"), f"it is {SECRET} here")
    lines = put(lines, ("memory", 0, "entry", "source", "quote"), f"it is {SECRET} here")
    write_export(tmp_path / "in.jsonl", lines)
    memory.import_(tmp_path / "in.jsonl")
    (turn,) = memory.agent("alice").turns()
    assert turn.tokens == memory.agent("bob").remember(turn.content).tokens
    (entry,) = memory.agent("alice").memories.list()
    assert (entry.quote, entry.source.start, entry.source.end) == (turn.content, 3, 8)


def test_a_house_that_keeps_secrets_takes_them_as_they_are(tmp_path):
    words = f"it is {SECRET} here"
    write_export(tmp_path / "in.jsonl", put(LINES, ("turn", "content"), words))
    with Memory.open(":memory:", background=False, redact_secrets=False) as memory:
        memory.import_(tmp_path / "in.jsonl")
        assert memory.agent("alice").turns() == [replace(TURN, content=words)]


def padded(length):
    return f" {SHORT}".rjust(length, "x")


TOO_LONG = {
    "speaker": lambda alice: alice.remember("x", speaker=padded(LABEL_MAX)),
    "title": lambda alice: alice.conversations.rename("c", padded(LABEL_MAX)),
    "subject": lambda alice: alice.memories.add("x", subject=padded(LABEL_MAX)),
    "tags": lambda alice: alice.memories.add("x", tags=[padded(ID_MAX)]),
    "key": lambda alice: alice.memories.add("x", key=padded(ID_MAX)),
    "metadata": lambda alice: alice.remember("x", metadata={"a": padded(256 * 1024 - 9)}),
}


@pytest.mark.parametrize("field", TOO_LONG)
def test_a_text_must_fit_without_its_secret_too(alice, field):
    alice.remember("first", conversation="c")
    with pytest.raises(InvalidInput) as refused:
        TOO_LONG[field](alice)
    assert refused.value.field == field
    assert (len(alice.turns()), alice.memories.list()) == (1, [])


def test_an_import_too_keeps_only_what_it_could_read_again(memory, tmp_path):
    write_export(tmp_path / "in.jsonl", put(LINES, ("turn", "speaker"), padded(LABEL_MAX)))
    with pytest.raises(InvalidInput, match="line 4: speaker"):
        memory.import_(tmp_path / "in.jsonl")


def test_two_tags_that_become_the_same_are_one(memory, alice, tmp_path):
    entry = alice.memories.add("x", tags=["password: hunter22", "password: hunter23"])
    assert len(entry.tags) == 1
    memory.export(tmp_path / "out.jsonl")
    with Memory.open(":memory:", background=False) as other:
        other.import_(tmp_path / "out.jsonl")
        assert other.agent("alice").memories.get(entry.id) == entry
