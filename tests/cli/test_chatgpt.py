import io
import json
import zipfile
from datetime import UTC, datetime

import pytest

from recollect import InvalidInput
from recollect.importers import Format, ImportSource, chatgpt, detect_file

NOON = 1_714_564_800.0  # 2024-05-01T12:00:00Z


def message(name, role, text, **more):
    return {
        "id": name,
        "author": {"role": role},
        "create_time": NOON,
        "content": {"content_type": "text", "parts": [text]},
        "recipient": "all",
        "weight": 1.0,
        "metadata": {},
        **more,
    }


def conversation(*messages, **more):
    """The messages as one branch below an empty root."""
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last = "root"
    for item in messages:
        mapping[last]["children"] = [item["id"]]
        mapping[item["id"]] = {"id": item["id"], "message": item, "parent": last, "children": []}
        last = item["id"]
    return {
        "title": "Tea",
        "create_time": NOON,
        "conversation_id": "talk-1",
        "mapping": mapping,
        "current_node": last,
        **more,
    }


def talk_of(*messages, **more):
    (talk,) = chatgpt.conversations([conversation(*messages, **more)], ImportSource("x.json"))
    return talk


def said(talk):
    return [(turn["role"], turn["content"]) for turn in talk.turns]


def test_a_conversation_is_its_messages_with_their_ids_and_times():
    talk = talk_of(message("m1", "user", "Hi"), message("m2", "assistant", "Hello"))
    assert (talk.agent, talk.conversation, talk.title) == (None, "talk-1", "Tea")
    assert said(talk) == [("user", "Hi"), ("assistant", "Hello")]
    assert [turn["id"] for turn in talk.turns] == ["m1", "m2"]
    assert talk.turns[0]["at"] == datetime(2024, 5, 1, 12, tzinfo=UTC)


def test_only_the_branch_that_was_on_the_screen_is_read():
    item = conversation(message("m1", "user", "Hi"), message("m2", "assistant", "Hello"))
    item["mapping"]["old"] = {
        "message": message("old", "assistant", "Discarded"),
        "parent": "m1",
        "children": [],
    }
    (talk,) = chatgpt.conversations([item], ImportSource("x.json"))
    assert said(talk) == [("user", "Hi"), ("assistant", "Hello")]


def test_without_a_current_message_the_last_leaf_is_taken():
    talk = talk_of(message("m1", "user", "Hi"), message("m2", "assistant", "Yo"), current_node=None)
    assert said(talk) == [("user", "Hi"), ("assistant", "Yo")]


def test_a_circle_of_parents_ends():
    item = conversation(message("m1", "user", "Hi"), message("m2", "assistant", "Yo"))
    item["mapping"]["m1"]["parent"] = "m2"
    (talk,) = chatgpt.conversations([item], ImportSource("x.json"))
    assert said(talk) == [("user", "Hi"), ("assistant", "Yo")]


def of_type(name, kind, role="assistant", **content):
    return message(name, role, "", content={"content_type": kind, **content})


def test_noise_is_left_out_and_counted():
    talk = talk_of(
        message("s", "system", "You are ChatGPT"),
        of_type("u", "user_editable_context", "user", user_profile="SECRET"),
        message("h", "user", "hidden", metadata={"is_visually_hidden_from_conversation": True}),
        message("m1", "user", "How old is the bridge?"),
        of_type("th", "thoughts", thoughts=[{"content": "Hmm"}]),
        of_type("rr", "reasoning_recap", content="Thought for 3 s"),
        message("call", "assistant", "search('bridge')", recipient="browser"),
        message("tool", "tool", "Results"),
        message("w", "assistant", "discarded", weight=0.0),
        message("c", "assistant", "planning", channel="commentary"),
        message("e", "assistant", ""),
        message("m2", "assistant", "It is 100 years old.", channel="final"),
    )
    assert said(talk) == [("user", "How old is the bridge?"), ("assistant", "It is 100 years old.")]
    assert talk.left_out == 10


def test_images_files_and_speech_are_told_in_words():
    talk = talk_of(
        of_type(
            "m1",
            "multimodal_text",
            "user",
            parts=[
                {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"},
                {"content_type": "audio_transcription", "text": "what is this"},
                {"content_type": "audio_asset_pointer"},
                "Please.",
            ],
        )
        | {
            "metadata": {
                "attachments": [
                    {"name": "plan.pdf", "mime_type": "application/pdf"},
                    {"name": "kite.jpg", "mime_type": "image/jpeg"},
                ]
            }
        },
    )
    words = "[shares an image]\nwhat is this\nPlease.\n[attaches plan.pdf]"
    assert said(talk) == [("user", words)]


def test_marks_for_the_page_are_taken_out_and_names_are_kept():
    text = 'In \ue200entity\ue202["city","Lisbon","x"]\ue201 it rains\ue200cite\ue202turn0\ue201【3†source】.'
    assert said(talk_of(message("m1", "assistant", text))) == [("assistant", "In Lisbon it rains.")]


def test_a_chat_that_was_not_to_be_remembered_is_not():
    talk = talk_of(message("m1", "user", "Hi"), is_do_not_remember=True)
    assert (talk.turns, talk.left_out) == ([], 1)


@pytest.mark.parametrize("time", [None, 0, -5, 1e300, float("nan"), "noon", True])
def test_a_message_without_a_time_that_can_be_used_has_that_of_the_conversation(time):
    (turn,) = talk_of(message("m1", "user", "Hi", create_time=time)).turns
    assert turn["at"] == datetime(2024, 5, 1, 12, tzinfo=UTC)


def test_strange_values_where_objects_are_expected_do_no_harm():
    talk = talk_of(
        message("m1", "user", "x", author="me"),
        message("m2", "user", "x", content=["a"]),
        message("m3", "user", "Hi", metadata={"attachments": 7}),
        message("m4", "user", "", content={"content_type": "text", "parts": [None, 5, {}]}),
    )
    assert said(talk) == [("user", "Hi")]


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_the_archive_is_read_as_it_is_also_where_it_holds_several_parts(write):
    one = json.dumps([conversation(message("m1", "user", "Hi"))])
    two = json.dumps([conversation(message("m2", "user", "Ho"), conversation_id="talk-2")])
    files = {"user.json": "{}", "conversations-000.json": one, "x/conversations-001.json": two}
    reading = detect_file(ImportSource(write("export.zip", zipped(files))))
    assert reading.format is Format.CHATGPT
    assert [talk.conversation for talk in reading.conversations()] == ["talk-1", "talk-2"]


def test_the_unpacked_file_and_a_single_conversation_are_recognised(write):
    item = conversation(message("m1", "user", "Hi"))
    for content in ([item], item, json.dumps(item, indent=2)):
        assert (
            detect_file(ImportSource(write("conversations.json", content))).format is Format.CHATGPT
        )


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (zipped({"other.json": "[]"}), "contains no conversations.json"),
        (
            zipped({"conversations.json": "[{"}),
            "conversations.json, line 1, column 3: this is not JSON",
        ),
        (zipped({"conversations.json": "[]"}), "the list is empty"),
        (b"PK\x03\x04 and then nothing", "damaged"),
    ],
)
def test_a_wrong_archive_is_explained(write, raw, reason):
    with pytest.raises(InvalidInput, match=reason):
        detect_file(ImportSource(write("export.zip", raw)))


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"mapping": []}, "conversation 1: a conversation must be an object with a mapping"),
        (conversation(conversation_id=None), "conversation 1: id must be text"),
        (conversation(message("m1", "user", "a\x00b")), "message 'm1' of conversation 1: .*NUL"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(item, reason):
    with pytest.raises(InvalidInput, match=f"x.json, {reason}"):
        [*chatgpt.conversations([item], ImportSource("x.json"))]
