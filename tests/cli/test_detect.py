import pytest

from recollect import InvalidInput
from recollect.importers import Format, Source, read
from recollect.importers import source as source_of


@pytest.mark.parametrize(
    "text",
    [
        '{"role": "user", "content": "x"}',
        '{"user": "x"}\n{"user": "y"}',
        '\n\n{"content": "x"}\n',
        '{"content": broken}\n{"content": "y"}',
    ],
)
def test_an_object_on_the_first_line_means_lines(write, text):
    assert read(Source(write("x.json", text))).format is Format.JSONL


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n\t ", "the file is empty"),
        (b"hello", "it is not JSON. Recollect reads"),
        (b"\x7fELF\x00\x00", "it is a binary file"),
        (b"\x1f\x8b\x08", "compressed with gzip"),
        (b"[1, 2", "line 1, column 6: this is not JSON"),
        (b"[]", "the list is empty"),
        (b"[1, 2]", "of a kind that is not known"),
        (b'["a\xff"]', "byte 3 is not text in UTF-8"),
        (b'[{"role": "user", "content": "x"}]', "write one turn a line"),
        (b'{"content": "x"\n}', "write one turn a line"),
        (b'[{"name": "x"}]', "of a kind that is not known"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"recollect": "export", "format": 1}\n', "use recollect import"),
        ('{"content": "x"}'.encode("utf-16"), "binary file"),
    ],
)
def test_a_file_that_cannot_be_ingested_is_explained(write, raw, reason):
    with pytest.raises(InvalidInput, match=reason) as caught:
        read(Source(write("strange.bin", raw)))
    assert "strange.bin" in caught.value.message


def test_a_file_that_cannot_be_opened_is_explained(tmp_path):
    for path, reason in ((tmp_path / "none", "No such file"), (tmp_path, "directory")):
        with pytest.raises(InvalidInput, match=f"it cannot be read: .*{reason}"):
            read(Source(path))


def test_a_document_or_line_too_large_to_be_read_at_once_is_refused(write, monkeypatch):
    monkeypatch.setattr(source_of, "MAX_DOCUMENT", 100)
    monkeypatch.setattr(source_of, "MAX_LINE", 100)
    with pytest.raises(InvalidInput, match="larger than 100 bytes"):
        read(Source(write("x.json", [{"mapping": "x" * 100}])))
    lines = read(Source(write("x.jsonl", lines=[{"content": "x"}, {"content": "x" * 100}])))
    with pytest.raises(InvalidInput, match="line 2: the line is longer than 100 bytes"):
        [*lines.talks()]


def test_a_file_is_taken_for_what_it_is_said_to_be(write):
    path = write("x.json", [{"a": 1}])
    for wanted in (Format.LOCOMO, Format.CHATGPT, Format.JSONL):
        with pytest.raises(InvalidInput, match=r"x\.json"):
            [*read(Source(path), wanted).talks()]
