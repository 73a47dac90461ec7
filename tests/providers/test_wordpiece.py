"""Our ids against those of the `tokenizers` package, which is here for nothing else."""

import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

import recollect.providers
from effort import examples
from recollect.providers.wordpiece import WordPiece

FILE = Path(recollect.providers.__file__).parent / "minilm" / "tokenizer.json"
CLS, SEP, UNK = 101, 102, 100


@cache
def ours() -> WordPiece:
    return WordPiece.from_file(FILE)


@cache
def theirs() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(FILE))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    return tokenizer


def same(text: str) -> bool:
    return ours().encode(text) == theirs().encode(text).ids


@cache
def agreed(character: str) -> bool:
    """False for the few hundred characters that are younger than the tables `tokenizers` carries."""
    return same(f"x{character}y")


TRICKY = [
    "",
    " ",
    "\t\n\r ",
    "Hello, world!",
    "The quick brown fox's unaffable re-embedding didn't fail.",
    "It costs $3.50 + 20% = <b>OK</b> ~ `code` ^_^ {a|b} \\ @home #tag",
    "ALL CAPS AND MiXeD",
    "https://example.com/a?b=c&d=e#f user@example.com /usr/local/bin 192.168.0.1",
    "naïve café résumé Ångström coöperate Zürich İstanbul ısı ß ẞ ﬁ",
    "e\u0301 n\u0303 a\u030a\u0323 a\u0323\u030a \u0301 alone",
    "ΟΔΥΣΣΕΥΣ Σ σ ς Ὀδυσσεύς",
    "Привет, Ёжик! Съешь ещё этих мягких французских булок.",
    "السلام عليكم، كيف حالُكَ؟ ١٢٣",
    "שָׁלוֹם עולם ״ציטוט״",
    "नमस्ते दुनिया। क्षत्रिय",
    "ภาษาไทยไม่มีช่องว่าง",
    "我喜欢吃中国菜。你呢?",
    "東京タワーへ行きました。カタカナとひらがな、ﾊﾝｶｸ",
    "안녕하세요 세계 한국어",
    "Tiếng Việt có nhiều dấu",
    "გამარჯობა Ⴀ Ა",
    "𐐀𐐨 𝕳𝖊𝖑𝖑𝖔 𝟙𝟚𝟛",
    "👍🏽 👨‍👩‍👧‍👦 🇩🇪 ☺️ ❤",
    "豈 樂 \U0002f800 \U0002b740 \U0002b820 \U0002b920 \u3400 \u9fff \ua000",
    "zero\u200bwidth\u200djoin\u2060er\ufeff soft\u00adhyphen",
    "a\x00b a\x07b a\x0bb a\x0cb a\x1cb a\x85b a\x7fb a\ufffdb",
    "nbsp\u00a0thin\u2009line\u2028para\u2029ideo\u3000end\u1680ogham\u180emongol",
    "\ue000private \U000f0000use",
    "≠ ≮ \u1fef \u037e \u0387 K Å Ω",
    "“quotes” ‘single’ «guillemets» – — … ‽ ⁇ ¿ ¡ § ¶ · • ™ © ® € £ ¥",
    "[CLS] [SEP] [PAD] [UNK] [MASK]",
    "a[CLS]b [cls] [ CLS ] [[SEP]] [SEP [MASK]]x [UNK][UNK]",
    "[unused0] ##ing ## # [",
    "x" * 100,
    "x" * 101,
    "é" * 100,
    "é" * 101,
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "\u302e\u302f a\u302e\u302f가\u302f\u302e",
    "١.٢ ½ ² ₂ Ⅷ ㎏ ㊗",
]


@pytest.mark.parametrize("text", TRICKY)
def test_tricky_text_gets_the_same_ids(text: str) -> None:
    assert ours().encode(text) == theirs().encode(text).ids


@given(st.text(st.characters(max_codepoint=127), max_size=200))
@settings(max_examples=examples(500), deadline=None)
def test_ascii_gets_the_same_ids(text: str) -> None:
    assert ours().encode(text) == theirs().encode(text).ids


@given(st.text(st.characters(exclude_categories=["Cs"]).filter(agreed), max_size=100))
@settings(max_examples=examples(500), deadline=None)
def test_unicode_gets_the_same_ids(text: str) -> None:
    assert ours().encode(text) == theirs().encode(text).ids


PIECES = [*"aAzé0.,'-$[]# \t\n\x00\x1c\u0301\u0338\u302e\u302f\u200b\u00a0中豈가のσΣİ١़", "[CLS]", "[SEP", "##ing", "playing", "UNAFFABLE", "ﬁ"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=examples(1000), deadline=None)
@pytest.mark.slow
def test_what_makes_tokenizing_hard_gets_the_same_ids_in_any_order(text: str) -> None:
    assert ours().encode(text) == theirs().encode(text).ids


def assigned() -> list[str]:
    every = map(chr, range(0x110000))
    return [c for c in every if unicodedata.category(c) not in {"Cn", "Co", "Cs"}]


@pytest.mark.slow
def test_single_characters_differ_only_where_unicode_8_had_another_word_for_them() -> None:
    """`tokenizers` 0.23 carries the categories of Unicode 8; Python 3.11 those of 14.

    A mark, format character or punctuation mark assigned in between (503 of them) makes its word
    unknown there, and is stripped or split off here. That is better, and it cannot matter much:
    no token of the vocabulary holds such a character.
    """
    known = set("".join(theirs().get_vocab()))
    differing = [c for c in assigned() if not same(f"x{c}y")]
    assert {unicodedata.category(c) for c in differing} <= {
        "Mn", "Mc", "Cf", "So", "Pd", "Pe", "Po", "Ps", "Pi", "Pf", "Pc",
    }  # fmt: skip
    assert known.isdisjoint(differing)


@pytest.mark.parametrize("count", [253, 254, 255, 256, 300])
def test_long_text_is_cut_to_256_ids_with_both_ends(count: int) -> None:
    ids = ours().encode("word " * count)
    assert ids == theirs().encode("word " * count).ids
    assert len(ids) == min(count + 2, 256)
    assert (ids[0], ids[-1]) == (CLS, SEP)


def test_a_cut_inside_a_word_gets_the_same_ids() -> None:
    text = "word " * 252 + "unaffableness"
    assert ours().encode(text) == theirs().encode(text).ids


def test_long_runs_without_spaces_get_the_same_ids() -> None:
    for run in (
        "记忆系统" * 9000,
        "ภาษาไทย" * 5000,
        "aGk" * 33000,
        "a,b;" * 25000,
        "\x00" * 100000,
    ):
        assert ours().encode(run) == theirs().encode(run).ids


def test_a_lone_surrogate_vanishes() -> None:
    """`tokenizers` cannot be asked: no UTF-8 text holds one, but a Python string can."""
    assert ours().encode("he\ud800llo") == ours().encode("hello")


def test_an_unknown_word_is_one_unknown_token() -> None:
    assert ours().encode("x" * 101) == [CLS, UNK, SEP]
