"""The frame of a page: navigation, search, table of contents, previous and next."""

import os
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Final

from recollect.help.markdown import Heading, RenderedPage

_DEEPEST: Final = 3


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Where a page stands: its name and group, all pages, and its neighbours."""

    name: str
    group: str
    pages: Sequence[tuple[str, str, str]]
    before: tuple[str, str] | None
    after: tuple[str, str] | None

    def to(self, target: str) -> str:
        """The address of another file, from here, so that the site works in any folder."""
        return os.path.relpath(target, posixpath.dirname(self.name) or ".")


def html_page(frame: PageFrame, page: RenderedPage) -> str:
    """The whole HTML."""
    is_start = page.title == "Recollect"
    return _template().substitute(
        root=frame.to("."),
        title=escape("Recollect documentation" if is_start else f"{page.title} · Recollect"),
        pages=_navigation(frame),
        group=escape(frame.group),
        text=page.html,
        neighbours=_neighbours(frame),
        contents=_contents(page.headings),
    )


@cache
def _template() -> Template:
    return Template((Path(__file__).parent / "static" / "page.html").read_text("utf-8"))


def _navigation(frame: PageFrame) -> str:
    parts = []
    for group, pages in groupby(frame.pages, key=lambda page: page[0]):
        links = "".join(f"<li>{_link(frame, name, label)}</li>" for _, name, label in pages)
        parts.append(f"<p>{escape(group)}</p><ul>{links}</ul>")
    return "".join(parts)


def _link(frame: PageFrame, name: str, label: str) -> str:
    current = ' aria-current="page"' if name == frame.name else ""
    return f'<a href="{frame.to(name)}"{current}>{escape(label)}</a>'


def _neighbours(frame: PageFrame) -> str:
    before, after = "", ""
    if frame.before:
        before = _link(frame, frame.before[0], f"← {frame.before[1]}")
    if frame.after:
        after = f'<span class="next">{_link(frame, frame.after[0], f"{frame.after[1]} →")}</span>'
    return before + after


def _contents(headings: Sequence[Heading]) -> str:
    links = "".join(
        f'<li class="level{heading.level}">'
        f'<a href="#{heading.anchor}">{escape(heading.text)}</a></li>'
        for heading in headings
        if heading.level <= _DEEPEST
    )
    heading = '<nav class="contents" aria-label="On this page"><p>On this page</p>'
    return f"{heading}<ul>{links}</ul></nav>" if links else ""
