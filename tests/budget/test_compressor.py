"""S12: the three-line format, the batch summary, and that every preserved pattern survives."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.compressor import Shortener, compress, summarize
from recollect.budget.counters import by_characters
from recollect.budget.patterns import PRESERVED_PATTERNS, preserved_text
from recollect.domain.turn import Role, Turn

THEN = datetime(2025, 1, 15, 10, 36, tzinfo=UTC)


def turn(content, role=Role.USER):
    return Turn(
        id="t",
        conversation="c",
        index=0,
        role=role,
        content=content,
        at=THEN,
        recorded_at=THEN,
        tokens=by_characters(content),
    )


FACTS = [
    "https://example.com/login",
    "HTTP://EXAMPLE.COM:8080/a?b=c#d",
    "https://en.wikipedia.org/wiki/Memory_(disambiguation)",
    "user@example.com",
    "first.last+tag@mail.example.co.uk",
    "Error: element not found",
    "TypeError: x is not a function",
    "Error [ERR_TIMEOUT]: gave up",
    "failed: 3 of 17 tests",
    "TimeoutException: waited for 30 s",
    "selector: '#login-form'",
    'selector = ".cart > li"',
    "xpath: //div[@id='main']",
    "#page-title",
    'class="btn-primary"',
    "class='btn btn-large'",
    'id="submit-button"',
    "192.168.1.100",
    "10.0.0.1:5432",
    "2001:db8:0:0:0:0:0:1",
    "fe80::1",
    "9100",
    "120000",
    "42",
    "3.14",
    "2025-01-15",
    "١٢٣",
]
FRAGMENTS = st.one_of(
    st.sampled_from(FACTS),
    st.sampled_from(["\n", " ", ", ", ". ", "words and more words ", "x" * 90, '"', "(", "\r\n"]),
    st.text(max_size=30),
)
MESSAGES = st.lists(FRAGMENTS, max_size=40).map("".join)


@pytest.mark.parametrize("fact", FACTS)
def test_s12_a_preserved_pattern_is_found_as_it_stands(fact):
    assert preserved_text(f"We saw {fact}\nthere") == (fact,)


@pytest.mark.parametrize("fact", FACTS)
def test_s12_a_preserved_pattern_in_the_middle_of_a_long_message_survives(fact):
    filler = "words that nobody needs to read again, one after the other\n" * 20
    short = compress(Role.TOOL, f"{filler}and {fact}\n{filler}")
    assert short.splitlines()[2].removeprefix("[preserved: ").startswith(fact)


@given(MESSAGES)
def test_s12_every_preserved_pattern_of_the_input_is_in_the_output(content):
    short = compress(Role.USER, content)
    assert all(
        match.group() in short
        for kind in PRESERVED_PATTERNS
        for match in kind.pattern.finditer(content)
    )


@given(st.lists(MESSAGES, max_size=6))
def test_s12_every_preserved_pattern_of_a_batch_is_in_its_summary(contents):
    summary = summarize([turn(content) for content in contents])
    assert all(
        match.group() in summary
        for content in contents
        for kind in PRESERVED_PATTERNS
        for match in kind.pattern.finditer(content)
    )


def test_s12_a_long_message_becomes_three_lines():
    content = (
        "Opening https://example.com now\n"
        + "The page loads slowly today, so we wait a little.\n" * 10
        + "Typing into #login-form gives Error: not found\n"
        + "Trying again"
    )
    assert compress(Role.ASSISTANT, content) == (
        "[assistant] Opening https://example.com now\n"
        "... Trying again\n"
        "[preserved: https://example.com, #login-form, Error: not found]"
    )


def test_s12_both_lines_are_cut_to_200_characters():
    first, last = compress(Role.USER, f"{'a' * 300}\nb\n{'c' * 300}").splitlines()
    assert (first, last) == (f"[user] {'a' * 200}", f"... {'c' * 200}")


def test_s12_a_single_long_line_shows_its_two_ends_and_no_part_twice():
    content = "".join(chr(ord("a") + n % 26) for n in range(1000))
    assert compress(Role.USER, content) == f"[user] {content[:200]}\n... {content[-200:]}"
    assert compress(Role.USER, content[:250]) == f"[user] {content[:200]}\n... {content[200:250]}"


@pytest.mark.parametrize("content", ["", "ok", "a" * 200, "Error: x\n" * 20])
def test_s12_a_message_up_to_200_characters_stays_as_it_is(content):
    assert compress(Role.USER, content) == content


def test_s12_a_message_of_201_characters_does_not():
    assert compress(Role.USER, "a" * 201) == f"[user] {'a' * 200}\n... a"


def test_s12_a_message_without_facts_has_no_line_for_them():
    assert "preserved" not in compress(Role.USER, "nothing to keep here\n" * 20)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("(see https://example.com/a).", ("https://example.com/a",)),
        ("看 https://example.com/a，然后", ("https://example.com/a",)),
        ("<a href='https://example.com/a'>", ("https://example.com/a",)),
        ("Error: no such file. Then we went on", ("Error: no such file",)),
        ("chapter 7, # Title, a@b, C#", ()),
        ("port 9100 and again 9100", ("9100",)),
        ("http://localhost:9100/x and 9100", ("http://localhost:9100/x", "9100")),
    ],
)
def test_s12_a_pattern_ends_where_the_sentence_goes_on(content, found):
    assert preserved_text(content) == found


def test_s12_a_batch_is_summarized_by_what_was_asked_and_what_came_of_it():
    turns = [
        turn("Navigate to https://example.com\nand log in"),
        turn("Successfully navigated", Role.ASSISTANT),
        turn("Click the login button with #email and #password"),
        turn("Error: timeout", Role.TOOL),
        turn("Clicked element", Role.ASSISTANT),
        turn("   ", Role.ASSISTANT),
        turn("x" * 101),
    ]
    assert summarize(turns) == (
        "[Summary of 7 messages]\n"
        "Actions: User: Navigate to https://example.com"
        " | User: Click the login button with #email and #password"
        f" | User: {'x' * 100}...\n"
        "Results: Agent: Successfully navigated | Tool: Error: timeout | Agent: Clicked element\n"
        "Key facts: https://example.com, #email, #password, Error: timeout"
    )


def test_s12_a_summary_has_only_the_lines_it_needs():
    assert summarize([]) == "[Summary of 0 messages]"
    assert summarize([turn("hello")]) == "[Summary of 1 messages]\nActions: User: hello"


def test_s10_a_compressed_form_no_smaller_than_the_original_is_not_used():
    assert Shortener()(turn("a" * 200)) is None
    assert Shortener()(turn("a" * 250)) is None
    assert Shortener()(turn(" ".join(str(number) for number in range(100, 400)))) is None
    long = turn("a line of words without facts\n" * 30)
    form = Shortener()(long)
    assert form.tokens == by_characters(form.text) < long.tokens
    assert Shortener()(replace(long, tokens=form.tokens)) is None
