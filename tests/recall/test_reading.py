"""A text becomes a reading, and readings become arrays."""

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recollect.domain.turn import Role
from recollect.errors import StorageCorrupt
from recollect.extraction.own_words import BLANK, blank_foreign_text
from recollect.recall.passages import passages
from recollect.recall.reading import TermReader, passages_of, unpack_readings
from recollect.recall.terms import WORD, terms

LONG = "The harbour was quiet, and nobody spoke of the storm. " * 40
READER = TermReader()


@given(st.lists(st.text(max_size=40) | st.sampled_from(["", "Why?", LONG, f"{LONG} Really?"])))
@example(["a cat", LONG, "and?"])
def test_readings_contain_the_terms_of_the_analyzer(texts):
    if not texts:
        return
    found = unpack_readings([READER.read(text).data for text in texts])
    passages = [passages_of(text) for text in texts]
    assert found.passages.tolist() == [len(each) for each in passages]
    assert found.asks.tolist() == ["?" in text[-60:] for text in texts]
    expected = [terms(passage) for each in passages for passage in each]
    assert found.lengths.tolist() == [len(each) for each in expected]
    assert found.terms.tolist() == [term for each in expected for term in each]


def test_the_days_that_a_text_names_are_read_with_it():
    said = datetime(2026, 8, 5, 23, 30, tzinfo=timezone(timedelta(hours=-7)))
    found = unpack_readings([READER.read("The plumber comes tomorrow.", said).data])
    assert found.terms.tolist() == [
        *terms("The plumber comes tomorrow."),
        date(2026, 8, 6).toordinal(),
    ]
    assert all(term >= WORD for term in terms("The plumber comes tomorrow. 水管工 2026"))


def test_the_passages_that_a_user_pasted_are_read_with_a_message():
    folder = Path(__file__).parents[1] / "extraction/fixture"
    messages = "\n%%%\n".join((folder / name).read_text() for name in ("pastes.txt", "typed.txt"))
    long = [LONG, "I went to my sister and told her about my day at work. " * 40]
    seen = set()
    for text in (*messages.split("\n%%%\n"), *long):
        spans = passages(text)
        spans = spans if len(spans) > 1 else [(0, len(text))]
        blanked = blank_foreign_text(text)
        pasted = [2 * blanked[a:b].count(BLANK) > b - a for a, b in spans]
        found = unpack_readings([READER.read(text, None, Role.USER).data]).pasted.tolist()
        # Short ones are not judged.
        assert found == ([False] * len(spans) if len(text) < 280 else pasted)
        assert not unpack_readings([READER.read(text, None, Role.ASSISTANT).data]).pasted.any()
        seen.update(zip(found, [len(spans) > 1] * len(spans), strict=True))
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


def test_a_reading_names_its_reader_and_contains_no_words():
    reading = READER.read("The password is xylophone")
    assert reading.reader == READER.name
    assert b"xylophone" not in reading.data


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\x02",
        b"\x00\x00\x00\x00",
        b"\x02\x00\x00\x00",
        b"\x02\x00\x00\x00\x05\x00\x00\x00",
        b"\xff\xff\xff\xff\x01\x00\x00\x00\x01\x00\x00\x00",
        READER.read("a cat").data[:-4],
        READER.read("a cat").data + b"more",
    ],
)
def test_a_damaged_reading_is_reported(damaged):
    whole = READER.read("a dog").data
    with pytest.raises(StorageCorrupt, match="rebuild"):
        unpack_readings([whole, damaged, whole])


@pytest.mark.parametrize("text", ["どこですか？", "أين أنت؟", "Why?", "¿Dónde?"])
def test_a_question_may_end_in_the_mark_of_any_script(text):
    assert unpack_readings([READER.read(text).data]).asks.tolist() == [True]
