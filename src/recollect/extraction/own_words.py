"""A message without what its writer has put in from elsewhere: code, logs, mails, recalled memory.

Blanked text keeps its length, so that places stay true. Every step looks at each character a fixed
number of times.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from recollect.extraction.injected import injected
from recollect.languages.words import greetings

BLANK: Final = "\x00"
_LEFT_OUT: Final = "[…]"
# Of a longer message its first and its last characters are read.
_FIRST, _LAST = 24_000, 6_000
_FENCES: Final = ("```", "~~~")
# What a forwarded or quoted mail begins with.
_MAIL: Final = re.compile(
    r"(?:-{2,} ?(?:original|forwarded) message\b|on .{5,80} wrote:$|(?:from|von|de|da): .+@)",
    re.IGNORECASE,
)
# A letter that is put in begins with a greeting, on a line of its own or behind an empty line.
_GREETING_WORDS: Final = 6
# What somebody else has said or written: a quotation of more than a few words.
_QUOTATION: Final = re.compile(r"(?<![\w.,!?])[\"“„«](?=\S)[^\"“”„«»]{40,4000}(?<=\S)[\"”“»](?!\w)")
# Characters that stand thick in code, logs and tables, and thin in what people type.
_SYMBOLS: Final = frozenset("{}[]();=<>/\\|_$#@*&^~`+%\"'")
_MANY_SYMBOLS, _MANY_DIGITS = 0.14, 0.4
# So many lines of that sort in a row are pasted.
_PASTED_LINES: Final = 3
# The points of a list, which may be indented.
_POINT: Final = re.compile(r"(?:[-*•]|\d+[.)])\s")
# What stands between the columns of a table; a comma without a space behind it does too, but in a number.
_COLUMN: Final = re.compile(r"\t|\||(?<!\d),(?=\S)|,(?=[^\s\d])")
_FEWEST_COLUMNS: Final = 2
# The moment at which a line of a log, or of a chat that was saved, begins.
_MOMENT: Final = re.compile(
    r"\W?\d[\d./-]{5,9}[T,]? ?\d{1,2}:\d\d|\W?\d\d:\d\d:\d\d|\[\d{1,2}:\d\d"
)
# An object or a list of JSON, from its first sign to its last.
_JSON: Final = re.compile(r"(?:\{\s*\"|\[\s*[\[{\"]).*[}\]],?")


def own_words(text: str) -> str:
    """The text with all blanked that is not its writer's own; of a document, the middle too."""
    return _blanked(written_here(text), _cut(text))


def written_here(text: str) -> str:
    """The text, however long, with everything blanked that is not its writer's own."""
    pasted = ((start, end) for start, end, _ in _blocks(text))
    return _blanked(text, (*pasted, *injected(text)))


def with_pasted_prose(text: str) -> str:
    """The text with code, logs and recalled memory blanked; pasted mails and quoted lines stay."""
    code = ((start, end) for start, end, prose in _blocks(text) if not prose)
    return _blanked(text, (*code, *injected(text)))


def recalled_blanked(text: str) -> str:
    """The text with nothing blanked but recalled memory and a machine's words."""
    return _blanked(text, injected(text))


def readable(text: str) -> str:
    """Blanked text as it is read, of the same length: spaces where something was left out."""
    return text.replace(BLANK, " ")


def shortened(text: str) -> str:
    """Blanked text as a model is shown it: a mark where something was left out."""
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
    """Fenced code, quoted lines, mails, rows of lines that no person types; and is it prose?"""
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
        elif (run and not bare) or _is_typed_by_no_person(line):
            run.append((start, end))
        else:
            yield from _pasted(run)
            run = []
    yield from _pasted(run)
    yield from ((*found.span(), True) for found in _QUOTATION.finditer(text))


def _greets(line: str, *, opens_paragraph: bool) -> bool:
    """Whether a line begins a letter: "Dear Ms Lopes,", and the text too where it opens a paragraph."""
    words = line.split(maxsplit=_GREETING_WORDS)
    if len(words) < 2 or words[0].casefold().strip(",") not in greetings():  # noqa: PLR2004 - it names somebody
        return False
    if opens_paragraph:
        return any(word[-1] in ",!" for word in words[1:_GREETING_WORDS])
    return len(words) <= _GREETING_WORDS and line[-1] in ",!"


def _pasted(run: list[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    if len(run) >= _PASTED_LINES:
        yield from ((start, end, False) for start, end in run)


def _is_typed_by_no_person(line: str) -> bool:
    """Whether a line is code, a log or a row of a table, by its characters."""
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
