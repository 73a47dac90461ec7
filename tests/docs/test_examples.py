"""What README and docs show is run, from top to bottom, as a reader would."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    "docs/python.md",
    "docs/conversations.md",
    "docs/learning.md",
    "docs/spaces.md",
]
# These need a server or a model: tests/server/proxy runs them where there is one, and the guides too.
ELSEWHERE = ["README.md", "docs/proxy.md", "docs/tutorial.md"]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((ROOT / page).read_text("utf-8"))
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def test_every_page_with_examples_is_run():
    shown = [p.relative_to(ROOT).as_posix() for p in ROOT.glob("docs/**/*.md")] + ["README.md"]
    found = [p for p in shown if BLOCK.search((ROOT / p).read_text("utf-8"))]
    adapters = [page for page in found if page.startswith("docs/integrations/")]
    guides = [page for page in found if page.startswith("docs/how-to/")]
    assert sorted(found) == sorted(PAGES + ELSEWHERE + adapters + guides)
    # These need their framework: its suite runs them.
    suites = "".join(path.read_text("utf-8") for path in ROOT.glob("tests/outside/*/test_*.py"))
    assert [page for page in adapters if Path(page).name not in suites] == []


def test_links_between_pages_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} -> {target}"


def test_no_file_names_a_registry_or_a_path_of_a_machine():
    listed = [
        *ROOT.glob("requirements/*"),
        *ROOT.glob("compare/*.txt"),
        ROOT / "pyproject.toml",
        ROOT / "Makefile",
        *ROOT.glob("*.md"),
    ]
    for file in listed:
        text = file.read_text("utf-8")
        assert not re.search(r"pypi\.org|pythonhosted|npmjs|/root/|/home/", text), file


def test_every_guarantee_names_tests_that_are_there():
    text = (ROOT / "tests" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| ([SMR]\d+) \|.*\| (.*) \|$", text, re.MULTILINE)
    numbered = [f"S{number}" for number in range(1, 14)] + [f"M{number}" for number in range(1, 12)]
    assert [clause for clause, _ in rows] == [*numbered, "R6", "R8"]
    tests = "\n".join(file.read_text("utf-8") for file in ROOT.glob("tests/**/test_*.py"))
    for clause, proofs in rows:
        for proof in re.findall(r"`([^`]+)`", proofs):
            known = (ROOT / proof).exists() if "/" in proof else f"def {proof}(" in tests
            assert known, f"{clause}: {proof}"
