"""A conversation -> its recap, without a model: its topics, decisions, dates, tasks, and its own best sentences."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Final

from recollect.domain.entry import KEYED_KINDS, SHOWN, Entry, Kind
from recollect.domain.line import said_on
from recollect.domain.recap import Recap
from recollect.domain.turn import Role, Turn
from recollect.languages.pack import packs
from recollect.languages.sentences import sentences
from recollect.languages.words import common_words, is_name, is_proper, names_in

_TOPICS: Final = 5
_SENTENCES: Final = 3
_LIST: Final = 8
_LONGEST: Final = 240
# A word that the user has said once is no topic; a sentence with one word that tells something is a greeting.
_SELDOM: Final = 2
_FEWEST_WORDS: Final = 2
_SHORTEST_NAME: Final = 3
# A sentence that a memory rests on is worth so much more.
_REMEMBERED: Final = 1.5
_WORD: Final = re.compile(r"[^\W\d_]{3,}(?:[-'’][^\W\d_]+)*")
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# Characters that stand thick in code and thin in what people type.
_SYMBOLS: Final = frozenset("{}[]();=<>\\|_$#*&^~`+")
_MANY_SYMBOLS: Final = 0.05
_ENDS: Final = '.!?…。！？"”»)'
_MONTHS: Final = ("", *"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())


def recap(turns: Sequence[Turn], entries: Sequence[Entry]) -> Recap:
    """What the turns of one conversation come to, with the memories that were learned from them."""
    known = [entry for entry in entries if entry.status in SHOWN]
    said = [turn for turn in turns if turn.role in {Role.USER, Role.ASSISTANT}]
    told = [(turn, list(_told(turn))) for turn in said]
    counts = _counts(told)
    dated = len({turn.local.date() for turn in said}) > 1
    return Recap(
        topics=_topics(told, counts, known),
        decisions=_items(known, (Kind.DECISION, Kind.CORRECTION), dated=dated),
        key_dates=_dates(known),
        action_items=_items(known, (Kind.COMMITMENT,), dated=dated),
        overall=_overall(told, counts, known),
    )


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a turn, and its words that tell something."""

    text: str
    start: int
    end: int
    words: tuple[str, ...]


_Told = Sequence[tuple[Turn, Sequence[_Sentence]]]


def _told(turn: Turn) -> Iterator[_Sentence]:
    """The sentences of a turn in people's own words: no code."""
    text = _FENCED.sub(lambda found: "\n" * len(found[0]), turn.content)
    for start, end in sentences(text):
        part = " ".join(text[start:end].split())
        if sum(letter in _SYMBOLS for letter in part) <= _MANY_SYMBOLS * len(part):
            yield _Sentence(part, start, end, _words(part))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text) if word.casefold() not in _small_words())


@cache
def _small_words() -> frozenset[str]:
    """The commonest words, and the names of months and days: what a conversation is about is none of them."""
    small = set(common_words())
    for pack in packs().values():
        dates = pack.table("dates")
        for words in (dates["weekly"], *dates["months"].values(), *dates["weekdays"].values()):
            small.update(words.split())
    return frozenset(small)


def _counts(told: _Told) -> Counter[str]:
    """In how many turns each word stands; what the user says counts twice."""
    counts: Counter[str] = Counter()
    for turn, said in told:
        weight = 2 if turn.role is Role.USER else 1
        words = (word.casefold() for sentence in said for word in sentence.words)
        # In the order in which they are said, so that the same conversation has the same recap.
        counts.update(dict.fromkeys(words, weight))
    return counts


def _topics(told: _Told, counts: Counter[str], known: Sequence[Entry]) -> tuple[str, ...]:
    """The names that memories mention, then other names, then words that come again."""
    named = Counter(
        mention.name
        for entry in known
        for mention in entry.mentions
        if is_proper(mention.name) and is_name(mention.name)
    )
    said = Counter(name for _, said in told for sentence in said for name in _names(sentence.text))
    often = [word for word, count in counts.most_common() if count > _SELDOM]
    topics: list[str] = []
    # Who speaks is told beside their sentences.
    speakers = [turn.speaker for turn, _ in told if turn.speaker]
    for topic in (*_by_count(named), *_by_count(said), *often):
        if not _has([*topics, *speakers], topic):
            topics.append(topic)
    return tuple(topics[:_TOPICS])


def _names(text: str) -> Iterator[str]:
    for name in names_in(text):
        if len(name) >= _SHORTEST_NAME and name.casefold() not in _small_words() and is_name(name):
            yield name


def _by_count(found: Counter[str]) -> list[str]:
    return [name for name, _ in found.most_common()]


def _has(topics: Sequence[str], topic: str) -> bool:
    words = {word.casefold() for each in topics for word in each.split()}
    return all(word.casefold() in words for word in topic.split())


def _items(known: Sequence[Entry], kinds: tuple[Kind, ...], *, dated: bool) -> tuple[str, ...]:
    """What memories of these kinds say, in the order in which it was said."""
    found = sorted((entry for entry in known if entry.kind in kinds), key=_said)
    return tuple(dict.fromkeys(_item(entry, dated=dated) for entry in found))[:_LIST]


def _item(entry: Entry, *, dated: bool) -> str:
    """Its words, with the date that a relative one comes to, and the day it was said where there are several."""
    words = " ".join(entry.content.split())
    resolved = f" [{entry.when}]" if entry.when and entry.when not in words else ""
    day = said_on(entry) if dated else ""
    return f"{words}{resolved} ({day})" if day else f"{words}{resolved}"


def _said(entry: Entry) -> tuple[datetime, int, str]:
    start = entry.source.start if entry.source else 0
    return entry.said_at or entry.recorded_at, start, entry.id


def _dates(known: Sequence[Entry]) -> tuple[str, ...]:
    """What has a date of its own, in the order of dates."""
    dated = [
        (entry.local(moment), _said(entry), entry)
        for entry in known
        if entry.kind not in KEYED_KINDS and (moment := entry.valid_from or entry.valid_until)
    ]
    told = (
        f"{entry.when or _day(moment)}: {' '.join(entry.content.split())}"
        for moment, _, entry in sorted(dated, key=lambda each: each[:2])
    )
    return tuple(dict.fromkeys(told))[:_LIST]


def _day(moment: datetime) -> str:
    return f"{moment.day} {_MONTHS[moment.month]} {moment.year}"


def _overall(told: _Told, counts: Counter[str], known: Sequence[Entry]) -> str:
    """The sentences that say most of what the others speak of, in the order in which they were said."""
    ranked: list[tuple[float, int, int, str, str]] = []
    for place, (turn, said) in enumerate(told):
        kept = [s for e in known for s in e.sources if s.turn_id == turn.id]
        for sentence in said if turn.role is Role.USER else ():
            if not _tells_something(sentence):
                continue
            words = {word.casefold() for word in sentence.words}
            worth = sum(math.log1p(counts[word]) for word in words) / math.sqrt(len(words))
            if any(one.start < sentence.end and sentence.start < one.end for one in kept):
                worth *= _REMEMBERED
            who = turn.speaker or "User"
            ranked.append((-worth, place, sentence.start, who, _ended(sentence.text)))
    best = sorted({each[-1]: each for each in sorted(ranked, reverse=True)}.values())[:_SENTENCES]
    best.sort(key=lambda each: each[1:3])
    spoken = groupby(best, key=lambda each: each[3])
    return " ".join(f"{who}: {' '.join(each[-1] for each in said)}" for who, said in spoken)


def _tells_something(sentence: _Sentence) -> bool:
    """Whether it is neither a question, nor a greeting, nor too long to stand in a recap."""
    asks = sentence.text.rstrip('"”»)').endswith(("?", "？")) or sentence.text.startswith("¿")
    words = {word.casefold() for word in sentence.words}
    return not asks and len(words) >= _FEWEST_WORDS and len(sentence.text) <= _LONGEST


def _ended(text: str) -> str:
    return text if text.endswith(tuple(_ENDS)) else f"{text}."
