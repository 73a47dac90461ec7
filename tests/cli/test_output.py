import io
import json
import re
import sys
import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from recollect.cli.formatting import (
    human_size,
    local_date,
    local_time,
    one_line,
    sanitize,
    shorten,
    wrap,
)
from recollect.cli.output import print_json
from recollect.cli.table import Column, render_table
from recollect.cli.wrapped_stream import WrappedStream
from recollect.domain.amounts import pluralize

UNHURRIED = settings(deadline=None)  # a noisy machine is no fault
HOSTILE = (
    "\x1b[31mred\x1b[0m [bold]x[/bold] \u202eRTL\u202c \x9b2J \x07 \u2028 a\nb\tc \u200b\ufeff"
)


@UNHURRIED
@given(st.text())
def test_nothing_harmless_steers_a_terminal(text):
    for character in sanitize(text):
        kind = unicodedata.category(character)
        assert character in "\n\u200c\u200d" or kind not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert "\n" not in one_line(text)


def test_what_was_hostile_can_still_be_seen():
    assert sanitize("\x1b[31m") == "␛[31m"
    assert sanitize("a\r\nb\tc") == "a\nb    c"
    assert one_line("a\n\n  b\u202ec") == "a b�c"


@pytest.mark.parametrize("text", ["日本語", "العربية", "👨‍👩‍👧", "é", "नमस्ते", "می‌خواهم"])
def test_text_of_any_script_stays_as_it_is(text):
    assert sanitize(text) == text


@UNHURRIED
@given(st.text(), st.integers(1, 40))
def test_a_shortened_text_fits(text, cells):
    assert cell_len(shorten(one_line(text), cells)) <= max(cells, 1)


@UNHURRIED
@given(
    st.lists(st.tuples(st.text(max_size=60), st.text(max_size=60), st.text()), max_size=5),
    st.integers(40, 120),
)
def test_a_table_never_exceeds_its_width(rows, width):
    columns = (Column("A", flexible=True), Column("B", flexible=True), Column("C", flexible=True))
    for line in render_table(columns, rows, width):
        assert cell_len(line.plain) <= width
        assert "\n" not in line.plain


def test_a_table_without_a_width_cuts_nothing_and_pads_no_last_column():
    heading, row, other = render_table(
        (Column("NAME", flexible=True), Column("N", right=True), Column("TEXT", flexible=True)),
        [("x" * 300, "1,000", "y" * 300), ("z", "7", "short")],
        None,
    )
    assert row.plain == "x" * 300 + "  1,000  " + "y" * 300
    assert other.plain == "z".ljust(300) + "      7  short"
    assert heading.plain.endswith("TEXT")


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    "pieces", [list("Tea and a very long walk"), ["Tea and a ", "very long walk"]]
)
def test_an_answer_that_streams_in_is_wrapped_between_words(monkeypatch, pieces):
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "10")
    stream = WrappedStream()
    for piece in pieces:
        stream.write(piece)
    stream.end()
    assert [line.rstrip() for line in screen.getvalue().splitlines()] == [
        "Tea and a",
        "very long",
        "walk",
    ]


def test_in_a_pipe_an_answer_is_printed_as_it_comes(monkeypatch):
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stdout", pipe)
    stream = WrappedStream()
    stream.write("Tea\x1b[2J and ")
    assert pipe.getvalue() == "Tea␛[2J and "
    stream.end()
    empty = WrappedStream()
    empty.end()
    assert pipe.getvalue() == "Tea␛[2J and \n"


@UNHURRIED
@given(st.text(), st.integers(30, 80), st.integers(0, 12))
def test_wrapped_lines_fit_and_lose_no_word(text, width, indent):
    content = sanitize(text)
    lines = wrap(Text(content), width, indent)
    assert all(cell_len(line.plain) <= width for line in lines)
    kept = "".join("".join(line.plain.split()) for line in lines)
    assert kept == "".join(content.split())


def test_hostile_content_is_shown_harmlessly_everywhere(run, memory, terminal):
    with memory() as opened:
        agent = opened.agent("ev\x1b[31mil")
        agent.ingest("c\x1b]0;x\x07", [{"content": HOSTILE, "speaker": "\x1b[2J", "id": "\x1b[0m"}])
        agent.conversations.rename("c\x1b]0;x\x07", HOSTILE)
        agent.memories.add(HOSTILE, tags=["\x1b[5m"], subject="\x9b1m", metadata={"\x1b": "\x1b"})
    entry = run("memories", "ev\x1b[31mil", "--json").json[0]["id"]
    screens = (
        ("agents",),
        ("conversations", "ev\x1b[31mil"),
        ("conversations", "ev\x1b[31mil", "c\x1b]0;x\x07"),
        ("memories", "ev\x1b[31mil"),
        ("memories", "show", "ev\x1b[31mil", entry),
        ("memories", "history", "ev\x1b[31mil", entry),
        ("conversations", "ev\x1b[31mil", "nothing\x1b[31m"),
        ("memories", "delete", "ev\x1b[31mil", entry),
    )
    own_colours = re.compile(r"\x1b\[[0-9;]*m")
    for columns in (None, 80):
        if columns:
            terminal(columns)
        for args in screens:
            ended = run(*args)
            shown = own_colours.sub("", ended.out + ended.err) if columns else ended.out + ended.err
            assert not re.search(
                r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e]", shown
            ), args


def test_markup_is_shown_as_it_was_written(run):
    run("memories", "add", "alice", "[red]x[/red] [/] :smile:")
    assert "[red]x[/red] [/] :smile:" in run("memories", "alice").out


@UNHURRIED
@given(st.text())
def test_json_survives_and_steers_nothing(text):
    stdout, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        print_json({"x": text})
        sys.stdout.flush()
        written = sys.stdout.buffer.getvalue().decode()
    finally:
        sys.stdout = stdout
    assert json.loads(written) == {"x": text}
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)


def test_json_is_ascii_where_stdout_is_not_utf8(monkeypatch):
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", narrow)
    print_json(["日本"])
    narrow.flush()
    assert json.loads(narrow.buffer.getvalue().decode("ascii")) == ["日本"]


def test_sizes_counts_and_dates_read_well():
    assert [human_size(n) for n in (0, 1_023, 2_048, 5 * 2**20, 3 * 2**30)] == [
        "0 bytes",
        "1,023 bytes",
        "2.0 KB",
        "5.0 MB",
        "3.0 GB",
    ]
    assert (pluralize(1, "memory"), pluralize(2_000, "memory")) == ("1 memory", "2,000 memories")
    assert (pluralize(0, "turn"), pluralize(2, "day")) == ("0 turns", "2 days")
    moment = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
    local = moment.astimezone()
    assert local_time(moment) == f"{local:%Y-%m-%d %H:%M}"
    assert (local_date(moment), local_time(None)) == (f"{local:%Y-%m-%d}", "")
