"""When a statement says something is, was or will be: dates in its text, reckoned from the time it was said.

A language brings its words (`date_words.py`); the days they come to are the same everywhere (`reckoning.py`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final

from recollect.learn.date_tense import (
    ARRANGED,
    FROM_THERE,
    GOT,
    GRANTED,
    HAD,
    IS_FROM,
    MOVED,
    NEW_END,
    SIGNED_UP,
    STARTING,
    UNTIL_THEN,
    WAS_SO,
    WILL_BE,
)
from recollect.learn.date_words import DateWords, Edge, Grain
from recollect.learn.reckoning import SEASON_STARTS, span
from recollect.model.clock import start_of

# What stands between "until" and a month.
_PART_OF: Final = re.compile(
    r"(?:the |la |le )?\b(?:end|beginning|start|middle|finales|principios|mediados|fin|début)(?: of| de)?\s*$"
)
_END_OF: Final = re.compile(r"\b(?:end|ende|finales|final|fines|fin)(?: of| de)?\s*$")
# A last or a next one of somebody's own is named, not reckoned: my last night shift, mein letzter Tag.
_OWN: Final = re.compile(
    r"\b(?:my|our|your|his|their|(?:mein|dein|unser|sein)\w*|ihre[nrms]?|mis?|tus?|sus?|nuestr[oa]s?)\s$",
    re.IGNORECASE,
)
# A day on which one comes back lies behind the one that was named before it.
_BACK: Final = re.compile(
    r"\b(?:back|return\w*|home|zurück\w*|wieder|vuelt\w+|vuelv\w+|volv\w+|regres\w+|retour\w*|rentr\w+|revien\w+)\b",
    re.IGNORECASE,
)
# A year that names a thing: a car of 2014, Office 2010.
_MADE: Final = re.compile(
    r"\b(?:bj|baujahr|modell|model|modelo|modèle|version|versión)[.:]? $|(?<=\w )(?:Office|Windows|Excel|Word|Server|Python|SQL Server|Visual Studio|Agenda) $",
    re.IGNORECASE,
)
# What somebody pays or earns is no year: the rent is 1950, ich verdiene 2050.
_PAID: Final = re.compile(
    r"\b(?:rent|salary|wages?|budget|price|mortgage|deposit|pay(?:ing|s)?|earn(?:ing|s)?|costs?|miete|kaution|gehalt|lohn|preis|rate|verdien\w*|zahl\w*"
    r"|kostet?|beträgt|alquiler|renta|sueldo|salario|precio|fianza|hipoteca|presupuesto|gano|gana(?:mos|n)?|cobr\w+|pag(?:o|a|amos|an)|cuesta|loyer"
    r"|salaire|prix|caution|gagn\w+|touche|pai\w+|paye|coûte)"
    r"(?: (?:is|are|was|it's|now|about|around|roughly|up to|ist|sind|war|jetzt|nun|etwa|rund|circa|ca\.?|von|es|son|era|de|ahora|unos|casi|est|était"
    r"|maintenant|environ))*:? $",
    re.IGNORECASE,
)
# What may stand right before the word that makes a date an end: (until December).
_MARKS: Final = "([,:;–-"
# What was named in another sentence gives a day its month where people come for it, so near to it.
_NEAR: Final = timedelta(days=7)
_COMES: Final = re.compile(
    r"\b(?:fl(?:y|ies|ying)|arriv\w+|com(?:e|es|ing)|gets? in|getting in|land(?:s|ing)?|travel\w*|driv(?:e|es|ing)|flieg\w*|komm(?:t|en)|reis\w+"
    r"|land(?:et|en)|fähr?t|llega\w*|viene\w*|vuela\w*|aterriza\w*|arrive\w*|vien(?:t|nent)|atterri\w+|débarque\w*)\b",
    re.IGNORECASE,
)
# More days than these that are named together are those of every week.
_TWO: Final = 2


# Whether the words at a place of a text tell of the past, where that is known.
Tense = Callable[[int], bool | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A date found in a text, from its first day to before `end`; `start_at`:`end_at` is where it stands.

    `moved` is the new day of something that was to be on another one.
    """

    start: date
    end: date
    grain: Grain
    edge: Edge
    start_at: int
    end_at: int
    written: str
    moved: bool = False
    # Where these days begin and end: the speaker's offset.
    zone: tzinfo | None = UTC

    @property
    def lasts(self) -> bool:
        """Whether it is a stretch of days: 3 to 14 March."""
        return self.grain is Grain.DAY and self.end - self.start > timedelta(days=1)

    @property
    def begins(self) -> datetime:
        """The first moment."""
        first = self.end if self.edge is Edge.AFTER else self.start
        return start_of(first, self.zone)

    @property
    def ends(self) -> datetime:
        """The last second."""
        return start_of(self.end, self.zone) - timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Named:
    """The day that was named before; of the `same` sentence, or of another one."""

    day: date
    same: bool = True


def find_dates(
    text: str,
    at: datetime,
    words: DateWords,
    *,
    past: bool | Tense | None,
    named: Named | None = None,
) -> list[When]:
    """The dates of a text in order, as they are meant on the day of `at` in its own zone.

    `past` says whether the statement, or which part of it, tells of the past, where that is known.
    """
    today = at.date()
    tense = past if callable(past) else lambda _: past
    found: list[tuple[When, re.Match[str]]] = []
    taken = [name.span() for name in words.no_date.finditer(text)]
    for pattern in words.patterns:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            told = _told(match, text, words, tense)
            if not told and "weekday" in match.groupdict() and _in_a_row(text, words):
                continue
            when = _read(match, text, today, words, past=told)
            if when is not None:
                taken.append(match.span())
                found.append((when, match))
    found.sort(key=lambda one: one[0].start_at)
    found = list(_following(found, text, today, words, named))
    return [replace(when, zone=at.tzinfo) for when in _stretched(found, text, words, tense)]


def _told(match: re.Match[str], text: str, words: DateWords, tense: Tense) -> bool | None:
    """Whether a date is told of the past; a stretch of days is none on which something is found."""
    told = tense(match.start())
    stretch = "last" in _said(match) or words.to.match(text, match.end())
    return False if told and stretch and GOT.search(text) else told


def _following(
    found: list[tuple[When, re.Match[str]]],
    text: str,
    today: date,
    words: DateWords,
    named: Named | None,
) -> Iterator[tuple[When, re.Match[str]]]:
    """The dates; a day without a month is of the month that was named before it: from 28 May, back on the 5th."""
    for when, match in found:
        nearer = None
        if named and _said(match).keys() == {"day"} and when.edge is not Edge.UNTIL:
            nearer = _of_its_month(match, text, today, words, named)
        if nearer or "month" in _said(match):
            named = Named((nearer or when).start)
        yield nearer or when, match


def _of_its_month(
    match: re.Match[str], text: str, today: date, words: DateWords, named: Named
) -> When | None:
    """The day of the month that was named, or of the next one where it is nearer; None where it is not meant."""
    later = _read(match, text, named.day, words, past=False)
    sooner = _read(match, text, named.day, words, past=True)
    near = later
    if later and sooner and not _BACK.search(text[: match.start()]):
        before, behind = named.day - sooner.start, later.start - named.day
        same = later.start.month == named.day.month
        near = later if same or behind <= before or sooner.start < today else sooner
    if named.same or near is None:
        return near
    meant = named.day > today and abs(near.start - named.day) <= _NEAR
    return near if meant and _COMES.search(text[: match.start()]) else None


def _stretched(
    found: list[tuple[When, re.Match[str]]], text: str, words: DateWords, tense: Tense
) -> Iterator[When]:
    """The dates, the end of each stretch behind its beginning, without days that are those of every week."""
    rest = iter([*found, None])
    one = next(rest)
    while one:
        (when, match), other = one, next(rest)
        if other is None:
            yield when
            return
        last, ends = other
        weekdays = "weekday" in _said(match) and "weekday" in _said(ends)
        certain = bool({"week", "step"} & _said(ends).keys())
        past = _told(match, text, words, tense)
        if words.to.fullmatch(text, when.end_at, last.start_at):
            if weekdays and certain:
                yield _read(match, text, last.start, words, past=True) or when
                yield last
            elif not weekdays or past is not None:
                last = _read(ends, text, when.start, words, past=False) or last
                yield when if past else replace(when, edge=Edge.FROM)
                yield last if past else replace(last, edge=Edge.UNTIL)
            one = next(rest)
        elif (
            weekdays
            and when.start > last.start
            and words.also.fullmatch(text, when.end_at, last.start_at)
        ):
            one = next(rest)
        else:
            yield when
            one = other


def _said(match: re.Match[str]) -> Mapping[str, str]:
    return {name: said.lower() for name, said in match.groupdict().items() if said}


def _in_a_row(text: str, words: DateWords) -> bool:
    """Whether several weekdays stand side by side: I train on Monday, Wednesday and Friday, or Mon/Thu."""
    days = f"(?:{'|'.join(words.weekdays)})"
    if re.search(rf"\b{days}/{days}\b", text, re.IGNORECASE):
        return True
    return len(re.findall(rf"\b{days}\b", text, re.IGNORECASE)) > _TWO


def _read(
    match: re.Match[str], text: str, today: date, words: DateWords, *, past: bool | None
) -> When | None:
    ahead = _PART_OF.sub("", text[: match.start()].lower())
    before = [word.lstrip(_MARKS) for word in ahead.split()[-2:]]
    groups = _said(match)
    if _names_something(match, text, before, words) or _not_reckoned(match, text, groups, words):
        return None
    names = words.day_names.search(_marked(match, text))
    edge = Edge.ON if "last" in groups else _edge(before, words)
    since = "" if past else _goes_on(match, text, words)
    edge = Edge.SINCE if since else edge
    said = f"{ahead}|{text[match.end() :].lower()}"
    edge = _meant_edge(edge, said)
    past = _is_past(groups, said, edge, today, words, past=past)
    try:
        start, end, grain = span(groups, today, words, past=past)
    except (ValueError, KeyError, OverflowError):  # 30 February, or a word that is none of a date
        return None
    said_before = text[: match.start()].lower()
    at_the_end = grain is not Grain.DAY and _END_OF.search(said_before)
    bare = _is_bare(said_before.split()[-2:], match, words)
    bare = bare and not text.startswith("'s ", match.end())  # Tuesday's class
    bare = bare and not (at_the_end or _is_fronted(match, said_before, grain, words))
    written = since + _written(match, start, end, grain, words, bare=bare and not (names or since))
    return When(
        start=end - timedelta(days=1) if at_the_end else start,
        end=end,
        grain=grain,
        edge=edge,
        start_at=match.start(),
        end_at=match.end(),
        written=f"{match[0]} ({written})" if names else written,
        moved=bool(MOVED.search(said)),
    )


def _names_something(match: re.Match[str], text: str, before: list[str], words: DateWords) -> bool:
    """Whether it is the name of somebody, or what a thing is called by: my daughter April, no more Friday deploys."""
    one_word = match[0][:1].isupper() and len(match[0].split()) == 1
    if before and before[-1] in words.called and one_word:
        return True
    marked = _marked(match, text)
    return bool(words.day_names.search(marked)) and not words.on_one_day.search(marked)


def _not_reckoned(
    match: re.Match[str], text: str, groups: Mapping[str, str], words: DateWords
) -> bool:
    """Whether it tells no time to come or gone: Office 2010, my last night shift, I haven't smoked in ten years."""
    ahead = text[: match.start()]
    if groups.keys() == {"year"} and (_MADE.search(ahead) or _PAID.search(ahead)):
        return True
    if not groups.keys().isdisjoint({"step", "offset"}) and _OWN.search(text[: match.start()]):
        return True
    return "number" in groups and bool(words.looks_back.search(_marked(match, text)))


def _goes_on(match: re.Match[str], text: str, words: DateWords) -> str:
    """What is written before the beginning of that which goes on since: vivo en Madrid hace 12 años."""
    ago = "step" in match.groupdict() and words.steps.get(_said(match).get("step", ""), 0) < 0
    return words.goes_on[1] if ago and words.goes_on[0].search(_marked(match, text)) else ""


def _meant_edge(edge: Edge, said: str) -> Edge:
    """What a date (|) is to the statement, where the word before it says one thing and the verb another."""
    if NEW_END.search(said):
        return Edge.UNTIL
    if edge is Edge.SINCE and WILL_BE.search(said):
        return Edge.FROM
    return edge


def _is_past(
    groups: Mapping[str, str],
    said: str,
    edge: Edge,
    today: date,
    words: DateWords,
    *,
    past: bool | None,
) -> bool | None:
    """Whether a date (|) lies behind: a verb of the past may tell of what was arranged for a day to come."""
    if edge is Edge.SINCE:
        return True
    if past and _lies_ahead(groups, said, edge, today, words):
        past = False
    elif past and SIGNED_UP.search(said):
        past = None
    if edge is Edge.FROM and (past is None or IS_FROM.search(said)):
        return past or None  # an appraisal from February, told in March
    return past is True if edge in {Edge.FROM, Edge.UNTIL} else past


def _lies_ahead(
    groups: Mapping[str, str], said: str, edge: Edge, today: date, words: DateWords
) -> bool:
    if ARRANGED.search(said) or MOVED.search(said) or NEW_END.search(said):
        return True
    if SIGNED_UP.search(said):
        return False
    if HAD.search(said) and _comes_sooner(groups, today, words):
        return True
    return _opens_or_closes(said, edge) and not _was_nearer(groups, today, words)


def _opens_or_closes(said: str, edge: Edge) -> bool:
    """Whether something begins or ends on a date that was got or given: a job starting in June, leave until March."""
    if WAS_SO.search(said):
        return False
    if edge is Edge.FROM:
        granted = FROM_THERE.search(said) and GRANTED.search(said)
        return bool(STARTING.search(said) or WILL_BE.search(said) or granted)
    return edge is Edge.UNTIL and bool(UNTIL_THEN.search(said) and GRANTED.search(said))


def _was_nearer(groups: Mapping[str, str], today: date, words: DateWords) -> bool:
    """Whether a day or a month was last sooner than it comes again; a weekday that begins something is to come."""
    if "month" not in groups and "season" not in groups:
        return False
    try:
        last, _, _ = span(groups, today, words, past=True)
        following, _, _ = span(groups, today, words, past=False)
    except (ValueError, KeyError, OverflowError):
        return False
    return today - last < following - today


def _marked(match: re.Match[str], text: str) -> str:
    """The text with a mark behind a date."""
    return f"{text[: match.end()]}|{text[match.end() :]}"


def _comes_sooner(groups: Mapping[str, str], today: date, words: DateWords) -> bool:
    """Whether a day of a month comes again much sooner than it was last."""
    if not {"day", "month"} <= groups.keys() or "year" in groups:
        return False
    try:
        last, _, _ = span(groups, today, words, past=True)
        following, _, _ = span(groups, today, words, past=False)
    except (ValueError, KeyError, OverflowError):
        return False
    return 2 * (following - today) < today - last


def _is_bare(before: list[str], match: re.Match[str], words: DateWords) -> bool:
    """Whether no preposition stands before a date; that of "moved in today" belongs to the verb."""
    if not before:
        return True
    if before[-1].endswith(("-", "–")):  # Mon-Wed
        return False
    said = _said(match)
    if "offset" in said or ("step" in said and match.start("step") >= match.start()):
        return not {before[-1], " ".join(before)} & words.edges.keys()
    return before[-1] not in words.prepositions


def _is_fronted(match: re.Match[str], before: str, grain: Grain, words: DateWords) -> bool:
    """Whether the preposition is there that would be written: im nächsten Monat. That of "moved in last month" is the verb's."""
    front, _ = words.written[grain]
    article = match.start("step") > match.start() if "step" in match.groupdict() else False
    return before.split()[-1:] == [front] and (article or front != "in")


def _edge(before: list[str], words: DateWords) -> Edge:
    for length in (2, 1):
        found = words.edges.get(" ".join(before[-length:]))
        if found:
            return found
    return Edge.ON


def _written(
    match: re.Match[str], start: date, end: date, grain: Grain, words: DateWords, *, bare: bool
) -> str:
    """The date so that it can be understood at any time; as it was said where the year was said."""
    groups = match.groupdict()
    if groups.get("year") and not groups.get("step"):
        return match[0]
    front, form = words.written[grain]
    season = next((name for name, first in SEASON_STARTS.items() if first == start.month), "")
    text = form.format(
        day=start.day,
        month=words.month_names[start.month - 1],
        year=start.year,
        season=words.season_names.get(season, ""),
        quarter=words.quarter_names[(start.month - 1) // 3],
    )
    if groups.get("last"):
        return _written_to(match, end, words)
    if groups.get("holiday"):  # its name says more than the day alone
        return f"{match[0]} ({text})"
    return f"{front} {text}" if bare and front else text


def _written_to(match: re.Match[str], end: date, words: DateWords) -> str:
    """A stretch of days as it was said, with its month and its year: 3 to 14 March 2025."""
    last = end - timedelta(days=1)
    written = words.day(last)
    month_first = match[0].lower().startswith(_said(match).get("month", "-"))
    first = match.start("day") if month_first else match.start()
    between = match.string[first : match.start("last")]
    return between + written[written.index(str(last.day)) :]
