"""Finds text that a program inserted into a message: recalled memory, model or system output.

None of it is the user's own statement, no matter who sends it. Every step looks at each line once.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.domain.framing import INSTRUCTIONS

# "<memory>", "<user_context>" and the like, up to the closing tag.
_TAG: Final = re.compile(
    r"<(?P<name>[a-z_-]{0,30}(?:memor|context|recall|document|instructions|system|profile|history)[a-z_-]{0,30})"
    r"(?:\s[^<>]{0,200})?>",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(r"</([a-z_-]{1,80})>", re.IGNORECASE)
# A heading above recalled memory: "## Relevant Memories", "User Overrides", "What I know about
# you:".
_HEADING: Final = re.compile(
    r"(?:here are |these are |the |some |\d+ )*"
    r"(?:relevant|retrieved|recalled|saved|stored|known|previous|past|existing|long[- ]term"
    r"|working|conversation|user|key)?\s*"
    r"(?:memory|memories|summaries|overrides|user profile|profile|relationships|conversation excerpts"
    r"|conversation context|conversation history|background context|facts about the user)"
    r"(?: (?:about|of|for) (?:the )?(?:user|you|me))?(?: \([^()]{1,40}\))?",
    re.IGNORECASE,
)
_BRACKETED: Final = re.compile(
    r"\[\s*(?:system|assistant|developer|tool|context|memory|memories|background|user profile)\b[^\]]{0,40}\]",
    re.IGNORECASE,
)
# Speaker labels of a chat log.
_SPEAKER: Final = re.compile(
    r"(?:\(past\) )?(?P<who>assistant|system|developer|tool|ai|chatgpt|bot|user|human)\s?:(?:\s|$)",
    re.IGNORECASE,
)
# How memories are phrased: nobody calls themselves "User lives in Porto".
_THIRD_PERSON: Final = re.compile(
    r"(?:\d{1,2} [A-Z][a-z]{2} \d{4}: )?(?:the user|user|der nutzer|nutzer|el usuario|l'utilisateur|o usuário|l'utente)"
    r"(?:'s)? [a-zäöüßáéíóúñàèìòùçãõâêô]{2,}",
    re.IGNORECASE,
)
# `8 Jun 2026, Maya about Noor: "…"`: how Recollect shows a memory.
_SHOWN: Final = re.compile(r"(?:\d{1,2} [A-Z][a-z]{2} \d{4}(?:, [^:\"]{1,80})?|[A-Z]\w{0,30}): \"")
# `Fri 15 May 2026`: a day heading in a context.
_DAY: Final = re.compile(r"(?:Current date: )?[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}")
# Markers of a chat template: "<|im_start|>system", "[INST]".
_TEMPLATE: Final = re.compile(
    r"<\|[a-z_]{1,20}\|?>?|<</?SYS>>|\[/?INST\]|<start_of_turn>", re.IGNORECASE
)
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
        yield from (found.span() for found in re.finditer(re.escape(instruction), text))
    yield from _lines(text)


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    """The spans between tags; an unclosed tag at the start of a line extends to the end."""
    closings: defaultdict[str, list[int]] = defaultdict(list)
    for closing in _CLOSING.finditer(text):
        closings[closing[1].lower()].append(closing.end())
    at = 0
    while found := _TAG.search(text, at):
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
    lines = list(_lines_with_spans(text))
    logged = _is_log([bare for *_, bare in lines])
    inside = False
    for start, end, bare in lines:
        opens = _opens(bare, logged=logged)
        template = _TEMPLATE.search(text, start, end)
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
    if _HEADING.fullmatch(title) or _BRACKETED.match(bare):
        return True
    speaker = _SPEAKER.match(bare)
    if speaker is None:
        return None
    own = speaker["who"].lower() in {"user", "human"}
    return (False if logged else None) if own else True


def _is_memory_line(line: str, bare: str) -> bool:
    """Whether a line is a memory as a program lists it, or a day heading above some."""
    if _DAY.fullmatch(bare):
        return True
    return bool(_THIRD_PERSON.match(bare) or _SHOWN.match(bare)) and "?" not in line


def _is_log(lines: Sequence[str]) -> bool:
    """Whether several speaker labels occur: nobody labels their own words "User:" repeatedly."""
    return sum(bool(_SPEAKER.match(line)) for line in lines) > 1


def _lines_with_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Each line with its span, and its text without the leading marks."""
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line), _without_marks(line)
        start += len(line)


def _without_marks(line: str) -> str:
    """The text of a line without the leading marks."""
    return line.strip().lstrip(_MARKS).strip()
