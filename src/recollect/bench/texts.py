"""Synthetic messages and questions with natural word frequencies."""

from functools import cache
from random import Random

import numpy as np

# The most frequent words are real, so that the analyzer detects a language and its stop words.
_FREQUENT = (
    "the and I to a of in you it that was is my for we on so have with me but at be this not he she they "
    "had really like about what just are do time good her his when went how there all from would been out "
    "one some new can love thanks great could day last people think know going make see year work want "
    "morning coffee garden train meeting sister doctor holiday guitar recipe kitchen river yesterday "
    "bought visited promised decided plans learned forgot library winter summer museum football bicycle"
).split()
_SOUNDS = "ba ce di fo gu ha ki lo mu ne po ra si to va we zo chi sta tre bri gla mon ter dal ver sen ".split()
_VOCABULARY = 20_000
_SHORTEST, _LONGEST, _TYPICAL = 4, 70, 20
_SPREAD = 0.6


def sentences(count: int, seed: int) -> list[str]:
    """Synthetic messages of realistic lengths, all different; the same for the same seed."""
    random = np.random.default_rng(seed)
    drawn = random.lognormal(np.log(_TYPICAL), _SPREAD, count)
    lengths = np.clip(drawn, _SHORTEST, _LONGEST).astype(int)
    words = _draw(random, int(lengths.sum()))
    ends = np.cumsum(lengths)
    return [
        f"{' '.join(words[end - length : end])} {seed}-{number}"
        for number, (end, length) in enumerate(zip(ends.tolist(), lengths.tolist(), strict=True))
    ]


def questions(count: int, seed: int, speakers: tuple[str, ...] = ()) -> list[str]:
    """Synthetic questions; every other one names a speaker."""
    random = np.random.default_rng(seed)
    asked = []
    for number in range(count):
        who = speakers[number % len(speakers)] if speakers and number % 2 else "they"
        asked.append(f"What did {who} say about the {' '.join(_draw(random, 6))}?")
    return asked


def _draw(random: np.random.Generator, count: int) -> list[str]:
    words, cumulated = _vocabulary()
    places = np.searchsorted(cumulated, random.random(count) * cumulated[-1], side="right")
    return [words[place] for place in places.tolist()]


@cache
def _vocabulary() -> tuple[list[str], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The words, and their cumulative frequencies by Zipf's law."""
    random = Random(1)
    made = dict.fromkeys(_FREQUENT)
    while len(made) < _VOCABULARY:
        made["".join(random.choices(_SOUNDS, k=random.randint(2, 4)))] = None
    return list(made), np.cumsum(1 / (np.arange(_VOCABULARY) + 2.7))
