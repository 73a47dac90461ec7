from datetime import UTC, datetime

import pytest

from recollect import InvalidInput
from recollect.importers import Format, ImportSource, detect_file, locomo


def turn(number, text, speaker="Ann", **more):
    return {"speaker": speaker, "dia_id": f"D{number}", "text": text, **more}


@pytest.fixture
def sample():
    """Invented people in the shape of the data set."""
    return {
        "sample_id": "talk-1",
        "qa": [{"question": "QUESTION", "answer": "ANSWER"}],
        "observation": {"session_1_observation": "OBSERVATION"},
        "event_summary": {"events_session_1": "EVENT"},
        "session_summary": {"session_1_summary": "SUMMARY"},
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Ben",
            "session_10": [turn("10:1", "Last one.")],
            "session_10_date_time": "12:05 am on 1 July, 2024",
            "session_2": [turn("2:1", "Again!", "Ben")],
            "session_2_date_time": "9:00 am on 2 May, 2024",
            "session_3_date_time": "9:00 am on 3 May, 2024",
            "session_1": [
                turn("1:1", "Hello Ben."),
                turn(
                    "1:2",
                    "Look at this.",
                    "Ben",
                    blip_caption="a photo of a red kite over a beach",
                    img_url=["https://example.org/kite.jpg"],
                    query="kite festival",
                ),
            ],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        },
    }


def talks_of(*samples, path="x.json"):
    return [*locomo.conversations([*samples], ImportSource(path))]


def test_each_session_is_a_conversation_in_the_order_of_numbers(sample):
    talks = talks_of(sample)
    assert [talk.conversation for talk in talks] == ["session_1", "session_2", "session_10"]
    assert {talk.agent for talk in talks} == {"talk-1"}
    assert talks[0].title == "Session 1: Ann and Ben"


def test_both_people_are_users_told_apart_by_their_names(sample):
    turns = talks_of(sample)[0].turns
    assert [(t["role"], t["speaker"], t["id"]) for t in turns] == [
        ("user", "Ann", "D1:1"),
        ("user", "Ben", "D1:2"),
    ]


def test_the_time_of_the_session_is_the_time_of_its_turns(sample):
    talks = talks_of(sample)
    assert talks[0].turns[0]["at"] == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert talks[2].turns[0]["at"] == datetime(2024, 7, 1, 0, 5, tzinfo=UTC)


def test_what_a_photo_shows_is_part_of_the_words_and_its_address_is_metadata(sample):
    shared = talks_of(sample)[0].turns[1]
    assert shared["content"] == "Look at this. [shares a photo: a red kite over a beach]"
    assert shared["metadata"] == {"images": ["https://example.org/kite.jpg"]}


def test_a_photo_without_words_is_a_turn_too(sample):
    sample["conversation"]["session_1"] = [turn("1:1", "", blip_caption="a dog")]
    assert talks_of(sample)[0].turns[0]["content"] == "[shares a photo: a dog]"


def test_nothing_written_about_the_conversation_is_read(sample):
    told = str(talks_of(sample))
    for word in ("QUESTION", "ANSWER", "OBSERVATION", "EVENT", "SUMMARY", "kite festival"):
        assert word not in told


def test_a_single_sample_and_a_list_of_them_are_recognised(write, sample):
    for content in (sample, [sample]):
        assert detect_file(ImportSource(write("x.json", content))).format is Format.LOCOMO


def test_a_session_without_a_time_has_turns_without_one(sample):
    del sample["conversation"]["session_1_date_time"]
    assert "at" not in talks_of(sample)[0].turns[0]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda s: s.pop("sample_id"), "sample 1: sample_id must be text"),
        (lambda s: s.update(conversation=[]), "sample 1: a sample must be an object"),
        (lambda s: s.update(conversation={"speaker_a": "Ann"}), "sample talk-1: .*no session_1"),
        (lambda s: s["conversation"].update(session_1={}), "session_1 of talk-1: .*list of turns"),
        (lambda s: s["conversation"].update(session_1=["hi"]), "turn 1 of session_1 of talk-1"),
        (
            lambda s: s["conversation"]["session_1"][1].pop("dia_id"),
            "turn 2 of session_1 of talk-1: dia_id is missing",
        ),
        (
            lambda s: s["conversation"]["session_1"][0].update(text=5),
            "turn 1 of session_1 of talk-1: content must be text",
        ),
        (
            lambda s: s["conversation"].update(session_1_date_time="8 May"),
            "session_1 of talk-1: '8 May' is not a time",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(sample, change, place):
    change(sample)
    with pytest.raises(InvalidInput, match=f"x.json, {place}"):
        talks_of(sample)
