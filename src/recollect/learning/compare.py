"""How a new statement relates to a memory: by the closed attributes, by the trained reader, and by guards.

The reader judges meaning. The guards see to it that nothing is merged that differs in a number, a name or a "not",
and that nothing of one person is ended by what is said of another.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Final

from recollect.domain.entry import Entry, Kind
from recollect.domain.learning import Proposal
from recollect.domain.marks import SINGLE_VALUED, Relation
from recollect.domain.ports import MessageReader
from recollect.domain.similarity import stems_of
from recollect.languages.detect import detect
from recollect.languages.pack import pack
from recollect.languages.subjects import same_subject, telling_words
from recollect.languages.words import common_words
from recollect.learning.known import Embed

_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
# A capital inside a sentence; what opens a sentence has one anyway.
_NAME: Final = re.compile(r"(?<=[\w,;'’\"(] )[A-ZÀ-ÖØ-Þ][\w'’-]+|(?<=\()[A-ZÀ-ÖØ-Þ][\w'’-]+")
_WORD: Final = re.compile(r"[\w'’+#.-]*\w[+#]*")
# The reader is believed from here on: that it says the same; that the older one is over, also where nothing else was
# said; that this has to be asked. On the lives of tests/learning/fixture 0.95 ends 31 of 93 changes and 13 of some 640
# memories wrongly, 0.9 ends 38 and 21.
_SAME: Final = 0.6
OVER: Final = 0.95
OVER_PLAINLY: Final = 0.8
OVER_OF_THE_SAME: Final = 0.9
OVER_FROM_AFAR: Final = 0.97
OVER_OF_TWO_VALUES: Final = 0.25
ASK: Final = 0.85
_LIKELY: Final = 0.5
# Less than this by the statement alone, and no reading of the whole message makes it a change: their mean counts.
_WORTH_A_LOOK: Final = 2 * ASK - 1
# A message that changes something less likely than this is not compared with what it does not name.
_CHANGES: Final = 0.2
# A statement of so few words states its attribute and little else.
_SHORT: Final = 8
# A quote that is this much of its message is all that was said.
_MOST_OF_IT: Final = 0.6
# Both stand side by side where the reader is this sure of it: a nickname beside a name. One lives in one place.
_BESIDE: Final = 0.6
_BESIDE_AT_HOME: Final = 0.95
# With this share of the shorter one's words in common two statements speak of the same thing.
_NEAR: Final = 0.5
_SAME_WORDS: Final = 0.8
# In a repetition no more words than these may be new; more of them say more.
_NEW_WORDS: Final = 2


class Link(StrEnum):
    """How a new statement relates to a memory."""

    SAME = "same"
    MORE = "more"
    LESS = "less"
    REPLACES = "replaces"
    REPLACED = "replaced"
    UNCLEAR = "unclear"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Minds:
    """What judges nearness and meaning; either may be missing."""

    reader: MessageReader | None = None
    embed: Embed | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A proposal with the message it stands in and the moment at which it was said."""

    new: Proposal
    message: str
    at: datetime
    # What the message does to memories, by their words: asked once, however much is kept of the message.
    affected: dict[str, Relation] = field(default_factory=dict)

    def affect(self, old: Entry, reader: MessageReader) -> Relation:
        """What the message does to a memory."""
        if old.content not in self.affected:
            self.affected[old.content] = reader.affect(old.content, self.message)
        return self.affected[old.content]


@dataclass(frozen=True, slots=True)
class Compared:
    """How a statement relates to a memory, and how surely it ends it."""

    link: Link
    over: float = 0.0


def compare(said: Said, old: Entry, minds: Minds) -> Compared:
    """How a new statement relates to a memory of the same agent."""
    new = said.new
    if _repeats(new, old):
        return Compared(Link.SAME)
    if _of_one_message(new, old) or not _may_concern(said, old):
        return Compared(Link.APART)
    two_values = _two_values(said, old)
    if minds.reader is not None:
        return _by_meaning(said, old, minds.reader, two_values=two_values)
    return Compared(_in_order(Link.REPLACES, said, old) if two_values else Link.APART, 1.0)


def _by_meaning(said: Said, old: Entry, reader: MessageReader, *, two_values: bool) -> Compared:
    near = _is_near(said.new.quote, old.content)
    if near and _takes_back(said.new.quote, old.content):
        return Compared(_in_order(Link.REPLACES, said, old), 1.0)
    if not near and not two_values and not _is_plain(said):
        return _from_afar(said, old, reader)
    alone = reader.compare(old.content, said.new.quote)
    if near and not two_values and alone.beside < _BESIDE:
        link = _turned_round(said, old, alone) or _restated(said, old, alone)
        if link is not None:
            return Compared(_in_order(link, said, old), 1.0)
    either = near and (_is_plain(said) or _is_same_but_for_a_number(said.new.quote, old.content))
    if not either and not two_values and alone.replaces + alone.contradicts < _WORTH_A_LOOK:
        return Compared(Link.APART)
    over, doubt = _by_reader(said, old, alone, reader, near=near, either=either)
    link = _ended(over, doubt, alone, said.new if two_values else None)
    return Compared(_in_order(link, said, old), over)


# --- what may be compared at all


def _of_one_message(new: Proposal, old: Entry) -> bool:
    return old.source is not None and bool(new.turn_id) and old.source.turn_id == new.turn_id


def _repeats(new: Proposal, old: Entry) -> bool:
    """Whether both say the same in the same words; every word counts: "I don't eat meat"."""
    mine, theirs = (_WORD.findall(one.content.casefold()) for one in (new, old))
    return mine == theirs and same_subject(new.subject, old.subject)


def _two_values(said: Said, old: Entry) -> bool:
    """Whether they plainly state two values of an attribute that has only one."""
    new = said.new
    return (
        new.attribute in SINGLE_VALUED
        and new.attribute == old.attribute
        and bool(new.value and old.value)
        and _bare(new.value or "") != _bare(old.value or "")
        and (new.content != new.quote or (_is_plain(said) and len(new.quote.split()) <= _SHORT))
        and len(old.content.split()) <= _SHORT
        and same_subject(new.subject, old.subject)
        and not (_is_denied(new.quote) or _is_denied(old.quote or old.content))
    )


def _may_concern(said: Said, old: Entry) -> bool:
    """Whether what is said of one may change what is known of the other: it is the same, or named."""
    new = said.new
    if new.speaker and old.speaker and new.speaker != old.speaker:
        return False
    if same_subject(new.subject, old.subject):
        return True
    named = _name(old.subject) & _words(said.message)
    return bool(named) or bool(_name(new.subject) & _words(old.content))


def _name(subject: str | None) -> frozenset[str]:
    """What somebody is called; of "Anna's dog" it is Anna, and not any dog."""
    large = " ".join(word for word in (subject or "").split() if word[:1].isupper())
    return telling_words(large or subject)


# --- what the reader says


def _turned_round(said: Said, old: Entry, alone: Relation) -> Link | None:
    """What becomes of "I eat meat" after "I don't eat meat any more"; None where neither says the opposite."""
    new = said.new
    if _is_denied(new.quote) == _is_denied(old.quote or old.content):
        return None
    mine, theirs = _fixed(new.quote), _fixed(old.content)
    if mine and theirs and not mine & theirs:
        return Link.APART  # another magazine is given up
    over = _says_over(said.message) or new.corrects or alone.replaces >= _LIKELY
    return Link.REPLACES if over else Link.UNCLEAR


def _takes_back(new: str, old: str) -> bool:
    """Whether a statement repeats another and says that it is over: I used to play bass in a band."""
    known = stems_of(old) - _common_stems()
    return _says_over(new) and len(known) > 1 and known <= stems_of(new)


def _restated(said: Said, old: Entry, alone: Relation) -> Link | None:
    """A repetition, unless a number, a name or a word differs; None where it is none."""
    if alone.same + alone.more + alone.less < _SAME:
        return None
    new = said.new
    mine, theirs = _fixed(new.quote), _fixed(old.content)
    if mine - theirs and theirs - mine:
        return Link.REPLACES if _says_over(said.message) or new.corrects else Link.APART
    added = stems_of(new.quote) - stems_of(old.content) - _common_stems()
    missing = stems_of(old.content) - stems_of(new.quote) - _common_stems()
    if mine <= theirs and alone.less > max(alone.same, alone.more):
        return Link.LESS
    if mine <= theirs and len(added) <= _NEW_WORDS and alone.same >= alone.more:
        swapped = len(added) == len(missing) == 1 and _is_one_word_apart(new.quote, old.content)
        return Link.APART if swapped else Link.SAME
    return Link.MORE if theirs <= mine and not missing else Link.APART


def _from_afar(said: Said, old: Entry, reader: MessageReader) -> Compared:
    """What a message does to something that it does not name; only the surest reading counts."""
    if said.new.changes < _CHANGES:
        return Compared(Link.APART)
    affected = said.affect(old, reader)
    doubt = affected.replaces + affected.contradicts
    link = Link.UNCLEAR if doubt >= ASK else Link.APART
    if affected.replaces >= OVER:
        link = Link.REPLACES
    return Compared(_in_order(link, said, old), affected.replaces)


def _by_reader(
    said: Said, old: Entry, alone: Relation, reader: MessageReader, *, near: bool, either: bool
) -> tuple[float, float]:
    """How likely the memory is over, and how likely it has to be asked."""
    if _is_plain(said) and alone.replaces >= (OVER_PLAINLY if near else OVER_FROM_AFAR):
        return 1.0, 1.0
    affected = said.affect(old, reader)
    over = (alone.replaces, affected.replaces)
    doubt = [one.replaces + one.contradicts for one in (alone, affected)]
    return (max(over), max(doubt)) if either else (sum(over) / 2, sum(doubt) / 2)


def _is_plain(said: Said) -> bool:
    """Whether the message says nothing else."""
    return (said.new.longest or len(said.new.quote)) >= _MOST_OF_IT * len(said.message)


def _ended(over: float, doubt: float, alone: Relation, two_values: Proposal | None) -> Link:
    """Whether a memory ends; of two values of one attribute the new one holds unless both plainly do."""
    if two_values is None:
        asked = Link.UNCLEAR if doubt >= ASK else Link.APART
        return Link.REPLACES if over >= OVER_OF_THE_SAME else asked
    both = _BESIDE_AT_HOME if two_values.attribute == "home" else _BESIDE
    if over >= OVER_OF_TWO_VALUES or (two_values.attribute == "home" and alone.beside < both):
        return Link.REPLACES
    return Link.APART if alone.beside >= both else Link.UNCLEAR


def _in_order(link: Link, said: Said, old: Entry) -> Link:
    """What was said before the memory is over itself; what begins later ends nothing yet but another plan."""
    if link not in {Link.REPLACES, Link.UNCLEAR}:
        return link
    begins = said.new.valid_from
    planned = old.kind is Kind.COMMITMENT or (old.valid_from or said.at) > said.at
    if begins is not None and begins > said.at and not planned:
        return Link.APART
    known = old.said_at
    late = known is not None and said.at < known
    return Link.REPLACED if late and link is Link.REPLACES else link


# --- words, numbers and names


def _is_near(one: str, other: str) -> bool:
    """Whether two statements speak of the same thing; one name in common is not enough."""
    mine, theirs = (stems_of(_NUMBER.sub(" ", text)) - _common_stems() for text in (one, other))
    fewest = min(len(mine), len(theirs))
    return len(mine & theirs) >= max(_NEAR * fewest, min(2, fewest), 1)


def _is_same_but_for_a_number(one: str, other: str) -> bool:
    mine, theirs = ({*_words(text)} - {*_NUMBER.findall(text)} for text in (one, other))
    return len(mine & theirs) >= _SAME_WORDS * min(len(mine), len(theirs))


def _is_one_word_apart(one: str, other: str) -> bool:
    """Whether two sentences are equal but for one word: Thai food, Chinese food."""
    mine, theirs = _WORD.findall(one.casefold()), _WORD.findall(other.casefold())
    return len(mine) == len(theirs) and sum(a != b for a, b in zip(mine, theirs, strict=True)) == 1


def _fixed(text: str) -> frozenset[str]:
    """The numbers and names of a text, which have to agree."""
    names = (found[0].casefold() for found in _NAME.finditer(text))
    return frozenset((*_NUMBER.findall(text), *names))


def _is_denied(text: str) -> bool:
    """Whether a text says "not" an odd number of times, by the words of its language."""
    code = detect(text, None)
    if code is None:
        return False
    denials = frozenset(pack(code).table("compare")["negations"])
    words = re.findall(r"[\w']+", text.casefold().replace("’", "'"))
    return sum(word in denials for word in words) % 2 == 1


def _says_over(text: str) -> bool:
    """Whether a message says that something is over or otherwise than before."""
    code = detect(text, None)
    low = text.casefold().replace("’", "'")
    return code is not None and any(one in low for one in pack(code).table("compare")["over"])


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold().replace("’", "'").replace("'s", "")))


def _bare(text: str) -> str:
    words = _WORD.findall(text.casefold())
    while len(words) > 1 and words[0] in common_words():
        words = words[1:]
    return " ".join(words)


@cache
def _common_stems() -> frozenset[str]:
    return stems_of(" ".join(common_words()))
