"""Pages read as a native engineer would write them: no words of ours that a stranger does not know, no advertising."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
# Shown in a column of a page or of a terminal.
CODE_WIDTH, PROSE_WIDTH = 100, 125
NARROW = [ROOT / "docs" / name for name in ("concepts.md", "python.md", "how-to/privacy.md")]
BLOCK = re.compile(r"^( *)```.*?\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^ *```.*?^ *```|`[^`]*`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
BANNED = {
    "words of the project's own plans": r"(?<!careful, )\bseeds?\b(?!–middle)|\bclauses?\b|\b[SMR]\d{1,2}\b",
    "words that sound translated": r"\breckon|\bfreed of\b|\blaid down\b|\blay down\b|\bdoor to\b"
    r"|\bmakes up\b.*\bmodel\b|\bthe like\b.*\betc\b|\bin the way of\b|\bhouse of\b",
    "advertising": r"\bseamless|\beffortless|\bblazing|\bcutting.edge\b|\bpowerful\b|\bleverag"
    r"|\bstate.of.the.art\b|\bworld.class\b|\brevolution|\bgame.chang|\bsupercharge",
    "a package that is on no index yet": r"pip install ['\"]?recollect|uvx recollect",
    "words that shorter ones replace": r"\butiliz|\bin order to\b|\bprior to\b|\bwhilst\b"
    r"|\bplease\b|\bsimply\b|\beasily\b|\bobviously\b",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_has_no_banned_wording(page):
    text = page.read_text("utf-8")
    prose = CODE.sub(" ", text)
    found = [
        f"{why}: {match[0]!r}"
        for why, pattern in BANNED.items()
        for match in re.finditer(pattern, text if "pip" in pattern else prose, re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_code_is_not_wider_than_the_page(page):
    lines = [
        line for _, block in BLOCK.findall(page.read_text("utf-8")) for line in block.split("\n")
    ]
    assert [line for line in lines if len(line) > CODE_WIDTH] == []


@pytest.mark.parametrize("page", NARROW, ids=lambda page: page.name)
def test_prose_can_be_read_as_a_file_too(page):
    prose = BLOCK.sub("", page.read_text("utf-8")).split("\n")
    assert [line for line in prose if len(line) > PROSE_WIDTH] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_begins_with_its_title_and_says_at_once_what_it_is(page):
    title, first = page.read_text("utf-8").split("\n\n")[:2]
    assert re.fullmatch(r"# \S.*", title)
    assert not first.startswith(("#", "|", "```", "-"))


def test_the_page_about_typescript_shows_what_its_tests_run():
    page = (ROOT / "docs" / "integrations" / "typescript.md").read_text("utf-8")
    readme = (ROOT / "clients" / "typescript" / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"```ts\n(.*?)```", page, re.DOTALL)
    assert shown.rstrip() in readme
