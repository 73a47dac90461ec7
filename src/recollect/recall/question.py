"""Parse a question: names, times, quoted phrases, identifiers, and what it asks for."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import dropwhile

from recollect.dates.questions import TimeRange, find_times
from recollect.domain.data_files import read_toml
from recollect.domain.folding import composed
from recollect.recall.days import days_named
from recollect.recall.question_names import NamedPerson, Roster
from recollect.recall.terms import HASH, query_terms

# The part of a question that is parsed; a longer text was pasted, and is only searched for.
MAX_CHARS = 10_000
_TABLE = read_toml("recollect.recall", "question.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and the speakers, times and phrases in it."""

    text: str
    # Speakers in the order they are named.
    names: tuple[str, ...]
    # The speaker it is about: the first one named, unless joined to another ("Nate and Joanna").
    subject: str | None
    # The text without those names, for embedding; never empty unless the text is.
    stripped: str
    # The terms of that text.
    terms: tuple[int, ...]
    # What is quoted, and the identifiers.
    phrases: tuple[str, ...]
    identifiers: tuple[str, ...]
    times: tuple[TimeRange, ...]
    # The days it names, past and coming, as in `days_named`.
    days: tuple[int, ...]
    asks_when: bool
    # Whether it is about what the assistant said,
    asks_assistant: bool
    # and about the past rather than about now.
    asks_past: bool


def understand(text: str, speakers: Collection[str], now: datetime) -> Question:
    """Parse a question; a caller with many questions passes the speakers as a `Roster`."""
    roster = speakers if isinstance(speakers, Roster) else Roster(speakers)
    plain = composed(text)
    head = plain[:MAX_CHARS]
    found = find_times(head, now, roster.words)
    mentions = roster.mentions(head, found.months)
    stripped = _stripped(plain, mentions) if mentions else text
    quoted = tuple(_quoted(head))
    identifiers = _identifiers(head, quoted)
    return Question(
        text=text,
        names=tuple(dict.fromkeys(name for mention in mentions for name in mention.speakers)),
        subject=_subject(plain, mentions),
        stripped=stripped,
        terms=tuple(query_terms(stripped)),
        phrases=tuple(dict.fromkeys((*quoted, *identifiers))),
        identifiers=identifiers,
        times=found.times,
        days=tuple(days_named(head, now)),
        asks_when=_asks_when(head),
        asks_assistant=_ASKS_ASSISTANT.search(head) is not None,
        asks_past=_ASKS_PAST.search(head) is not None,
    )


# --- removal of names

_NAME = "\0"
_JOIN = r"(?:\s*,)?\s*(?:and|or|&|,|und|oder|y|e|o|et|ou|と|や|和|跟|与)\s*"
_NAMES = re.compile(rf"{_NAME}(?:{_JOIN}{_NAME})+", re.IGNORECASE)
# "Mel and her kids" leaves "her kids", not "and her kids".
_DANGLING = re.compile(
    rf"{_NAME}\s+(?:and|&|und|y|et)\s|\s(?:and|&|und|y|et)\s+{_NAME}", re.IGNORECASE
)
_JOINED = re.compile(_JOIN, re.IGNORECASE)
_SPACE_BEFORE = re.compile(r"(?:\s|,(?=\s*,))+([,.;:?!])|\s+")
_LETTER = re.compile(r"\w")


def _stripped(text: str, mentions: Sequence[NamedPerson]) -> str:
    """The text without the names in it; unchanged if nothing else is left."""
    parts: list[str] = []
    at = 0
    for mention in mentions:
        parts += [text[at : mention.start].replace(_NAME, " "), _NAME]
        at = mention.end
    marked = "".join(parts) + text[at:].replace(_NAME, " ")
    marked = _DANGLING.sub(" ", _NAMES.sub(_NAME, marked)).replace(_NAME, " ")
    rest = _SPACE_BEFORE.sub(lambda space: space[1] or " ", marked).strip(" ,")
    return rest if _LETTER.search(rest) else text


def _subject(text: str, mentions: Sequence[NamedPerson]) -> str | None:
    """The speaker a question is about: Nate in "What did Nate give Joanna?"."""
    if not mentions or len(mentions[0].speakers) > 1:
        return None
    first = mentions[0]
    joined = len(mentions) > 1 and _JOINED.fullmatch(text, first.end, mentions[1].start)
    return None if joined else first.speakers[0]


# --- quoted phrases

_QUOTED = re.compile(_TABLE["quoted"], re.VERBOSE)


def _quoted(text: str) -> Iterator[str]:
    quoted = ((match[match.lastindex or 0]).strip() for match in _QUOTED.finditer(text))
    return (phrase for phrase in quoted if _LETTER.search(phrase))


# --- tickets, error codes, versions, files and paths: nothing similar will do

_WORD = re.compile(r"\w(?:\S*\w)?")
_VERSION = re.compile(r"\d+(?:\.\d+){2,}")
_FILE_OR_SITE = re.compile(r"\S*\w{2}\.[a-z]{2,5}|\S+_\S+|\S+[/\\]\S+[/\\]\S+")
_JOINT = re.compile(r"(?<=\w)(?:[/:?#]|$)")
_UUID = re.compile(r"(?=.*[a-f])(?=.*\d)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SHORTEST_IDENTIFIER = 4


def _identifiers(text: str, quoted: Sequence[str]) -> tuple[str, ...]:
    words = _WORD.findall(text)
    # Nothing but a number, or quoted words.
    if words == [*quoted] or (len(words) == 1 and words[0].isdecimal()):
        return tuple(words)
    return tuple(dict.fromkeys(part for word in words for part in _with_beginnings(word)))


def _with_beginnings(word: str) -> Iterator[str]:
    """An identifier, after its beginnings that are one too: shop.io and shop.io/cart."""
    scheme, _, rest = word.rpartition("://")
    rest = rest.removeprefix("www.")
    beginnings = (rest[: joint.start()] for joint in _JOINT.finditer(rest))
    return dropwhile(lambda beginning: not (scheme or _is_identifier(beginning)), beginnings)


def _is_identifier(word: str) -> bool:
    """E4012, PROJ-1234, 1.44.0, 3f2a9c1 and src/app.py, but no 10am, 1990s, B12 or 2.5."""
    is_kind = any(kind.fullmatch(word) for kind in (_VERSION, _FILE_OR_SITE, _UUID, HASH))
    has_number = word[:1].isalpha() and sum(map(str.isdecimal, word)) > 1
    return len(word) >= _SHORTEST_IDENTIFIER and (is_kind or has_number)


# --- questions about when, and about the assistant

_ASKS_WHEN = re.compile(_TABLE["asks_when"], re.VERBOSE)
_BEGINS_WITH_WHEN = re.compile(_TABLE["begins_with_when"], re.VERBOSE | re.DOTALL)
_ASKS_WHEN_CJK = re.compile(_TABLE["asks_when_cjk"], re.VERBOSE)
_ASKS_PAST = re.compile(_TABLE["asks_past"], re.VERBOSE | re.IGNORECASE)
_ASKS_ASSISTANT = re.compile(_TABLE["asks_assistant"], re.VERBOSE | re.IGNORECASE)


def _asks_when(text: str) -> bool:
    lowered = text.lower()
    asks = _ASKS_WHEN.search(lowered) or _BEGINS_WITH_WHEN.match(lowered)
    return bool(asks or (not text.isascii() and _ASKS_WHEN_CJK.search(text)))
