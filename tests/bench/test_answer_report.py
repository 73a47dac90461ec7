import pytest

from recollect.bench.answer_report import GradedAnswer, Prices, estimate, report
from recollect.bench.answer_systems import System


def graded(system, score, number=0, **more):
    given = {"answer": "tea", "category": "temporal", "tokens_in": 100, "tokens_out": 10} | more
    return GradedAnswer(
        system=system, sample="ann", question=str(number), expected="tea", f1=score, **given
    )


def test_the_interval_is_that_of_a_mean_and_always_the_same():
    found = estimate([1.0, 0.0] * 50)
    # A standard error of 5 points: ± 9.8.
    assert (found.percent, found.count) == (50.0, 100)
    assert found.low == pytest.approx(40.2, abs=1.5)
    assert found.high == pytest.approx(59.8, abs=1.5)
    assert estimate([1.0, 0.0] * 50) == found
    certain = estimate([1.0] * 9)
    assert (certain.low, certain.high) == (100.0, 100.0)


def test_systems_are_compared_question_by_question():
    scores = [0.5, 0.6, 0.7, 1.0]
    ours = [graded(System.RECOLLECT, score, n) for n, score in enumerate(scores)]
    others = [graded(System.VECTORS, score - 0.5, n) for n, score in enumerate(scores)]
    unanswered = graded(System.NONE, None, answer=None)
    (only,) = report([*ours, *others, unanswered], None).advantages.items()
    assert only[0] is System.VECTORS
    # Each is half a point better, so the difference is certain although the scores vary.
    assert (only[1].percent, only[1].low, only[1].high) == pytest.approx((50.0, 50.0, 50.0))


def test_tokens_are_averaged_and_cost_is_summed_over_what_was_answered():
    prices = Prices(tokens_in=2.0, tokens_out=10.0)
    answers = [graded(System.NONE, 1.0, n, tokens_in=100 * n) for n in range(3)]
    answers.append(graded(System.NONE, None, 9, answer=None, tokens_in=None, tokens_out=None))
    found = report(answers, prices).systems[System.NONE]
    assert (found.prompt_tokens, found.answer_tokens, found.unanswered) == (100, 10, 1)
    assert found.cost == pytest.approx((300 * 2 + 30 * 10) / 1_000_000)
    assert found.f1["all"].count == 3


def test_tokens_that_a_service_does_not_report_are_unknown():
    answers = [graded(System.NONE, 1.0), graded(System.NONE, 1.0, 1, tokens_in=None)]
    found = report(answers, Prices(1.0, 1.0)).systems[System.NONE]
    assert (found.prompt_tokens, found.answer_tokens, found.cost) == (None, 10, None)
