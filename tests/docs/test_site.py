"""The documentation as a site: at /help, and as files."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from recollect.help import site
from recollect.help.markdown import render
from recollect.help.site import Site

ROOT = Path(__file__).parents[2]
SITE = site()
NAMES = {*SITE.names()}


class Found(HTMLParser):
    """The addresses and the ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"}:
                self.targets.append(value or "")
            elif name == "id":
                assert value not in self.ids, value
                self.ids.add(value or "")


PAGES = {page.name: Found(SITE.file(page.name).decode()) for page in SITE.pages}


def test_every_page_of_the_folder_is_on_the_site():
    written = {file.relative_to(ROOT / "docs").as_posix() for file in ROOT.glob("docs/**/*.md")}
    assert {page.source for page in SITE.pages} == written


@pytest.mark.parametrize("name", PAGES)
def test_every_address_on_a_page_leads_to_a_file_and_an_anchor(name):
    for target in PAGES[name].targets:
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        assert not path.startswith(("/", "http:")) or "127.0.0.1" in path, target
        if "127.0.0.1" in path:
            continue
        file = normpath(join(dirname(name), path)) if path else name
        assert file in NAMES, f"{name}: {target}"
        assert not anchor or anchor in PAGES[file].ids, f"{name}: {target}"


def test_a_link_to_a_file_that_is_not_on_the_site_becomes_text():
    page = render("# A\n\n[notes](../NOTES.md), [b](b.md)\n", {"b.md": "b.html"}.get)
    assert 'in the repository: ../NOTES.md">notes</span>' in page.html
    assert '<a href="b.html">b</a>' in page.html


def test_markup_in_a_page_is_shown_and_not_run():
    page = render("# A\n\n<script>alert(1)</script> `<b>`\n", lambda _: None)
    assert "<script" not in page.html
    assert "&lt;script&gt;" in page.html


def test_headings_of_the_same_words_have_anchors_of_their_own():
    page = render("# A\n## Use it\n## Use `it`\n## Use it!\n", lambda _: None)
    assert [heading.anchor for heading in page.headings] == ["use-it", "use-it-1", "use-it-2"]


def test_the_search_has_every_section():
    index = SITE.file("search.js").decode()
    for page in SITE.pages:
        for section in SITE.document(page).sections:
            assert f'"{page.name}", "{page.label}", "{section.heading.anchor}"' in index


def test_a_wheel_has_the_pages_and_the_folder_is_left_as_it_was(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    from build_backend import pages_inside  # noqa: PLC0415 - only here on the path

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "site.toml").write_text('[[group]]\ntitle = "A"\npages = {"a.md" = "A"}\n')
    (tmp_path / "docs" / "a.md").write_text("# A\n")
    with pages_inside(tmp_path) as inside:
        assert inside.parent.name == "help"
        assert b"<h1" in Site(inside).file("a.html")
    assert not inside.exists()
    sys.modules.pop("build_backend")
