"""A text becomes a reading, and readings become arrays."""

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recollect.errors import StorageCorrupt
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
