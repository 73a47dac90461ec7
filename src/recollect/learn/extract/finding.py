"""What one clause may state: by a rule, as an answer or a correction, of whom was asked, or plainly."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from recollect.learn.dates import When, find_dates
from recollect.learn.extract.alone import in_context
from recollect.learn.extract.candidate import Candidate, Way
from recollect.learn.extract.clauses import Clause, without_code
from recollect.learn.extract.days import day_meant
from recollect.learn.extract.language import Language, Rule
from recollect.learn.extract.proposing import Place, proposal, subject_of
from recollect.learn.extract.scene import Subject
from recollect.learn.extract.whom import ASKED, EITHER
from recollect.learn.said_of import statement_of
from recollect.model.entry import Kind
from recollect.model.learning import Proposal

# A clause of fewer letters says nothing worth keeping. With 5 one note of the `tune` dialogues fewer is found, and as much
# junk; an answer may be "nuts".
_SHORTEST: Final = 4
# Among the first so many clauses of a turn is the answer to what was asked.
_REPLY: Final = 2
# So many words may announce what follows them.
_FEW: Final = 3
# So short a month may be written.
_MONTH: Final = 3
# A clause as it is.
_ANYTHING: Final = Rule(cues=frozenset(), said=".+", kind=Kind.FACT, confidence=0.5)
# A clause about somebody of whom nothing is known is no statement, but for what they do to the speaker.
SOMEBODY: Final = frozenset("he she they er sie il elle ils elles él ella ellos ellas".split())
_SELF: Final = re.compile(
    r"\b(?:me|my|us|our|mich|mir|mein\w*|uns|unser\w*|mí|mis?|nos|nuestr\w+|moi|mon|ma|mes|nous|notre)\b",
    re.IGNORECASE,
)
# What a question asks for of somebody: his values, your dad's blood sugar.
_THEIRS: Final = re.compile(
    r"\b(?:his|her|their|(?:sein|ihr)(?:e[nrms]?)?|sus?|son|sa|ses|leurs?|(?!(?:how|what|who|where|when|it|that|there|he|she)'s)\w+'s) \w[^.!?]*\?",
    re.IGNORECASE,
)
# A sentence of its own before the answer.
_YES: Final = re.compile(r"\W*(?:yes|yeah|yep|ja|jo|sí|si|oui|ouais)\W*", re.IGNORECASE)
_I: Final = re.compile(r"\b(?:I|we|ich|wir|yo|nosotr[oa]s|je|j(?='))\b", re.IGNORECASE)


def candidates(
    place: Place, whole: str, right: str | None, asked: str, beside: str
) -> Iterator[Candidate]:
    """What a clause puts right; or its asides, and the first rule that it fits, or else what it answers, or else itself.

    Without a subject it is of who was `asked` about, or of who stands before the brackets that it stands `beside`.
    """
    if right:
        yield from _repair(place, right)
        return
    said = replace(place, clause=_with_subject(place.clause, whole))
    for rule in place.language.asides:
        for match in rule.pattern.finditer(said.clause.text):
            yield from _by_rule(said, Way.ASIDE, rule, match)
    theirs = _answer(place, asked) if asked.strip(EITHER) else []
    yield from theirs
    made = [] if theirs else _first(said, Way.RULE) or _answer(place) or _plain(said)
    for one in made:
        if beside and one.about == "speaker" and not of_oneself(place.clause, place.language):
            yield from _told_of(beside, said) if one.way is Way.PLAIN else []
        elif not asked or not _is_theirs(one, place, sure=bool(asked.strip(EITHER))):
            yield one
        elif one.way is Way.PLAIN and place.clause.place < _REPLY:
            yield from _told_of(asked, said)


def _told_of(asked: str, place: Place) -> list[Candidate]:
    """Words without a subject, told of whom was asked about as their own would be: "Walt: lisinopril (asked: …)"."""
    subject = place.language.who(asked, place.scene)
    if subject is None:
        return []
    theirs = replace(place, scene=replace(place.scene, speaker=subject.told))
    bare = _ANYTHING.pattern.match(theirs.clause.text)
    if not bare or not _plain(theirs):
        return []
    one = _candidate(theirs, Way.PLAIN, _ANYTHING, bare)
    return [replace(one, propose=_of(subject, one))]


def _of(subject: Subject, one: Candidate) -> Callable[[Kind], Proposal | None]:
    def propose(kind: Kind) -> Proposal | None:
        made = one.propose(kind)
        if made is None:
            return None
        told = made.content
        if not told.lower().startswith(subject.told.lower()):
            told = f"{subject.told[:1].upper()}{subject.told[1:]}: {told[:1].lower()}{told[1:]}"
        return replace(made, subject=subject.name, content=told)

    return propose


def _is_theirs(one: Candidate, place: Place, *, sure: bool) -> bool:
    """Whether words without a person answer what was asked of somebody else: then they are not of the speaker.

    Where that somebody is `sure` and was asked for something of theirs, an answer tells of it: "How is his blood sugar?"
    """
    clause, language = place.clause, place.language
    says = bool(language.alone.verbs.search(clause.text))
    named = one.about != "speaker" and (says or one.way is not Way.PLAIN)
    if named or one.rule.attribute == "instruction":
        return False
    if (
        one.way is Way.PLAIN and not place.scene.people
    ):  # "he" is no person: it is told with what was asked
        return False
    if of_oneself(clause, language) or _SELF.search(one.clause.text):
        return False
    if one.way is Way.PLAIN and sure and is_first(clause):
        return not says or bool(_THEIRS.search(place.scene.question[-ASKED:]))
    return one.way is Way.ANSWER or not says


def is_first(clause: Clause) -> bool:
    """Whether a clause is the first of what is said, where an answer stands."""
    return clause.sentence == 0 and clause.place < _REPLY


def _first(place: Place, way: Way) -> list[Candidate]:
    """What the first rule says that matches the clause, or what follows its preamble."""
    clause = place.clause
    if len(clause.text) - clause.carried < _SHORTEST:
        return []
    fitting = place.language.rules.fitting(clause.words)
    rules = [one for one in fitting if one.follows(clause.before, place.scene.question[-ASKED:])]
    preamble = place.language.preamble.match(clause.text)
    for start in (0, preamble.end()) if preamble else (0,):
        for rule in rules:
            match = rule.pattern.match(clause.text, start)
            made = _by_rule(place, way, rule, match) if match else []
            if made:
                return made
    return []


def _answer(place: Place, asked: str = "") -> list[Candidate]:
    """What a short reply states together with the question it answers, of who else was asked about; the quote is the reply."""
    clause, scene = place.clause, place.scene
    begun = asked and (_YES.fullmatch(clause.earlier) or clause.earlier.strip(" -–—:") == asked)
    later = clause.sentence and clause.before and not begun
    if not scene.question or clause.place >= _REPLY or later:
        return []
    question = scene.question[-ASKED:]
    reply = clause.text if begun else clause.before + clause.text
    language = place.language
    full = (
        language.answered_of(asked, question, reply)
        if asked
        else language.answered(question, reply)
    )
    if not full:
        return []
    whole = replace(place, clause=_in_full(clause, full))
    # "no, I'd rather stay in Tacoma": the no is the answer, and what follows it says something else.
    more = _plain(place) if _says_more(clause, full) else []
    said = replace(place, clause=_front(clause)) if more else place
    return [
        replace(one, propose=_quoting(one, said))
        for one in _first(whole, Way.ANSWER) or _plain(whole)
    ] + more


def _says_more(clause: Clause, full: str) -> bool:
    """Whether what stands behind a yes or a no is no part of what the two say in full, whatever its article."""
    return bool(clause.before.strip()) and clause.text.split()[-1].lower() not in full.lower()


def _front(clause: Clause) -> Clause:
    """What stands before a clause in its sentence, as far as it has words."""
    said = clause.before.rstrip(" ,.;:!")
    start = clause.start - len(clause.before.lstrip())
    return replace(clause, start=start, end=start + len(said.lstrip()))


def _repair(place: Place, full: str) -> list[Candidate]:
    """What was stated before, with the value that is put right; the quote is the value."""
    whole = replace(place, clause=replace(_in_full(place.clause, full), before=""))
    made = _first(whole, Way.ANSWER) or _plain(whole)
    asked = place.language.answered(place.scene.question[-ASKED:], full) if not made else None
    if asked:  # what was put right was no more than an answer
        whole = replace(whole, clause=_in_full(whole.clause, asked))
        made = _first(whole, Way.ANSWER) or _plain(whole)
    return [
        replace(one, way=Way.ANSWER, propose=_quoting(one, place, corrects=True)) for one in made
    ]


def _in_full(clause: Clause, full: str) -> Clause:
    """A clause with what it means to say in its place."""
    return replace(clause, text=full, words=tuple(re.findall(r"[\w'-]+", full.lower())))


def _quoting(
    one: Candidate, place: Place, *, corrects: bool = False
) -> Callable[[Kind], Proposal | None]:
    start, end = place.clause.start, place.clause.end

    def propose(kind: Kind) -> Proposal | None:
        made = one.propose(kind)
        if made is None:
            return None
        made = replace(made, start=start, end=end, quote=place.turn.content[start:end])
        if not corrects:
            return made
        # The statement before it is the one that was wrong.
        return replace(made, content=statement_of(made.content), corrects=True)

    return propose


def _plain(place: Place) -> list[Candidate]:
    """The clause as it is, with its subject where it has one."""
    text, about = place.clause.text, place.language.about
    if len(text) - place.clause.carried < _SHORTEST or _only_dates(place) or _announces(place):
        return []
    if _is_half(place):
        return []
    preamble = place.language.preamble.match(text)
    match = about.pattern.match(text) or (preamble and about.pattern.match(text, preamble.end()))
    if match and subject_of(match.groupdict(), place.scene, place.language):
        return [_candidate(place, Way.PLAIN, about, match)]
    if match and match["who"].lower().strip(" ,") in SOMEBODY and not _SELF.search(text):
        return []
    match = _ANYTHING.pattern.match(text)
    return [_candidate(place, Way.PLAIN, _ANYTHING, match)] if match else []


def _announces(place: Place) -> bool:
    """Whether a clause only says of what the next one speaks: "my aim: …"."""
    behind = place.turn.content[place.clause.end : place.clause.end + 1]
    return behind == ":" and len(place.clause.words) <= _FEW


def _is_half(place: Place) -> bool:
    """Whether a clause is only the half of a subject, told with the clause behind it: "my sister" "and I are …"."""
    language, clause = place.language, place.clause
    parted = language.company.parted.match(clause.after)
    return bool(parted) and not language.alone.verbs.search(clause.text)


def _only_dates(place: Place) -> bool:
    """Whether a clause says nothing but when."""
    text = without_code(place.clause.text)
    whens = find_dates(text, place.turn.local, place.language.dates, past=None)
    for when in whens:
        text = text[: when.start_at] + " " * (when.end_at - when.start_at) + text[when.end_at :]
    return bool(whens) and not any(len(word) > _MONTH and word.isalpha() for word in text.split())


def _by_rule(place: Place, way: Way, rule: Rule, match: re.Match[str]) -> list[Candidate]:
    """What a rule makes of a clause, if it makes anything of it."""
    made = proposal(place, match, rule, rule.kind)
    return [_candidate(place, way, rule, match)] if made else []


def _candidate(place: Place, way: Way, rule: Rule, match: re.Match[str]) -> Candidate:
    named = not {"who", "whose"}.isdisjoint(_named(match))
    subject = way is not Way.PLAIN or named
    # "- rent 1,100": of a known form, and yet told with what was asked.
    whole = subject and (named or rule.attribute is not None) and not _is_riddle(place, way)

    def propose(kind: Kind) -> Proposal | None:
        made = proposal(place, match, rule, kind)
        if made is None or way is Way.ANSWER:
            return made
        told = in_context(made.content, place.clause, place.scene, place.language, subject=whole)
        return replace(made, content=told)

    return Candidate(
        way=way,
        clause=place.clause,
        rule=rule,
        hints=_hints(place, own=subject and _about(match, place) == "speaker"),
        doubts=_doubts(place),
        about=_about(match, place),
        propose=propose,
    )


def _is_riddle(place: Place, way: Way) -> bool:
    """Whether words without a verb say nothing without the question: "me 12, him 2"."""
    scene, clause = place.scene, place.clause
    asked = scene.asker != scene.speaker and scene.question.rstrip().endswith("?")
    few = len(clause.words) <= _FEW and not place.language.alone.verbs.search(clause.text)
    return way is Way.PLAIN and asked and few


def _named(match: re.Match[str]) -> frozenset[str]:
    """The groups of a match that have words."""
    return frozenset(name for name, said in match.groupdict().items() if said)


def _about(match: re.Match[str], place: Place) -> str:
    subject = subject_of(match.groupdict(), place.scene, place.language)
    if subject is None or subject.name == place.scene.speaker:
        return "speaker"
    return "thing" if place.scene.speaker in subject.name else "other"


def _doubts(place: Place) -> tuple[str, ...]:
    guards = place.language.guards
    touched = (
        ("laughs", guards.laughs.search(place.clause.around)),
        ("talk", guards.talk.search(place.clause.text)),
    )
    return tuple(name for name, found in touched if found)


def _hints(place: Place, *, own: bool) -> tuple[str, ...]:
    """What the words of a clause are otherwise used for: the kinds of the rules that wait for them, and times.

    An hour at which people do something of their `own` is that of any day.
    """
    text, language = without_code(place.clause.text), place.language
    cued = language.rules.cued(place.clause.words)
    seen = (
        *language.hints.items(),
        ("future", language.future),
        ("past", language.past),
        ("begins", language.begins),
        ("lasting", language.lasting),
        ("denies", language.denies),
        ("preamble", language.preamble),
    )
    today = place.turn.local.date()
    dates = find_dates(text, place.turn.local, language.dates, past=None)
    if not (dates or own):
        before = place.clause.before
        meant = day_meant(text, before, place.turn, place.scene, language, promised=False)
        dates = [meant] if meant else []
    return (
        *dict.fromkeys(f"cue {rule.kind}" for rule in cued),
        *dict.fromkeys(f"cue {rule.attribute}" for rule in cued if rule.attribute),
        *(name for name, pattern in seen if pattern.search(text)),
        *dict.fromkeys(f"{when.grain} {_side(when, today)}" for when in dates),
        *dict.fromkeys(_side(when, today) for when in dates),
    )


def _side(when: When, today: date) -> str:
    if when.start > today:
        return "ahead"
    return "now" if today < when.end else "ago"


def of_oneself(clause: Clause, language: Language) -> bool:
    """Whether a clause speaks of the speaker, though somebody in a story was spoken of right before."""
    said = clause.text
    return bool(language.tells.match(said) or _SELF.search(said) or _I.search(said))


def _with_subject(clause: Clause, whole: str) -> Clause:
    """The clause with the subject that it shares with the one before it."""
    return replace(clause, text=whole, carried=len(whole) - len(clause.text))
