"""The intent of a message: about the user, about earlier conversations, a task, or small talk.

A question about the user ("What do I do for a living?") may share no words with its answer, so its
wording has to show that it needs memory. In other languages than these four, nothing is detected.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from recollect.domain.data_files import read_toml
from recollect.domain.folding import composed
from recollect.languages.words import asks_for_overview
from recollect.recall.terms import language_of

# The part of a message that is read; a longer one contains a pasted text.
_MAX_CHARS: Final = 1_000


_TABLE: Final = read_toml("recollect.recall", "intent.toml")
_POLITE: Final = r"(?:(?:please|bitte|por favor|can you|could you|kannst du|puedes|peux-tu)\W+)*"
_CONJUNCTION: Final = "(?:and |but |und |aber |y |pero |et |mais )?"
# Quoted text is not part of the request.
_QUOTED: Final = re.compile(
    r"\"[^\"]*\"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‘[^‘’]*’|(?<!\w)'[^']*'(?!\w)"
)
_ASKED: Final = re.compile(r"[^.!?…]+(?:[.!…](?=\S)[^.!?…]*)*\?")
_PART: Final = re.compile(r"\s*[,;:–—]\s+|\s+-\s+")
_SPACE: Final = re.compile(r"\s+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL_TALK: Final = frozenset(_TABLE["small_talk"].split())


def _alternatives(lines: str) -> str:
    return "|".join(lines.strip().split("\n"))


_HOW_ARE_YOU: Final = re.compile(
    rf"\b(?:{_alternatives(_TABLE['how_are_you'])})"
    r"(?: (?:today|heute|hoy|aujourd['’]hui))?\b",
    re.IGNORECASE,
)


def _compile(phrases: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    """The patterns of one language, by the names that they have in the data file."""
    words = {name: _alternatives(lines) for name, lines in phrases.items()}
    at_start = {
        "general": words["general"],
        "question": words["question"],
        "tell_me": f"{_POLITE}(?:{words['tell_me']})",
        "task": f"{_POLITE}(?:{words['task']})",
        "asks": f"{_CONJUNCTION}(?:{words['question']}|{words['asks']})",
    }
    anywhere = {name: words[name] for name in ("ordered", "own", "perhaps", "earlier")}
    patterns = {name: rf"\W*(?:{pattern})(?!\w)" for name, pattern in at_start.items()}
    patterns |= {name: rf"(?<![\w-])(?:{p})(?![\w-])" for name, p in anywhere.items()}
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


@cache
def _patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    """The patterns of every language, compiled for the first question: most commands ask none."""
    return {code: _compile(phrases) for code, phrases in _TABLE["languages"].items()}


def about_user(text: str) -> float:
    """1 for a question that only the user's own past can answer, 0.5 if it may be one, else 0."""
    if asks_for_overview(text):
        return 1.0
    plain = _without_quotes(text)
    patterns = _patterns().get(_language(plain))
    if patterns is None:
        return 0.0
    if patterns["earlier"].search(plain):
        return 1.0
    asking = _asking_part(plain, patterns)
    request = patterns["ordered"].sub(" ", asking)
    tell_me = patterns["tell_me"].match(asking)
    general = (
        None if tell_me else patterns["general"].match(request) or patterns["task"].match(request)
    )
    if not (tell_me or general or "?" in request or patterns["question"].match(request)):
        return 0.0
    if general:
        return 0.5 if patterns["own"].search(request, general.end()) else 0.0
    return (
        1.0
        if patterns["own"].search(request)
        else 0.5
        if patterns["perhaps"].search(request)
        else 0.0
    )


def _asking_part(plain: str, patterns: Mapping[str, re.Pattern[str]]) -> str:
    """The part of a message that asks: "what now?" in "My printer is offline, what now?"."""
    asked = _ASKED.findall(plain)
    if not asked:
        return plain
    parts = _PART.split(asked[-1].strip())
    if patterns["question"].match(parts[0]):
        return str(asked[-1])
    opens = (number for number, part in enumerate(parts) if patterns["asks"].match(part))
    return ", ".join(parts[next(opens, 0) :])


def is_general(text: str) -> bool:
    """Whether a message asks to write, compute or explain something, which rarely needs memory."""
    plain = _without_quotes(text)
    # A short message hardly shows its language, so try all.
    return any(
        patterns["task"].match(plain) or patterns["general"].match(plain)
        for patterns in _patterns().values()
    )


def is_small_talk(text: str) -> bool:
    """Whether a message is only a greeting, thanks or agreement, with nothing to search for."""
    plain = _HOW_ARE_YOU.sub(" ", _without_quotes(text))
    words = _WORD.findall(plain.casefold().replace("’", "'"))
    return _SMALL_TALK.issuperset(words) and not any(map(str.isdigit, text))


def _language(plain: str) -> str:
    """The language of a message; if a few words show none, that of its question word."""
    language = language_of(plain)
    if language != "en":
        return language
    asking = (code for code, patterns in _patterns().items() if patterns["question"].match(plain))
    return next(asking, language)


def _without_quotes(text: str) -> str:
    return _SPACE.sub(" ", _QUOTED.sub(" ", composed(text[:_MAX_CHARS])))
