"""Markdown becomes HTML: headings with anchors, links between pages, highlighted code."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

# Where a link leads on the site, or None for a file that only the repository has.
Link = Callable[[str], str | None]
_LANGUAGES: Final = {"sh": "bash", "text": "text", "": "text"}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its level, text and anchor."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class HelpSection:
    """The text below one heading, for the search."""

    heading: Heading
    text: str


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """One page."""

    html: str
    sections: tuple[HelpSection, ...]

    @property
    def title(self) -> str:
        """The first heading."""
        return self.sections[0].heading.text

    @property
    def headings(self) -> tuple[Heading, ...]:
        """All headings below the title."""
        return tuple(section.heading for section in self.sections[1:])


def anchors(titles: Sequence[str]) -> list[str]:
    """The anchor of each heading of a page, as on GitHub; a repeated one gets a number."""
    found: list[str] = []
    for title in titles:
        plain = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count = sum(re.fullmatch(rf"{re.escape(plain)}(-\d+)?", one) is not None for one in found)
        found.append(f"{plain}-{count}" if count else plain)
    return found


def render(text: str, link: Link) -> RenderedPage:
    """The HTML of a page, and its sections."""
    tokens = _parser().parse(text)
    headings = _number_headings(tokens)
    for token in tokens:
        if token.children:
            _rewrite_links(token.children, link)
    html = _parser().renderer.render(tokens, _parser().options, {})
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return RenderedPage(html, tuple(_sections(tokens, headings)))


@cache
def _parser() -> MarkdownIt:
    # Raw HTML in a page would be shown as text.
    options = {"html": False, "typographer": False, "highlight": _highlighted}
    return MarkdownIt("commonmark", options).enable("table")


def _highlighted(code: str, language: str, _attributes: str) -> str:
    lexer = get_lexer_by_name(_LANGUAGES.get(language, language))
    body = highlight(code, lexer, HtmlFormatter(nowrap=True))
    # A whole <pre>, because the parser would put it into another <code> otherwise.
    kind = escape(language or "text")
    return f'<pre data-language="{kind}" tabindex="0"><code>{body}</code></pre>'


def _number_headings(tokens: Sequence[Token]) -> list[Heading]:
    """Give every heading its anchor, and a link to itself."""
    opened = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    texts = [_plain(tokens[at + 1]) for at in opened]
    found = []
    for at, text, anchor in zip(opened, texts, anchors(texts), strict=True):
        level = int(tokens[at].tag[1])
        tokens[at].attrSet("id", anchor)
        found.append(Heading(level, text, anchor))
    return found


def _plain(token: Token) -> str:
    """The text of an inline token, without marks."""
    parts = (
        " " if child.type in {"softbreak", "hardbreak"} else child.content
        for child in token.children or ()
    )
    return "".join(parts)


def _rewrite_links(children: Sequence[Token], link: Link) -> None:
    dropped = []
    for child in children:
        if child.type == "link_open":
            target = link(str(child.attrs["href"]))
            dropped.append(target is None)
            if target is None:
                title = f"in the repository: {child.attrs['href']}"
                child.tag, child.attrs = "span", {"title": title}
            else:
                child.attrs["href"] = target
        elif child.type == "link_close" and dropped.pop():
            child.tag = "span"
        elif child.type == "image":
            child.attrs["src"] = link(str(child.attrs["src"])) or ""


def _sections(tokens: Sequence[Token], headings: Sequence[Heading]) -> Iterator[HelpSection]:
    """The text below each heading; what stands before the first belongs to none."""
    waiting, current, words = list(headings), None, list[str]()
    inside_heading = False
    for token in tokens:
        if token.type == "heading_open":
            if current is not None:
                yield HelpSection(current, " ".join(words))
            current, words, inside_heading = waiting.pop(0), [], True
        elif token.type == "heading_close":
            inside_heading = False
        elif token.type == "inline" and not inside_heading:
            words.append(_plain(token))
        elif token.type == "fence":
            words.append(token.content)
    if current is not None:
        yield HelpSection(current, " ".join(words))
