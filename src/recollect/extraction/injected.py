"""What a machine has put among a person's words: recalled memory, and what a model or a system says.

Nothing of it is anybody's statement, whoever sends it. Every step looks at each line once.
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
# A heading above recalled memory: "## Relevant Memories", "User Overrides", "What I know about you:".
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
# Who speaks, as a log of a chat writes it.
_SPEAKER: Final = re.compile(
    r"(?:\(past\) )?(?P<who>assistant|system|developer|tool|ai|chatgpt|bot|user|human)\s?:(?:\s|$)",
    re.IGNORECASE,
)
# How a memory is written: nobody speaks of himself as "User lives in Porto".
_THIRD_PERSON: Final = re.compile(
    r"(?:\d{1,2} [A-Z][a-z]{2} \d{4}: )?(?:the user|user|der nutzer|nutzer|el usuario|l'utilisateur|o usuário|l'utente)"
    r"(?:'s)? [a-zäöüßáéíóúñàèìòùçãõâêô]{2,}",
    re.IGNORECASE,
)
# `8 Jun 2026, Maya about Noor: "…"`: how this program shows a memory.
_SHOWN: Final = re.compile(r"(?:\d{1,2} [A-Z][a-z]{2} \d{4}(?:, [^:\"]{1,80})?|[A-Z]\w{0,30}): \"")
# `Fri 15 May 2026`: the heading of a day in a context.
_DAY: Final = re.compile(r"(?:Current date: )?[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}")
# The marks of a chat template: "<|im_start|>system", "[INST]".
_TEMPLATE: Final = re.compile(
    r"<\|[a-z_]{1,20}\|?>?|<</?SYS>>|\[/?INST\]|<start_of_turn>", re.IGNORECASE
)
# The end of a line inside of a string of JSON, and a quotation mark there.
_ESCAPED_END, _ESCAPED_QUOTE = "\\n", '\\"'
# What this program tells a model beside a context, line by line.
_TOLD: Final = tuple(line for told in INSTRUCTIONS.values() for line in told.splitlines())
_INDENT: Final = 20
# What a line may begin with before its words.
_MARKS: Final = "#*>_ \t•-="


def injected(text: str) -> Iterator[tuple[int, int]]:
    """Where a machine's words stand in a text."""
    yield from _tagged(text)
    for told in _TOLD:
        yield from (found.span() for found in re.finditer(re.escape(told), text))
    yield from _lines(text)


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    """What stands between tags; without a closing one the rest, where the tag opens a line."""
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
    """Lines that are a machine's by what they begin with, and those that belong to them."""
    lines = list(_placed(text))
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
        elif inside or _is_written_down(text[start:end], bare) or _holds_others(bare):
            yield start, end


def _holds_others(bare: str) -> bool:
    """Whether it holds several lines, as a string of JSON does, and one of them is a machine's."""
    if _ESCAPED_END not in bare:
        return False
    lines = [_bared(line) for line in bare.replace(_ESCAPED_QUOTE, '"').split(_ESCAPED_END)]
    logged = _is_log(lines)
    return any(
        _opens(line, logged=logged) is not None or _is_written_down(line, line) for line in lines
    )


def _opens(bare: str, *, logged: bool) -> bool | None:
    """Whether the lines behind this one belong to it; None where it is a person's own line."""
    title = bare.strip("*_ ").removesuffix(":").strip("*_ ")
    if _HEADING.fullmatch(title) or _BRACKETED.match(bare):
        return True
    speaker = _SPEAKER.match(bare)
    if speaker is None:
        return None
    own = speaker["who"].lower() in {"user", "human"}
    return (False if logged else None) if own else True


def _is_written_down(line: str, bare: str) -> bool:
    """Whether it is a memory as a program lists it, its sentence alone, or a day above some."""
    if _DAY.fullmatch(bare):
        return True
    return bool(_THIRD_PERSON.match(bare) or _SHOWN.match(bare)) and "?" not in line


def _is_log(lines: Sequence[str]) -> bool:
    """Whether several speak under labels: nobody heads his own words with "User:" again and again."""
    return sum(bool(_SPEAKER.match(line)) for line in lines) > 1


def _placed(text: str) -> Iterator[tuple[int, int, str]]:
    """Each line with its place, and its words without the marks before them."""
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line), _bared(line)
        start += len(line)


def _bared(line: str) -> str:
    """The words of a line without the marks before them."""
    return line.strip().lstrip(_MARKS).strip()
