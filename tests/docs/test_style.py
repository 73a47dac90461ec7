"""Pages read as a native engineer would write them: no words of ours that a stranger does not know, no advertising."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
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
def test_a_page_begins_with_its_title_and_says_at_once_what_it_is(page):
    title, first = page.read_text("utf-8").split("\n\n")[:2]
    assert re.fullmatch(r"# \S.*", title)
    assert not first.startswith(("#", "|", "```", "-"))


def test_the_page_about_typescript_shows_what_its_tests_run():
    page = (ROOT / "docs" / "integrations" / "typescript.md").read_text("utf-8")
    readme = (ROOT / "clients" / "typescript" / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"```ts\n(.*?)```", page, re.DOTALL)
    assert shown.rstrip() in readme
