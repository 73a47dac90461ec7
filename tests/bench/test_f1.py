"""LoCoMo's score of an answer, with values computed by hand from its paper's script."""

import pytest

from recollect.bench.f1 import f1

MULTI_HOP, TEMPORAL, OPEN_DOMAIN, SINGLE_HOP, ADVERSARIAL = 1, 2, 3, 4, 5


@pytest.mark.parametrize(
    ("answer", "expected", "score"),
    [
        ("7 May 2023", "7 May 2023", 1.0),
        # Case, punctuation and the words a, an, the and "and" do not count.
        ("The 7 may, 2023.", "7 May 2023", 1.0),
        ("bread and an apple", "Apple bread", 1.0),
        # Stems are compared: running and runs are both run.
        ("running", "runs", 1.0),
        # Two of four words, two of two: precision 1/2, recall 1.
        ("on 7 May perhaps", "7 May", 2 / 3),
        # A word counts as often as both have it: 1 of 2 and 1 of 1.
        ("tea tea", "tea", 2 / 3),
        ("Oslo", "Bergen", 0.0),
        ("", "Bergen", 0.0),
    ],
)
def test_words_in_common(answer, expected, score):
    assert f1(answer, expected, SINGLE_HOP) == pytest.approx(score)
    assert f1(answer, expected, TEMPORAL) == pytest.approx(score)


def test_the_parts_of_a_multi_hop_answer_count_one_by_one():
    # Found are pottery and camping, but not swimming.
    assert f1("camping, pottery", "pottery, camping, swimming", MULTI_HOP) == pytest.approx(2 / 3)
    # "pottery camping" against each: precision 1/2, recall 1; as one text it would be 0.8.
    assert f1("pottery camping", "pottery, camping, swimming", MULTI_HOP) == pytest.approx(4 / 9)
    assert f1("pottery camping", "pottery, camping, swimming", SINGLE_HOP) == pytest.approx(0.8)


def test_the_explanation_of_an_open_domain_answer_is_not_expected():
    expected = "Likely no; though she likes reading"
    assert f1("likely no", expected, OPEN_DOMAIN) == 1.0
    assert f1("likely no", expected, SINGLE_HOP) < 1.0


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("Not mentioned", 1.0),
        ("That is not mentioned in the conversation.", 1.0),
        ("No information available", 1.0),
        ("Self-care is important", 0.0),
        ("", 0.0),
    ],
)
def test_an_adversarial_question_must_not_be_answered(answer, score):
    assert f1(answer, "", ADVERSARIAL) == score
