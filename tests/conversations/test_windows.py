"""S1, S3, S4: what of a conversation a model gets to read."""

import math
import re
import zlib
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import examples
from recollect.budget.counters import by_characters
from recollect.conversations.windows import Allowance, last_n, seed_middle_tail
from recollect.domain.framing import Framing
from recollect.domain.message import Message, Metrics
from recollect.domain.turn import Role
from recollect.errors import InvalidInput

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def talk(*contents):
    """Messages of a user and an assistant in turn."""
    return [
        Message(
            id=str(number),
            role=Role.ASSISTANT if number % 2 else Role.USER,
            content=content,
            timestamp=NOW + timedelta(seconds=number),
        )
        for number, content in enumerate(contents)
    ]


def allowance(tokens=2_000, framing=None):
    return Allowance(by_characters, tokens, framing)


def shown(window):
    return [int(message.id) for message in window.messages]


# S3: seed, middle and tail.


def test_s3_first_in_full_middle_cut_and_last_three_in_full_in_the_order_of_time():
    long = "abcde" * 50
    window = seed_middle_tail(talk(*(f"{n} {long}" for n in range(7))), allowance())
    middle = f"{long}"[:98]
    assert window.text == (
        f"User: 0 {long}\n\n"
        f"(Past) Assistant: 1 {middle}...\n\n"
        f"(Past) User: 2 {middle}...\n\n"
        f"(Past) Assistant: 3 {middle}...\n\n"
        f"User: 4 {long}\n\n"
        f"Assistant: 5 {long}\n\n"
        f"User: 6 {long}"
    )
    assert window.tokens == by_characters(window.text)
    assert window.metrics == Metrics(
        used_tokens=window.tokens, total_tokens=2_000, is_distilled=True, shortened=3
    )


def test_s3_a_hundred_characters_are_not_cut_and_one_more_is():
    window = seed_middle_tail(talk("0", "a" * 100, "b" * 101, "3", "4", "5"), allowance())
    lines = window.text.split("\n\n")
    assert lines[1] == "(Past) Assistant: " + "a" * 100
    assert lines[2] == "(Past) User: " + "b" * 100 + "..."
    assert window.metrics.shortened == 1


def test_s3_system_and_tool_turns_are_named_too():
    messages = [
        Message(id=str(n), role=role, content="x", timestamp=NOW) for n, role in enumerate(Role)
    ]
    window = seed_middle_tail(messages, allowance())
    assert window.text == "User: x\n\nAssistant: x\n\nSystem: x\n\nTool: x"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_s3_a_conversation_no_longer_than_first_and_tail_is_shown_word_for_word(count):
    long = "x" * 300
    window = seed_middle_tail(talk(*[long] * count), allowance())
    names = ["User", "Assistant", "User", "Assistant"][:count]
    assert window.text == "\n\n".join(f"{name}: {long}" for name in names)
    assert window.metrics.is_distilled is False
    assert (window.metrics.shortened, window.metrics.left_out) == (0, 0)


def test_s3_a_middle_is_distilled_even_if_its_messages_are_short():
    window = seed_middle_tail(talk(*map(str, range(5))), allowance())
    assert window.text.split("\n\n")[1] == "(Past) Assistant: 1"
    assert window.metrics.is_distilled is True


def test_s3_the_newest_of_the_middle_are_shown_while_the_budget_lasts():
    contents = [f"{number:03} " + "x" * 400 for number in range(50)]
    window = seed_middle_tail(talk(*contents), allowance(1_000))
    count = len(window.messages)
    assert shown(window) == [0, *range(50 - count + 1, 50)]
    assert window.tokens <= 1_000
    one_more = "\n\n(Past) Assistant: " + "x" * 100 + "..."
    assert by_characters(window.text + one_more) > 1_000
    assert window.metrics.left_out == 50 - count
    assert window.metrics.shortened == count - 4


def test_s3_without_seed_preservation_the_first_message_is_one_of_the_middle():
    contents = [f"{number} " + "x" * 200 for number in range(6)]
    window = seed_middle_tail(talk(*contents), allowance(), seed_preservation=False)
    assert window.text.startswith("(Past) User: 0 xxx")
    small = seed_middle_tail(talk(*contents), allowance(170), seed_preservation=False)
    assert shown(small) == [3, 4, 5]


def test_s3_another_tail_size():
    window = seed_middle_tail(talk(*"abcdef"), allowance(), tail=1)
    past = [line.startswith("(Past) ") for line in window.text.split("\n\n")]
    assert past == [False, True, True, True, True, False]


def test_s3_a_tail_of_none_leaves_the_first_message_and_the_middle():
    window = seed_middle_tail(talk(*"abc"), allowance(), tail=0)
    assert window.text == "User: a\n\n(Past) Assistant: b\n\n(Past) User: c"


def test_s3_the_first_message_is_whole_where_it_fits_beside_the_newest():
    contents = ["s" * 1_600, "a" * 1_600, "b" * 1_600, "c" * 1_600]
    window = seed_middle_tail(talk(*contents), allowance(1_000))
    assert window.text == (
        f"User: {contents[0]}\n\n"
        f"(Past) Assistant: {'a' * 100}...\n\n"
        f"(Past) User: {'b' * 100}...\n\n"
        f"Assistant: {contents[3]}"
    )


def test_s3_a_first_message_larger_than_the_budget_is_cut_to_what_the_tail_leaves():
    window = seed_middle_tail(talk("page " * 4_000, "a" * 900, "b" * 900, "c" * 900), allowance())
    lines = window.text.split("\n\n")
    assert lines[0].startswith("User: page page page")
    assert lines[0].endswith("...")
    assert lines[1:] == [f"Assistant: {'a' * 900}", f"User: {'b' * 900}", f"Assistant: {'c' * 900}"]
    assert window.tokens == 2_000
    assert (window.metrics.shortened, window.metrics.left_out) == (1, 0)


def test_s3_a_newest_message_larger_than_the_budget_is_cut_and_the_beginning_of_the_first_stays():
    window = seed_middle_tail(talk("s" * 500, "middle", "n" * 20_000), allowance())
    first, newest = window.text.split("\n\n")
    assert first == "User: " + "s" * 100 + "..."
    assert re.fullmatch(r"User: n{7000,}\.\.\.", newest)
    assert window.tokens == 2_000
    assert (window.metrics.shortened, window.metrics.left_out) == (2, 1)


def test_s3_one_message_larger_than_the_budget_is_cut_to_it():
    window = seed_middle_tail(talk("word " * 100), allowance(10))
    assert window.text == ("User: " + "word " * 100)[:37] + "..."
    assert window.tokens == 10
    assert window.metrics.is_distilled is True


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_s3_a_budget_smaller_than_any_message_gives_nothing(tokens):
    window = seed_middle_tail(talk("Hello there", "Hi"), allowance(tokens))
    assert (window.text, window.tokens, window.messages) == ("", 0, ())
    assert window.metrics == Metrics(
        used_tokens=0, total_tokens=tokens, is_distilled=True, left_out=2
    )


@pytest.mark.parametrize("strategy", [last_n, seed_middle_tail])
@pytest.mark.parametrize("framing", [None, *Framing])
def test_s3_an_empty_conversation_is_an_empty_text(strategy, framing):
    window = strategy([], allowance(framing=framing))
    assert (window.text, window.tokens, window.messages) == ("", 0, ())
    assert window.metrics.is_distilled is False


def test_s3_a_message_of_no_words_stands_where_it_stood():
    window = seed_middle_tail(talk("", "a", "", "b", "c", ""), allowance())
    assert window.text == (
        "User: \n\n(Past) Assistant: a\n\n(Past) User: \n\nAssistant: b\n\nUser: c\n\nAssistant: "
    )


# S1: the last messages.


def test_s1_the_last_eight_messages_in_full():
    window = last_n(talk(*map(str, range(12))), allowance())
    assert shown(window) == list(range(4, 12))
    assert window.text.startswith("User: 4\n\nAssistant: 5\n\n")
    assert (window.metrics.is_distilled, window.metrics.left_out) == (True, 4)


def test_s1_fewer_messages_than_asked_for_are_all_shown():
    window = last_n(talk("a", "b"), allowance())
    assert window.text == "User: a\n\nAssistant: b"
    assert window.metrics.is_distilled is False


def test_s1_a_window_of_none_is_empty():
    window = last_n(talk("a", "b"), allowance(), count=0)
    assert (window.text, window.messages, window.metrics.left_out) == ("", (), 2)


def test_s1_over_the_budget_the_oldest_are_left_out_first():
    contents = ["x" * 390 for _ in range(8)]
    window = last_n(talk(*contents), allowance(320))
    assert shown(window) == [5, 6, 7]


def test_s1_a_last_message_larger_than_the_budget_is_cut():
    window = last_n(talk("before", "x" * 1_000), allowance(50))
    assert window.text == "Assistant: " + "x" * 186 + "..."
    assert shown(window) == [1]


# S4: what stands around it.


@pytest.mark.parametrize("strategy", [last_n, seed_middle_tail])
def test_s4_a_follow_up_may_speak_of_the_conversation(strategy):
    window = strategy(talk("Hello"), allowance(framing=Framing.FOLLOW_UP))
    assert window.text == (
        "## Conversation Context\nUser: Hello\n\n"
        "This is a follow-up question. You may naturally reference what was just discussed."
    )
    assert window.tokens == by_characters(window.text)


def test_s4_a_silent_context_is_never_to_be_mentioned():
    window = seed_middle_tail(talk("Hello"), allowance(framing=Framing.SILENT))
    assert window.text.startswith("## Background Context (INTERNAL USE ONLY)\nUser: Hello\n\n")
    assert "NEVER explicitly mention it" in window.text
    assert '"as we discussed"' in window.text


def test_s4_the_frame_counts_against_the_budget():
    messages = talk(*["x" * 60] * 40)
    bare = seed_middle_tail(messages, allowance(400))
    framed = seed_middle_tail(messages, allowance(400, Framing.SILENT))
    assert bare.tokens <= 400
    assert framed.tokens <= 400
    assert len(framed.messages) < len(bare.messages)
    assert seed_middle_tail(messages, allowance(70, Framing.SILENT)).text == ""


@pytest.mark.parametrize("wrong", [-1, 1.5, True, None, "8"])
def test_numbers_that_mean_nothing_are_refused(wrong):
    for use in (
        lambda: allowance(wrong),
        lambda: last_n([], allowance(), count=wrong),
        lambda: seed_middle_tail([], allowance(), tail=wrong),
    ):
        with pytest.raises(InvalidInput):
            use()


def test_s2_a_window_shows_no_words_in_its_repr():
    window = seed_middle_tail(talk("the parrot knows"), allowance())
    assert "parrot" in window.text
    assert "parrot" not in repr(window)


# Whatever is said, and however it is counted.


def by_scripts(text):
    other = sum(character > "\x7f" for character in text)
    return math.ceil((len(text) - other) / 3.5 + other / 1.5)


def by_whim(text):
    """A counter without reason, to which a part may be larger than the whole."""
    return zlib.crc32(text.encode()) % 90


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=250)
TALKS = st.lists(WORDS, max_size=14).map(
    lambda contents: talk(*(f"[{number}] {words}" for number, words in enumerate(contents)))
)
WINDOWS = st.one_of(
    st.builds(partial, st.just(last_n), count=st.integers(0, 9)),
    st.builds(
        partial,
        st.just(seed_middle_tail),
        tail=st.integers(0, 9),
        seed_preservation=st.booleans(),
    ),
)


@pytest.mark.parametrize("counter", [by_characters, by_scripts, by_whim])
@settings(max_examples=examples(150))
@given(
    messages=TALKS,
    make=WINDOWS,
    tokens=st.one_of(st.integers(0, 100), st.integers(100, 1_500)),
    framing=st.sampled_from([None, *Framing]),
)
def test_s3_never_over_budget_no_message_twice_and_the_order_kept(
    counter, messages, make, tokens, framing
):
    window = make(messages, Allowance(counter, tokens, framing))
    assert window.tokens == window.metrics.used_tokens <= tokens == window.metrics.total_tokens
    assert window.tokens == (counter(window.text) if window.text else 0)
    places = shown(window)
    assert places == sorted(set(places))
    marks = re.findall(r"^(?:\(Past\) )?(?:User|Assistant): \[?(\d*)", window.text, re.MULTILINE)
    assert all(str(place).startswith(mark) for mark, place in zip(marks, places, strict=True))
    assert window.metrics.left_out == len(messages) - len(places)


@settings(max_examples=examples(150))
@given(messages=TALKS.filter(bool), tokens=st.integers(60, 1_500), size=st.integers(1, 9))
def test_s3_first_and_newest_are_always_there_and_the_rest_is_the_newest_without_a_gap(
    messages, tokens, size
):
    window = seed_middle_tail(messages, allowance(tokens), tail=size)
    places = shown(window)
    assert {0, len(messages) - 1} <= set(places)
    rest = places[1:]
    assert rest == list(range(len(messages) - len(rest), len(messages)))
