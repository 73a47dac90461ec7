"""What must survive compression word for word, and what makes a message worth promoting."""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preserved:
    """One kind of thing that compression keeps; a text without any of `hints` holds none of it."""

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...]


def _quoted(most: int) -> str:
    """Something in quotes, the quotes perhaps escaped as they are inside JSON."""
    return rf"""(?:\\?"[^"\r\n\\]{{0,{most}}}\\?"|\\?'[^'\r\n\\]{{0,{most}}}\\?'|`[^`\r\n]{{0,{most}}}`)"""


_HEX = "0-9A-Fa-f"
_HEXES = f"[{_HEX}]{{1,4}}"

# No pattern reaches beyond its line, and none begins inside a run that it has already refused:
# reading a text takes time in proportion to its length, whatever it holds. Those for digits begin
# with the digit and look back from there, because `re` skips to it several times as fast.
PRESERVED = (
    Preserved(
        "url",
        # Brackets in pairs belong to an address, the punctuation of the sentence behind it does not.
        re.compile(
            r"(?ai:\bhttps?)://(?:\([^\s()<>\"]*\)|[^\s()<>\"`\u3000-\u303f\uff00-\uffef])+"
            r"(?<![.,;:!?'\]}*])"
        ),
        ("://",),
    ),
    Preserved("email", re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), ("@",)),
    Preserved(
        "error",
        # Up to the end of its sentence or line; what runs on for longer is cut.
        re.compile(
            r"(?ai:\b\w{0,60}(?:error|exception|failed)\b(?:[ ]?[\[(]?[\w.-]{1,40}[\])]?)?):"
            r"(?:(?![.!?;](?:\s|$))[^\r\n]){1,200}(?<!\s)"
        ),
        ("error", "exception", "failed"),
    ),
    Preserved(
        "selector",
        re.compile(
            rf"(?ai:\b(?:selector|xpath)s?)[\"']?[ \t]*[:=][ \t]*(?:{_quoted(300)}|[^\s\"'`,;][^\s,;]{{0,299}})"
            r"|(?<![\w&#/])#[A-Za-z_][\w-]*"
        ),
        ("selector", "xpath", "#"),
    ),
    Preserved(
        "class",
        re.compile(rf"(?ai:\bclass(?:name)?)[ \t]*=[ \t]*{_quoted(500)}"),
        ("class",),
    ),
    Preserved("id", re.compile(rf"(?ai:\bid)[ \t]*=[ \t]*{_quoted(500)}"), ("id",)),
    Preserved("ip", re.compile(r"\d(?<![\w.].)\d{0,2}(?:\.\d{1,3}){3}(?!\w|\.\d)"), (".",)),
    Preserved(
        "ip", re.compile(rf"[{_HEX}](?<![\w:].)[{_HEX}]{{0,3}}(?::{_HEXES}){{7}}(?![\w:])"), (":",)
    ),
    Preserved(
        "ip",
        re.compile(rf"(?<![\w:])(?:(?:{_HEXES}:){{1,7}}|:):{_HEXES}(?::{_HEXES}){{0,6}}(?![\w:])"),
        ("::",),
    ),
    # Two digits or more; dates, times, prices and versions are kept in one piece.
    Preserved("number", re.compile(r"\d(?:\d|[.,:/-]\d)+"), ()),
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
    """Whether a message holds an address, an error, a selector, an API, credentials or a numbered step."""
    return _KEY_FACTS.search(content) is not None


def preserved(content: str) -> tuple[str, ...]:
    """Everything that compression must keep, in order, each once and none inside another."""
    spans = sorted(_spans(content), key=lambda span: (span[0], -span[1]))
    found: dict[str, None] = {}
    reached = 0
    for start, end in spans:
        if end > reached:
            found.setdefault(content[start:end])
            reached = end
    return tuple(found)


def _spans(content: str) -> Iterator[tuple[int, int]]:
    lowered = content.lower()
    for kind in PRESERVED:
        if not kind.hints or any(hint in lowered for hint in kind.hints):
            for match in kind.pattern.finditer(content):
                yield match.span()
