"""Plans with a date that change a state: the new home or job is the current one from that day."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.dates import Day
from recollect.domain.marks import ATTRIBUTES
from recollect.domain.ports import MessageReader
from recollect.languages.pack import pack
from recollect.languages.sentences import sentences
from recollect.languages.words import precedes_date

# The planned state as if it were true: the reader knows a place or a company by these sentences.
# A home: of 13 places it takes 12, of 22 products and days 5 ("moving to Jira").
_AS_FACTS: Final = {
    "home": ("I moved to {} last week.", "Since March I live in {}."),
    "employer": ("I work at {}.", "Since March I work for {}."),
}
_SURE: Final = 0.9
# Attributes that are true from a day on, not only on it.
STATES: Final = frozenset(_AS_FACTS) | {"role", "school"}
_NAME: Final = re.compile(r"\s+((?:[A-ZÀ-ÖØ-Þ][\w'’-]*)(?: [A-ZÀ-ÖØ-Þ][\w'’-]*){0,3})")
_SPACES: Final = re.compile(r"\s+")


def planned_state(
    quote: str, days: Sequence[Day], language: str, reader: MessageReader
) -> tuple[str, str] | None:
    """The attribute and value that a plan gives the speaker: home York, from "moving to York"."""
    words = pack(language).table("plans")
    undated = _without_dates(quote, days)
    low = undated.casefold()
    for attribute, facts in _AS_FACTS.items():
        for phrase in (phrase for phrase in words[attribute] if phrase in low):
            value = _named_after(phrase, undated, words["unless"])
            if value and all(_reads_as(attribute, fact, value, reader) for fact in facts):
                return attribute, value
    return None


def begins_state(quote: str, language: str) -> bool:
    """Whether something begins on the date in it and goes on: "Priya starts at the hospice"."""
    low = quote.casefold()
    return any(phrase in low for phrase in pack(language).table("plans")["begins"])


def holds_onwards(quote: str, language: str) -> bool:
    """Whether an instruction holds from the date in it: "use that for anything after that"."""
    low = quote.casefold()
    return any(phrase in low for phrase in pack(language).table("plans")["onwards"])


def _without_dates(quote: str, days: Sequence[Day]) -> str:
    """The quote without its dates and the words before them: "moving on 5 May to York"."""
    text = quote
    for day in sorted(days, key=lambda day: day.start_at, reverse=True):
        before = text[: day.start_at].rstrip()
        last = before.rsplit(maxsplit=1)[-1:] or [""]
        kept = before.removesuffix(last[0]).rstrip() if precedes_date(last[0]) else before
        text = f"{kept} {text[day.end_at :].lstrip()}"
    return _SPACES.sub(" ", text.replace("’", "'"))


def _named_after(phrase: str, text: str, unless: Sequence[str]) -> str | None:
    """The name after a phrase, unless the sentence only supposes it."""
    for start, end in sentences(text):
        sentence = text[start:end]
        found = re.search(rf"(?<!\w){re.escape(phrase)}(?=\s)", sentence, re.IGNORECASE)
        if found is None:
            continue
        supposes = {*re.findall(r"[\w-]+", sentence[: found.start()].casefold())} & {*unless}
        name = _NAME.match(sentence, found.end())
        return name[1] if name and not supposes else None
    return None


def _reads_as(attribute: str, fact: str, value: str, reader: MessageReader) -> bool:
    """Whether the reader takes the value for one of the attribute."""
    text = fact.format(value)
    first = text.index(value)
    place = ATTRIBUTES.index(attribute)
    last = first + len(value)
    words = [word for word in reader.read("", text).words if first <= word.start < last]
    return bool(words) and sum(word.attributes[place] for word in words) >= _SURE * len(words)
