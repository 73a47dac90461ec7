"""Patterns of text that compression keeps verbatim, and of facts that justify promotion."""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PreservedPattern:
    """One kind of text that compression keeps; only texts with one of the `hints` can match."""

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...]


def _quoted(longest: int) -> str:
    """A pattern for a quoted string, with quotes that may be escaped as inside JSON."""
    escaped = "|".join(rf"\\?{quote}[^{quote}\r\n\\]{{0,{longest}}}\\?{quote}" for quote in "\"'")
    return rf"(?:{escaped}|`[^`\r\n]{{0,{longest}}}`)"


_HEX = "0-9A-Fa-f"
_HEXES = f"[{_HEX}]{{1,4}}"

# Every pattern takes linear time on any text: none spans lines, and none starts inside a run that
# it has already rejected. Patterns for digits start with the digit and use a lookbehind, because
# `re` then skips ahead several times as fast.
PRESERVED_PATTERNS = (
    PreservedPattern(
        "url",
        # Paired brackets belong to a URL; trailing punctuation belongs to the sentence.
        re.compile(
            r"(?ai:\bhttps?)://(?:\([^\s()<>\"]*\)|[^\s()<>\"`\u3000-\u303f\uff00-\uffef])+"
            r"(?<![.,;:!?'\]}*])"
        ),
        ("://",),
    ),
    PreservedPattern("email", re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), ("@",)),
    PreservedPattern(
        "error",
        # Up to the end of the sentence or line, cut if that is too long.
        re.compile(
            r"(?ai:\b\w{0,60}(?:error|exception|failed)\b(?:[ ]?[\[(]?[\w.-]{1,40}[\])]?)?):"
            r"(?:(?![.!?;](?:\s|$))[^\r\n]){1,200}(?<!\s)"
        ),
        ("error", "exception", "failed"),
    ),
    PreservedPattern(
        "selector",
        re.compile(
            r"(?ai:\b(?:selector|xpath)s?)[\"']?[ \t]*[:=][ \t]*"
            rf"(?:{_quoted(300)}|[^\s\"'`,;][^\s,;]{{0,299}})"
            r"|(?<![\w&#/])#[A-Za-z_][\w-]*"
        ),
        ("selector", "xpath", "#"),
    ),
    PreservedPattern(
        "class", re.compile(rf"(?ai:\bclass(?:name)?)[ \t]*=[ \t]*{_quoted(500)}"), ("class",)
    ),
    PreservedPattern("id", re.compile(rf"(?ai:\bid)[ \t]*=[ \t]*{_quoted(500)}"), ("id",)),
    PreservedPattern("ip", re.compile(r"\d(?<![\w.].)\d{0,2}(?:\.\d{1,3}){3}(?!\w|\.\d)"), (".",)),
    PreservedPattern(
        "ip", re.compile(rf"[{_HEX}](?<![\w:].)[{_HEX}]{{0,3}}(?::{_HEXES}){{7}}(?![\w:])"), (":",)
    ),
    PreservedPattern(
        "ip",
        re.compile(rf"(?<![\w:])(?:(?:{_HEXES}:){{1,7}}|:):{_HEXES}(?::{_HEXES}){{0,6}}(?![\w:])"),
        ("::",),
    ),
    # At least two digits; dates, times, prices and versions stay in one piece.
    PreservedPattern("number", re.compile(r"\d(?:\d|[.,:/-]\d)+"), ()),
)

_KEY_FACTS = re.compile(
    r"""(?xai)
    \bhttps?://\S
    | \b(?:errors?|failed|exceptions?)\b
    | \b(?:selectors?|xpath|css)\b | (?<![\w&\#/])\#[a-z_][\w-]+ | //[\w*]+\[@
    | \bapis?\b | \bendpoints?\b | \b(?:get|post|put|patch|delete|head|options)\s+/\w
    | \b(?:passwords?|passphrases?|credentials?|secrets?|(?:access|auth|bearer)[ _-]?tokens?)\b
    | \[redacted:
    | \b(?:steps?|phases?)[ \t-]*\#?\d
    """
)


def has_key_facts(content: str) -> bool:
    """Whether a message has a URL, an error, a selector, an API, credentials or a numbered step."""
    return _KEY_FACTS.search(content) is not None


def preserved_text(content: str) -> tuple[str, ...]:
    """The text that compression must keep, in order, without duplicates and overlaps."""
    spans = sorted(_spans(content), key=lambda span: (span[0], -span[1]))
    kept: dict[str, None] = {}
    reached = 0
    for start, end in spans:
        if end > reached:
            kept.setdefault(content[start:end])
            reached = end
    return tuple(kept)


def _spans(content: str) -> Iterator[tuple[int, int]]:
    lowered = content.lower()
    for kind in PRESERVED_PATTERNS:
        if not kind.hints or any(hint in lowered for hint in kind.hints):
            for match in kind.pattern.finditer(content):
                yield match.span()
