"""The day that is spoken of: "we meet on Saturday", and then "at ten"."""

from datetime import timedelta
from typing import Final

from recollect.learn.date_words import Edge, Grain
from recollect.learn.dates import Named, When, find_dates
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.tense import tense_of
from recollect.model.turn import Turn

# So many turns later it is not meant any more. Of the `tune` dialogues' memories six more have their date with 4 or 8 than
# with 0, five more with 2.
_LATELY: Final = 4
# What is looked at of a long message.
_LAST: Final = 300
# How far before a clause "da" may stand, which was taken off its front.
_AHEAD: Final = 12


def speak_of(text: str, turn: Turn, scene: Scene, language: Language) -> None:
    """Note the day that some words speak of."""
    text = text[-_LAST:]
    named = named_before(turn, scene, same=False)
    days = [
        when.start
        for when in find_dates(
            text, turn.local, language.dates, past=tense_of(text, language), named=named
        )
        if when.grain is Grain.DAY and not when.lasts
    ]
    if days:
        scene.day, scene.day_said = days[-1], turn.index


def named_before(turn: Turn, scene: Scene, *, same: bool) -> Named | None:
    """The day that was named in the `same` sentence ("I fly on 28 May and come back on the 5th"), or lately."""
    if scene.day is None or (not same and turn.index - scene.day_said > _LATELY):
        return None
    return Named(scene.day, same and turn.index == scene.day_said)


def day_meant(
    text: str, before: str, turn: Turn, scene: Scene, language: Language, *, promised: bool
) -> When | None:
    """The day of what has an hour or a "that day" and no date: the one spoken of, or today where something is `promised`."""
    words, today = language.dates, turn.local.date()
    if words.habit.search(text) or language.past.search(text):
        return None
    found = words.clock.search(text)
    that_day = words.that_day.search(before[-_AHEAD:] + text)
    day = scene.day if scene.day and turn.index - scene.day_said <= _LATELY else None
    if not (found or that_day) or (day is None and not (found and promised)):
        return None
    day = day or today
    if day < today:
        return None
    place = found.end() if found else len(text)
    front, _ = words.written[Grain.DAY]
    return When(
        start=day,
        end=day + timedelta(days=1),
        grain=Grain.DAY,
        edge=Edge.ON,
        start_at=place,
        end_at=place,
        written=" ".join(["", *filter(None, [front, words.day(day)])]),
        zone=turn.local.tzinfo,
    )
