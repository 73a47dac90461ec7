"""Statements worth keeping, found in a conversation: no key, no network, the same every time.

Rules and the plain clauses of what people say make candidates (`reading.py`). Two readers that learned from dialogues
with notes choose among them and give each its kind: weights for the signs of a clause (`worth.py`), and a small
language model that reads word by word (`Noticer`).
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from operator import attrgetter
from typing import Final

from recollect.learn.extract.candidate import Candidate, Way
from recollect.learn.extract.clauses import without_code_blocks
from recollect.learn.extract.days import speak_of
from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.joking import takes_back, without_jokes, without_what_if
from recollect.learn.extract.knowledge import learned, watch
from recollect.learn.extract.language import Language
from recollect.learn.extract.languages import language_of
from recollect.learn.extract.letters import in_letters, in_place
from recollect.learn.extract.reading import read
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.signs import Setting, signs, tokens
from recollect.learn.extract.wishes import commanded
from recollect.learn.extract.worth import Weights, Worth, shipped
from recollect.learn.said_of import statement_of
from recollect.model.entry import Kind
from recollect.model.learning import USER, Proposal
from recollect.model.noticed import Noticed
from recollect.model.ports import Noticer
from recollect.model.turn import Role, Turn

__all__ = ["Choose", "choose_by", "closed", "extract", "proposed", "said_before"]

# A clause of a known form has its kind, and is kept where it is likely worth noting; any other has to be likelier.
_KNOWN: Final = 0.14
_PLAIN: Final = 0.8
# Among people less is asked for and more is told: of LoCoMo's observations 56 % have a memory with this. With an earlier
# reader it was 45 %, 39 % with the above and 50 % with 0.5, which kept more junk of the held-out dialogues.
_AMONG_PEOPLE: Final = 0.65
# And its signs may not speak against it alone.
_LEAST: Final = 0.2
# The kind of a rule stays where the signs are for it. Of the 916 notes of the `tune` dialogues some ten more have the right
# kind since it may give way.
_LIKELY: Final = 0.5
# So many turns before the present one are what was said before it.
_BEFORE: Final = 4
_LETTERS: Final = 1200
# What was said longer ago may be no part of this talk: who says the same a month later means it anew. Of 480 cases of
# statements that follow each other 8 more come out right where it is forgotten, from twelve minutes on.
_SITTING: Final = timedelta(hours=6)
# The first word of a sentence; "Dr" and the like come before a name.
_BEGINS: Final = re.compile(
    r"(?:(?<=^)|(?<=[.!?:;\n] )|(?<=\n)|(?<=[*-] ))(?!(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Herr|Frau|Doña?|Madame|Monsieur|Mme)\b)[A-ZÀ-Þ][a-zß-ÿ]+\b(?!['’]s\b)"
)
# "Actually I use Python 3.12, not 3.11": what was believed is put right, by a name or a number.
_PUTS_RIGHT: Final = re.compile(
    r"\W*(?:(?:no|oh|wait|sorry|nein|nee|non|perdón|pardon)\W+)*"
    r"(?:actually|correction|eigentlich|tatsächlich|korrektur|en realidad|corrección|en fait|en réalité)\b"
    r".*,? (?:not|nicht|no|pas) (?:(?:at|in|on|for|a|an|the|bei|en|el|la|à|chez) )?(?-i:[A-ZÀ-Þ\d])\S*(?: [\w.]+)?\W*$",
    re.IGNORECASE | re.DOTALL,
)
# Gives the kind that a candidate is to be kept as; None where it is not to be kept.
Choose = Callable[[Candidate, Setting], Kind | None]


def extract(turns: Sequence[Turn], noticer: Noticer, *, since: int = 0) -> tuple[Proposal, ...]:
    """What the turns of one conversation state, in order; those before `since` are only there to be referred to."""
    return tuple(proposed(turns, partial(choose_by, shipped()), noticer, since=since))


def choose_by(weights: Weights, one: Candidate, where: Setting) -> Kind | None:
    """The kind that these weights and what was noticed give a candidate, if it is worth noting."""
    plain = one.way is Way.PLAIN
    by_signs = weights.weigh(signs(one, where))
    if plain and by_signs.noted < _LEAST:  # before anybody is asked: most of what is said is idle
        return None
    made = one.propose(one.rule.kind)
    if made is None:
        return None
    words = _within(where.notice(), made.start, made.end)
    worth = by_signs.seen(words, formed=not plain)
    least = _KNOWN
    if plain:
        least = _PLAIN if where.speaker == USER else _AMONG_PEOPLE
    if worth.noted < least:
        return None
    kind = worth.kind if plain else _by_rule(one, by_signs, worth)
    right = _put_right(one, made)
    if right:
        return right
    told = "past" in one.hints and "future" not in one.hints
    over = "ago" in one.hints and not {"ahead", "now"} & set(one.hints)
    if kind is Kind.COMMITMENT and (told or (plain and over)):
        # Who tells what has happened promises nothing; "I've got a test on Friday" only looks like it.
        return worth.kind_but(kind) if plain else worth.kind
    return kind


def _put_right(one: Candidate, made: Proposal) -> Kind | None:
    """The kind of what puts something right; None where it does not, or may be of any kind."""
    if one.rule.kind is Kind.FACT and _PUTS_RIGHT.match(one.clause.around):
        return Kind.CORRECTION
    # A day put right leaves a birthday a birthday.
    answers = made.corrects and one.way is Way.ANSWER and one.rule.attribute
    return one.rule.kind if answers else None


def _within(words: Sequence[Noticed], start: int, end: int) -> list[Noticed]:
    """Those of the words, which are in order, that stand from `start` to `end`."""
    first = bisect_right(words, start, key=attrgetter("end"))
    last = bisect_left(words, end, first, key=attrgetter("start"))
    return [*words[first:last]]


def _by_rule(one: Candidate, by_signs: Worth, worth: Worth) -> Kind:
    """The kind that a rule gives, unless the words are against it, and neither the rule nor the signs are sure."""
    kind = one.rule.kind
    if _certain(one) or by_signs.share(kind) > _LIKELY:
        return kind
    return worth.kind_or(kind)


def _certain(one: Candidate) -> bool:
    """Whether a rule knows best: who is who, how to be answered, and what is still to come, though told as a fact."""
    if one.rule.attribute in {"instruction", "nickname"} and one.rule.kind is Kind.PREFERENCE:
        return True
    ahead = one.rule.attribute == "goal" or not {"ahead", "future"}.isdisjoint(one.hints)
    return one.rule.kind is Kind.RELATIONSHIP or (one.rule.kind is Kind.COMMITMENT and ahead)


def proposed(
    turns: Sequence[Turn], choose: Choose, noticer: Noticer | None = None, *, since: int = 0
) -> Iterator[Proposal]:
    """What the turns state, where this chooses among what people may have stated."""
    said = {turn.id: turn for turn in turns}
    for made in _proposed([in_letters(turn) for turn in turns], choose, noticer, since):
        yield in_place(made, said[made.turn_id])


def _proposed(
    turns: Sequence[Turn], choose: Choose, noticer: Noticer | None, since: int
) -> Iterator[Proposal]:
    scene = Scene(acting=any(turn.role is Role.TOOL for turn in turns))
    before: str | None = None
    every: list[Proposal] = []
    for place, turn in enumerate(turns):
        language = language_of(turn.content, before)
        before = language.code if language else before
        made: list[Proposal] = []
        told: set[str] = set()
        watch(turn, scene)
        if turn.role is Role.USER and language:
            scene.speaker = turn.speaker or USER
            if takes_back(turn.content, language):
                last = next((one for one in turns[:place][::-1] if _same_voice(one, turn)), turn)
                every = [one for one in every if one.turn_id != last.id]
            where = _setting(turn, scene, language.code)
            if noticer and turn.index >= since:
                where = replace(
                    where, notice=_noticed(turns[: place + 1], noticer, scene, language)
                )
            for one in read(turn, scene, language):
                # What was said before is read for who and what it speaks of, and weighed no more.
                made = [other for other in made if other.quote != one.instead]
                kind = choose(one, where) if turn.index >= since else None
                found = one.propose(kind) if kind else None
                said = statement_of(found.content) if found else ""
                if found and said not in told:
                    told.add(said)
                    made.append(found)
            scene.heard |= frozenset(tokens(turn.content))
        elif turn.role in {Role.ASSISTANT, Role.TOOL} and language:
            made = list(learned(turn, scene, language))
            # What people mean by "it" they have named themselves, or were asked for.
            things = scene.things
            language.notice(_without_capitals(turn.content, scene), scene)
            scene.things = things
            speak_of(turn.content, turn, scene, language)
        if turn.role is not Role.TOOL:
            scene.question, scene.asker = turn.content, turn.speaker or str(turn.role)
        if turn.index >= since:
            every += made
    yield from every


def _without_capitals(text: str, scene: Scene) -> str:
    """An assistant's words without the capital that any sentence begins with, unless a name that is known has it.

    "Oxygen can help at night" names nobody whom the user's "he" could mean.
    """
    known = {one.subject.name for one in scene.people}

    def lowered(found: re.Match[str]) -> str:
        return found[0] if found[0] in known or gender_of_name(found[0]) else found[0].lower()

    return _BEGINS.sub(lowered, text)


def _same_voice(one: Turn, other: Turn) -> bool:
    return (one.role, one.speaker) == (other.role, other.speaker)


def _setting(turn: Turn, scene: Scene, code: str) -> Setting:
    return Setting(
        language=code,
        turn=closed(turn.content),
        index=turn.index,
        before=scene.question,
        heard=scene.heard,
        speaker=scene.speaker,
        acting=scene.acting,
    )


def _noticed(
    turns: Sequence[Turn], noticer: Noticer, scene: Scene, language: Language
) -> Callable[[], Sequence[Noticed]]:
    """Asks what is noticed in the last of the turns; where a play ends in it, as if nothing had been said before."""
    *before, turn = turns
    ends = language.guards.stops_playing.search(turn.content) if scene.playing else None
    start = ends.start() if ends else 0
    text = " " * start + _own_words(closed(turn.content[start:]), language)
    before = [replace(one, content=_own_words(one.content, language)) for one in before]
    lately = [one for one in before if turn.at - one.at < _SITTING]
    # What was said long ago may tell what is spoken of now, and may as well be forgotten.
    told = dict.fromkeys(("",) if ends else (said_before(before), said_before(lately)))

    def notice() -> Sequence[Noticed]:
        command = commanded(text, language)
        return _at_best([noticer.notice(said, command) for said in told])

    return cache(notice)


def _own_words(text: str, language: Language) -> str:
    """The words of a message that state anything: no joke, no code, and no question that only imagines something.

    The reader gives up on what stands near those: "b&bs. Suppose we skipped Skye, would we have time?".
    """
    return without_what_if(without_jokes(without_code_blocks(text), language, " "), language, " ")


def _at_best(readings: Sequence[Sequence[Noticed]]) -> Sequence[Noticed]:
    """Each word as the reading has it that finds the more in it."""
    return [max(words, key=lambda word: word.worth) for words in zip(*readings, strict=True)]


def closed(text: str) -> str:
    """The text with a full stop where it ends in a word: whether somebody types it tells nothing of what he means."""
    return f"{text}." if text[-1:].isalnum() else text


def said_before(turns: Sequence[Turn]) -> str:
    """What was said before, as the reader was taught to read it."""
    said = "".join(f"{one.speaker or one.role}: {one.content}\n" for one in turns[-_BEFORE:])
    return said[-_LETTERS:]
