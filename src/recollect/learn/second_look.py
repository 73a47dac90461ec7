"""What words and numbers leave open between a statement and a memory, a careful reader may see.

The reader is asked about the nearest memory alone. More of them changed no more cases, and each takes some 10 ms: with
150 other memories around, 283 of 360 cases were right by asking one, 282 by two, 282 by five, 251 by none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from recollect.learn.agreement import BECOMING
from recollect.learn.claim import Claim, called, same_subject
from recollect.learn.endings import another_thing, before
from recollect.learn.extract import closed
from recollect.learn.lexicon import SPEAKERS, folded
from recollect.learn.matters import matters
from recollect.learn.reading import unlabelled
from recollect.learn.said_of import statement_of
from recollect.learn.several import one_of_several
from recollect.learn.spared import only_asked, spared
from recollect.learn.stand import dated_otherwise, other_people, over_now, share
from recollect.learn.standing import Stand, replaces
from recollect.learn.statement import Statement
from recollect.learn.values import promoted
from recollect.model.compared import Compared
from recollect.model.entry import Entry, Kind, Origin
from recollect.model.learning import USER
from recollect.model.ports import Comparer

# From here on it is believed. In 957 messages that 21 people write over a year or two (`bench.lives`) it ends 16
# memories wrongly from 0.95 on and 11 from 0.98 on; of what did change it sees as much with either.
_SURE: Final = 0.98
# Where no word says that something has changed, a statement must share so much with what it ends: "took Pip to the vet"
# ends no dog. That leaves 6 wrong ends.
_AKIN: Final = 0.4
# The whole message must speak against a memory so clearly, and the statement rather than not, to ask about it. So 12
# changes of those 957 messages are asked about and 12 other memories, instead of 4 and 2; and what the reader would end
# but not if it were told in a message is asked about too, which leaves 5 wrong ends of 8.
_OVERTAKEN: Final = 0.9
# Or it must be as plain as this that it ends what it shares little with: so 5 more of 748 cases come out right, and no more
# memories of those people are ended wrongly. From 0.8 on it is the same.
_PLAINLY: Final = 0.97
_LIKELY: Final = 0.5
# So many words of its own each may have where they say the same.
_OWN: Final = 1
_LASTING: Final = frozenset({Kind.RELATIONSHIP, Kind.ENTITY, Kind.SKILL})
_UNTIL_THEN: Final = frozenset(
    {Kind.DECISION, Kind.PREFERENCE, Kind.USER_PREFERENCE, Kind.PROCEDURE}
)
_SPEAKER: Final = re.compile(rf"\b(?:{'|'.join(sorted(SPEAKERS))})\b")
_TO_THEM: Final = re.compile(r"\b(?:them|their|ihm|ihn|ihr|ihre[mnrs]?|lui)\b")
_WHOSE: Final = re.compile(
    r"^(?:(?:user's|nutzers)|(?:\w+ ){1,3}?(?:del? (?:la )?usuari[oa]|de l['’]utilisat\w+))(?!\w)"
)
_UNSETTLED: Final = frozenset({Stand.APART, Stand.DOUBTFUL})


@dataclass(frozen=True, slots=True)
class Pair:
    """A memory, how it is read, and how a statement stands to it by its words."""

    entry: Entry
    old: Claim
    stand: Stand


def looked_again(
    content: str, claim: Claim, pairs: Sequence[Pair], comparer: Comparer
) -> Iterator[Pair]:
    """The pairs again, the nearest perhaps seen otherwise."""
    settled = any(one.stand not in _UNSETTLED for one in pairs)
    open_ = [] if settled else [one for one in pairs if _open(claim, content, one)]
    nearest = max(open_, key=partial(_nearness, claim), default=None)
    for one in pairs:
        if one is nearest:
            yield replace(one, stand=_seen(claim, content, one, comparer))
        else:
            yield one


def _nearness(claim: Claim, one: Pair) -> tuple[float, int, datetime, str]:
    alike = len(matters(claim) & matters(one.old))
    return share(claim, one.old), alike, one.entry.recorded_at, one.entry.id


def _open(claim: Claim, content: str, one: Pair) -> bool:
    """Whether they may be about the same thing, at one time, and were not said in one breath."""
    new, was = claim.statement, one.old.statement
    others = other_people(claim, one.old) or not of_one(claim, one.old)
    if new.scope != was.scope or (others and not _done_to_speaker(claim, content, one.old)):
        return False
    return claim.at is None or one.old.at is None or one.old.at != claim.at


def _done_to_speaker(claim: Claim, content: str, old: Claim) -> bool:
    """Whether somebody has done to the speaker what concerns what is told of them: my doctor put me on it."""
    if old.subject != USER or old.statement.head:
        return False
    said = claim.statement
    if (
        said.roles - {said.whom} - old.statement.roles
    ):  # what was done to my mother is not done to me
        return False
    done = _WHOSE.sub("", folded(content))
    return bool(_SPEAKER.search(done) or _TO_THEM.search(done))


def _has_part(claim: Claim, content: str) -> bool:
    """Whether the speaker is named in what is told, and not only as who says or wishes it."""
    return claim.attribute != "instruction" and bool(
        _SPEAKER.search(folded(unlabelled(statement_of(content))))
    )


def of_one(claim: Claim, old: Claim) -> bool:
    """Whether both are told of one, or of the speaker and of a thing of theirs, or of whom the other names: my cat Milo."""
    if same_subject(claim.subject, old.subject) or _own(claim) or _own(old):
        return True
    return _names(claim, old) or _names(old, claim)


def _own(claim: Claim) -> bool:
    """Whether it is told of a thing of the speaker, and not of one of their people: user's car."""
    words = folded(claim.subject or USER).replace("'s", "").split()
    return claim.subject != USER and not SPEAKERS.isdisjoint(words) and not claim.statement.roles


def _names(one: Claim, other: Claim) -> bool:
    """Whether it speaks of whom the other is told of; the speaker is in all of theirs."""
    told = {*one.statement.said, *one.statement.about}
    if other.kind is Kind.RELATIONSHIP and not told.isdisjoint(other.statement.names):
        return True
    return other.subject != USER and called(other.subject or USER) <= told


def _seen(claim: Claim, content: str, one: Pair, comparer: Comparer) -> Stand:
    """What is believed of what the reader says of the two, in the order in which they were said."""
    texts = [closed(statement_of(one.entry.content)), closed(statement_of(content))]
    claims = [one.old, claim]
    if claim.at is not None and one.old.at is not None and claim.at < one.old.at:
        texts.reverse()
        claims.reverse()
    earlier, later = claims
    told = comparer.compare(*texts)
    if _repeats(told, claim, one):
        return Stand.SAME
    speaks = _has_part(later, content if later is claim else one.entry.content)
    # Who may not have nuts is allergic to them: there is nothing to ask.
    if told.same >= _SURE or spared(later, earlier, speaks=speaks):
        return Stand.APART
    if told.replaces + told.doubtful < _SURE or not _may_concern(earlier, later):
        return one.stand
    if not _in_common(earlier, later) and matters(earlier) and matters(later):
        return one.stand
    overtaken = comparer.overtaken(*texts)
    if not _tells_change(earlier, later) and overtaken < _PLAINLY:
        return one.stand
    sure = told.replaces >= _SURE and overtaken >= _LIKELY
    akin = _in_common(earlier, later) or overtaken >= _PLAINLY
    ends = sure and akin and _may_end(earlier, later, one.entry)
    ends = ends and not only_asked(later, earlier, speaks=speaks)
    return replaces(claim, one.old, one.entry) if ends else Stand.DOUBTFUL


def _in_common(earlier: Claim, later: Claim) -> bool:
    """Whether they share a word, or speak of the same thing in other words."""
    new, was = later.statement, earlier.statement
    return bool((new.words | new.left) & was.words or matters(earlier) & matters(later))


def _may_concern(earlier: Claim, later: Claim) -> bool:
    """Whether what was said later can be about what was said earlier, and end it."""
    if later.planned and not earlier.planned and earlier.kind not in _UNTIL_THEN:
        return False
    if (_happened(earlier) and not later.corrects) or before(later, earlier):
        return False
    return not (over_now(later) and another_thing(later, earlier))


def _tells_change(earlier: Claim, later: Claim) -> bool:
    """Whether it says that something has changed, or speaks of much the same."""
    told = later.says_so or later.statement.tells_change
    return told or share(earlier, later) >= _AKIN


def _happened(claim: Claim) -> bool:
    """Whether it tells what has happened, which nothing undoes; what somebody decides or wishes holds until then."""
    said = claim.statement
    return said.past and not said.bound and claim.kind not in _UNTIL_THEN


def _may_end(earlier: Claim, later: Claim, entry: Entry) -> bool:
    """Whether it is not rather for a person to say: who is who, what one can, and what somebody has written."""
    if entry.edited or entry.origin is Origin.MANUAL or earlier.kind in _LASTING:
        return False
    if earlier.attribute == later.attribute == "job_title" and promoted(later, earlier):
        return False
    several, named = set(earlier.statement.names), set(later.statement.names)
    one = bool(named) and named < several and not later.statement.left
    one = one and not _one_name(earlier.statement)
    return not (one or one_of_several(later, earlier, entry.content))


def _one_name(said: Statement) -> bool:
    """Whether all its names stand side by side, and so are one: VW Polo."""
    places = [place for place, word in enumerate(said.said) if word in said.names]
    return all(said.close[place] for place in range(places[0] + 1, places[-1] + 1))


def wonders(claim: Claim, content: str, one: Pair, said: str, comparer: Comparer) -> bool:
    """Whether one may ask if a memory still holds, by a statement that shares little with it and the message around it.

    "Our nephew built us our own ordering page" ends no subscription; "I threw QuickPlate out" before it does.
    """
    if claim.planned and not one.old.planned:
        return False
    if _happened(one.old) or before(claim, one.old) or claim.at == one.old.at:
        return False
    if spared(claim, one.old, speaks=_has_part(claim, content)):
        return False
    known = closed(statement_of(one.entry.content))
    if comparer.overtaken(known, closed(said)) < _OVERTAKEN:
        return False
    told = comparer.compare(known, closed(statement_of(content)))
    return told.replaces + told.doubtful > _LIKELY


def _repeats(told: Compared, claim: Claim, one: Pair) -> bool:
    """Whether it says again what is known, and nothing that it tells is lost by it."""
    new, was = claim.statement, one.old.statement
    if _done_otherwise(new, was):
        return False
    if _differ(claim, one.old) or {*new.names, *new.numbers} - {*was.names, *was.numbers}:
        return False
    mine, theirs = new.words - was.words, was.words - new.words
    if not mine and told.same + told.less >= _SURE:
        return True
    return told.same >= _SURE and len(mine) <= len(theirs) <= _OWN


def _done_otherwise(new: Statement, was: Statement) -> bool:
    """Whether only one of them tells what is being learned: who learns French does not speak it yet."""
    return bool((new.words ^ was.words) & BECOMING)


def _differ(claim: Claim, old: Claim) -> bool:
    """Whether one denies, or is yet to come, or has a time, and the other not so."""
    return (
        claim.statement.denied != old.statement.denied
        or claim.planned != old.planned
        or dated_otherwise(claim.valid_from, old.valid_from)
        or dated_otherwise(claim.valid_until, old.valid_until)
    )
