"""The pages of the site in their order, and every file that a browser may ask for."""

import json
import os
import posixpath
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from recollect.errors import NotFound
from recollect.help.markdown import RenderedPage, render
from recollect.help.template import PageFrame, html_page

_HERE: Final = Path(__file__).parent
# An installed package has its own copy of the pages; a checkout has docs/.
_FOLDERS: Final = (_HERE / "pages", _HERE.parents[2] / "docs")
_STATIC: Final = ("help.css", "help.js", "theme.js", "icon.svg")
_INDEX: Final = "search.js"


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page: its Markdown file, its name in the navigation, and its group."""

    source: str
    label: str
    group: str

    @property
    def name(self) -> str:
        """Its file on the site."""
        return f"{self.source.removesuffix('.md')}.html"


class Site:
    """Renders each page once, when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        listed = tomllib.loads((folder / "site.toml").read_text("utf-8"))["group"]
        self.pages = [
            HelpPage(source, label, group["title"])
            for group in listed
            for source, label in group["pages"].items()
        ]
        self._by_source = {page.source: page for page in self.pages}
        self._by_name = {page.name: page for page in self.pages}
        self._images = {
            file.relative_to(folder).as_posix(): file
            for file in folder.rglob("*")
            if file.suffix in {".png", ".svg"}
        }
        self._rendered: dict[str, bytes] = {}

    def names(self) -> list[str]:
        """Every file, by its path on the site."""
        return [*self._by_name, *self._images, *(f"static/{name}" for name in _STATIC), _INDEX]

    def file(self, name: str) -> bytes:
        """The content of one file."""
        if name not in self._rendered:
            self._rendered[name] = self._read(name)
        return self._rendered[name]

    def document(self, page: HelpPage) -> RenderedPage:
        """A page without its frame."""
        text = (self._folder / page.source).read_text("utf-8")
        return render(text, lambda target: self._link(page, target))

    def _read(self, name: str) -> bytes:
        if page := self._by_name.get(name):
            return self._html(page).encode()
        if image := self._images.get(name):
            return image.read_bytes()
        folder, _, file = name.rpartition("/")
        if folder == "static" and file in _STATIC:
            return (_HERE / "static" / file).read_bytes()
        if name == _INDEX:
            return self._search_index().encode()
        raise NotFound(f"there is no page {name}")

    def _html(self, page: HelpPage) -> str:
        at = self.pages.index(page)
        before = self.pages[at - 1] if at else None
        after = self.pages[at + 1] if at + 1 < len(self.pages) else None
        listed = [(each.group, each.name, each.label) for each in self.pages]
        frame = PageFrame(page.name, page.group, listed, _entry(before), _entry(after))
        return html_page(frame, self.document(page))

    def _link(self, page: HelpPage, target: str) -> str | None:
        """Where a link of a page leads, relative to the page."""
        if target.startswith(("http://", "https://", "#", "mailto:")):
            return target
        path, mark, anchor = target.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path))
        found = self._by_source.get(source)
        name = found.name if found else source if source in self._images else None
        if name is None:
            return None
        return f"{os.path.relpath(name, posixpath.dirname(page.name) or '.')}{mark}{anchor}"

    def _search_index(self) -> str:
        rows = [
            [page.name, page.label, section.heading.anchor, section.heading.text, section.text]
            for page in self.pages
            for section in self.document(page).sections
        ]
        return f"window.recollectPages = {json.dumps(rows, ensure_ascii=False)};\n"


def _entry(page: HelpPage | None) -> tuple[str, str] | None:
    return (page.name, page.label) if page else None


@cache
def site() -> Site:
    """The site of this installation."""
    for folder in _FOLDERS:
        if (folder / "site.toml").exists():
            return Site(folder)
    raise NotFound("this installation has no documentation; it was built without docs/")
