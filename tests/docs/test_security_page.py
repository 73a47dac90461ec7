"""The security page shows what the tests of attacks and faults print."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
LEAST_KILLS, LEAST_FAULTS, LEAST_REQUESTS, LEAST_INJECTIONS = 1_000, 24, 100_000, 80
# Counted by one test, each under its own name.
SEVERAL = {("request", "random calls of every MCP tool")}


def marked() -> set[tuple[str, str]]:
    """The rows that tests are marked with."""
    found = set(SEVERAL)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "mark.attack(" in text and path != Path(__file__):
            found |= set(re.findall(r'mark\.attack\("(\w+)", "([^"]+)"\)', text))
            if 'mark.attack("kill", name)' in text:
                found |= {("kill", name) for name in _names(text, "KILLED")}
    return found


def _names(text: str, table: str) -> list[str]:
    """The keys of a table in a test file."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == table:
            return [*ast.literal_eval(node.value)]
    raise AssertionError(f"no {table}")


def shown() -> dict[str, int]:
    """The rows of the page, and how much was tried."""
    rows = re.findall(r"^\| ([^|*]+) \| ([\d,]+) \| \d+ \| `tests/", PAGE, re.MULTILINE)
    return {kind: int(number.replace(",", "")) for kind, number in rows}


def test_the_page_has_a_row_for_every_kind_that_is_tested_and_no_other():
    assert set(shown()) == {kind for _, kind in marked()}


def test_as_much_was_tried_as_is_promised():
    numbers = shown()

    def tried(part: str, words: str = "") -> list[int]:
        return [numbers[kind] for of, kind in marked() if of == part and words in kind]

    assert sum(tried("kill")) >= LEAST_KILLS
    assert len(tried("fault")) >= LEAST_FAULTS
    assert sum(tried("request", "random")) >= LEAST_REQUESTS
    assert sum(tried("text", "injections")) >= LEAST_INJECTIONS
