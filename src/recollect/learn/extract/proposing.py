"""A clause as a memory: whom it is about, when it holds, and the sentence that stands alone."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Final

from recollect.learn.date_tense import CHILD, SPEAKER_BORN
from recollect.learn.date_words import Edge, Grain
from recollect.learn.dates import Named, When, find_dates
from recollect.learn.extract.attributes import is_single
from recollect.learn.extract.clauses import INLINE_CODE, Clause, without_code
from recollect.learn.extract.days import day_meant, named_before
from recollect.learn.extract.keys import key_of
from recollect.learn.extract.language import Language, Rule, Telling, Timing
from recollect.learn.extract.scene import Scene, Subject, teller_name
from recollect.learn.extract.tense import tense_of
from recollect.learn.extract.ties import Ties, names_in
from recollect.learn.reckoning import length_after, years_before
from recollect.model.entry import KEYED_KINDS, Kind
from recollect.model.learning import Proposal
from recollect.model.turn import Turn

# From when to when something holds.
Stretch = tuple[datetime | None, datetime | None]
_UNBOUND: Final[Stretch] = (None, None)
# So many amounts beside a dated one make a list.
_SEVERAL: Final = 2
# So far before a clause its first words may stand that were taken off: "then", "after that".
_LEAD: Final = 14
# So long one stays somewhere; of years people speak when they have been somewhere for so long.
_STAYS: Final = frozenset({Grain.DAY, Grain.WEEK, Grain.MONTH})
# So long after a birth people tell of it as of news.
_LATELY: Final = timedelta(days=42)
# What is told as something that was done, and has another day now, is still to come: the delivery was moved to Friday.
_PUT_OFF: Final = frozenset({Kind.FACT, Kind.DECISION})


@dataclass(frozen=True, slots=True)
class Place:
    """A clause and where it stands."""

    turn: Turn
    clause: Clause
    scene: Scene
    language: Language


def proposal(place: Place, match: re.Match[str], rule: Rule, kind: Kind) -> Proposal | None:
    """The memory that a clause makes by a rule, as one of this kind; None where nobody known is its subject."""
    put_right = kind is Kind.CORRECTION and rule.kind is Kind.FACT
    if kind is not rule.kind and not put_right:  # then it does not mean what the rule takes it for
        rule = replace(rule, attribute=None, relation=None)
    turn, clause, scene, language = place.turn, place.clause, place.scene, place.language
    groups = match.groupdict()
    subject = subject_of(groups, scene, language)
    if subject is None or subject.name in scene.made_up:
        return None
    start, end = match.span("keep") if groups.get("keep") else (0, len(clause.text))
    said = clause.text[start:end]
    start, end = max(0, start - clause.carried), max(0, end - clause.carried)
    if end == start:  # all of it was said in the clause before
        return None
    timing = _timing(rule, kind)
    dropped = not (groups.get("who") or groups.get("whose"))
    own = not dropped and subject.name == scene.speaker
    whens, lasting = _times(place, without_code(said), rule, timing, own=own)
    if rule.dated and not whens:
        return None
    begins, ends = _holds(place, said, timing, whens, lasting)
    attribute = _attribute(rule, groups)
    teller = teller_name(scene.speaker)
    words = _with_company(_dated(said, whens), said, place)
    over = bool(whens) and all(
        one.edge in {Edge.ON, Edge.AFTER} and one.ends < turn.at for one in whens
    )
    told = _told(Telling(words, teller, subject, scene, dropped, attribute, over), language)
    kind = _kind(rule, kind, scene)
    if kind in _PUT_OFF and any(one.moved and turn.at <= one.ends == ends for one in whens):
        kind = Kind.COMMITMENT
    ties = Ties(rule, groups, subject, scene.speaker, language, turn.local)
    return Proposal(
        kind=kind,
        content=told,
        subject=subject.name,
        turn_id=turn.id,
        start=clause.start + start,
        end=clause.start + end,
        quote=turn.content[clause.start + start : clause.start + end],
        confidence=rule.confidence,
        tags=rule.tags,
        key=key_of(kind, told) if kind in KEYED_KINDS else None,
        valid_from=begins,
        valid_until=ends,
        attribute=attribute,
        single=bool(attribute) and is_single(attribute or "") and not language.adds.search(said),
        corrects=rule.corrects or bool(language.guards.corrects.search(clause.before)),
        entities=ties.mentions(names_in(said, whens, language)),
        links=ties.links(begins, ends),
    )


def _holds(
    place: Place,
    said: str,
    timing: Timing,
    whens: list[When],
    lasting: Stretch,
) -> Stretch:
    """From when to when it holds: "I start on Monday" from then on, "I'm in Rome this week" until Sunday."""
    language, at = place.language, place.turn.local
    if timing is Timing.PLAN and language.begins.search(said):
        timing = Timing.STATE
    if not language.begins.search(said):  # unlike "my start was moved to 3 March"
        whens = [
            replace(one, edge=Edge.UNTIL) if one.moved and one.ends >= at else one for one in whens
        ]
    whens = [one for one in whens if not _of_one_item(said, one)]
    begins, ends = _validity(timing, whens, lasting, at)
    if timing is Timing.STATE and _passes(said, whens, language, at):
        ends = whens[0].ends
    return begins, ends


def subject_of(groups: dict[str, str | None], scene: Scene, language: Language) -> Subject | None:
    """Whom a rule's groups name: somebody, a thing of the speaker, or else the speaker."""
    thing = groups.get("whose")
    if thing:
        return language.whose(thing, scene)
    said = groups.get("who")
    if not said:
        return Subject(scene.speaker, teller_name(scene.speaker))
    return language.who(said, scene)


def _timing(rule: Rule, kind: Kind) -> Timing:
    """What dates mean: as the rule has it, unless the clause was found to be of another kind."""
    if kind is rule.kind:
        return rule.timing
    return Timing.PLAN if kind is Kind.COMMITMENT else Timing.STATE


def _kind(rule: Rule, kind: Kind, scene: Scene) -> Kind:
    """The kind as given; an instruction to an agent that acts with tools is knowledge of how to serve the user."""
    if rule.attribute == "instruction" and scene.acting:
        return Kind.USER_PREFERENCE
    return kind


def _attribute(rule: Rule, groups: dict[str, str | None]) -> str | None:
    if rule.attribute is None or "{thing}" not in rule.attribute:
        return rule.attribute
    thing = (groups.get("thing") or "").strip().lower()
    return rule.attribute.format(thing=thing.replace(" ", "_")) if thing else None


def _times(
    place: Place, said: str, rule: Rule, timing: Timing, *, own: bool
) -> tuple[list[When], Stretch]:
    """The dates of a clause; where it has none, how long it holds, or the day that was spoken of.

    An hour at which people do something of their `own` is that of any day: I get up at 6.
    """
    before = place.clause.before
    named = named_before(place.turn, place.scene, same=bool(before.strip()))
    whens = _dates(said, place.turn.local, rule, timing, place.language, named)
    if _weekly(said, before, place):
        whens = [one for one in whens if not _is_weekday(said, one, place.language)]
    if timing is Timing.YEARLY:
        return [], _UNBOUND
    whens = _lengthened(said, whens, place)
    after = None if whens else _after(said, place)
    if after:
        return [after], _UNBOUND
    plan = timing is Timing.PLAN
    lasting = (
        _UNBOUND if plan else _lasting(said, place.turn.local, place.language, dated=bool(whens))
    )
    if whens or lasting != _UNBOUND or not (plan or (timing is Timing.STATE and not own)):
        return whens, lasting
    meant = day_meant(said, before, place.turn, place.scene, place.language, promised=plan)
    return [meant] if meant else [], _UNBOUND


def _dates(
    said: str,
    at: datetime,
    rule: Rule,
    timing: Timing,
    language: Language,
    named: Named | None,
) -> list[When]:
    past = rule.past
    if past is None and timing is Timing.PLAN:
        past = False
    if past is None and timing in {Timing.ENDED, Timing.EVENT}:
        past = True
    if past and language.dates.either.search(said) and not language.past.search(said):
        past = None
    tense = tense_of(said, language, past=past)
    denied = language.denies.search(said)
    return [
        when
        for when in find_dates(said, at, language.dates, past=tense, named=named)
        if not (denied and denied.start() <= when.start_at <= denied.end())
        and not _every_year(said, when, language, at)
    ]


def _weekly(said: str, before: str, place: Place) -> bool:
    """Whether the weekdays of a sentence are those of every week: I work Mondays to Thursdays, on Friday I'm off."""
    language, words = place.language, place.language.dates
    if language.past.search(said) or language.future.search(said):
        return False
    days = {*words.weekdays, *(f"{day}s" for day in words.weekdays)}
    named = any(word in days for word in re.findall(r"\w{4,}", before.lower()))
    return named and not find_dates(before, place.turn.local, words, past=None)


def _is_weekday(said: str, when: When, language: Language) -> bool:
    """Whether a date is a weekday and nothing more, which may be that of any week."""
    told, words = said[when.start_at : when.end_at].lower(), language.dates
    named = any(word in words.weekdays for word in re.findall(r"\w+", told))
    return named and not words.certain.search(told) and not re.search(r"\d", told)


def _lasting(said: str, at: datetime, language: Language, *, dated: bool) -> Stretch:
    """Since when something has lasted, or until when it will: I've been here, or I'm here, for two weeks."""
    words = language.dates
    length = words.length.search(said)
    if length and words.passing.search(said) and not language.past.search(said):
        count, grain = _length(length, language)
        return length_after(at, count, grain) if count and not dated else _UNBOUND
    if length and dated and not words.since.search(said) and not language.past.search(said):
        return _UNBOUND  # how long it will last from its date on
    lasting = language.lasting.search(said)
    count, grain = _length(lasting, language) if lasting else (0, Grain.YEAR)
    if not count or words.over.search(said):
        return _UNBOUND
    return years_before(at, count, grain), None


def _lengthened(said: str, whens: list[When], place: Place) -> list[When]:
    """The dates of a clause; a single day to come is the first of as many as it is to last: on the 20th for two weeks."""
    length = place.language.dates.length.search(said)
    if not length or len(whens) != 1:
        return whens
    (when,) = whens
    count, grain = _length(length, place.language)
    ahead = when.start >= place.turn.local.date() and when.edge in {Edge.ON, Edge.FROM}
    if not ahead or not count or when.grain is not Grain.DAY or grain not in _STAYS or when.lasts:
        return whens
    first = when.begins.astimezone(when.zone)
    _, ends = length_after(first, count, grain)
    return [replace(when, end=ends.astimezone(when.zone).date() + timedelta(days=1))]


def _after(said: str, place: Place) -> When | None:
    """From when on that holds which comes after what was told before it: until June I'm in Ghent, then I move to Lyon."""
    words, before = place.language.dates, place.clause.before
    then = words.then.search(before[-_LEAD:]) or words.then.match(said)
    if place.language.past.search(before + said):
        return None
    ended = find_dates(before, place.turn.local, words, past=None) if then else []
    if not ended or ended[-1].edge is not Edge.UNTIL or ended[-1].ends < place.turn.local:
        return None
    day = ended[-1].end
    written = words.onwards.format(
        day=day.day, month=words.month_names[day.month - 1], year=day.year
    )
    return replace(
        ended[-1],
        start=day,
        end=day + timedelta(days=1),
        grain=Grain.DAY,
        edge=Edge.FROM,
        start_at=len(said),
        end_at=len(said),
        written=f" ({written})",
    )


def _length(found: re.Match[str], language: Language) -> tuple[int, Grain]:
    number, unit = found["number"].lower(), found["unit"].lower()
    count = int(number) if number.isdigit() else language.dates.numbers.get(number, 0)
    return count, language.dates.units.get(unit, Grain.YEAR)


def _every_year(said: str, when: When, language: Language, at: datetime) -> bool:
    """Whether a month, a season or a day is the one of any year: we always ski in February, I was born on 12 May."""
    told, words = said[when.start_at : when.end_at].lower(), language.dates
    if when.grain is Grain.YEAR or words.certain.search(told):
        return False
    if words.recurs.search(said) or (when.grain is Grain.SEASON and words.likes.search(said)):
        return True
    near = {*words.weekdays, *words.units, *words.offsets, *words.holidays}
    named = {told, *re.findall(r"[^\W\d]+", told)}
    of_any_year = bool(words.born.search(said)) and near.isdisjoint(named)
    return of_any_year and not _just_born(said, when, at, monthless=named.isdisjoint(words.months))


def _just_born(said: str, when: When, at: datetime, *, monthless: bool) -> bool:
    """Whether somebody was born lately: a child of whom that is told soon after, or whoever was born "on the 14th"."""
    lately = timedelta(0) <= at.date() - when.start <= _LATELY
    return lately and not SPEAKER_BORN.match(said) and bool(monthless or CHILD.search(said))


def _validity(timing: Timing, whens: list[When], lasting: Stretch, at: datetime) -> Stretch:
    """From when to when a statement holds, by its dates and by what they mean for this sort of statement."""
    begins, ends = lasting
    # What is planned for after Easter is not over then.
    opens = {Edge.SINCE, Edge.FROM} | ({Edge.AFTER} if timing is Timing.PLAN else set())
    if timing is Timing.PLAN and len(whens) > 1:
        if whens[1].start < whens[0].start:  # "make it Thursday, I'm off on Wednesday"
            whens = whens[:1]
        elif whens[0].edge is Edge.ON:  # "first fix on Wednesday and Thursday"
            begins = whens[0].begins
    opened = False
    for when in whens[:2]:
        if when.lasts and when.ends >= at and timing in {Timing.PLAN, Timing.STATE}:
            begins, ends = when.begins, when.ends
        elif when.edge in opens:  # "ich wohne seit 2015 hier, die Heizung ist von 1994"
            begins, opened = begins if opened else when.begins, True
        elif when.edge is Edge.UNTIL or timing in {Timing.PLAN, Timing.ENDED}:
            ends = when.ends
        elif begins is None:
            begins = when.begins
    if begins and ends and begins > ends:
        return None, ends
    return begins, ends


def _of_one_item(said: str, when: When) -> bool:
    """Whether a date bounds one of several amounts: "rent 1,420, car loan 310 until Nov 2027, phone 20"."""
    place, dated, others = 0, False, 0
    for item in re.split(r"(?<=[,;])\s", said):
        within = place <= when.start_at < place + len(item)
        rest = item[: when.start_at - place] if within else item
        if re.search(r"\d", rest):
            dated, others = dated or within, others + (not within)
        place += len(item) + 1
    return dated and others >= _SEVERAL


def _passes(said: str, whens: list[When], language: Language, at: datetime) -> bool:
    """Whether a state is over with the one date it has: I'm in Bergen this week."""
    found = language.dates.passing.search(said)
    if not found or len(whens) != 1 or language.past.search(said):
        return False
    (when,) = whens
    # In "the fair is on Friday" the preposition is the date's.
    front = said[: when.start_at].lower().split()[-1:]
    between = said[found.end() : when.start_at].lower().split()
    own = {*front, *between} <= language.dates.prepositions and bool(front)
    return when.edge is Edge.ON and when.ends >= at and not own


def _dated(said: str, whens: list[When]) -> str:
    """The words with every relative date written out."""
    for when in reversed(whens):
        said = said[: when.start_at] + when.written + said[when.end_at :]
    return said


def _with_company(words: str, said: str, place: Place) -> str:
    """The words of a clause, where all of it was `said`, with the half of its subject that was cut off."""
    clause, language = place.clause, place.language
    if len(said) < len(clause.text):
        return words
    behind = language.company.behind.match(clause.after)
    ahead = language.company.ahead.search(clause.before)
    # "Oh and I": nobody.
    known = ahead and language.who(ahead["others"], place.scene)
    if ahead and known and language.company.parted.match(f" {ahead['joint']} {words}"):
        return f"{ahead['others']} {ahead['joint']} {words}"
    return f"{words}{behind[0]}" if behind else words


def _told(telling: Telling, language: Language) -> str:
    """The sentence that a clause makes, with its code as it is: an "i" in it is not the speaker."""
    code = INLINE_CODE.findall(telling.text)
    number = count()
    veiled = INLINE_CODE.sub(lambda _: f"`{next(number)}`", telling.text)
    told = language.tell(replace(telling, text=veiled))
    return re.sub(r"`(\d+)`", lambda found: code[int(found[1])], told) if code else told
