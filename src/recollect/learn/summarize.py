"""A conversation -> its recap, with no model: what it returned to, what was settled, by when, and its own best sentences."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from recollect.learn.languages import LEXICONS
from recollect.model.entry import SHOWN, Entry, Kind
from recollect.model.recap import Recap
from recollect.model.turn import Role, Turn

_TOPICS: Final = 5
_SENTENCES: Final = 3
_LIST: Final = 8
_LONGEST: Final = 240
# A word said once by the user is no topic, and a sentence of one word says nothing.
_SELDOM: Final = 2
_WORD: Final = re.compile(r"[^\W\d_]{3,}(?:[-'’][^\W\d_]+)*")
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_SMALL: Final = frozenset().union(*(lexicon.small | lexicon.light for lexicon in LEXICONS))
_MONTHS: Final = ("", *"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())


def recap(turns: Sequence[Turn], entries: Sequence[Entry]) -> Recap:
    """What the turns of one conversation come to, with the memories that were learned from them."""
    known = [entry for entry in entries if entry.status in SHOWN]
    said = [turn for turn in turns if turn.role in {Role.USER, Role.ASSISTANT}]
    counts = _counts(said)
    return Recap(
        topics=_topics(counts, known),
        decisions=_contents(known, Kind.DECISION, Kind.CORRECTION),
        key_dates=_dates(known),
        action_items=_contents(known, Kind.COMMITMENT),
        overall=_overall(said, counts),
    )


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word.casefold() not in _SMALL]


def _counts(turns: Sequence[Turn]) -> Counter[str]:
    """In how many turns each word stands; what the user says counts twice."""
    counts: Counter[str] = Counter()
    for turn in turns:
        weight = 2 if turn.role is Role.USER else 1
        counts.update(dict.fromkeys((word.casefold() for word in _words(turn.content)), weight))
    return counts


def _topics(counts: Counter[str], known: Sequence[Entry]) -> tuple[str, ...]:
    named = Counter(mention.name for entry in known for mention in entry.mentions)
    names = [name for name, _ in named.most_common(_TOPICS)]
    taken = {word.casefold() for name in names for word in name.split()}
    often = [word for word, count in counts.most_common(4 * _TOPICS) if count > _SELDOM]
    rest = [word for word in often if word not in taken]
    return tuple((names + rest)[:_TOPICS])


def _contents(known: Sequence[Entry], *kinds: Kind) -> tuple[str, ...]:
    found = (entry.content for entry in known if entry.kind in kinds)
    return tuple(dict.fromkeys(found))[:_LIST]


def _dates(known: Sequence[Entry]) -> tuple[str, ...]:
    """What has a day of its own, in the order of days."""
    dated = [
        (entry.local(moment), entry.content)
        for entry in known
        for moment in (entry.valid_from, entry.valid_until)
        if moment is not None and entry.kind in {Kind.COMMITMENT, Kind.DECISION, Kind.FACT}
    ]
    told = (f"{_day(moment)}: {content}" for moment, content in sorted(dated))
    return tuple(dict.fromkeys(told))[:_LIST]


def _day(moment: datetime) -> str:
    return f"{moment.day} {_MONTHS[moment.month]} {moment.year}"


def _overall(turns: Sequence[Turn], counts: Counter[str]) -> str:
    """The sentences that say most of what the others speak of, in the order in which they were said."""
    ranked: list[tuple[float, int, str]] = []
    for place, turn in enumerate(turns):
        if turn.role is not Role.USER:
            continue
        for sentence in map(str.strip, _SENTENCE.findall(turn.content)):
            words = {word.casefold() for word in _words(sentence)}
            if len(words) < _SELDOM or len(sentence) > _LONGEST or sentence.endswith("?"):
                continue
            worth = sum(math.log1p(counts[word]) for word in words) / math.sqrt(len(words))
            name = turn.speaker or "User"
            ranked.append((worth, place, f"{name}: {sentence}"))
    best = sorted(ranked, key=lambda each: (-each[0], each[1]))[:_SENTENCES]
    return " ".join(dict.fromkeys(text for _, _, text in sorted(best, key=lambda each: each[1])))
