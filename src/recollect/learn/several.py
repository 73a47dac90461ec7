"""Whether a statement speaks of one thing where a memory tells of several: of peanuts, and not of shellfish."""

import re
from typing import Final

from recollect.learn.claim import Claim
from recollect.learn.lexicon import SPEAKERS, Lexicon
from recollect.learn.reading import senses_of
from recollect.learn.said_of import statement_of
from recollect.learn.statement import Statement

# What stands between the things of a list; a comma alone may be followed by what tells more of the one before.
_AND: Final = re.compile(
    r"[\s,]*(?:[&+](?!\d)|(?<!\w)(?:and|or|nor|plus|und|oder|sowie|y|e|o|u|ni|et|ou)(?!\w))[\s,]*",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r"\s*[,;](?!\d)\s*")
# How the speaker and their people are called.
_WE: Final = re.compile(
    r"\b(?:chez l['’]utilisat\w+|User and others|(?:der |die )?Nutzer(?:in)? und andere|(?:el|la) usuari[oa] y l[oa]s suy[oa]s"
    r"|(?:l['’])utilisat(?:eur|rice) et (?:les siens|d['’]autres))\b",
    re.IGNORECASE,
)
# What begins with one of these is no thing beside the others, but tells more of the one before.
_FURTHER: Final = re.compile(
    r"(?:in|on|at|by|for|from|of|to|with|without|near|since|until|till|before|after|because|when|while|if|as|than|that|which"
    r"|who|whose|but|so|then|about|it|he|she|they|you|im|ins|am|auf|bei|beim|mit|ohne|von|vom|zu|zum|zur|seit|bis|vor|nach"
    r"|weil|wenn|als|dass|aber|für|aus|um|er|sie|es|en|al|por|para|de|del|con|sin|desde|hasta|porque|cuando|como|que|pero"
    r"|à|au|aux|par|pour|du|avec|sans|depuis|jusqu\w*|avant|après|parce|quand|comme|qui|mais|chez|dans|il|elle|ça)(?!\w)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_][\w'’.-]*")
# A unit has fewer letters.
_SHORTEST: Final = 3
_TWO: Final = 2

# The words of a thing that stand together, in order.
_Runs = list[frozenset[str]]


def one_of_several(claim: Claim, known: Claim, content: str) -> bool:
    """Whether it speaks of some of the things that this content lists, and not of the others."""
    said, old = claim.statement, known.statement
    if old.language is None or said.language is not old.language:
        return False
    if "instruction" in {claim.attribute, known.attribute}:
        return False
    told = said.words | said.left | said.about
    things = _things(_WE.sub("", statement_of(content)).strip(" ,"), old, old.language)
    spoken_of = [bool(thing[-1] & told) for thing in things]
    if not any(spoken_of):
        # Ramipril for blood pressure: it is named before what it is for.
        spoken_of = [any(run & told for run in thing) for thing in things]
    return any(spoken_of) and not all(spoken_of)


def _things(content: str, old: Statement, language: Lexicon) -> list[_Runs]:
    """The things that a sentence lists, each by the words that tell it from the others; none where it is no list."""
    plain = old.timed | language.times | language.light | set(old.numbers) | {language.liking}
    halves = [_thing(half, language, plain) for half in _AND.split(content)]
    if len(list(filter(None, halves))) < _TWO:  # "User and others" are one
        return []
    parts = [part for half in _AND.split(content) for part in _COMMA.split(half)]
    listed = [part for n, part in enumerate(parts) if n == 0 or not _FURTHER.match(part)]
    things = [_thing(part, language, plain) for part in listed]
    return [thing for thing in things if thing]


def _thing(part: str, language: Lexicon, plain: frozenset[str]) -> _Runs:
    """The words of a part that stand together and tell something: ramipril, of "takes ramipril in the morning"."""
    runs: list[list[str]] = [[]]
    for word in _WORD.findall(part):
        senses = [one for one in senses_of(word, language) - SPEAKERS if len(one) >= _SHORTEST]
        untold = not senses or set(senses) & language.times
        if untold and runs[-1]:
            runs.append([])
        if not untold:
            runs[-1] += senses
    telling = (frozenset(run) - plain for run in runs if set(run) - language.light)
    return [run for run in telling if run]
