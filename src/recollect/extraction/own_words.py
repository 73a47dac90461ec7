"""Blanks the parts of a message that its author did not write: code, logs, mails, recalled memory.

Blanked text keeps its length, so offsets stay valid. Every step looks at each character a fixed
number of times.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.domain.provenance import Origin
from recollect.extraction.injected import injected_spans, lines_with_spans, patterns
from recollect.extraction.pasted import pasted_spans
from recollect.languages.words import greetings

BLANK: Final = "\x00"
# Increase it whenever another text would be blanked, so that all messages are judged again.
RULES: Final = 2
_LEFT_OUT: Final = "[…]"
# Of a longer message only the start and the end are read.
_FIRST, _LAST = 24_000, 6_000
# Whether a message was pasted is judged if its length is between these: most are short, and reading
# them must not cost time.
_SHORTEST_JUDGED, _LONGEST_JUDGED = 280, 30_000
_FENCES: Final = ("```", "~~~")
_PATTERNS: Final = patterns("pasted")
# A pasted letter begins with a greeting, on a line by itself or after an empty line.
_GREETING_WORDS: Final = 6
# Characters that are common in code, logs and tables, and rare in what people type.
_SYMBOLS: Final = frozenset("{}[]();=<>/\\|_$#@*&^~`+%\"'")
_MANY_SYMBOLS, _MANY_DIGITS = 0.14, 0.4
# This many such lines in a row are pasted.
_PASTED_LINES: Final = 3
# A table row has at least this many column separators.
_FEWEST_COLUMNS: Final = 2


def own_words(text: str, stated: Origin | None = None) -> str:
    """The text with all blanked that its author did not write, and the middle of a long one."""
    middle = (_FIRST, max(_FIRST, len(text) - _LAST))
    return _blanked(blank_foreign_text(text, stated), [middle])


def blank_foreign_text(text: str, stated: Origin | None = None) -> str:
    """The text with everything blanked that the author did not write, at any length.

    A text that is stated to be pasted is none of theirs; of one that they typed, only code, quoted
    lines and recalled memory are not.
    """
    if stated is Origin.PASTED:
        return BLANK * len(text)
    marked = ((start, end) for start, end, _ in _blocks(text))
    known = _blanked(text, (*marked, *injected_spans(text)))
    if stated is Origin.USER:
        return known
    return _blanked(known, pasted_spans(known.replace(BLANK, "\n")))


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


def are_foreign(text: str, parts: Sequence[tuple[int, int]]) -> list[bool]:
    """For each part of a text, from its start to its end, whether most is not its author's."""
    if not _SHORTEST_JUDGED <= len(text) <= _LONGEST_JUDGED:
        return [False] * len(parts)
    blanked = blank_foreign_text(text)
    return [2 * blanked.count(BLANK, start, end) > end - start for start, end in parts]


def _blanked(text: str, places: Iterable[tuple[int, int]]) -> str:
    letters: list[str] = []
    for start, end in places:
        if start < end:
            letters = letters or list(text)
            letters[start:end] = BLANK * (end - start)
    return "".join(letters) or text


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Spans of fenced code, quoted lines, mails and machine-written lines; is each prose?"""
    run: list[tuple[int, int]] = []
    fence = ""
    mail = False
    begun = after_empty = False
    for start, end, line in lines_with_spans(text):
        bare = line.strip()
        opens = next((mark for mark in _FENCES if bare.startswith(mark)), "")
        if fence or opens or mail:
            yield start, end, mail
            closes = opens == fence if fence else bare.count(opens) > 1
            fence = "" if closes else fence or opens
            continue
        mail = bool(_PATTERNS["mail"].match(bare)) or (
            begun and _greets(bare, opens_paragraph=after_empty)
        )
        begun, after_empty = begun or bool(bare), not bare
        if mail or bare.startswith(">"):
            yield start, end, True
        elif _PATTERNS["json"].fullmatch(bare):
            yield start, end, False
        elif (run and not bare) or _is_machine_written(line):
            run.append((start, end))
        else:
            yield from _pasted(run)
            run = []
    yield from _pasted(run)
    yield from ((*found.span(), True) for found in _PATTERNS["quotation"].finditer(text))


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
    if len(_PATTERNS["column"].findall(bare)) >= _FEWEST_COLUMNS or _PATTERNS["moment"].match(bare):
        return True
    indented = line.startswith(("  ", "\t")) and not _PATTERNS["point"].match(bare)
    symbols = sum(map(_SYMBOLS.__contains__, bare))
    digits = sum(map(str.isdigit, bare))
    return indented or symbols > _MANY_SYMBOLS * len(bare) or digits > _MANY_DIGITS * len(bare)
