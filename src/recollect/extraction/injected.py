"""Finds text that a program inserted into a message: recalled memory, model or system output.

None of it is the user's own statement, no matter who sends it. Every step looks at each line once.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.domain.data_files import read_toml
from recollect.domain.framing import INSTRUCTIONS

_FOREIGN: Final = read_toml("recollect.extraction", "foreign_text.toml")


def patterns(section: str) -> dict[str, re.Pattern[str]]:
    """The regular expressions of a section of `foreign_text.toml`."""
    return {name: re.compile(pattern) for name, pattern in _FOREIGN[section].items()}


_PATTERNS: Final = patterns("injected")
# An escaped line end and quotation mark inside a JSON string.
_ESCAPED_END, _ESCAPED_QUOTE = "\\n", '\\"'
# The instructions that Recollect adds to a context, line by line.
_OWN_INSTRUCTIONS: Final = tuple(
    line for instructions in INSTRUCTIONS.values() for line in instructions.splitlines()
)
_INDENT: Final = 20
# Marks that may precede the words of a line.
_MARKS: Final = "#*>_ \t•-="


def injected_spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of a text that a program inserted."""
    yield from _tagged(text)
    for instruction in _OWN_INSTRUCTIONS:
        if instruction in text:
            yield from (found.span() for found in re.finditer(re.escape(instruction), text))
    yield from _lines(text)


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    """The spans between tags; an unclosed tag at the start of a line extends to the end."""
    closings: defaultdict[str, list[int]] = defaultdict(list)
    for closing in _PATTERNS["closing"].finditer(text):
        closings[closing[1].lower()].append(closing.end())
    at = 0
    while found := _PATTERNS["tag"].search(text, at):
        ends = closings[found["name"].lower()]
        place = bisect_left(ends, found.end())
        at = found.end()
        if place < len(ends):
            at = ends[place]
        elif _opens_line(text, found.start()):
            at = len(text)
        else:
            continue
        yield found.start(), at


def _opens_line(text: str, at: int) -> bool:
    return text[max(0, at - _INDENT) : at].rstrip(" \t")[-1:] in {"", "\n"}


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Lines recognizable as inserted by how they begin, and the lines that belong to them."""
    lines = [(start, end, _without_marks(line)) for start, end, line in lines_with_spans(text)]
    logged = _is_log([bare for *_, bare in lines])
    inside = False
    for start, end, bare in lines:
        opens = _opens(bare, logged=logged)
        template = _PATTERNS["template"].search(text, start, end)
        if opens is not None:
            inside = opens
            yield start, end
        elif template is not None:
            yield start if inside else template.start(), end
            inside = True
        elif not bare:
            inside = False
        elif inside or _is_memory_line(text[start:end], bare) or _has_injected_json_line(bare):
            yield start, end


def _has_injected_json_line(bare: str) -> bool:
    """Whether it is a JSON string of several lines, one of which was inserted by a program."""
    if _ESCAPED_END not in bare:
        return False
    lines = [_without_marks(line) for line in bare.replace(_ESCAPED_QUOTE, '"').split(_ESCAPED_END)]
    logged = _is_log(lines)
    return any(
        _opens(line, logged=logged) is not None or _is_memory_line(line, line) for line in lines
    )


def _opens(bare: str, *, logged: bool) -> bool | None:
    """Whether the following lines belong to this one; None if it is the user's own line."""
    title = bare.strip("*_ ").removesuffix(":").strip("*_ ")
    if _PATTERNS["heading"].fullmatch(title) or _PATTERNS["bracketed"].match(bare):
        return True
    speaker = _PATTERNS["speaker"].match(bare)
    if speaker is None:
        return None
    own = speaker["who"].lower() in {"user", "human"}
    return (False if logged else None) if own else True


def _is_memory_line(line: str, bare: str) -> bool:
    """Whether a line is a memory as a program lists it, or a day heading above some."""
    if _PATTERNS["day"].fullmatch(bare):
        return True
    label = _PATTERNS["space"].match(bare)
    bare = bare[label.end() :] if label else bare
    return (
        bool(_PATTERNS["third_person"].match(bare) or _PATTERNS["shown"].match(bare))
        and "?" not in line
    )


def _is_log(lines: Sequence[str]) -> bool:
    """Whether several speaker labels occur: nobody labels their own words "User:" repeatedly."""
    return sum(bool(_PATTERNS["speaker"].match(line)) for line in lines) > 1


def lines_with_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Each line, with its line end, and where it begins and ends."""
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line), line
        start += len(line)


def _without_marks(line: str) -> str:
    """The text of a line without the leading marks."""
    return line.strip().lstrip(_MARKS).strip()
