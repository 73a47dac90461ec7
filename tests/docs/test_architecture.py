"""The page about the architecture names files, functions and packages that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "recollect"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
STEPS = re.findall(r"`([a-z_/]+\.py)` `([A-Za-z_.]+)`", PAGE)
PACKAGES = sorted(
    {
        name
        for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
        for name in re.findall(r"`([a-z0-9]+)/`", row)
    }
)


def names(path):
    """The functions, classes and methods of a file."""
    found = set()
    for node in ast.parse((SOURCE / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = (one for one in node.body if isinstance(one, ast.FunctionDef))
            found |= {f"{node.name}.{one.name}" for one in inside}
    return found


@pytest.mark.parametrize(("path", "name"), STEPS)
def test_every_step_is_a_function_of_its_file(path, name):
    assert name in names(path)


def test_the_flows_are_told_in_steps():
    assert len(STEPS) >= 12


def test_every_package_has_its_line():
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert set(PACKAGES) == packages


def test_a_flow_passes_at_most_five_packages():
    for flow in PAGE.split("\n## ")[1:4]:
        assert (
            len(
                {
                    path.split("/")[0]
                    for path, _ in re.findall(r"`([a-z_]+/[a-z_/]+\.py)` `([A-Za-z_.]+)`", flow)
                }
            )
            <= 5
        )
