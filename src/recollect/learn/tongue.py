"""Whether a statement is told in another language than the words it rests on, where both are surely known."""

from typing import Final

from recollect.learn.extract.languages import codes_of, words_of
from recollect.learn.languages import LEXICONS, SPEAKERS_IN

# So many words that no other language has, and none that only another has, are no accident.
_SURE: Final = 2


def is_translated(content: str, quote: str, turn: str) -> bool:
    """Whether a statement speaks another language than its quote, and than the whole turn that was quoted."""
    told, said = words_of(content), words_of(quote)
    # What stands in both is a name or a title, of whatever language.
    spoken = _surely({*said} - {*told}) or _surely({*words_of(turn)} - {*told})
    written = _surely({*told} - {*said})
    if spoken is None or written is None or spoken == written:
        return False
    # A line of a song, in a turn that speaks of it in the statement's language.
    return _surely({*words_of(turn)} - {*said}) != written


def _surely(words: set[str]) -> str | None:
    """The only language that some words are of; None where they may be of several, or are too few."""
    only = [codes.pop() for codes in map(_languages, words) if len(codes) == 1]
    return only[0] if len(only) >= _SURE and len(set(only)) == 1 else None


def _languages(word: str) -> set[str]:
    known = {lexicon.code for lexicon in LEXICONS if word in lexicon.vocabulary}
    return known | {*codes_of(word), *_called(word)}


def _called(word: str) -> set[str]:
    """The language in which the speaker is called so."""
    return {
        code for start, code in SPEAKERS_IN.items() if word.removeprefix("l'").startswith(start)
    }
