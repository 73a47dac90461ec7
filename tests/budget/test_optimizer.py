"""S13: the optimizer's rules, ranges, snapshots and report."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.cycle import adapt
from recollect.domain.tuning import Efficiency, Parameters, RunMetrics, Snapshot

WHEN = datetime(2025, 1, 15, 10, 36, tzinfo=UTC)


def metrics(usage, saved=0.5):
    before = round(usage * 100_000)
    return RunMetrics(
        usage_ratio=usage, tokens_before=before, tokens_after=round(before * (1 - saved))
    )


def tuned(parameters):
    return (
        parameters.compression_trigger,
        parameters.full_message_window,
        parameters.min_relevance,
    )


def test_s13_the_first_parameters_are_the_documented_ones():
    assert tuned(Parameters()) == (0.7, 30, 0.3)
    assert Parameters().target_usage_ratio == 0.65


@pytest.mark.parametrize(
    ("usage", "saved", "expected"),
    [
        (0.76, 0.5, (0.65, 28, 0.35)),  # over: more eager
        (0.75, 0.5, (0.7, 30, 0.3)),
        (0.65, 0.0, (0.7, 30, 0.3)),
        (0.66, 0.0, (0.6, 30, 0.4)),  # not effective: emergency
        (0.66, 0.05, (0.7, 30, 0.3)),
        (0.9, 0.04, (0.55, 28, 0.45)),  # over and not effective: both
        (0.5, 0.0, (0.7, 30, 0.3)),
        (0.49, 0.0, (0.725, 31, 0.275)),  # under: more generous
        (0.0, 0.0, (0.725, 31, 0.275)),
    ],
)
def test_s13_the_adaptation_rules(usage, saved, expected):
    assert tuned(adapt(Parameters(), metrics(usage, saved))) == expected


@given(
    st.builds(
        Parameters,
        compression_trigger=st.floats(),
        full_message_window=st.integers(),
        min_relevance=st.floats(),
    ),
    st.lists(st.tuples(st.floats(0, 5), st.floats(-1, 1)), min_size=1, max_size=60),
)
def test_s13_parameters_never_leave_their_ranges(parameters, runs):
    for usage, saved in runs:
        parameters = adapt(parameters, metrics(usage, saved))
        assert 0.35 <= parameters.compression_trigger <= 0.85
        assert 10 <= parameters.full_message_window <= 50
        assert 0.15 <= parameters.min_relevance <= 0.70
        assert parameters.target_usage_ratio == 0.65


@pytest.mark.parametrize(("usage", "end"), [(1.0, (0.35, 10, 0.7)), (0.1, (0.85, 50, 0.15))])
def test_s13_the_ends_of_the_ranges_are_reached(usage, end):
    parameters = Parameters()
    for _ in range(30):
        parameters = adapt(parameters, metrics(usage))
    assert tuned(parameters) == end


def test_s13_many_small_steps_gather_no_rounding_errors():
    parameters = Parameters()
    for _ in range(3):
        parameters = adapt(parameters, metrics(0.8))
    assert tuned(parameters) == (0.55, 24, 0.45)


def test_s13_stored_parameters_are_brought_back_into_their_ranges():
    stored = Parameters(compression_trigger=0.9, full_message_window=3, min_relevance=0.1)
    assert tuned(stored.within_ranges()) == (0.85, 10, 0.15)


def snapshot(at=WHEN):
    done = RunMetrics(
        usage_ratio=0.79,
        tokens_before=150_000,
        tokens_after=120_000,
        entries_compressed=8,
        entries_dropped=3,
        entries_promoted=2,
    )
    parameters = Parameters(compression_trigger=0.62, full_message_window=26, min_relevance=0.38)
    return Snapshot(metrics=done, parameters=parameters, at=at)


def test_s13_a_snapshot_is_reported_in_the_documented_shape():
    reported = snapshot().report()
    assert reported == {
        "tokensBefore": 150000,
        "tokensAfter": 120000,
        "entriesCompressed": 8,
        "entriesDropped": 3,
        "entriesPromoted": 2,
        "compressionTriggerRatio": 0.62,
        "fullMessageWindow": 26,
        "minRelevanceScore": 0.38,
        "timestamp": "2025-01-15T10:36:00.000Z",
    }


def test_s13_a_snapshot_tells_its_time_in_utc():
    there = WHEN.astimezone(timezone(timedelta(hours=5)))
    assert snapshot(at=there).report()["timestamp"] == "2025-01-15T10:36:00.000Z"


def test_s13_the_efficiency_report_has_the_documented_shape():
    parameters = snapshot().parameters
    totals = Efficiency(total_optimizations=45, total_tokens_saved=125_000)
    reported = totals.report(parameters)
    assert reported == {
        "totalOptimizations": 45,
        "totalTokensSaved": 125000,
        "avgSavingsPerRun": 2778,
        "currentParameters": {
            "compressionTrigger": 0.62,
            "fullMessageWindow": 26,
            "minRelevance": 0.38,
            "targetUsageRatio": 0.65,
        },
    }


def test_s13_savings_are_averaged_over_all_runs():
    totals = Efficiency(total_optimizations=2, total_tokens_saved=30_000)
    assert totals.report(Parameters())["avgSavingsPerRun"] == 15_000
    assert Efficiency().report(Parameters())["avgSavingsPerRun"] == 0
