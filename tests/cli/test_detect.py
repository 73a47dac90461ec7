import pytest

from recollect import InvalidInput
from recollect.importers import Format, ImportSource, detect_file
from recollect.importers import source as source_of


@pytest.mark.parametrize(
    "text",
    [
        '{"role": "user", "content": "x"}',
        '{"user": "x"}\n{"user": "y"}',
        '\n\n{"content": "x"}\n',
        '{"content": broken}\n{"content": "y"}',
        '[{"role": "user", "content": "x"}]',
        '{"content": "x"\n}',
        '[{"title": "Moving", "messages": [{"role": "user", "content": "x"}]}]',
    ],
)
def test_turns_and_conversations_are_known_in_lines_and_in_a_json_list(write, text):
    assert detect_file(ImportSource(write("x.json", text))).format is Format.JSONL


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n\t ", "the file is empty"),
        (b"hello", "this is not JSON. Recollect reads"),
        (b"\x7fELF\x00\x00", "this is a binary file"),
        (b"\x1f\x8b\x08", "compressed with gzip"),
        (b"[1, 2", "line 1, column 6: this is not JSON"),
        (b"[]", "the list is empty"),
        (b"[1, 2]", "unknown JSON format"),
        (b'{"recollect": "memories", "format": 1, "memories": [\n]}', "POST /api/v1/memory/import"),
        (b'["a\xff"]', "byte 3 is not valid UTF-8"),
        (b'[{"name": "x"}]', "unknown JSON format"),
        (b"[" * 100_000, "nested too deeply"),
        ('{"content": "x"}'.encode("utf-16"), "binary file"),
    ],
)
def test_a_file_that_cannot_be_ingested_is_explained(write, raw, reason):
    with pytest.raises(InvalidInput, match=reason) as caught:
        detect_file(ImportSource(write("strange.bin", raw)))
    assert "strange.bin" in caught.value.message


def test_a_file_that_cannot_be_opened_is_explained(tmp_path):
    reasons = {tmp_path / "none": "cannot be read: No such file", tmp_path: "contains no"}
    for path, reason in reasons.items():
        with pytest.raises(InvalidInput, match=reason):
            detect_file(ImportSource(path))


def test_a_document_or_line_too_large_to_be_read_at_once_is_refused(write, monkeypatch):
    monkeypatch.setattr(source_of, "MAX_DOCUMENT", 100)
    monkeypatch.setattr(source_of, "MAX_LINE", 100)
    with pytest.raises(InvalidInput, match="larger than the limit of 100 bytes"):
        detect_file(ImportSource(write("x.json", [{"mapping": "x" * 100}])))
    lines = detect_file(
        ImportSource(write("x.jsonl", lines=[{"content": "x"}, {"content": "x" * 100}]))
    )
    with pytest.raises(InvalidInput, match="line 2: the line is longer than 100 bytes"):
        [*lines.conversations()]


def test_a_file_is_taken_for_what_it_is_said_to_be(write):
    path = write("x.json", [{"a": 1}])
    for wanted in (Format.LOCOMO, Format.CHATGPT, Format.JSONL):
        with pytest.raises(InvalidInput, match=r"x\.json"):
            [*detect_file(ImportSource(path), wanted).conversations()]
