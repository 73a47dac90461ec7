"""What a person has deleted or corrected, cut out of the messages and recaps that still say it."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from recollect.context.pieces import Piece, bullet, space_label
from recollect.domain.entry import Entry, Kind, Source
from recollect.domain.provenance import NAMED, REWORDED, WORDS_KEPT
from recollect.domain.recap import Recap, Summary, one_line, summary_of
from recollect.domain.similarity import has_stems, stems_of, words_of
from recollect.domain.turn import Role, Turn
from recollect.languages.forms import tells_home, value_named, without_email
from recollect.languages.sentences import sentences
from recollect.languages.words import common_words, stems_named

CUT: Final = "[…]"
# With fewer informative words a sentence says nothing that could be recognized.
_FEWEST_WORDS: Final = 2
# Of two digits and more: "62,000" is one.
_NUMBER: Final = re.compile(r"\d(?:[.,:/ -]?\d)+")


@dataclass(frozen=True)
class Withheld:
    """Quotes that are not shown any more, and those of the memories that still stand."""

    quotes: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    # The values that these state, such as "43" of an age.
    values: tuple[str, ...] = ()

    def cut(self, text: str) -> str:
        """The text without them: without the whole sentence, unless it says something else too."""
        gone = sorted(place for quote in self.quotes for place in _places(quote, text))
        if not gone:
            return text
        spans = [*sentences(text)]
        others = sorted(place for quote in self.standing for place in _places(quote, text))
        parts: list[str] = []
        done = 0
        for start, end in gone:
            first, last = _around(spans, start, end)
            place = bisect_left(others, (first, 0))
            if place < len(others) and others[place][1] <= last:
                first, last = start, end
            if last > done:
                parts += (text[done : max(first, done)], CUT if first >= done else "")
                done = last
        return "".join((*parts, text[done:]))

    def is_all_of(self, text: str) -> bool:
        """Whether nothing is left of a text."""
        return not any(letter.isalnum() for letter in self.cut(text))

    def repeats(self, said: str) -> bool:
        """Whether a sentence has only words of one of them, a sentence of it, or its value."""
        words = _informative(said)
        if any(quote in said for quote in self.standing):
            return False
        if any(value and value <= words for value in map(_informative, self.values)):
            return True
        return len(words) >= _FEWEST_WORDS and any(
            words <= all_of or any(w <= words for w in parts) for all_of, parts in self._words
        )

    @cached_property
    def _words(self) -> list[tuple[frozenset[str], list[frozenset[str]]]]:
        """The informative words of each quote, and of its sentences that have some."""
        every = ([*map(_informative, _sentences(quote))] for quote in self.quotes)
        least = _FEWEST_WORDS
        return [(frozenset[str]().union(*q), [w for w in q if len(w) >= least]) for q in every]

    def cut_recap(self, recap: Summary, named: Sequence[str]) -> Summary:
        """A recap without them; empty if they are all that it tells.

        Topics that a request has `named` stay only with a sentence that stays.
        """
        overall = "\n".join(filter(_says_something, self.cut(recap.overall).split("\n")))
        kept: dict[str, Any] = {
            name: tuple(item for item in getattr(recap, name) if self.cut(item) == item)
            for name in ("decisions", "key_dates", "action_items")
        }
        said = " ".join((overall, *(item for items in kept.values() for item in items)))
        quoted = "\n".join((*self.quotes, *named))
        topics = tuple(each for each in recap.topics if each in said or each not in quoted)
        tells = said.strip() or recap.text == Recap(topics=recap.topics).text
        return replace(recap, topics=topics if tells else (), overall=overall, **kept)


@dataclass(frozen=True, slots=True)
class AskedToForget:
    """Something that a user asked to be forgotten: its stems, the forms of its values, and when."""

    stems: frozenset[str]
    # Those of its words that tell whose value it is.
    whose: frozenset[str]
    forms: tuple[re.Pattern[str], ...]
    at: datetime
    # Whether it is where they live.
    is_home: bool = False


@dataclass(frozen=True)
class WithheldQuotes:
    """What contexts leave out, by turn and by conversation, and by the words of a request."""

    by_turn: dict[tuple[str, str], Withheld] = field(default_factory=dict)
    by_conversation: dict[str, Withheld] = field(default_factory=dict)
    asked: tuple[AskedToForget, ...] = ()

    def summary(self, entry: Entry) -> str | None:
        """The text that is left of a summary; None if it is another memory, or nothing is cut."""
        if entry.kind is not Kind.SUMMARY:
            return None
        left = self.recap(entry).text
        return None if left == summary_of(entry).text else left

    def recap(self, entry: Entry) -> Summary:
        """What is left of the summary that is stored in an entry."""
        cuts, recap = self.by_conversation.get(entry.key or "", Withheld()), summary_of(entry)
        if not cuts.quotes and not self.asked:
            return recap
        texts = (recap.overall, *recap.decisions, *recap.key_dates, *recap.action_items)
        parts = [part.rpartition(": ")[2] for text in texts for part in _sentences(text)]
        # A recap goes on after a request: what was told and learned since is still shown.
        since = [quote for quote in cuts.standing if self.names(quote)]
        asked = (part for text in texts for part in _asked_in(text, self.asked))
        gone = [*filter(cuts.repeats, parts), *(p for p in asked if not any(q in p for q in since))]
        named = [*filter(self.names, recap.topics)]
        return replace(cuts, quotes=_unique((*cuts.quotes, *gone))).cut_recap(recap, named)

    def of_turn(self, turn: Turn) -> Withheld | None:
        """What is left out of a turn; None if nothing is.

        That is also what a user asked later to be forgotten, and what a reply repeats.
        """
        cuts = self.by_turn.get((turn.conversation, turn.id))
        here = self.by_conversation.get(turn.conversation, Withheld())
        asked = [each for each in self.asked if turn.at <= each.at]
        said = [*_asked_in(turn.content, asked, here.standing)]
        if here.quotes and turn.voice is not Role.USER:
            spans = sentences(turn.content)
            said += filter(here.repeats, (turn.content[start:end] for start, end in spans))
        known = cuts or Withheld()
        return replace(known, quotes=_unique((*known.quotes, *said))) if said else cuts

    def names(self, text: str) -> bool:
        """Whether a text says something that a user asked to be forgotten."""
        return any(_asked_in(text, self.asked))


def withheld_quotes(deleted: Iterable[Entry], stored: Iterable[Entry]) -> WithheldQuotes:
    """What memories that were deleted, or corrected by a person, were learned from."""
    deleted, stored = [*deleted], [*stored]
    asked = tuple(_asked(deleted))
    misread = [entry for entry in deleted if not entry.metadata.get(WORDS_KEPT)]
    gone = misread + [entry for entry in stored if entry.metadata.get(REWORDED)]
    if not gone and not asked:
        return WithheldQuotes()
    others = _grouped(entry for entry in stored if not entry.metadata.get(REWORDED))
    quotes, standing, values = (defaultdict[str, list[str]](list) for _ in range(3))
    for turn, sources in others.items():
        standing[turn[0]] += (each.quote for each in sources)
    found = {}
    for turn, sources in _grouped(gone).items():
        still = others.get(turn, [])
        said = [each.quote for each in sources if not any(overlap(each, o) for o in still)]
        if any(said):
            found[turn] = Withheld(_unique(said), _unique(each.quote for each in still))
            quotes[turn[0]] += said
    requests = [entry for entry in deleted if entry.kind is Kind.DELETION_REQUEST]
    for place, entry in enumerate(gone):
        # Of one that was only reworded, what it says now is shown.
        now = entry.content if place < len(misread) else ""
        # Recaps have what was learned, in other words than were said, and so has the reply to a
        # request: "I will no longer remember that …".
        telling = [entry, *(request for request in requests if entry.id in request.rivals)]
        told = [*_lost(entry), *_NUMBER.findall(now), (now and entry.value) or ""]
        for name in {source.conversation for each in telling for source in each.sources}:
            quotes[name].append(one_line(now))
            values[name] += told
    names = {*quotes, *standing}
    parts = (quotes, standing, values)
    cuts = {name: Withheld(*(_unique(part[name]) for part in parts)) for name in names}
    return WithheldQuotes(found, cuts, asked)


def _lost(entry: Entry) -> Iterator[str]:
    """What a memory said before a person reworded it: each number, and its other words."""
    kept = stems_of(entry.content)
    for said in (source.quote for source in entry.sources if entry.metadata.get(REWORDED)):
        yield from (number for number in _NUMBER.findall(said) if number not in entry.content)
        yield " ".join(word for word in said.split() if not has_stems(kept, stems_of(word)))


def _asked_in(
    text: str, asked: Sequence[AskedToForget], standing: Sequence[str] = ()
) -> Iterator[str]:
    """The sentences of a text that say what was asked to be forgotten.

    After a line with nothing but a name, such as "Phone number:", also the next: its value. A value
    of the same form in a memory that stands is somebody else's.
    """
    is_value, every = False, stems_of(text) if asked else frozenset[str]()
    forms = [form for each in asked if has_stems(every, each.whose) for form in each.forms]
    for start, end in sentences(text) if asked else ():
        said, stems = text[start:end], stems_of(text[start:end])
        plain = stems_of(without_email(said))
        named = [each for each in asked if has_stems(stems if each.forms else plain, each.stems)]
        named += [each for each in asked if each.is_home and tells_home(said, each.whose)]
        has_form = any(form.search(said) for form in forms)
        if is_value or named or (has_form and not any(quote in said for quote in standing)):
            yield said
        is_value = said[-1] not in ".!" and any(_informative(said) <= each.stems for each in named)


def _asked(requests: Iterable[Entry]) -> Iterator[AskedToForget]:
    """What these requests to forget name."""
    for request in requests:
        named = request.metadata.get(NAMED) if request.kind is Kind.DELETION_REQUEST else None
        for words in map(str, named if isinstance(named, list | tuple) else ()):
            if stems := stems_named(words):
                at = request.said_at or request.recorded_at
                value = value_named(words)
                is_home = "home" in value.attributes
                yield AskedToForget(stems, stems_named(value.rest), value.forms, at, is_home)


def _says_something(line: str) -> bool:
    """Whether anything is left of a line, the speaker aside."""
    _, _, said = line.rpartition(": ")
    return any(letter.isalnum() for letter in said)


def _places(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text has a quote."""
    start = text.find(quote)
    while start >= 0:
        yield start, start + len(quote)
        start = text.find(quote, start + len(quote))


def _around(sentences: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Where the sentences begin and end that a place is in."""
    first = bisect_right(sentences, start, key=itemgetter(0)) - 1
    last = bisect_left(sentences, end, key=itemgetter(0)) - 1
    return min(sentences[max(first, 0)][0], start), max(sentences[max(last, 0)][1], end)


def _grouped(entries: Iterable[Entry]) -> dict[tuple[str, str], list[Source]]:
    """The sources of memories, by conversation and id of the turn."""
    found: dict[tuple[str, str], list[Source]] = defaultdict(list)
    for source in (source for entry in entries for source in entry.sources):
        found[source.conversation, source.turn_id].append(source)
    return dict(found)


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each on one line, as a recap has them."""
    return (one_line(text[start:end]) for start, end in sentences(text))


def _informative(text: str) -> frozenset[str]:
    """The stems of a text's words that are not common, and its numbers."""
    words = words_of(text) - common_words()
    return stems_of(" ".join(words)) | frozenset(filter(str.isdigit, words))


def overlap(source: Source, other: Source) -> bool:
    """Whether two memories were learned from some of the same words of a turn."""
    return source.start < other.end and other.start < source.end


def _unique(quotes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(quote for quote in quotes if quote))


def shown_text(piece: Piece, withheld: WithheldQuotes) -> str:
    """The text of a piece without what a person has deleted or corrected."""
    if piece.entry is not None:
        left = withheld.summary(piece.entry)
        return piece.text if left is None else bullet(f"{space_label(piece.space)}{left}")
    turn = piece.turn
    cuts = None if turn is None else withheld.of_turn(turn)
    if turn is None or cuts is None:
        return piece.text
    span = piece.hit.span if piece.hit else None
    shown = (turn.content if span is None else turn.content[slice(*span)]).strip()
    return piece.text.replace(_inside(shown), _inside(cuts.cut(shown)))


def _inside(text: str) -> str:
    """A text as it is within a bullet."""
    return bullet(text).removeprefix("- ")
