"""The table of attacks and faults counts what ran, and shows what failed."""

from types import SimpleNamespace

import pytest

from attack_table import _COUNTED, _amount, _tries, table


def report(nodeid: str, outcome: str, *counted: tuple[str | None, int, int]) -> SimpleNamespace:
    """The report of one test that is marked as a full disk."""
    item = SimpleNamespace(stash=pytest.Stash())
    item.stash[_COUNTED] = [*counted]
    ended = SimpleNamespace(passed=outcome == "passed", failed=outcome == "failed", nodeid=nodeid)
    ended.user_properties = [("attack", _tries(item, ended, "fault", "a full disk"))]
    return ended


def test_tests_are_added_up_by_kind_and_failures_are_shown():
    lines = table(
        [
            report("tests/a.py::one", "passed"),
            report("tests/a.py::two", "passed", (None, 40, 2)),
            report("tests/b.py::three", "failed"),
            report("tests/b.py::four", "failed", (None, 7, 0)),
            report("tests/b.py::five", "passed", ("a slow disk", 5, 0)),
            report("tests/b.py::six", "skipped"),
        ]
    )
    assert lines[2:] == [
        "| **2 kinds of faults: lost, wrong or without a reason** | **54** | **4** | |",
        "| a full disk | 49 | 4 | `tests/a.py`, `tests/b.py` |",
        "| a slow disk | 5 | 0 | `tests/b.py` |",
    ]


@pytest.mark.parametrize(("given", "amount"), [(1_000, 50), (1, 1), (10, 1)])
def test_a_test_does_its_share(given, amount):
    assert _amount(given, 1_000, 3, 0.05) == amount
