import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.recall.passages import passages


def cut(text):
    return [text[start:end] for start, end in passages(text)]


def sentence(number, words=15):
    return " ".join([f"Sentence{number}", *["word"] * (words - 2), "end."])


def prose(sentences, words=15):
    return " ".join(sentence(i, words) for i in range(sentences))


@pytest.mark.parametrize("text", ["", " \n\t ", " " * 1000])
def test_blank_text_has_no_passage(text):
    assert passages(text) == []


@pytest.mark.parametrize(
    "text", ["Hi.", "  Hi.\n", "word " * 130, prose(8), "🎉" * 2000, "猫" * 260]
)
def test_a_short_message_is_one_passage(text):
    assert cut(text) == [text.strip()]


def test_a_long_message_is_cut_into_about_ninety_words_at_sentences():
    parts = cut(prose(60))
    assert all(part.startswith("Sentence") and part.endswith("end.") for part in parts)
    assert all(75 <= len(part.split()) <= 105 for part in parts[:-2])


def test_a_paragraph_is_a_better_place_to_cut_than_a_sentence():
    first, second = prose(5), prose(8)
    assert cut(f"{first}\n\n{second}") == [first, second]


def test_an_endless_sentence_is_cut_between_words():
    parts = cut("word " * 1000)
    assert all(set(part.split()) == {"word"} for part in parts)
    assert all(40 <= len(part.split()) <= 130 for part in parts)


def test_full_stops_of_abbreviations_are_not_places_to_cut():
    text = " ".join(["He met Dr. J. Smith at St. Mary, e.g. by chance."] * 40)
    assert not any(re.search(r"(Dr|J|St|e\.g)\.$", part) for part in cut(text))


def test_list_items_stay_whole_and_the_line_before_stays_with_them():
    items = [f"{i}. " + "item " * 13 + "last" for i in range(1, 21)]
    parts = cut("\n".join([prose(4), "Here is the list:", *items]))
    assert all(part.endswith(("last", "end.")) for part in parts)
    assert not any(part.endswith("list:") for part in parts)


def test_a_heading_stays_with_its_text():
    text = "\n\n".join(f"## Heading {i}\n\n{prose(5)}" for i in range(6))
    assert all(part.startswith("## Heading") and part.endswith("end.") for part in cut(text))


def test_a_hard_wrapped_line_does_not_end_a_sentence():
    wrapped = re.sub(r"(word word word) ", r"\1\n", prose(40))
    assert all(part.endswith("end.") for part in cut(wrapped))


def test_code_is_cut_at_its_lines_and_kept_whole_where_it_fits():
    code = "```python\n" + "\n".join(f"value_{i} = call(a, b. c)" for i in range(20)) + "\n```"
    text = f"{prose(6)}\n\n{code}\n\n{prose(6)}"
    assert [part for part in cut(text) if "```" in part] == [code]
    parts = cut("```\n" + "\n".join(f"value_{i} = call(a, b. c)" for i in range(400)) + "\n```")
    assert all(part.endswith((")", "```")) for part in parts)


def test_scripts_without_spaces_count_two_characters_as_a_word():
    text = "我昨天去了北京的餐厅吃饭。" * 60
    parts = cut(text)
    assert "".join(parts) == text
    assert all(part.endswith("。") for part in parts)
    assert all(80 <= len(part) <= 290 for part in parts)


def test_a_mark_is_not_separated_from_its_letter():
    assert not any(re.match("[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]", part) for part in cut("ที่นี่" * 500))


def test_data_without_spaces_is_not_cut_inside_a_word():
    parts = cut(",".join(f'{{"name":"value{i}"}}' for i in range(2000)))
    assert len(parts) > 5
    torn = [re.search(r"\w$", one) and re.match(r"\w", other) for one, other in pairwise(parts)]
    assert not any(torn)
    assert cut("x" * 10_000) == ["x" * 10_000]


# --- properties

words = st.text("abcdefgh.,:!?#-`", min_size=1, max_size=8)
blanks = st.sampled_from([" ", " ", " ", "\n", "\n\n", "\n- ", "\n```\n", "。"])
signs = st.text(st.sampled_from("a. \n猫。ที่é#:`_-") | st.characters(), max_size=50)
long_texts = st.builds(
    lambda pieces, times: "".join(word + blank for word, blank in pieces) * times,
    st.lists(st.tuples(words | signs, blanks), max_size=40),
    st.integers(1, 40),
)


@given(long_texts)
def test_passages_cover_all_text_in_order_and_once(text):
    end = 0
    for start, stop in passages(text):
        assert end <= start < stop
        assert not text[end:start].strip()
        assert not text[start].isspace()
        assert not text[stop - 1].isspace()
        end = stop
    assert not text[end:].strip()
    assert passages(text) == passages(text)


@given(
    st.lists(st.tuples(words, st.sampled_from([" ", "\n", "\n\n"])), max_size=60),
    st.integers(1, 20),
)
def test_no_word_is_split_and_no_passage_is_too_long_or_too_short(pieces, times):
    text = "".join(word + blank for word, blank in pieces) * times
    parts = cut(text)
    assert [word for part in parts for word in part.split()] == text.split()
    counts = [len(re.findall(r"\S*\w\S*", part)) for part in parts]
    assert all(count <= 130 for count in counts)
    assert len(parts) <= 1 or min(counts) >= 40
