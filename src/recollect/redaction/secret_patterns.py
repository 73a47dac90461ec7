"""Finds credentials that are recognizable by themselves, by the table `token_formats.toml`.

A row is tried only if one of its anchors occurs, so a long table costs an ordinary text a few
substring tests.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from recollect.redaction.tables import expanded, table

Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class TokenFormat:
    """One format: its kind, the anchors that must occur for it to be tried, and the pattern.

    The secret is the group named `s`, or else the whole match. `mixed` requires a letter and a
    digit, because the prefix alone is too short to be conclusive.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: str
    mixed: bool = False


@cache
def token_formats() -> tuple[TokenFormat, ...]:
    """All formats of the table."""
    content = table("token_formats")
    rows = [
        *(_prefix_format(*row, mixed=False) for row in content["prefixes"]["long"]),
        *(_prefix_format(*row, mixed=True) for row in content["prefixes"]["short"]),
        *(_irregular_format(**row) for row in content["formats"]),
    ]
    return tuple(replace(row, pattern=expanded(row.pattern, content["parts"])) for row in rows)


def _prefix_format(kind: str, prefixes: str, body: str, least: int, *, mixed: bool) -> TokenFormat:
    names = tuple(prefixes.split())
    start = "start" if any(name[-1] in "_-." for name in names) and not mixed else "alone"
    any_name = "|".join(re.escape(name) for name in names)
    pattern = f"{{{start}}}(?:{any_name})(?P<body>[{body}]{{{least},}}+)"
    return TokenFormat(kind, names, pattern, mixed)


def _irregular_format(
    kind: str, anchors: list[str], pattern: str, *, mixed: bool = False
) -> TokenFormat:
    return TokenFormat(kind, tuple(anchors), "".join(pattern.split()), mixed)


_DUMMY = re.compile(r"(?i)your[_-]|yourkey|yourtoken|x{5}|\.\.\.|placeholder|redacted|[_-]here\b")
_LETTER_AND_DIGIT = re.compile(r"(?=[^A-Za-z]*+[A-Za-z])(?=\D*+\d)")


def _is_dummy(body: str) -> bool:
    """Whether this is a dummy value from documentation."""
    max_distinct = 3
    return len(set(body)) <= max_distinct or _DUMMY.search(body) is not None


@cache
def _anchors() -> tuple[tuple[str, TokenFormat], ...]:
    return tuple((anchor, format_) for format_ in token_formats() for anchor in format_.anchors)


# No self-identifying credential is shorter than sixteen characters. Matching word by word is twice
# as fast as trying every position.
_LONG_WORD = re.compile(r"(?:[!-~]{0,15}+[^!-~]++)*+[!-~]{16}")


def has_long_word(text: str) -> bool:
    """Whether the text contains a run of characters long enough for a token."""
    return _LONG_WORD.match(text) is not None


def find_tokens(text: str) -> Iterator[Span]:
    """Every credential that is recognizable by its format."""
    if has_long_word(text):
        for format_ in dict.fromkeys(format_ for anchor, format_ in _anchors() if anchor in text):
            yield from _matches(format_, text)


# Compiled on first use: most programs meet few of these formats, and compiling all is slow.
_compiled = cache(re.compile)


def _matches(token_format: TokenFormat, text: str) -> Iterator[Span]:
    for match in _compiled(token_format.pattern).finditer(text):
        groups = match.groupdict()
        start, end = match.span("s") if "s" in groups else match.span()
        body = groups.get("body") or match.string[start:end]
        if _is_dummy(body) or (token_format.mixed and not _LETTER_AND_DIGIT.match(body)):
            continue
        # A full stop after a token ends the sentence, not the token.
        yield start, start + len(text[start:end].rstrip(".")), token_format.kind


_PEM_BEGIN = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_PEM_BREAK = r"""(?:\\++[nr]?+|[\s"'>|,+])*+"""
_PEM_END = re.compile(
    _PEM_BREAK
    + r"[A-Za-z0-9+/=.…]{0,31}+"
    + _PEM_BREAK
    + r"-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
)
_PEM_HEADERS = r"(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,200}(?:\\n|\n)){0,8}+"
# base64 that cannot be prose: long, or with a digit or an inner capital
_PEM_LINE = (
    r"(?:[A-Za-z0-9+/=]{32,}+|(?=[A-Za-z]{0,30}?(?:[0-9+/=]|[a-z][A-Z]))[A-Za-z0-9+/=]{8,31}+)"
)
_PEM_BODY = re.compile(f"{_PEM_BREAK}{_PEM_HEADERS}(?:{_PEM_BREAK}{_PEM_LINE})++")


def find_private_keys(text: str) -> Iterator[Span]:
    """Every private key block, with or without its END line."""
    if "PRIVATE KEY" not in text:
        return
    for begin in _PEM_BEGIN.finditer(text):
        body = _PEM_BODY.match(text, begin.end())
        if body is None:
            continue
        end = _PEM_END.match(text, body.end())
        yield begin.start(), (end or body).end(), "private-key"
