"""The dialogues are well-formed, so that training and evaluation can rely on every line."""

import json
import re
from collections import Counter
from datetime import date, datetime
from pathlib import Path

import pytest

from recollect.domain.entry import MEMORY_KINDS
from recollect.domain.turn import Role

FOLDER = Path(__file__).parent / "fixture" / "dialogues"
FILES = sorted(FOLDER.glob("*.jsonl"))
ISO_PREFIX = re.compile(r"\d{4}(-\d\d){0,2}")
DIALOGUE_KEYS = {"id", "trap", "at", "turns", "notes", "may"}
TURN_KEYS = {"role", "content", "speaker", "at"}
NOTE_KEYS = {"kinds", "turn", "quote", "about", "says"}
DATE_KEYS = {"valid_from", "valid_until", "date"}


def read(file):
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def is_iso_prefix(text):
    if not ISO_PREFIX.fullmatch(text):
        return False
    date.fromisoformat(text + "-01" * (2 - text.count("-")))
    return True


def check_turns(dialogue):
    assert set(dialogue) == DIALOGUE_KEYS
    assert 1 <= len(dialogue["turns"]) <= 8
    for turn in dialogue["turns"]:
        assert {"role", "content"} <= set(turn) <= TURN_KEYS
        assert turn["role"] in set(Role)
        assert turn["content"].strip()
        assert turn.get("speaker", "someone").strip()
    said_at = [turn.get("at", dialogue["at"]) for turn in dialogue["turns"]]
    times = [datetime.fromisoformat(at) for at in (dialogue["at"], *said_at)]
    assert all(time.tzinfo for time in times)
    assert times == sorted(times)


def check_note(note, turns):
    """It quotes its turn, is of known kinds, and says what was said by then."""
    assert NOTE_KEYS <= set(note) <= NOTE_KEYS | DATE_KEYS
    assert note["quote"].strip()
    assert note["quote"] in turns[note["turn"]]["content"]
    assert turns[note["turn"]]["role"] != Role.SYSTEM
    assert note["about"].strip()
    assert note["kinds"]
    assert set(note["kinds"]) <= set(MEMORY_KINDS)
    assert len(set(note["kinds"])) == len(note["kinds"])
    said = "\n".join(turn["content"] for turn in turns[: note["turn"] + 1]).casefold()
    assert 1 <= len(note["says"]) <= 3
    assert all(words.casefold() in said or is_iso_prefix(words) for words in note["says"])
    assert all(is_iso_prefix(note[key]) for key in DATE_KEYS & set(note))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_dialogue_has_the_form_that_the_readme_describes(file):
    for dialogue in read(file):
        check_turns(dialogue)
        for note in dialogue["notes"] + dialogue["may"]:
            check_note(note, dialogue["turns"])


def test_no_two_dialogues_are_the_same():
    every = [dialogue for file in FILES for dialogue in read(file)]
    assert max(Counter(one["id"] for one in every).values()) == 1
    said = Counter(tuple(turn["content"] for turn in one["turns"]) for one in every)
    assert max(said.values()) == 1
