"""Questions within their conversations, half of them follow-ups: written before the rewriter, and frozen.

A good rewrite of a follow-up says one alternative of each group in `needs` and no word of `forbids`,
as whole words in any case; every other question comes back as it was. Rules are written while
looking at the part `dev` only.
"""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

ITEMS = [
    item
    for path in sorted((Path(__file__).parent / "fixture").glob("follow_ups_*.json"))
    for item in json.loads(path.read_text(encoding="utf-8"))
]
FOLLOW_UPS = [item for item in ITEMS if item["follow_up"]]
COMPLETE = [item for item in ITEMS if not item["follow_up"]]
FIELDS = "id language part history question follow_up needs forbids note".split()


def by_id(items):
    return [pytest.param(item, id=item["id"]) for item in items]


def says(text, term):
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE) is not None


def holds(text, term):
    """Whether the letters occur at all, inside a longer word too: the stricter reading of "absent"."""
    return term.casefold() in text.casefold()


def told(item):
    return "\n".join(turn["content"] for turn in item["history"])


def terms(item):
    return [term for group in item["needs"] for term in group]


def test_there_are_enough_questions_in_each_language_and_half_are_follow_ups():
    counts = Counter((item["language"], item["follow_up"]) for item in ITEMS)
    assert counts == {
        (language, follow_up): 45 if language == "en" else 20
        for language in ("en", "de", "es", "fr")
        for follow_up in (True, False)
    }


def test_no_id_and_no_conversation_stands_twice():
    assert len({item["id"] for item in ITEMS}) == len(ITEMS)
    assert len({(told(item), item["question"]) for item in ITEMS}) == len(ITEMS)


def test_two_of_every_five_questions_of_a_language_and_kind_are_for_looking_at():
    for item in ITEMS:
        number = int(item["id"].rpartition("-")[2])
        assert item["part"] == ("dev" if number % 5 in {2, 4} else "held_out"), item["id"]
    held_out = Counter(
        (item["language"], item["follow_up"]) for item in ITEMS if item["part"] == "held_out"
    )
    kinds = Counter((item["language"], item["follow_up"]) for item in ITEMS)
    assert {kind: held_out[kind] / kinds[kind] for kind in kinds} == dict.fromkeys(kinds, 0.6)


def test_conversations_are_of_many_lengths():
    lengths = {len(item["history"]) for item in ITEMS}
    assert min(lengths) == 0
    assert max(lengths) == 12
    for items in (FOLLOW_UPS, COMPLETE):
        for language in ("en", "de", "es", "fr"):
            assert any(len(i["history"]) >= 8 for i in items if i["language"] == language)


@pytest.mark.parametrize("item", by_id(ITEMS))
def test_an_item_is_whole_and_speaks_of_one_language(item):
    assert list(item) == FIELDS
    assert item["id"].startswith(item["language"] + "-")
    assert all(type(text) is str and text.strip() == text != "" for text in written(item))


def written(item):
    return [
        *(item[field] for field in ("id", "language", "part", "question", "note")),
        *(turn["content"] for turn in item["history"]),
        *terms(item),
        *item["forbids"],
    ]


@pytest.mark.parametrize("item", by_id(ITEMS))
def test_the_user_begins_and_the_assistant_never_speaks_twice_in_a_row(item):
    roles = [turn["role"] for turn in item["history"]]
    assert set(roles) <= {"user", "assistant"}
    assert roles[:1] in ([], ["user"])
    assert ("assistant", "assistant") not in pairwise(roles)
    assert all(list(turn) == ["role", "content"] for turn in item["history"])


@pytest.mark.parametrize("item", by_id(FOLLOW_UPS))
def test_what_a_follow_up_needs_is_in_its_history_and_not_in_the_question(item):
    assert item["needs"]
    for group in item["needs"]:
        assert any(says(told(item), term) for term in group), group
    assert not [term for term in terms(item) if holds(item["question"], term)]
    assert len(set(terms(item))) == len(terms(item))


@pytest.mark.parametrize("item", by_id(FOLLOW_UPS))
def test_what_a_rewrite_must_not_say_is_a_temptation_and_can_be_avoided(item):
    for word in item["forbids"]:
        assert says(told(item), word), "nobody would take it from the history"
        assert not holds(item["question"], word), "the question says it already"
        assert not [term for term in terms(item) if holds(term, word) or holds(word, term)]


@pytest.mark.parametrize("item", by_id(COMPLETE))
def test_a_complete_question_needs_nothing(item):
    assert item["needs"] == item["forbids"] == []
