"""Builds a conversation's recap without a model: topics, decisions, dates, tasks, key sentences."""

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
from recollect.domain.line import day_text, said_on
from recollect.domain.recap import Recap, one_line
from recollect.domain.turn import Role, Turn
from recollect.extraction.own_words import BLANK, own_words
from recollect.languages.detect import detect
from recollect.languages.pack import packs
from recollect.languages.sentences import sentences
from recollect.languages.words import (
    common_words,
    is_name,
    is_proper,
    names_in,
    names_speaker,
    refers_back,
    starts_with_pronoun,
    starts_with_thing,
)

_TOPICS: Final = 5
_SENTENCES: Final = 3
_LIST: Final = 8
_LONGEST: Final = 240
# A word the user said once is not a topic; a sentence with one informative word is a greeting.
_RARE: Final = 2
_FEWEST_WORDS: Final = 2
_SHORTEST_NAME: Final = 3
# Weight of a sentence that a memory was learned from.
_REMEMBERED_WEIGHT: Final = 1.5
# Neither the end of "Mila's" nor a part of PROJ-1234 or E_CONN_4031.
_WORD: Final = re.compile(r"(?<!\w)[^\W\d_]{3,}(?:[-'’](?!s\b)[^\W\d_]+)*(?!\w|-\d)")
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# Characters that are common in code and rare in what people type.
_SYMBOLS: Final = frozenset("{}[]();=<>\\|_$#*&^~`+")
_MANY_SYMBOLS: Final = 0.05
_ENDS: Final = '.!?…。！？"”»)'


def recap(turns: Sequence[Turn], entries: Sequence[Entry]) -> Recap:
    """The recap of one conversation, from its turns and the memories learned from them."""
    known = [entry for entry in entries if entry.status in SHOWN]
    spoken = [turn for turn in turns if turn.voice in {Role.USER, Role.ASSISTANT}]
    sentences_by_turn = [(turn, list(_prose_sentences(turn))) for turn in spoken]
    counts = _counts(sentences_by_turn)
    spans_days = len({turn.local.date() for turn in spoken}) > 1
    return Recap(
        topics=_topics(sentences_by_turn, counts, known),
        decisions=_items([*filter(_is_decision, known)], dated=spans_days),
        key_dates=_dates(known),
        action_items=_items([*filter(_is_task, known)], dated=spans_days),
        overall=_overall(sentences_by_turn, counts, known),
    )


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a turn, and its informative words."""

    text: str
    start: int
    end: int
    words: tuple[str, ...]
    # Whether the speaker wrote it: nobody says what they pasted.
    is_own: bool


_TurnSentences = Sequence[tuple[Turn, Sequence[_Sentence]]]


def _prose_sentences(turn: Turn) -> Iterator[_Sentence]:
    """The sentences of a turn, without code."""
    text = _FENCED.sub(lambda found: "\n" * len(found[0]), turn.content)
    own = own_words(turn.content, turn.origin) if turn.voice is Role.USER else text
    for start, end in sentences(text):
        part = one_line(text[start:end])
        if sum(letter in _SYMBOLS for letter in part) <= _MANY_SYMBOLS * len(part):
            yield _Sentence(part, start, end, _words(part), BLANK not in own[start:end])


def _words(text: str) -> tuple[str, ...]:
    return tuple(
        word for word in _WORD.findall(text) if word.casefold() not in _uninformative_words()
    )


@cache
def _uninformative_words() -> frozenset[str]:
    """The most common words, and the names of months and days, which are never topics."""
    small = set(common_words())
    for pack in packs().values():
        dates = pack.table("dates")
        for words in (dates["weekly"], *dates["months"].values(), *dates["weekdays"].values()):
            small.update(words.split())
    return frozenset(small)


def _counts(sentences_by_turn: _TurnSentences) -> Counter[str]:
    """In how many turns each word occurs; the user's turns count twice."""
    counts: Counter[str] = Counter()
    for turn, turn_sentences in sentences_by_turn:
        weight = 2 if turn.voice is Role.USER else 1
        words = (word.casefold() for sentence in turn_sentences for word in sentence.words)
        # In order, so that the same conversation always has the same recap.
        counts.update(dict.fromkeys(words, weight))
    return counts


def _topics(
    sentences_by_turn: _TurnSentences, counts: Counter[str], known: Sequence[Entry]
) -> tuple[str, ...]:
    """The names that memories mention, then other names, then repeated words; the user's only.

    An assistant repeats phrases: "Understood, thank you for telling me" is no topic.
    """
    of_user = [(turn, said) for turn, said in sentences_by_turn if turn.voice is Role.USER]
    named = Counter(
        mention.name
        for entry in known
        for mention in entry.mentions
        if is_proper(mention.name) and is_name(mention.name)
    )
    spoken_names = Counter(
        name
        for _, turn_sentences in of_user
        for sentence in turn_sentences
        for name in _names(sentence.text)
    )
    said = {word.casefold() for _, turn in of_user for each in turn for word in each.words}
    repeated = [word for word, count in counts.most_common() if count > _RARE and word in said]
    topics: list[str] = []
    # Speakers are shown with their sentences.
    speakers = {turn.speaker for turn, _ in sentences_by_turn if turn.speaker}
    by_count = [name for names in (named, spoken_names) for name, _ in names.most_common()]
    for topic in (*by_count, *repeated):
        if len(topics) == _TOPICS:
            break
        if not _has([*topics, *speakers], topic):
            topics.append(topic)
    return tuple(topics)


def _names(text: str) -> Iterator[str]:
    for name in names_in(text):
        is_informative = name.casefold() not in _uninformative_words()
        if len(name) >= _SHORTEST_NAME and is_informative and is_name(name):
            yield name


def _has(topics: Sequence[str], topic: str) -> bool:
    words = {word.casefold() for known_topic in topics for word in known_topic.split()}
    return all(word.casefold() in words for word in topic.split())


def _is_decision(entry: Entry) -> bool:
    """Whether somebody decided it; a correction only if it is about the speaker."""
    corrects = entry.kind is Kind.CORRECTION and names_speaker(entry.content)
    return corrects or entry.kind is Kind.DECISION


def _is_task(entry: Entry) -> bool:
    """Whether somebody has to do it, unlike "the vet is Abbey House"."""
    language = detect(entry.content, None)
    is_thing = language is not None and starts_with_thing(entry.content, language)
    return entry.kind is Kind.COMMITMENT and not is_thing


def _items(matching: Sequence[Entry], *, dated: bool) -> tuple[str, ...]:
    """These memories, in the order in which they were said."""
    in_order = sorted(matching, key=_time_said)
    return tuple(dict.fromkeys(_item(entry, dated=dated) for entry in in_order))[:_LIST]


def _item(entry: Entry, *, dated: bool) -> str:
    """The content, with resolved dates, and the day if the conversation spans several."""
    content = one_line(entry.content)
    resolved = f" [{entry.when}]" if entry.when and entry.when not in content else ""
    day = said_on(entry) if dated else ""
    return f"{content}{resolved} ({day})" if day else f"{content}{resolved}"


def _time_said(entry: Entry) -> tuple[datetime, int, str]:
    start = entry.source.start if entry.source else 0
    return entry.said_at or entry.recorded_at, start, entry.id


def _dates(known: Sequence[Entry]) -> tuple[str, ...]:
    """Everything with a date, in order."""
    dated = [
        (entry.local(moment), _time_said(entry), entry)
        for entry in known
        if entry.kind not in KEYED_KINDS and (moment := entry.valid_from or entry.valid_until)
    ]
    dated_lines = (
        f"{entry.when or day_text(moment)}: {one_line(entry.content)}"
        for moment, _, entry in sorted(dated, key=lambda row: row[:2])
    )
    return tuple(dict.fromkeys(dated_lines))[:_LIST]


def _overall(
    sentences_by_turn: _TurnSentences, counts: Counter[str], known: Sequence[Entry]
) -> str:
    """The sentences that best cover the conversation, in the order in which they were said.

    "She uses a wheelchair" follows the sentence before it, or is left out.
    """
    ranked: list[tuple[float, int, int, str, str]] = []
    follows: dict[tuple[int, int], tuple[int, int]] = {}
    for place, (turn, turn_sentences) in enumerate(sentences_by_turn):
        remembered = [s for e in known for s in e.sources if s.turn_id == turn.id]
        previous = -1
        for sentence in turn_sentences if turn.voice is Role.USER else ():
            if _depends_on_previous(sentence):
                follows[place, sentence.start] = (place, previous)
            previous = sentence.start
            if not _is_informative(sentence):
                continue
            words = {word.casefold() for word in sentence.words}
            score = sum(math.log1p(counts[word]) for word in words) / math.sqrt(len(words))
            if any(s.start < sentence.end and sentence.start < s.end for s in remembered):
                score *= _REMEMBERED_WEIGHT
            speaker = turn.speaker or "User"
            text = sentence.text if sentence.text.endswith(tuple(_ENDS)) else f"{sentence.text}."
            ranked.append((-score, place, sentence.start, speaker, text))
    best: list[tuple[float, int, int, str, str]] = []
    for row in sorted({row[-1]: row for row in sorted(ranked, reverse=True)}.values()):
        needed = follows.get(row[1:3])
        if len(best) < _SENTENCES and (needed is None or needed in {r[1:3] for r in best}):
            best.append(row)
    best.sort(key=lambda row: row[1:3])
    by_speaker = groupby(best, key=lambda row: row[3])
    return " ".join(f"{who}: {' '.join(row[-1] for row in rows)}" for who, rows in by_speaker)


def _depends_on_previous(sentence: _Sentence) -> bool:
    first = _FIRST_WORD.search(sentence.text)
    # Detecting the language costs more than looking up a word of any.
    if first is None or not refers_back(first[0]):
        return False
    language = detect(sentence.text, None)
    return language is not None and starts_with_pronoun(sentence.text, language)


def _is_informative(sentence: _Sentence) -> bool:
    """Whether it is neither pasted, nor a question, nor a greeting, nor too long for a recap."""
    asks = sentence.text.rstrip('"”»)').endswith(("?", "？")) or sentence.text.startswith("¿")
    # "My boss wrote:" says nothing without what follows.
    says = sentence.is_own and not asks and not sentence.text.endswith(":")
    words = {word.casefold() for word in sentence.words}
    return says and len(words) >= _FEWEST_WORDS and len(sentence.text) <= _LONGEST
