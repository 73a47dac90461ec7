"""Clauses into proposals: guards, rules, dates, and the sentence that stands alone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from recollect.learn.dates import Edge, Grain, When, find_dates, years_before
from recollect.learn.extract.attributes import is_single
from recollect.learn.extract.clauses import BLANK, Clause, clauses, own_words
from recollect.learn.extract.keys import key_of
from recollect.learn.extract.language import Language, Rule, RuleBook, Telling, Timing
from recollect.learn.extract.scene import Scene, Subject, teller_name
from recollect.model.entry import KEYED_KINDS, Kind
from recollect.model.learning import EntityType, Link, Mention, Proposal
from recollect.model.turn import Turn

# A clause of fewer letters says nothing worth keeping, one of more was not understood.
_SHORTEST: Final = 5
_LONGEST: Final = 280
# Among the first so many clauses of a turn is the answer to what was asked.
_REPLY: Final = 2
# So many words a clause must have that is not of a known form.
_FEWEST: Final = 4
# Where somebody laughs only rules surer than this are tried.
_SURE: Final = 0.6


def read(turn: Turn, scene: Scene, language: Language) -> Iterator[Proposal]:
    """What a person's turn states."""
    text = own_words(turn.content, language)
    text = _play(text, scene, language)
    guards = language.guards
    supposed, sentence, subject = -1, -1, ""
    stated, told = False, -1
    for clause in clauses(text, language):
        if guards.supposes.search(clause.before[-60:] + " " + clause.text):
            supposed = clause.sentence
        whole, subject = language.carry(clause.text, subject if clause.sentence == sentence else "")
        sentence = clause.sentence
        if _states(clause, language) and not (scene.playing or sentence == supposed):
            made: list[Proposal] = []
            if len(clause.text) >= _SHORTEST:
                made = list(_proposals(turn, _with_subject(clause, whole), scene, language))
            if not made and not stated and scene.question and clause.place < _REPLY:
                made = list(_answer(turn, clause, scene, language))
            own = subject or language.preamble.match(clause.text)
            if not made and (own or told != sentence):
                made = list(_loose(turn, _with_subject(clause, whole), scene, language))
            stated = stated or bool(made)
            told = sentence if made else told
            if any(one.kind is Kind.PROCEDURE for one in made):  # its steps follow
                supposed = sentence
            yield from made
        language.notice(clause.text, scene)


def _loose(turn: Turn, clause: Clause, scene: Scene, language: Language) -> Iterator[Proposal]:
    """What a clause of no known form states, where it is firm and in earnest."""
    guards = language.guards
    short = len(clause.words) < _FEWEST and ":" not in clause.text
    if short or guards.laughs.search(clause.around):
        return
    if not guards.talk.search(clause.text):
        yield from _first(turn, clause, scene, language, language.loose)


def _play(text: str, scene: Scene, language: Language) -> str:
    """Note where people begin to play a part, and where they stop; the text without what was still played."""
    stops = language.guards.stops_playing.search(text) if scene.playing else None
    if stops:
        scene.playing = False
        return BLANK * stops.start() + text[stops.start() :]
    if language.guards.plays.search(text):
        scene.playing = True
    return text


def _with_subject(clause: Clause, whole: str) -> Clause:
    """The clause with the subject that it shares with the one before it."""
    carried = len(whole) - len(clause.text)
    return replace(clause, text=whole, carried=carried) if carried else clause


def _states(clause: Clause, language: Language) -> bool:
    guards = language.guards
    whole = clause.before + clause.text
    return (
        len(clause.text) <= _LONGEST
        and not clause.asked
        and not clause.wordless
        and not guards.doubts.search(clause.text)
        and not guards.idle.search(clause.text)
        and not guards.mocks.search(whole)
        and not guards.reports.search(whole)
    )


def _proposals(turn: Turn, clause: Clause, scene: Scene, language: Language) -> Iterator[Proposal]:
    for rule in language.asides:
        for match in rule.pattern.finditer(clause.text):
            made = _proposal(turn, clause, match, rule, scene, language)
            if made:
                yield made
    yield from _first(turn, clause, scene, language, language.rules)


def _first(
    turn: Turn, clause: Clause, scene: Scene, language: Language, book: RuleBook
) -> Iterator[Proposal]:
    """What the first rule says that matches the clause, or what follows its preamble."""
    fitting = book.fitting(clause.words)
    rules = [one for one in fitting if one.follows(clause.before, scene.question)]
    if language.guards.laughs.search(clause.around):
        rules = [one for one in rules if one.confidence > _SURE]
    preamble = language.preamble.match(clause.text)
    for start in (0, preamble.end()) if preamble else (0,):
        for rule in rules:
            found = rule.pattern.match(clause.text, start)
            made = found and _proposal(turn, clause, found, rule, scene, language)
            if made:
                yield made
                return


def _answer(turn: Turn, clause: Clause, scene: Scene, language: Language) -> Iterator[Proposal]:
    """What a short reply states together with the question it answers; the quote is the reply."""
    full = language.answered(scene.question, clause.before + clause.text)
    if not full:
        return
    said = replace(clause, text=full, words=tuple(re.findall(r"[\w'-]+", full.lower())))
    stated = list(_proposals(turn, said, scene, language)) or _loose(turn, said, scene, language)
    for made in stated:
        quote = turn.content[clause.start : clause.end]
        yield replace(made, start=clause.start, end=clause.end, quote=quote)
        return


def _proposal(
    turn: Turn, clause: Clause, match: re.Match[str], rule: Rule, scene: Scene, language: Language
) -> Proposal | None:
    groups = match.groupdict()
    subject = _subject(groups, scene, language)
    if subject is None:
        return None
    start, end = match.span("keep") if groups.get("keep") else (0, len(clause.text))
    said = clause.text[start:end]
    start, end = max(0, start - clause.carried), max(0, end - clause.carried)
    if end == start:  # all of it was said in the clause before
        return None
    whens, lasting = _dates(said, turn.at, rule, language)
    if rule.dated and not whens:
        return None
    timing = rule.timing
    if timing is Timing.PLAN and language.begins.search(
        said
    ):  # "I start on Monday": it holds from then on
        timing = Timing.STATE
    begins, ends = _validity(timing, whens, lasting)
    attribute = _attribute(rule, groups)
    teller = teller_name(scene.speaker)
    dropped = not (groups.get("who") or groups.get("whose"))
    told = language.tell(Telling(_dated(said, whens), teller, subject, scene, dropped, attribute))
    kind = _kind(rule, scene)
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
        entities=_entities(subject, scene, groups, rule, language.names.finditer(said, 1)),
        links=_links(subject, groups, rule, begins, ends),
    )


def _subject(groups: dict[str, str | None], scene: Scene, language: Language) -> Subject | None:
    thing = groups.get("whose")
    if thing:
        return language.whose(thing, scene)
    said = groups.get("who")
    if not said:
        return Subject(scene.speaker, teller_name(scene.speaker))
    return language.who(said, scene)


def _kind(rule: Rule, scene: Scene) -> Kind:
    """The kind of the rule; an instruction to an agent that acts with tools is knowledge of how to serve the user."""
    if rule.attribute == "instruction" and scene.acting:
        return Kind.USER_PREFERENCE
    return rule.kind


def _attribute(rule: Rule, groups: dict[str, str | None]) -> str | None:
    if rule.attribute is None or "{thing}" not in rule.attribute:
        return rule.attribute
    thing = (groups.get("thing") or "").strip().lower()
    return rule.attribute.format(thing=thing.replace(" ", "_")) if thing else None


def _dates(
    said: str, at: datetime, rule: Rule, language: Language
) -> tuple[list[When], datetime | None]:
    if rule.timing is Timing.YEARLY:
        return [], None
    past = rule.past
    if past is None and rule.timing is Timing.PLAN:
        past = False
    if past is None and rule.timing in {Timing.ENDED, Timing.EVENT}:
        past = True
    if past is None and language.future.search(said):
        past = False
    if past is None and language.past.search(said):
        past = True
    denied = language.denies.search(said)
    whens = [
        when
        for when in find_dates(said, at, language.dates, past=past)
        if not denied or when.start_at < denied.start()
    ]
    lasting = language.lasting.search(said)
    if not lasting or rule.timing is Timing.PLAN:
        return whens, None
    number, unit = lasting["number"].lower(), lasting["unit"].lower()
    count = int(number) if number.isdigit() else language.dates.numbers.get(number, 0)
    grain = language.dates.units.get(unit, Grain.YEAR)
    return whens, years_before(at, count, grain) if count else None


def _validity(
    timing: Timing, whens: list[When], lasting: datetime | None
) -> tuple[datetime | None, datetime | None]:
    """From when to when a statement holds, by its dates and by what they mean for this sort of statement."""
    begins, ends = lasting, None
    for when in whens[:2]:
        if when.edge in {Edge.SINCE, Edge.FROM}:
            begins = when.begins
        elif when.edge is Edge.UNTIL or timing in {Timing.PLAN, Timing.ENDED}:
            ends = when.ends
        elif begins is None:
            begins = when.begins
    if begins and ends and begins > ends:
        return None, ends
    return begins, ends


def _dated(said: str, whens: list[When]) -> str:
    """The words with every relative date written out."""
    for when in reversed(whens):
        said = said[: when.start_at] + when.written + said[when.end_at :]
    return said


def _entities(
    subject: Subject,
    scene: Scene,
    groups: dict[str, str | None],
    rule: Rule,
    names: Iterable[re.Match[str]],
) -> tuple[Mention, ...]:
    found: dict[str, Mention] = {}
    if subject.name != scene.speaker:
        found[subject.name.lower()] = Mention(subject.name, EntityType.PERSON)
    other = groups.get("object")
    if other and other.strip():
        found.setdefault(other.strip().lower(), Mention(other.strip(), rule.type))
    inner = [Mention(name[0], EntityType.CONCEPT) for name in names]
    for mention in inner:
        if not any(mention.name.lower() in name for name in found):
            found[mention.name.lower()] = mention
    return tuple(found.values())[:6]


def _links(
    subject: Subject,
    groups: dict[str, str | None],
    rule: Rule,
    begins: datetime | None,
    ends: datetime | None,
) -> tuple[Link, ...]:
    other = (groups.get("object") or "").strip()
    if not rule.relation or not other:
        return ()
    return (
        Link(
            subject=subject.name,
            relation=rule.relation,
            object=other,
            confidence=rule.confidence,
            valid_from=begins,
            valid_until=ends,
        ),
    )
