"""A turn cut into what its writer states: own words only, sentence by sentence, clause by clause, all in place."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from recollect.learn.extract.language import Language
from recollect.learn.extract.opens import is_word
from recollect.learn.extract.put_in import by_machines, recalled
from recollect.learn.redact import redact

# Blanked text keeps its length, so that places stay true; this character ends a sentence.
BLANK: Final = "\x00"
_LONG_QUOTE: Final = 4
# Where these are named, what follows is nobody's to keep.
SECRET: Final = re.compile(
    r"\b(?:passwords?|passcode|passwort|kennwort|contraseñas?|mots? de passe|pin)\b", re.IGNORECASE
)


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    flags = re.DOTALL | re.IGNORECASE | re.MULTILINE
    return tuple(re.compile(pattern, flags) for pattern in patterns)


# The first is no word of a person: a key, a picture in letters.
_CODE: Final = _compiled(r"\S{200,}", r"```.*?(?:```|\Z)", r"~~~.*?(?:~~~|\Z)")
_PASTED: Final = _compiled(
    r"^[-=*_]{3,}[ \t]*$(?:(?!^[-=*_]{3,}[ \t]*$).)+^[-=*_]{3,}[ \t]*$",
    r"^(?:-{2,}[ \t]*(?:original|forwarded) message\b|on [^\n]{5,60} wrote:|from: [^\n]+\n(?:sent|to|date|subject): ).*\Z",
    r"^[ \t]*>[^\n]*$",
    r"^(?: {4}|\t)\S[^\n]*$",
    r"^[ \t]*(?:\$|>>>|#!|//|/\*|import [\w.]+$|from [\w.]+ import |def \w+\(|class \w+[:({]|(?:const|let|var) \w+ ?=|function \w*\(|public (?:class|static|void)|select .+ from |insert into |traceback )[^\n]*$",
)
# "then he writes me this:", and what stands below it is his; so is a long paragraph that a colon announces.
_WRITTEN: Final = re.compile(
    r"(?:\b(?:(?:writes?|wrote|written|texts?|texted|sent|sends|emailed) (?:me|us)"
    r"|(?:schreibt|schrieb|schickt|schickte)(?: \w+){0,2} (?:mir|uns)|(?:mir|uns)\b[^\n:.]{0,30}\b(?:geschrieben|geschickt|gemailt)"
    r"|(?:me|nos) (?:han? |acaban? de )?(?:escrib\w+|escrito|mand\w+|envi\w+)"
    r"|(?:nous |m')(?:a |ont )?(?:écri\w+|envoi\w+|envoy\w+))\b[^\n:]{0,40} ?:[ \t]*\n+(?![ \t]*[-*•\d])"
    r"|(?:(?<=:)|(?<=\?)|(?<=: )|(?<=\? ))\n[ \t]*\n(?=[^\n*•-][^\n]{100,}))",
    re.IGNORECASE,
)
# What may stand in the midst of one's own sentence.
_ADDRESS: Final = _compiled(r"https?://\S+|\bwww\.\S+")
# A name or a command in the midst of a sentence, which says nothing without it: "always run `make test`".
INLINE_CODE: Final = re.compile(r"(?<![\w`])`[^`\n]+`(?![\w`])")
# What is longer is rather pasted.
_LONGEST_CODE: Final = 100
# Stands for code that is one's own while the rest is looked at.
_VEIL: Final = "\x01"
# "I don`t": some write it for an apostrophe.
_TICK: Final = re.compile(r"(?<=\w)`(?=\w)")
_QUOTED: Final = re.compile(
    r"\"([^\"\n]+)\"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|(?<!\w)'([^'\n]{12,})'(?!\w)"
)
# An aside of some words in brackets is a sentence of its own; "(4)" belongs to what is before it.
_ASIDE: Final = re.compile(r"[(\[]((?:[^()\[\]\s]+\s+){3,}[^()\[\]]*)[)\]]")
_STOP: Final = re.compile(
    r"(?<![.!?…])[.!?…]+(?=[\s)\"”“»]|$)|[;\n\x00]+|\s[-–—]+\s|—|:(?=\s)|[\U0001F300-\U0001FAFF\u2600-\u27BF]+|(?<=\s)(?::[-']?[)(DPp/|]|;[-']?\)|xD\b|<3)"
    # A gap: patterns that allow for some space between words would try all the ways to cut up thousands.
    r"|[\s,.;:!?…]{8,}"
)
# "Tom:" at the beginning of a line or of a sentence, and how people call themselves there.
_SPEAKER: Final = re.compile(
    r"(?:^|(?<=[.!?\n] )|(?<=[.!?\n]))(?:\[[^\]\n]{1,20}\] ?)?"
    r"(?P<who>(?i:me|i|ich|yo|moi|je)|[A-ZÀ-Þ][\w.-]{0,20}(?: [A-ZÀ-Þ][\w.-]{1,20})?):(?=\s)",
    re.MULTILINE,
)
_ONESELF: Final = frozenset("me i ich yo moi je".split())
# "- allergies: nuts": in a list of such lines the colon ends nothing.
_KEYED: Final = re.compile(r"^[ \t]{0,8}[-*•]?[ \t]{0,4}\w[\w /]{1,24}:(?=[ \t]+\S)", re.MULTILINE)
_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
# So far around a clause its sentence is looked at: a list without a full stop may be as long as the turn.
_AROUND: Final = 400
# So far around a stop it is looked at whether it is one: no word cut short is as long.
_NEAR: Final = 40
# What announces a list is said of every item of it, as far as these many letters of it.
_ANNOUNCED: Final = 200
_ITEM: Final = re.compile(r"[.,;!?]{0,4}\s{0,8}\n[ \t]{0,8}(?:[-*•–]|\d{1,2}[.)])[ \t]")
# More words than these say more than when something is.
_FEW: Final = 5
# So many words tell something, even if a question follows.
_TOLD: Final = 3
_MONTHS: Final = frozenset(
    "jan feb mar apr jun jul aug sep sept oct nov dec janv févr avr juil déc ene abr ago dic".split()
)
# What is said of somebody in between, before the verb that is theirs.
_RELATIVE: Final = re.compile(r", (?:who|which|whose) [^,]+$", re.IGNORECASE)
_AND: Final = re.compile(r"[\s,]*(?:and|but|und|aber|y|e|pero|et|mais)\s+", re.IGNORECASE)
_NEEDS_MORE: Final = re.compile(
    r"\b(?:with|without|by|mit|ohne|con|sin|avec|sans|par)$", re.IGNORECASE
)
_SPACE: Final = re.compile(r"\s*")
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n+")


@dataclass(frozen=True, slots=True)
class Clause:
    """Some words of a turn from `start` to `end`, and what is known of the sentence they stand in."""

    text: str
    start: int
    end: int
    asked: bool
    # What stands before it in its sentence, and before a colon.
    before: str
    words: tuple[str, ...]
    # How many sentences and clauses of the turn come before it.
    sentence: int
    place: int
    # The whole sentence, with the mark that ends it.
    around: str = ""
    # How many letters at its front are a subject taken over from the clause before.
    carried: int = 0
    # What stands before its sentence in the turn.
    earlier: str = ""

    @property
    def after(self) -> str:
        """What stands behind it in its sentence."""
        return self.around[len(self.before) + len(self.text) - self.carried :]

    @property
    def wordless(self) -> bool:
        """Whether nothing is said."""
        return not self.words


def own_words(text: str, language: Language) -> str:
    """The text with everything blanked that is not its writer's own statement; the length stays."""
    whole = without_blocks(text)
    text = _blanked(INLINE_CODE.sub(_veil, whole), _ADDRESS)
    text = _QUOTED.sub(_blank_long, text)
    text = _ASIDE.sub(r";\1;", text)
    text = _without_others(_without_pasted(text, language))
    # The mark that opens a Spanish exclamation is no part of its first word; the one behind it ends the sentence.
    text = text.replace("¡", " ")
    text = _TICK.sub("'", text.replace("’", "'").replace("‘", "'"))
    if _VEIL not in text:
        return text
    return "".join(one if said == _VEIL else said for one, said in zip(whole, text, strict=True))


def without_blocks(text: str) -> str:
    """The text with the blocks blanked that its writer has put in from elsewhere: code, mails, recalled memory."""
    text = _without(_without(_blanked(text, _CODE), recalled), by_machines)
    return _blanked(text, _PASTED)


def without_code_blocks(text: str) -> str:
    """The text with spaces in the place of its blocks of code."""
    return _blanked(text, _CODE).replace(BLANK, " ")


def without_recalled(text: str) -> str:
    """The text with nothing blanked but recalled memory and the like."""
    return _without(text, recalled)


def _without(text: str, places: Callable[[str], Iterable[tuple[int, int]]]) -> str:
    """The text with some places of it blanked."""
    letters = list(text)
    for start, end in places(text):
        letters[start:end] = BLANK * (end - start)
    return "".join(letters)


def _blanked(text: str, fences: tuple[re.Pattern[str], ...]) -> str:
    for fence in fences:
        text = fence.sub(lambda found: BLANK * len(found[0]), text)
    return text


def _veil(found: re.Match[str]) -> str:
    """Hides code in a line of words, and blanks what is put in from elsewhere: it is long or stands alone, or secret."""
    text, size = found.string, len(found[0])
    near, far = max(0, found.start() - _AROUND), found.end() + _AROUND
    line = text[text.rfind("\n", near, found.start()) + 1 or near : far].partition("\n")[0]
    own = size <= _LONGEST_CODE and _WORD.search(INLINE_CODE.sub(" ", line))
    return (_VEIL if own and not _is_secret(found[0], line) else BLANK) * size


def _is_secret(code: str, line: str) -> bool:
    """Whether code is a secret by itself or by what is said around it, or the mark that one has left."""
    return "[redacted:" in code or code not in redact(line).text


def without_code(text: str) -> str:
    """The text with nothing but ticks where it has code, which is no name and no date; the length stays."""
    return INLINE_CODE.sub(lambda found: "`" * len(found[0]), text)


def _blank_long(found: re.Match[str]) -> str:
    said = next(group for group in found.groups() if group)
    return BLANK * len(found[0]) if len(said.split()) >= _LONG_QUOTE else found[0]


def _without_others(text: str) -> str:
    """The text without what others say in it: "Tom: I'm vegetarian. Me: I'm not." has one's own words behind "Me".

    Names before a colon are speakers where one of them is oneself, or speaks twice; else they may head anything. A blank
    line ends what somebody says.
    """
    found = list(_SPEAKER.finditer(text))
    names = [one["who"].lower() for one in found]
    several = len(set(names)) > 1
    if not several or (_ONESELF.isdisjoint(names) and len(set(names)) == len(names)):
        return text
    kept, at = [], 0
    for one, after in pairwise([*found, None]):
        if one and one["who"].lower() not in _ONESELF:
            until = after.start() if after else len(text)
            blank = _PARAGRAPH.search(text, one.end(), until)
            end = blank.start() if blank else until
            kept += [text[at : one.start()], BLANK * (end - one.start())]
            at = end
    return "".join([*kept, text[at:]])


def _without_pasted(text: str, language: Language) -> str:
    """The text without what follows a request such as "proofread this:", up to the end.

    What is short and follows a quotation or a further blank line is the writer's own again.
    """
    found = min(
        (one for one in (language.pastes.search(text), _WRITTEN.search(text)) if one),
        key=re.Match.start,
        default=None,
    )
    if not found:
        return text
    rest = text[found.end() :]
    if BLANK in rest:  # what was pasted is fenced or quoted, and is gone already
        return text
    paragraphs = list(_PARAGRAPH.finditer(rest))
    last = paragraphs[-1].end() if len(paragraphs) > 1 else len(rest)
    return text[: found.end()] + BLANK * last + rest[last:]


def clauses(text: str, language: Language) -> Iterator[Clause]:
    """The clauses of blanked text, in order."""
    place = 0
    lead = ""
    # Nothing is cut in code, nor by what stands there.
    bare = without_code(text)
    for number, (start, end, mark) in enumerate(_sentences(text, language)):
        cuts = language.boundary.finditer(bare, start, end)
        pieces = list(_pieces(text, start, end, cuts, language))
        if "?" in mark and pieces:
            pieces[-1:] = _before_the_question(text, *pieces[-1], language)
        asking, before = (
            "?" in mark and bool(language.guards.inverted.match(text, start, end)),
            start,
        )
        requested = False
        for at, (begin, stop) in enumerate(pieces):
            said = text[begin:stop]
            # "what does it cost, my son is there": behind a comma, somebody who speaks of himself asks no more.
            if asking and text[before:begin].strip() == "," and language.tells.match(said):
                asking = False
            # "my sister, who lives in Leeds, is a nurse" does not ask whether a nurse is.
            open_ended = "?" not in mark and _RELATIVE.search(
                text[max(start, before - _AROUND) : before]
            )
            shared = at and "?" not in mark and _shares(text, pieces[at - 1], begin, said, language)
            before = stop
            asks = not (open_ended or shared) and bool(language.guards.asks.match(said))
            asking = asking or asks
            last = at == len(pieces) - 1
            # "Kannst du mich daran erinnern, dass ich umziehe?" asks for neither half.
            wishes = language.requests.match(said) or language.wishes.told.match(said)
            requested = bool(wishes) or (requested and not language.guards.asks.match(said))
            yield Clause(
                said,
                begin,
                stop,
                (asking or (last and "?" in mark)) and not requested,
                lead + text[max(start, begin - _AROUND) : begin],
                tuple(word.lower() for word in _WORD.findall(said)),
                number,
                place,
                lead + text[max(start, begin - _AROUND) : min(end, stop + _AROUND)] + mark,
                earlier=text[max(0, start - _AROUND) : start],
            )
            place += 1
        if mark.startswith(":"):
            lead = text[max(start, end - _ANNOUNCED) : end] + ": "
        elif not _ITEM.match(text, end):
            lead = ""


def _shares(text: str, ahead: tuple[int, int], begin: int, said: str, language: Language) -> bool:
    """Whether a piece goes on about the subject of the one ahead of it: "my son is 7 and" "has an allergy" asks nothing."""
    if not _AND.fullmatch(text, ahead[1], begin):
        return False
    _, subject = language.carry(text[slice(*ahead)], "")
    return bool(subject) and language.carry(said, subject)[0] != said


def _sentences(text: str, language: Language) -> Iterator[tuple[int, int, str]]:
    start = 0
    keyed = {found.end() for found in _KEYED.finditer(text)}
    whole = (*language.unbroken.finditer(text), *INLINE_CODE.finditer(text))
    unbroken = {at for found in whole for at in range(*found.span())}
    for stop in _STOP.finditer(text):
        if stop.start() in unbroken or (stop.end() in keyed and len(keyed) > 1):
            continue
        before = text[max(start, stop.start() - _NEAR) : stop.start()]
        if is_word(stop[0], before, language.code):
            continue
        last = before.rsplit(None, 1)[-1:]
        rest = text[stop.end() : stop.end() + _NEAR]
        if stop[0] == "." and last and _is_short(last[0], rest, language):
            continue
        if text[start : stop.start()].strip():
            yield start, stop.start(), stop[0]
        start = stop.end()
    if text[start:].strip():
        yield start, len(text), ""


def _is_short(word: str, rest: str, language: Language) -> bool:
    """Whether a full stop is that of a word cut short; behind a month, a capital begins something new.

    Not in German, where "im Sept. Urlaub" goes on with one. "No." is short for a number only before one.
    """
    word = word.lower().strip("(")
    if word == "no" and not rest.lstrip()[:1].isdigit():
        return False
    begins = language.code != "de" and word in _MONTHS and rest.lstrip()[:1].isupper()
    return word in language.abbreviations and not begins


def _pieces(
    text: str, start: int, end: int, cuts: Iterable[re.Match[str]], language: Language
) -> Iterator[tuple[int, int]]:
    begin = start
    opening = _opening(text, start, end, language)
    if opening:
        yield from _trimmed(text, *opening.span("told"), language)
        begin = opening.end()
    for cut in cuts:
        if cut.start() < begin:
            continue
        said = text[begin : cut.start()].strip()
        if _only_when(text, begin, cut, language):  # "next friday, I'm in Ulm" is one statement
            continue
        if _is_half(text, begin, cut, language):  # "my meeting with Anna and Tom is on Monday"
            continue
        if " " in said:  # "Marcus and I" is one subject
            yield from _trimmed(text, begin, cut.start(), language)
            begin = cut.end()
    yield from _trimmed(text, begin, end, language)


def _opening(text: str, start: int, end: int, language: Language) -> re.Match[str] | None:
    """The clause that a sentence opens with and that tells something too: "But since I left the bank" I sleep better."""
    while True:
        found = language.opening.match(text, start, end)
        lead = language.leads.match(text, start, end)
        if found or not lead or lead.end() == start:
            return found
        start = lead.end()


def _before_the_question(
    text: str, begin: int, end: int, language: Language
) -> Iterator[tuple[int, int]]:
    """What is told before the last comma, and what is asked behind it: "I earn 80k a year, what do I pay?"."""
    cut = text.rfind(",", begin, end)
    asks, tells = language.guards.asks, language.tells
    told = cut > 0 and len(text[begin:cut].split()) >= _TOLD and not asks.match(text, begin, cut)
    behind = _SPACE.match(text, cut + 1) if told else None
    if behind and (tells.match(text, begin, cut) or asks.match(text, behind.end(), end)):
        yield from _trimmed(text, begin, cut, language)
        yield from _trimmed(text, cut + 1, end, language)
    else:
        yield begin, end


def _only_when(text: str, begin: int, cut: re.Match[str], language: Language) -> bool:
    """Whether what stands before a cut says no more than when the rest is."""
    said = text[begin : cut.start()].strip()
    if len(said.split()) > _FEW or "," not in cut[0]:
        return False
    opens = language.leads.match(text, begin, cut.start())
    when = language.preamble.match(text, opens.end() if opens else begin)
    return (
        when is not None
        and when.end() >= cut.end()
        and any(pattern.search(said) for pattern in language.dates.patterns)
    )


def _is_half(text: str, begin: int, cut: re.Match[str], language: Language) -> bool:
    """Whether what stands before a cut is one of two that share a verb behind it, and has none of its own."""
    opens = language.leads.match(text, begin, cut.start())
    spaces = _SPACE.match(text, opens.end() if opens else begin)
    half = language.halves.match(text, spaces.end()) if spaces else None
    return half is not None and half.end() >= cut.end()


def _trimmed(text: str, start: int, end: int, language: Language) -> Iterator[tuple[int, int]]:
    """The piece without the words around it that say nothing."""
    whole = start
    while True:
        lead = language.leads.match(text, start, end)
        if not lead or lead.end() == start:
            break
        start = lead.end()
    said = text[start:end]
    said = said[: len(said) - _tail(said, language)].rstrip(" \t,.;:!?-–—*")
    skipped = len(said) - len(said.lstrip(" \t,.;:-–—*"))
    if said.strip():
        yield start + skipped, start + len(said)
    elif text[whole:end].strip(" \t,.;:!?-–—*"):  # a bare "yes" says something to a question
        yield whole, end


def _tail(said: str, language: Language) -> int:
    tail = language.tails.search(said)
    # "never begin with thanks" does not end before its last word.
    if not tail or _NEEDS_MORE.search(said, 0, tail.start()):
        return 0
    return len(said) - tail.start()
