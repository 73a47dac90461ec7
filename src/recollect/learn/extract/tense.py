"""The tense of a clause, part by part: "the oven broke on Thursday and the new one comes on the 19th"."""

from collections.abc import Iterator
from itertools import pairwise

from recollect.learn.dates import Tense
from recollect.learn.extract.language import Language


def tense_of(said: str, language: Language, *, past: bool | None = None) -> Tense:
    """Whether the words at a place tell of the past; `past` is what is known of the clause, or of the part it begins with."""
    parts = list(_parts(said, language))

    def tense(place: int) -> bool | None:
        start, end = next(part for part in reversed(parts) if part[0] <= place)
        # What is promised may be told like what is over: "j'ai promis qu'on irait camper en août".
        if past is False or (past and start == 0):
            return past
        return _told(said[start:end], language)

    return tense


def _told(words: str, language: Language) -> bool | None:
    if language.future.search(words):
        return False
    return bool(language.past.search(words) or language.dates.since.search(words)) or None


def _parts(said: str, language: Language) -> Iterator[tuple[int, int]]:
    """Where the parts begin and end that have a verb of their own; words without one belong to the part before them."""
    words = language.dates
    joints = [joint.start() for joint in words.joints.finditer(said)]
    edges = [0, *joints, len(said)]
    start, has_verb = 0, False
    for begins, ends in pairwise(edges):
        own = _has_verb(said[begins:ends], language)
        if own and has_verb:
            yield start, begins
            start = begins
        has_verb = has_verb or own
    yield start, len(said)


def _has_verb(words: str, language: Language) -> bool:
    tenses = (language.dates.present, language.past, language.future)
    return any(tense.search(words) for tense in tenses)
