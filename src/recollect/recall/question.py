"""Parse a question: names, times, quoted phrases, and what it asks for."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from recollect.dates.questions import TimeRange, find_times
from recollect.domain.folding import composed
from recollect.recall.question_names import Mention, Roster

# The part of a question that is parsed; a longer text was pasted, and is only searched for.
MAX_CHARS = 10_000


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
    phrases: tuple[str, ...]
    times: tuple[TimeRange, ...]
    asks_when: bool
    # Whether it is about what the assistant said.
    asks_assistant: bool


def understand(text: str, speakers: Collection[str], now: datetime) -> Question:
    """Parse a question; a caller with many questions passes the speakers as a `Roster`."""
    roster = speakers if isinstance(speakers, Roster) else Roster(speakers)
    plain = composed(text)
    head = plain[:MAX_CHARS]
    found = find_times(head, now, roster.words)
    mentions = roster.mentions(head, found.months)
    return Question(
        text=text,
        names=tuple(dict.fromkeys(name for mention in mentions for name in mention.speakers)),
        subject=_subject(plain, mentions),
        stripped=_stripped(plain, mentions) if mentions else text,
        phrases=_phrases(head),
        times=found.times,
        asks_when=_asks_when(head),
        asks_assistant=_ASKS_ASSISTANT.search(head) is not None,
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


def _stripped(text: str, mentions: Sequence[Mention]) -> str:
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


def _subject(text: str, mentions: Sequence[Mention]) -> str | None:
    """The speaker a question is about: Nate in "What did Nate give Joanna?"."""
    if not mentions or len(mentions[0].speakers) > 1:
        return None
    first = mentions[0]
    joined = len(mentions) > 1 and _JOINED.fullmatch(text, first.end, mentions[1].start)
    return None if joined else first.speakers[0]


# --- quoted phrases

# A straight quote opens before a word and closes after one, to exclude inches and apostrophes.
_QUOTED = re.compile(
    r"""“([^“”]{1,200})[”“] | „([^„“”]{1,200})[“”] | «([^«»]{1,200})» | »([^«»]{1,200})«
    | 「([^「」]{1,200})」 | 『([^『』]{1,200})』 | (?<![A-Za-z0-9])"(?=\S)([^"\n]{1,200})"(?![A-Za-z0-9])
    | (?<!\w)‘(?=\S)([^‘\n]{1,200}?)’(?!\w) | (?<!\w)'(?=\S)((?:[^'\n]|(?<=\w)'(?=\w)){1,200})'(?!\w)
    """,
    re.VERBOSE,
)


def _phrases(text: str) -> tuple[str, ...]:
    quoted = ((match[match.lastindex or 0]).strip() for match in _QUOTED.finditer(text))
    return tuple(dict.fromkeys(phrase for phrase in quoted if _LETTER.search(phrase)))


# --- questions about when, and about the assistant

_HELPS = "did|do|does|was|were|is|are|will|would|has|have|had|can|could|should|might"
_DATES = "dates?|days?|months?|years?|weekday|weekend|week|season|decade"
# Searched in lower case; each branch begins with a letter, which keeps the search fast.
_ASKS_WHEN = re.compile(
    rf"""
    \b(?: when(?:['’](?:s|d|ll|re)\b|\s+(?:exactly\s+|roughly\s+|else\s+)?(?:{_HELPS})\b)
    | (?:since|until|till|by|from|know|say|said|me|and)\s+when(?=\s*\?|\s+(?:i|you|he|she|it|we|they)\b)
    | wh(?:at|ich)(?:['’]s|\s+is|\s+was)?(?:\s+the)?(?:\s+exact)?\s+(?:{_DATES})\b
    | what\s+time\b | at\s+what\s+point\b | how\s+(?:long\s+ago|recently)\b
    | wann\b | welche[mnrs]?\s+(?:tag|datum|jahr|monat|woche) | wie\s+lange\s+ist\b[^?]{{0,80}}\bher\b | wie\s+viel\s+uhr\b
    | cuándo\b | qué\s+(?:día|fecha|año|mes|hora|semana)\b | hace\s+cu[aá]nto\b
    | quand\s+(?:est-ce|as|a|est|était|ai|ont)\b | (?:depuis|jusqu['’]à|pour)\s+quand\b
    | quel(?:le)?s?\s+(?:jour|date|année|mois|heure|semaine)\b | il\s+y\s+a\s+combien\b | когда\b )
    """,
    re.VERBOSE,
)
# A "when" at the start asks for a time, unless the actual question follows a comma.
_BEGINS_WITH_WHEN = re.compile(
    r"""\W*(?:(?:roughly|exactly|about|and|so)\s+)?(?:when|cuando|quand|quando)\b
    (?!.{0,200},\s*(?:what|who|where|which|how|why|did|was|is|qué|quién|cómo|dónde|que|qui|où|comment)\b)""",
    re.VERBOSE | re.DOTALL,
)
_WIDE_ASKS_WHEN = re.compile(
    "いつ(?!も|か(?!ら))|何[月時时]|何曜日|何日(?!間)|何年[にの]|什[么麼][时時]候|哪一?[天年日]|哪[个個]月|[几幾][号號月点點]"
    "|多久以前|언제"
)

_SAYS = "advise|answer|call|describe|explain|give|gave|list|mention|name|propose|provide|recommend|say|said|suggest|tell|told|write|wrote"
_SAYINGS = "advice|answer|explanation|idea|list|proposal|recommendation|reply|suggestion|tip"
_ASKS_ASSISTANT = re.compile(
    rf"""\byou(?:['’]d|\s+had|\s+have|\s+just|\s+once|\s+previously|\s+also)?\s+(?:{_SAYS})
    | \byour\s+(?:\w+\s+)?(?:{_SAYINGS})
    | \b(?:hast\s+du|hattest\s+du|haben\s+Sie|hatten\s+Sie)\b[^?]{{0,80}}\b(?:empfohlen|erklärt|erwähnt|gegeben|genannt|gesagt|geschrieben|geraten|vorgeschlagen)\b
    | \bme\s+(?:dijiste|recomendaste|sugeriste|aconsejaste|explicaste|propusiste|diste|mencionaste)\b
    | \b(?:tu\s+m['’]as|vous\s+m['’]avez)\s+(?:\w+\s+)?(?:dit|recommandé|suggéré|conseillé|expliqué|proposé|donné)""",
    re.VERBOSE | re.IGNORECASE,
)


def _asks_when(text: str) -> bool:
    lowered = text.lower()
    if _ASKS_WHEN.search(lowered) or _BEGINS_WITH_WHEN.match(lowered):
        return True
    return not text.isascii() and _WIDE_ASKS_WHEN.search(text) is not None
