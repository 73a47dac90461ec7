import json
import re
from collections import Counter
from datetime import date, datetime
from pathlib import Path

import pytest

from recollect.model.entry import MEMORY_KINDS
from recollect.model.turn import Role

FOLDER = Path(__file__).parent / "fixture" / "dialogues"
PARTS = ("dev", "held_out", "judge")
FILE_NAME = re.compile(rf"(?P<part>{'|'.join(PARTS)})_(?P<language>[a-z]{{2}})\.jsonl")
ISO_PREFIX = re.compile(r"\d{4}(-\d\d){0,2}")
DIALOGUE_KEYS = {"id", "trap", "at", "turns", "notes", "may"}
TURN_KEYS = {"role", "content", "speaker", "at"}
NOTE_KEYS = {"kinds", "turn", "quote", "about", "says"}
DATE_KEYS = {"valid_from", "valid_until", "date"}
KNOWLEDGE = {"domain", "execution_pattern", "user_preference", "website_knowledge", "error_pattern"}

FILES = {path.stem: path.read_text("utf-8").splitlines() for path in sorted(FOLDER.glob("*.jsonl"))}
DIALOGUES = [json.loads(line) for lines in FILES.values() for line in lines]
LANGUAGES = sorted({name.rsplit("_", 1)[1] for name in FILES})


def each_dialogue(test):
    return pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue["id"])(test)


def judged(dialogue):
    return dialogue["notes"] + dialogue["may"]


def instants(dialogue):
    said_at = [turn.get("at", dialogue["at"]) for turn in dialogue["turns"]]
    return [datetime.fromisoformat(at) for at in [dialogue["at"], *said_at]]


def is_iso_prefix(text):
    if not ISO_PREFIX.fullmatch(text):
        return False
    date.fromisoformat(text + "-01" * (2 - text.count("-")))
    return True


def of_part(part, language):
    return [json.loads(line) for line in FILES[f"{part}_{language}"]]


def first_kinds(part, language):
    notes = (note for dialogue in of_part(part, language) for note in dialogue["notes"])
    return Counter(note["kinds"][0] for note in notes)


# --- the whole set


def test_every_file_is_named_for_its_part_and_its_language():
    assert all(FILE_NAME.fullmatch(path.name) for path in FOLDER.iterdir())


def test_every_language_has_two_parts_to_learn_from_and_one_that_judges():
    assert LANGUAGES
    assert set(FILES) == {f"{part}_{each}" for part in PARTS for each in LANGUAGES}


def test_no_two_dialogues_share_an_id():
    ids = Counter(dialogue["id"] for dialogue in DIALOGUES)
    assert [name for name, times in ids.items() if times > 1] == []


def test_no_two_dialogues_say_the_same():
    said = Counter(tuple(turn["content"] for turn in each["turns"]) for each in DIALOGUES)
    assert [words for words, times in said.items() if times > 1] == []


def test_english_has_enough_dialogues_to_learn_from_and_to_judge_by():
    assert len(of_part("dev", "en")) + len(of_part("held_out", "en")) >= 100
    assert len(of_part("judge", "en")) >= 70


@pytest.mark.parametrize("part", PARTS)
def test_every_english_part_has_a_note_of_every_kind(part):
    assert set(first_kinds(part, "en")) == {str(kind) for kind in MEMORY_KINDS}


@pytest.mark.parametrize("part", PARTS)
def test_every_english_part_has_two_notes_or_more_of_each_knowledge_kind(part):
    kinds = first_kinds(part, "en")
    assert [kind for kind in sorted(KNOWLEDGE) if kinds[kind] < 2] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_in_every_part_some_dialogues_leave_nothing_to_note(part, language):
    assert any(not dialogue["notes"] for dialogue in of_part(part, language))


# --- one dialogue


@each_dialogue
def test_a_dialogue_has_its_fields_and_a_named_trap_or_none(dialogue):
    assert set(dialogue) == DIALOGUE_KEYS
    assert dialogue["trap"] is None or re.fullmatch(r"[a-z]+(_[a-z]+)*", dialogue["trap"])


@each_dialogue
def test_a_dialogue_has_one_to_eight_turns_of_known_roles(dialogue):
    assert 1 <= len(dialogue["turns"]) <= 8
    for turn in dialogue["turns"]:
        assert {"role", "content"} <= set(turn) <= TURN_KEYS
        assert turn["role"] in set(Role)
        assert turn["content"].strip()
        assert turn.get("speaker", "someone").strip()


@each_dialogue
def test_the_instants_of_a_dialogue_have_a_zone_and_do_not_run_backwards(dialogue):
    times = instants(dialogue)
    assert all(time.tzinfo for time in times)
    assert times == sorted(times)


@each_dialogue
def test_a_note_quotes_its_turn(dialogue):
    for note in judged(dialogue):
        assert note["quote"].strip()
        assert 0 <= note["turn"] < len(dialogue["turns"])
        assert note["quote"] in dialogue["turns"][note["turn"]]["content"]


@each_dialogue
def test_a_note_has_its_fields_and_known_kinds_each_once(dialogue):
    for note in judged(dialogue):
        assert NOTE_KEYS <= set(note) <= NOTE_KEYS | DATE_KEYS
        assert note["about"].strip()
        assert note["kinds"]
        assert set(note["kinds"]) <= {str(kind) for kind in MEMORY_KINDS}
        assert len(set(note["kinds"])) == len(note["kinds"])


@each_dialogue
def test_what_a_note_must_say_was_said_by_then_or_is_a_date(dialogue):
    for note in judged(dialogue):
        turns = dialogue["turns"][: note["turn"] + 1]
        said = "\n".join(turn["content"] for turn in turns).casefold()
        assert 1 <= len(note["says"]) <= 3
        for words in note["says"]:
            assert words.strip()
            assert words.casefold() in said or is_iso_prefix(words)


@each_dialogue
def test_the_dates_of_a_note_are_years_months_or_days(dialogue):
    for note in judged(dialogue):
        assert all(is_iso_prefix(note[key]) for key in DATE_KEYS & set(note))


@each_dialogue
def test_nothing_is_noted_from_a_system_prompt_and_only_knowledge_from_tools_and_assistants(
    dialogue,
):
    for note in judged(dialogue):
        role = dialogue["turns"][note["turn"]]["role"]
        assert role != "system"
        if role in {"assistant", "tool"} and note in dialogue["notes"]:
            assert KNOWLEDGE & set(note["kinds"])
