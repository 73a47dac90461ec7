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
TAUGHT_BY = ("plain", "train")
JUDGED_LATER = ("judge2",)
FILE_NAME = re.compile(
    rf"(?:{'|'.join((*PARTS, *TAUGHT_BY, *JUDGED_LATER))})(?:_[a-z]+)?_[a-z]{{2}}\.jsonl"
    r"|(?:judge3|tune2?)_[a-z]{2}\.txt"
)
ISO_PREFIX = re.compile(r"\d{4}(-\d\d){0,2}")
DIALOGUE_KEYS = {"id", "trap", "at", "turns", "notes", "may"}
TURN_KEYS = {"role", "content", "speaker", "at"}
NOTE_KEYS = {"kinds", "turn", "quote", "about", "says"}
DATE_KEYS = {"valid_from", "valid_until", "date"}
KNOWLEDGE = {"domain", "execution_pattern", "user_preference", "website_knowledge", "error_pattern"}

FILES = {path.stem: path.read_text("utf-8").splitlines() for path in sorted(FOLDER.glob("*.jsonl"))}
READ = {name: [json.loads(line) for line in lines] for name, lines in FILES.items()}
DIALOGUES = [dialogue for dialogues in READ.values() for dialogue in dialogues]
LANGUAGES = sorted({name.rsplit("_", 1)[1] for name in FILES})


def each_file(test):
    return pytest.mark.parametrize("file", FILES)(test)


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
    return READ[f"{part}_{language}"]


def first_kinds(part, language):
    notes = (note for dialogue in of_part(part, language) for note in dialogue["notes"])
    return Counter(note["kinds"][0] for note in notes)


# --- the whole set


def test_every_file_is_named_for_its_part_and_its_language():
    assert all(FILE_NAME.fullmatch(path.name) for path in FOLDER.iterdir())


def test_every_language_has_two_parts_to_learn_from_and_one_that_judges():
    assert LANGUAGES
    assert set(FILES) >= {f"{part}_{each}" for part in PARTS for each in LANGUAGES}


def test_every_language_has_dialogues_that_weights_are_trained_on():
    taught = {name.rsplit("_", 1)[1] for name in FILES if name.startswith("train")}
    assert taught == set(LANGUAGES)


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


# --- each dialogue of a file


@each_file
def test_a_dialogue_has_its_fields_and_a_named_trap_or_none(file):
    for dialogue in READ[file]:
        assert set(dialogue) == DIALOGUE_KEYS, dialogue["id"]
        trap = dialogue["trap"]
        assert trap is None or re.fullmatch(r"[a-z]+(_[a-z]+)*", trap), dialogue["id"]


@each_file
def test_a_dialogue_has_one_to_eight_turns_of_known_roles(file):
    for dialogue in READ[file]:
        assert 1 <= len(dialogue["turns"]) <= 8, dialogue["id"]
        for turn in dialogue["turns"]:
            assert {"role", "content"} <= set(turn) <= TURN_KEYS, dialogue["id"]
            assert turn["role"] in set(Role), dialogue["id"]
            assert turn["content"].strip(), dialogue["id"]
            assert turn.get("speaker", "someone").strip(), dialogue["id"]


@each_file
def test_the_instants_of_a_dialogue_have_a_zone_and_do_not_run_backwards(file):
    for dialogue in READ[file]:
        times = instants(dialogue)
        assert all(time.tzinfo for time in times), dialogue["id"]
        assert times == sorted(times), dialogue["id"]


@each_file
def test_a_note_quotes_its_turn(file):
    for dialogue in READ[file]:
        for note in judged(dialogue):
            assert note["quote"].strip(), dialogue["id"]
            assert 0 <= note["turn"] < len(dialogue["turns"]), dialogue["id"]
            assert note["quote"] in dialogue["turns"][note["turn"]]["content"], dialogue["id"]


@each_file
def test_a_note_has_its_fields_and_known_kinds_each_once(file):
    for dialogue in READ[file]:
        for note in judged(dialogue):
            assert NOTE_KEYS <= set(note) <= NOTE_KEYS | DATE_KEYS, dialogue["id"]
            assert note["about"].strip(), dialogue["id"]
            assert note["kinds"], dialogue["id"]
            assert set(note["kinds"]) <= {str(kind) for kind in MEMORY_KINDS}, dialogue["id"]
            assert len(set(note["kinds"])) == len(note["kinds"]), dialogue["id"]


@each_file
def test_what_a_note_must_say_was_said_by_then_or_is_a_date(file):
    for dialogue in READ[file]:
        for note in judged(dialogue):
            turns = dialogue["turns"][: note["turn"] + 1]
            said = "\n".join(turn["content"] for turn in turns).casefold()
            assert 1 <= len(note["says"]) <= 3, dialogue["id"]
            for words in note["says"]:
                assert words.strip(), dialogue["id"]
                assert words.casefold() in said or is_iso_prefix(words), dialogue["id"]


@each_file
def test_the_dates_of_a_note_are_years_months_or_days(file):
    for dialogue in READ[file]:
        for note in judged(dialogue):
            assert all(is_iso_prefix(note[key]) for key in DATE_KEYS & set(note)), dialogue["id"]


@each_file
def test_nothing_is_noted_from_a_system_prompt_and_only_knowledge_from_tools_and_assistants(file):
    for dialogue in READ[file]:
        for note in judged(dialogue):
            role = dialogue["turns"][note["turn"]]["role"]
            assert role != "system", dialogue["id"]
            # Whoever wrote those to train on also noted what an assistant has booked; training leaves it out.
            if role in {"assistant", "tool"} and note in dialogue["notes"] and "train" not in file:
                assert KNOWLEDGE & set(note["kinds"]), dialogue["id"]
