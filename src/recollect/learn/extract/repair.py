"""A value put right in a word or two, as a whole statement: "no, Tuesday" after "the dentist is on Monday"."""

import re
from datetime import datetime
from functools import cache
from typing import Final

from recollect.learn.dates import find_dates
from recollect.learn.extract.clauses import Clause
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene
from recollect.model.turn import Turn

# So many statements, and so many turns, back one is put right. Of the 14 in the dialogues and cases that may be read one
# misses two; two, five and eight find the same.
_BACK: Final = 3
# So many words are a value: four miss five of the 14, ten add whole sentences that are understood by themselves.
_FEW: Final = 6
# A word of so few letters is there for grammar: with four, and with any, "just rude" puts a number right.
_SMALL: Final = 3
# So far before a value its word of regret is looked for; 20 and 200 find the same.
_AROUND: Final = 80
_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
# "850, not 1000": the one that was wrong is known.
_NOT: Final = re.compile(
    r",? (?:and |und |y |et )?(?:not|nicht|no|pas) (?:in |on |at |the )?[\w.:/-]+[.!]?$",
    re.IGNORECASE,
)
# It was somebody else: "not him, his mother", "pas lui, sa mère".
_NOT_THEM: Final = re.compile(
    r"(?:(?:not|nicht|pas) (?:him|her|them|he|she|they|er|sie|ihn|ihm|lui|elle|eux)|(?:él|ella|ellos|ellas) no),? (?:but |sondern |mais |sino )?(?P<who>.+)$",
    re.IGNORECASE,
)
# Ends a sentence that may say what was wrong: "No wait, that's the other thing."
_SENTENCE: Final = re.compile(r"[^.!?…\n]+[.!…]?\s*$")
_NTH: Final = re.compile(r"\d(?:st|nd|rd|th)$", re.IGNORECASE)
_NAME: Final = re.compile(r"(?<=\S )[A-ZÄÖÜÀ-Þ][\w'-]+(?: [A-ZÄÖÜÀ-Þ][\w'-]+){0,3}")


def remember(text: str, scene: Scene, turn: int) -> None:
    """Keep a statement in mind, so that it can be put right."""
    scene.stated = [(scene.speaker, turn, _NOT.sub("", text)), *scene.stated][:_BACK]


def repaired(clause: Clause, turn: Turn, scene: Scene, language: Language) -> str | None:
    """What the speaker stated before, with the value that these words put right; None where they put right none."""
    # In the words themselves: "quatsch" may have been blanked as a joke.
    begin = clause.start - len(clause.before) if clause.place else 0
    before = turn.content[max(0, begin, clause.start - _AROUND) : clause.start]
    regret = language.guards.corrects.search(before)
    before = before[regret.start() :] if regret else before
    puts_right = language.guards.puts_right
    found = puts_right.fullmatch(_NOT.sub("", (before + clause.text).strip()))
    value = found["value"] if found else _behind_regret(clause, turn, language)
    if not value or clause.asked or len(_WORD.findall(value)) > _FEW:
        return None
    # Who was asked something answers that.
    asked = scene.question.rstrip().endswith("?")
    for speaker, said_in, stated in scene.stated:
        lately = said_in == turn.index or (turn.index - said_in <= _BACK and not asked)
        if speaker == scene.speaker and lately:
            whole = _put(value, stated, turn.local, language)
            if whole:
                return whole
    return None


def _behind_regret(clause: Clause, turn: Turn, language: Language) -> str:
    """A sentence of a word or two behind one that only takes something back: "No wait, that's the other thing. April 30"."""
    last = _SENTENCE.search(clause.earlier)
    if not last or clause.before.strip() or not clause.sentence:
        return ""
    regret = language.guards.puts_right.fullmatch(last[0].strip())
    if not regret or find_dates(regret["value"], turn.at, language.dates, past=None):
        return ""
    return "" if any(one.isdigit() for one in regret["value"]) else clause.text


def of_another(
    clause: Clause, turn: Turn, scene: Scene, language: Language
) -> tuple[str, str] | None:
    """What was just stated, with somebody else as its subject, and as it was stated: "not him, his mother"."""
    found = _NOT_THEM.search(clause.before + clause.text)
    who = found["who"].strip(" ,.!") if found and not clause.asked else ""
    if not who or len(_WORD.findall(who)) > _FEW or language.who(who, scene) is None:
        return None
    for speaker, said_in, stated in scene.stated:
        front = _subject(stated, language)
        if (speaker, said_in) == (scene.speaker, turn.index) and front:
            subject = language.who(front, scene)
            if subject and subject.name != scene.speaker:
                return f"{who} {stated[len(front) :].lstrip(' ,')}", stated
    return None


def _subject(stated: str, language: Language) -> str:
    """The words that a statement begins with and that say of whom it is."""
    _, named = language.carry(stated, "")
    about = language.about.pattern.match(stated)
    front = named or (about["who"].strip(" ,") if about else "")
    return front if stated.startswith(front) else ""


def _put(value: str, stated: str, at: datetime, language: Language) -> str | None:
    """A statement with this value in the place of its own, where it has one of its sort."""
    span = _number(value, stated, language) or _day(value, stated, at, language)
    if span:
        (start, end), new = span
        return stated[:start] + new + stated[end:]
    names = [one.span() for one in _NAME.finditer(stated)]
    if len(names) != 1 or not _NAME.fullmatch(f"- {value}", 2):
        return None
    (start, end) = names[0]
    return stated[:start] + value + stated[end:]


def _number(value: str, stated: str, language: Language) -> tuple[tuple[int, int], str] | None:
    """Where the statement has the number that another takes the place of: the one before the same word, or the only one."""
    numbers = _numbers(tuple(language.dates.numbers))
    new, old = list(numbers.finditer(value)), list(numbers.finditer(stated))
    if len(new) != 1:
        return None
    nth = bool(_NTH.search(new[0][0]))  # the 28th is no 25%
    old = [one for one in old if bool(_NTH.search(one[0])) == nth]
    if not old:
        return None
    rest = value[: new[0].start()] + value[new[0].end() :]
    known = set(_WORD.findall(stated.lower()))
    if any(len(word) > _SMALL and word not in known for word in _WORD.findall(rest.lower())):
        return None
    unit = _WORD.match(value[new[0].end() :].lstrip())
    alike = [one for one in old if unit and stated[one.end() :].lstrip().startswith(unit[0])]
    if len(alike) != 1 and len(old) != 1:
        return None
    return (alike or old)[0].span(), new[0][0]


@cache
def _numbers(named: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
    return re.compile(
        rf"(?<!\w)(?:\d(?:[\d.,:/ -]{{0,30}}\d)?[a-z]{{0,2}}|(?:{words}))(?!\w)", re.IGNORECASE
    )


def _day(
    value: str, stated: str, at: datetime, language: Language
) -> tuple[tuple[int, int], str] | None:
    """Where the statement has the day that another takes the place of."""
    new, old = (find_dates(text, at, language.dates, past=None) for text in (value, stated))
    if len(new) != 1 or len(old) != 1:
        return None
    start, end = new[0].start_at, new[0].end_at
    if any(len(word) > _SMALL for word in _WORD.findall(value[:start] + value[end:])):
        return None
    return (old[0].start_at, old[0].end_at), value[start:end]
