"""What is taken back as it is said: "I live in a castle. Just kidding, I live in Hull"."""

import re
from collections.abc import Iterator
from typing import Final

from recollect.learn.extract.language import Language

# So far back a sentence is looked for that is taken back.
_LONGEST: Final = 300
_STOP: Final = re.compile(r"[.!?…\n]")
_QUESTION: Final = re.compile(r"[^.!?…\n]+\?+")
# What calls a thing a joke; "nonsense" and "haha no" only say that something else is not so.
_JOKE: Final = re.compile(
    r"kidding|joking|\bjk\b|april|scherz|spaß|witz|broma|coña|inocente|plaisante|rigole|blague|déconne",
    re.IGNORECASE,
)
_CLOSING: Final = " \t,;:.!?…-–—()"


def without_jokes(text: str, language: Language, blank: str, *, first: bool = False) -> str:
    """The text with every sentence that is taken back blanked, and the words that do; the length stays.

    Where it is the `first` that somebody says, a joke it begins with is still to come: "Just kidding, I hate my dog".
    """
    kept, at = [], 0
    for start, end in _spans(text, language, first=first):
        kept += [text[at:start], blank * (end - max(at, start))]
        at = end
    return "".join([*kept, text[at:]])


def without_what_if(text: str, language: Language, blank: str) -> str:
    """The text with every question blanked that only imagines something: "Suppose we left, would we …?"."""

    def blanked(found: re.Match[str]) -> str:
        return blank * len(found[0]) if language.guards.supposes.search(found[0]) else found[0]

    return _QUESTION.sub(blanked, text)


def takes_back(text: str, language: Language) -> bool:
    """Whether a turn begins with taking back what was said in the one before."""
    return language.guards.joked.match(text.lstrip(_CLOSING)) is not None


def _spans(text: str, language: Language, *, first: bool) -> Iterator[tuple[int, int]]:
    for found in language.guards.joked.finditer(text):
        near = max(0, found.start() - _LONGEST)
        said = text[near : found.start()].rstrip(_CLOSING)
        ends = [stop.end() for stop in _STOP.finditer(said)]
        ahead = first and not said and _JOKE.search(found[0]) and not _STOP.search(found[0])
        stop = _STOP.search(text, found.end()) if ahead else None
        end = stop.end() if stop else len(text) if ahead else found.end()
        yield near + (ends[-1] if ends else 0), end
