"""S10: one way of counting tokens, chosen by a setting and used everywhere."""

import sys

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from recollect import InvalidSetting, Memory

WORDS = "one two three four five six seven eight"


@pytest.fixture
def tokenizer_file(tmp_path):
    """A tokenizer of words that would cut every text to two, and fill it up to nine."""
    made = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    made.pre_tokenizer = Whitespace()
    made.enable_truncation(2)
    made.enable_padding(length=9)
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    return path


def opened(**settings):
    return Memory.open(":memory:", background=False, **settings)


def everywhere(memory):
    """How many tokens the same words are: stored, in RAM, in a window and in a context."""
    turn = memory.agent("alice").remember(WORDS)
    talk = memory.conversation("c", agent="alice", retention="ephemeral")
    message = talk.add("user", WORDS)
    window = talk.context("last-n", tokens=1_000)
    context = memory.agent("alice").context("one two three?")
    return turn.tokens, message.token_count, window, context


@pytest.mark.parametrize(
    ("settings", "count"),
    [
        ({}, lambda text: -(-len(text) // 4)),
        ({"token_counter": "scripts"}, lambda text: -(-2 * len(text) // 7)),
    ],
)
def test_the_counter_of_the_settings_counts_everywhere(settings, count):
    with opened(**settings) as memory:
        turn, message, window, context = everywhere(memory)
    assert turn == message == count(WORDS)
    assert window.tokens == count(window.text)
    assert context.tokens == count(context.text)


def test_the_exact_counter_asks_the_models_own_tokenizer(tokenizer_file):
    with opened(token_counter="exact", tokenizer_file=str(tokenizer_file)) as memory:
        turn, message, window, context = everywhere(memory)
        assert memory.conversation("c").context("last-n", tokens=3).tokens <= 3
    assert turn == message == 8
    assert window.tokens == 10  # User, a colon, and the words
    assert context.tokens == len(Whitespace().pre_tokenize_str(context.text))


def test_the_exact_counter_without_a_file_is_a_wrong_setting():
    with pytest.raises(InvalidSetting) as caught:
        opened(token_counter="exact")
    assert caught.value.field == "token_counter"
    assert "tokenizer_file" in caught.value.message


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        (b"not json", "is not a tokenizer.json"),
        (b"{}", "is not a tokenizer.json"),
        (b"\xff", "is not a tokenizer.json"),
    ],
)
def test_a_file_that_is_no_tokenizer_is_a_wrong_setting(tmp_path, content, reason):
    path = tmp_path / "t.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidSetting) as caught:
        opened(token_counter="exact", tokenizer_file=str(path))
    assert caught.value.field == "tokenizer_file"
    assert reason in caught.value.message
    assert str(path) in caught.value.message


def test_a_package_that_is_not_installed_is_said_and_nothing_else_counts(
    tokenizer_file, monkeypatch
):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(InvalidSetting) as caught:
        opened(token_counter="exact", tokenizer_file=str(tokenizer_file))
    assert caught.value.field == "token_counter"
    assert 'pip install "recollect[exact]"' in caught.value.message
