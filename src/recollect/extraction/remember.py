"""Detects requests to remember something, by the phrases of a language pack."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.languages.forms import any_of
from recollect.languages.pack import pack
from recollect.languages.sentences import sentences
from recollect.languages.words import asks_for_overview, refers_back

# A longer sentence ends with no request that points at it.
_LONGEST: Final = 500


@dataclass(frozen=True, slots=True)
class PointingRequest:
    """A request such as "keep that in mind", and where in the message is what it points at."""

    start: int
    end: int
    # None if that is not in the message.
    pointed: tuple[int, int] | None


def pointing_requests(text: str, language: str) -> list[PointingRequest]:
    """The requests of a message to remember what it says before them, or else after them."""
    places = [*sentences(text)]
    found: list[PointingRequest] = []
    for number, (first, end) in enumerate(places):
        request = _pointing_request(text[first:end], language) if end - first <= _LONGEST else None
        if request is None:
            continue
        start, may_be_ahead = first + request[0], request[1]
        known = {(each.start, each.end) for each in found}
        before = [one for one in places[:number] if one not in known]
        said = text[first:start].rstrip(" ,;:–—-")
        pointed = (first, first + len(said)) if said else _statement_before(text, before)
        if pointed is None and may_be_ahead:
            after = places[number + 1 :]
            pointed = next((one for one in after if text[one[1] - 1] != "?"), None)
        found.append(PointingRequest(start, end, pointed))
    return found


def _statement_before(text: str, places: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The last of these sentences, with the one that its "she" or "it" refers to."""
    if not places or text[places[-1][1] - 1] == "?":
        return None
    start, end = places[-1]
    words = re.findall(r"[^\W\d_]+", text[start:end])
    before = places[-2] if len(places) > 1 and any(map(refers_back, words)) else None
    is_near = before and text[before[1] - 1] != "?" and "\n\n" not in text[before[1] : start]
    return (before[0], end) if before and is_near else (start, end)


def without_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with blanks for these spans, at its original length."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _pointing_request(sentence: str, language: str) -> tuple[int, bool] | None:
    """Where a request at the end of a sentence begins, and whether it may point ahead."""
    folded = sentence.lower().replace("’", "'")
    found = _pointing(language).search(folded.rstrip(" .!?…"))
    # "Remember that?" is a question, "can you remember that?" is none.
    if found is None or len(folded) != len(sentence) or (folded[-1] == "?" and not found["lead"]):
        return None
    ahead = pack(language).table("remember")["ahead"]
    return found.start("request"), any(f" {word}" in found["request"] for word in ahead)


@cache
def _pointing(language: str) -> re.Pattern[str]:
    """A whole sentence, or its end after a comma, that asks to remember "that"."""
    table = pack(language).table("remember")
    openers, pointed, tails = (any_of(table[name]) for name in ("openers", "pointed", "tails"))
    slot = rf"(?:{pointed})(?:[\s,]+(?:{tails}))?"
    forms = any_of(table["pointing"]).replace("…", slot)
    return re.compile(
        rf"(?:\A\W{{0,8}}|[,;:–—-]\s{{0,8}})"
        rf"(?P<request>(?P<lead>(?:(?:{openers})[\s,:]{{1,8}}){{0,3}})"
        rf"(?:{forms})(?:[\s,]{{1,8}}(?:{tails})){{0,2}})\Z"
    )


def asks_to_remember(sentence: str, language: str) -> bool:
    """Whether a sentence is "remember that …", "from now on …" or the like, and not a question."""
    if sentence.rstrip().endswith("?"):
        return False
    text = sentence.casefold().replace("’", "'")
    if _pattern(language).match(text):
        return True
    # "She said from now on it is over" is not a request.
    return not refers_back(text.split(maxsplit=1)[0]) and bool(
        _somewhere(language, "anywhere").search(text)
    )


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """The phrases, with up to three openers before them and something to remember after."""
    table = pack(language).table("remember")
    openers, phrases = any_of(table["openers"]), any_of(table["phrases"])
    return re.compile(rf"(?:(?:{openers})[\s,:]+){{0,3}}(?:{phrases})(?!\w)[\s,:]*\w")


def is_one_off(sentence: str, language: str) -> bool:
    """Whether a request applies only now or to one thing: "just this once", "in this file"."""
    text = sentence.casefold().replace("’", "'")
    if _somewhere(language, "once").search(text):
        return True
    # "Never mind …" says nothing of what holds.
    opened = re.sub(_openers(language), "", text, count=1)
    is_lasting = _somewhere(language, "ever").search(opened)
    # The end of a text ends a clause too: "don't commit yet".
    is_now = _somewhere(language, "current").search(f"{text}.") or _one_thing(language).search(text)
    if (is_now or _begins(language, "making").match(text)) and not is_lasting:
        return True
    asking = _begins(language, "asking").match(text)
    return asking is not None and not _somewhere(language, "lasting").search(text, asking.end())


def directs(sentence: str, language: str) -> bool:
    """Whether a sentence begins like an instruction: "don't …", "only …", "call me …"."""
    return bool(_begins(language, "directing").match(sentence.casefold().replace("’", "'")))


def is_supposed(sentence: str, language: str) -> bool:
    """Whether a sentence says what would be: "if I get it, I'd be home by six"."""
    text = sentence.casefold().replace("’", "'")
    words = {*re.findall(r"[\w'-]+", text)}
    if words.isdisjoint(pack(language).table("plans")["unless"]):
        return False
    supposes = _somewhere(language, "supposing").search(text)
    return bool(supposes) and not _somewhere(language, "wishing").search(text)


@cache
def _begins(language: str, name: str) -> re.Pattern[str]:
    """The beginning of a request, with up to four openers."""
    phrases = any_of(pack(language).table("remember")[name])
    return re.compile(rf"{_openers(language)}(?:{phrases})(?!\w)")


@cache
def _openers(language: str) -> str:
    tables = pack(language).table("remember"), pack(language).table("forget")
    openers = any_of(word for table in tables for word in table["openers"])
    return rf"\W{{0,8}}(?:(?:{openers})[\s,:]+){{0,4}}"


@cache
def _one_thing(language: str) -> re.Pattern[str]:
    """One thing at the end of a clause: "this test file", but no "this commit format"."""
    table = pack(language).table("remember")
    these, things = any_of(table["these"]), any_of(table["things"])
    return re.compile(rf"(?<!\w)(?:{these}) (?:\w+ )?(?:{things})\s*(?:[,.;:!?)–—]|$)")


def without_overview_questions(text: str) -> str:
    """The text with blanks for "tell me everything you know about me": that states nothing."""
    asking = [place for place in sentences(text) if asks_for_overview(text[slice(*place)])]
    return without_spans(text, asking)


@cache
def _somewhere(language: str, name: str) -> re.Pattern[str]:
    # "Today's date" is not "today".
    return re.compile(rf"(?<!\w)(?:{any_of(pack(language).table('remember')[name])})(?!'?\w)")
