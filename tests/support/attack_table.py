"""Counts what the tests of attacks and faults have tried, and prints it as a table after a run.

`@pytest.mark.attack(part, kind)` puts a test into a row of the table. It counts as one, or as many as it says with
the fixture `tried`. docs/security.md shows the table of `make attacks`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from effort import LONG

# What one part of the table holds, and what its last column counts.
PARTS = {
    "kill": "kill -9 while a process is …: lost, doubled, half done or damaged",
    "fault": "{kinds} kinds of faults: lost, wrong or without a reason",
    "request": "hostile requests: undocumented answers, words of another agent, hangs",
    "text": "planted texts: believed, outside their fence, or in the system message",
    "genuine": "genuine messages: not learned",
    "growth": "time on texts of growing length: more than in proportion",
}
KILLS, FUZZED = 1_000, 100_000
_COUNTED = pytest.StashKey[list[tuple[str | None, int, int]]]()
_PROPERTY = "attack"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for how much is tried; by default little, and all of it in `make test-all`."""
    group = parser.getgroup("attacks and faults")
    group.addoption("--kills", type=int, help=f"processes to kill (make test-all: {KILLS:,})")
    group.addoption("--fuzzed", type=int, help=f"random requests (make test-all: {FUZZED:,})")


def _amount(given: int | None, whole: int, short: int, share: float) -> int:
    """A test's share of a number; a short run tries a few."""
    if given is None and not LONG:
        return short
    return max(round(share * (whole if given is None else given)), 1)


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> Callable[[float, int], int]:
    """How many processes a test kills: kills(share of all, number in a short run)."""
    given = request.config.getoption("kills")
    return lambda share, short: _amount(given, KILLS, short, share)


@pytest.fixture
def fuzzed(request: pytest.FixtureRequest) -> Callable[[float, int], int]:
    """How many random requests a test makes: fuzzed(share of all, number in a short run)."""
    given = request.config.getoption("fuzzed")
    return lambda share, short: _amount(given, FUZZED, short, share)


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Says how much a test has tried and what went wrong: tried(number, wrong, kind=…)."""
    counted = request.node.stash.setdefault(_COUNTED, [])

    def count(number: int, wrong: int = 0, *, kind: str | None = None) -> None:
        counted.append((kind, number, wrong))

    return count


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Add to the report of a test what it has tried; reports travel between processes."""
    report: pytest.TestReport = yield
    if report.when == "call" or not report.passed:
        for mark in item.iter_markers("attack"):
            report.user_properties.append((_PROPERTY, _tries(item, report, *mark.args)))
    return report


def _tries(item: pytest.Item, report: pytest.TestReport, part: str, kind: str) -> list[Any]:
    counted = [(one or kind, *numbers) for one, *numbers in item.stash.get(_COUNTED, [])]
    if report.failed:
        counted.append((kind, 0 if counted else 1, 1))
    elif report.passed and not counted:
        counted = [(kind, 1, 0)]
    return [part, kind, counted]


@dataclass
class _Row:
    tried: int = 0
    wrong: int = 0
    tests: set[str] = field(default_factory=set)


def table(reports: list[pytest.TestReport]) -> list[str]:
    """The lines of the table of what these tests have tried."""
    parts: dict[str, dict[str, _Row]] = {part: defaultdict(_Row) for part in PARTS}
    for report in reports:
        for name, value in report.user_properties:
            if name != _PROPERTY:
                continue
            part, _, counted = value
            for kind, number, wrong in counted:
                row = parts[part][kind]
                row.tried, row.wrong = row.tried + number, row.wrong + wrong
                row.tests.add(report.nodeid.partition("::")[0])
    lines = ["| what | tried | wrong | tests |", "| --- | --- | --- | --- |"]
    for part, rows in parts.items():
        if rows:
            tried, wrong = (sum(getattr(row, of) for row in rows.values()) for of in _NUMBERS)
            title = PARTS[part].format(kinds=len(rows))
            lines.append(f"| **{title}** | **{tried:,}** | **{wrong:,}** | |")
        for kind, row in sorted(rows.items()):
            tests = ", ".join(f"`{test}`" for test in sorted(row.tests))
            lines.append(f"| {kind} | {row.tried:,} | {row.wrong:,} | {tests} |")
    return lines


_NUMBERS = ("tried", "wrong")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the table, where there is anything to show."""
    stats = terminalreporter.stats
    reports = [
        report
        for outcome in ("passed", "failed", "error")
        for report in stats.get(outcome, ())
        if isinstance(report, pytest.TestReport)
    ]
    lines = table(reports)
    if len(lines) == 2:
        return
    terminalreporter.section("attacks and faults")
    for line in lines:
        terminalreporter.write_line(line)
    skipped = {
        value[1]
        for report in stats.get("skipped", ())
        for name, value in getattr(report, "user_properties", ())
        if name == _PROPERTY
    }
    if skipped:
        terminalreporter.write_line(f"Not tried here: {', '.join(sorted(skipped))}.")
    if not LONG:
        terminalreporter.write_line("The short version; make attacks runs the whole.")
