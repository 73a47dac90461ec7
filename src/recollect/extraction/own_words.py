"""Blanks the parts of a message that its author did not write: code, logs, mails, recalled memory.

Blanked text keeps its length, so offsets stay valid. Every step looks at each character a fixed
number of times.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from recollect.extraction.injected import injected_spans
from recollect.languages.words import greetings

BLANK: Final = "\x00"
_LEFT_OUT: Final = "[…]"
# Of a longer message only the start and the end are read.
_FIRST, _LAST = 24_000, 6_000
_FENCES: Final = ("```", "~~~")
# The first line of a forwarded or quoted mail.
_MAIL: Final = re.compile(
    r"(?:-{2,} ?(?:original|forwarded) message\b|on .{5,80} wrote:$|(?:from|von|de|da): .+@)",
    re.IGNORECASE,
)
# A pasted letter begins with a greeting, on a line by itself or after an empty line.
_GREETING_WORDS: Final = 6
# Someone else's words: a quotation of more than a few words.
_QUOTATION: Final = re.compile(r"(?<![\w.,!?])[\"“„«](?=\S)[^\"“”„«»]{40,4000}(?<=\S)[\"”“»](?!\w)")
# Characters that are common in code, logs and tables, and rare in what people type.
_SYMBOLS: Final = frozenset("{}[]();=<>/\\|_$#@*&^~`+%\"'")
_MANY_SYMBOLS, _MANY_DIGITS = 0.14, 0.4
# This many such lines in a row are pasted.
_PASTED_LINES: Final = 3
# List items, which may be indented.
_POINT: Final = re.compile(r"(?:[-*•]|\d+[.)])\s")
# Column separators of a table, including a comma without a space, except in a number.
_COLUMN: Final = re.compile(r"\t|\||(?<!\d),(?=\S)|,(?=[^\s\d])")
_FEWEST_COLUMNS: Final = 2
# The timestamp at the start of a log line or saved chat message.
_MOMENT: Final = re.compile(
    r"\W?\d[\d./-]{5,9}[T,]? ?\d{1,2}:\d\d|\W?\d\d:\d\d:\d\d|\[\d{1,2}:\d\d"
)
# A JSON object or list, from its first to its last bracket.
_JSON: Final = re.compile(r"(?:\{\s*\"|\[\s*[\[{\"]).*[}\]],?")


def own_words(text: str) -> str:
    """The text with all blanked that its author did not write, and the middle of a long one."""
    return _blanked(blank_foreign_text(text), _cut(text))


def blank_foreign_text(text: str) -> str:
    """The text with everything blanked that the author did not write, at any length."""
    pasted = ((start, end) for start, end, _ in _blocks(text))
    return _blanked(text, (*pasted, *injected_spans(text)))


def with_pasted_prose(text: str) -> str:
    """The text with code, logs and recalled memory blanked; pasted mails and quotes stay."""
    code = ((start, end) for start, end, prose in _blocks(text) if not prose)
    return _blanked(text, (*code, *injected_spans(text)))


def blank_recalled_memory(text: str) -> str:
    """The text with only recalled memory and program output blanked."""
    return _blanked(text, injected_spans(text))


def readable(text: str) -> str:
    """Blanked text for reading, at its original length: spaces instead of blanks."""
    return text.replace(BLANK, " ")


def shortened(text: str) -> str:
    """Blanked text for a model: an ellipsis mark for each gap."""
    parts = (part.strip() for part in text.split(BLANK))
    return f" {_LEFT_OUT} ".join(part for part in parts if part)


def _blanked(text: str, places: Iterable[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in places:
        letters[start:end] = BLANK * (end - start)
    return "".join(letters)


def _cut(text: str) -> Iterator[tuple[int, int]]:
    if len(text) > _FIRST + _LAST:
        yield _FIRST, len(text) - _LAST


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Spans of fenced code, quoted lines, mails and machine-written lines; is each prose?"""
    run: list[tuple[int, int]] = []
    fence = ""
    mail = False
    begun = after_empty = False
    for start, line in _lines(text):
        bare = line.strip()
        end = start + len(line)
        opens = next((mark for mark in _FENCES if bare.startswith(mark)), "")
        if fence or opens or mail:
            yield start, end, mail
            closes = opens == fence if fence else bare.count(opens) > 1
            fence = "" if closes else fence or opens
            continue
        mail = bool(_MAIL.match(bare)) or (begun and _greets(bare, opens_paragraph=after_empty))
        begun, after_empty = begun or bool(bare), not bare
        if mail or bare.startswith(">"):
            yield start, end, True
        elif _JSON.fullmatch(bare):
            yield start, end, False
        elif (run and not bare) or _is_machine_written(line):
            run.append((start, end))
        else:
            yield from _pasted(run)
            run = []
    yield from _pasted(run)
    yield from ((*found.span(), True) for found in _QUOTATION.finditer(text))


def _greets(line: str, *, opens_paragraph: bool) -> bool:
    """Whether a line starts a letter ("Dear Ms Lopes,"); a new paragraph may continue in it."""
    words = line.split(maxsplit=_GREETING_WORDS)
    if len(words) < 2 or words[0].casefold().strip(",") not in greetings():  # noqa: PLR2004 - it names somebody
        return False
    if opens_paragraph:
        return any(word[-1] in ",!" for word in words[1:_GREETING_WORDS])
    return len(words) <= _GREETING_WORDS and line[-1] in ",!"


def _pasted(run: list[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    if len(run) >= _PASTED_LINES:
        yield from ((start, end, False) for start, end in run)


def _is_machine_written(line: str) -> bool:
    """Whether a line looks like code, a log entry or a table row."""
    bare = line.strip()
    if not bare:
        return False
    if len(_COLUMN.findall(bare)) >= _FEWEST_COLUMNS or _MOMENT.match(bare):
        return True
    indented = line.startswith(("  ", "\t")) and not _POINT.match(bare)
    symbols = sum(letter in _SYMBOLS for letter in bare)
    digits = sum(letter.isdigit() for letter in bare)
    return indented or symbols > _MANY_SYMBOLS * len(bare) or digits > _MANY_DIGITS * len(bare)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, line
        start += len(line)
