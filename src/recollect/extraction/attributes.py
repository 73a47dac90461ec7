"""The closed attributes: a sentence template per language, and the relations they imply."""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from recollect.domain.entry import USER
from recollect.domain.graph import RELATIONS, EntityType, Link, Mention
from recollect.domain.marks import POSSESSED, SINGLE_VALUED
from recollect.domain.ports import MessageReader
from recollect.extraction.spans import Highlight
from recollect.extraction.values import stated_attribute
from recollect.languages.pack import pack
from recollect.languages.relatives import relation_named
from recollect.languages.sentences import main_clause
from recollect.languages.words import (
    common_words,
    is_name,
    is_proper,
    names_speaker,
    negations_in,
    says_moved,
    says_moved_home,
    states_value,
    tells_childhood,
)

# The relation of each attribute, and whether its value comes first: Teresa manages Maya.
_RELATIONS: Final = {
    "home": ("lives in", False),
    "origin": ("comes from", False),
    "employer": ("works at", False),
    "school": ("studies at", False),
    "manager": ("manages", True),
    "colleague": ("works with", False),
    "partner": ("is partner of", False),
    "child": ("is parent of", False),
    "parent": ("is parent of", True),
    "sibling": ("is sibling of", False),
    "friend": ("is friend of", False),
    "pet": ("owns", False),
    "phone_os": ("uses", False),
}
# The values of these are names, and therefore capitalized.
_NAMED: Final = frozenset({*_RELATIONS, "name"} - {"phone_os"})
# A quote with at most this many words besides its value becomes a plain sentence: nothing is lost.
_AROUND: Final = 4
# In a longer quote the name is often there for another reason: "there's a shop in Lincoln and in
# Cardiff".
_PLACE_ATTRIBUTES: Final = frozenset({"home", "origin", "employer", "school"})
_AROUND_A_PLACE: Final = 6
_AROUND_A_NAME: Final = 12
# The probability that what follows "from" is left, from which on it is no value, and from which on
# what follows "to" is.
_MAY_BE_LEFT: Final = 0.5
_LEFT: Final = 0.85
_PROPER: Final = r"[A-ZÀ-ÖØ-Þ][\w'’-]*(?: [A-ZÀ-ÖØ-Þ][\w'’-]*)*"
_NAME_PART: Final = r"(?:[A-ZÀ-ÖØ-Þ]\.|[A-ZÀ-ÖØ-Þ][\w'’-]*)"
# The values of these contain a number.
NUMERIC: Final = frozenset({"age", "birthday"})


def with_current_value(
    highlight: Highlight, quote: str, language: str, reader: MessageReader
) -> Highlight:
    """The highlight with York as its value for "We moved from Leeds to York", not Leeds.

    It has none where that is not sure: "I drove from Leeds to York", or somebody else did.
    """
    templates = pack(language).table("templates")
    template = templates.get(highlight.attribute or "")
    if highlight.attribute not in SINGLE_VALUED or highlight.value is None or template is None:
        return highlight
    ends = _journey(highlight.value, language).search(quote)
    if ends is None:
        return highlight
    if highlight.about_other:
        return replace(highlight, value=None)
    before = str(template).format(who=templates["user"], value=highlight.value)
    left = reader.compare(before, quote).replaces
    if left < _MAY_BE_LEFT:
        return highlight
    return replace(highlight, value=ends["before"] or ends["after"] if left >= _LEFT else None)


def with_new_home(highlight: Highlight, quote: str, language: str) -> Highlight:
    """The highlight with Dresden as the home of "Ich bin nach Dresden umgezogen"."""
    is_home = highlight.attribute == "home" or says_moved_home(quote, language)
    if highlight.value is not None or highlight.about_other or not is_home:
        return highlight
    reaching = "|".join(str(pack(language).table("names")["reaching"]).split())
    places = re.findall(rf"\b(?:{reaching}) ({_PROPER})", quote)
    if len(places) != 1 or not says_moved(quote):
        return highlight
    return replace(highlight, attribute="home", value=places[0])


def without_childhood_home(
    highlight: Highlight, quote: str, language: str, reader: MessageReader
) -> Highlight:
    """The highlight without Kiel as the home of "I grew up in Kiel", or with that of another part.

    That is Rome in "I grew up in Kiel but I live in Rome".
    """
    if highlight.attribute != "home" or not tells_childhood(quote, language):
        return highlight
    words = pack(language).table("sentences")
    joints = "|".join(f"{words['adding']} {words['openers']}".split())
    parts = re.split(rf"[,;]|\b(?:{joints})\b", quote)
    stated = [
        stated_attribute(part, reader) for part in parts if not tells_childhood(part, language)
    ]
    home = next((value for attribute, value in stated if attribute == "home"), None)
    return replace(highlight, attribute=home and "home", value=home)


def with_named_relation(highlight: Highlight, quote: str) -> Highlight:
    """The highlight with the relation that its words name: "my mother's name is Ann" is no partner.

    Of a neighbour it has none; a dog or a parrot is a pet, unless it is the neighbour's.
    """
    owned = re.match(r"\w+ \w+['’]s? (\w+)", quote)
    is_pet = highlight.attribute == "pet" and (owned is None or states_value(owned[1]))
    if highlight.attribute not in POSSESSED or is_pet:
        return highlight
    noun, named = relation_named(quote) or ("", frozenset({highlight.attribute}))
    first_name = (highlight.value or "").casefold().split()[:1]
    if [noun] == first_name or highlight.attribute in named:
        return highlight
    relation = named & POSSESSED
    if len(relation) == 1:
        return replace(highlight, attribute=next(iter(relation)))
    return replace(highlight, attribute=None, value=None)


def with_whole_name(highlight: Highlight, quote: str) -> Highlight:
    """The highlight with Ines Duarte as its value for "I'm Ines Duarte", not Duarte."""
    if highlight.attribute != "name" or highlight.value is None or quote.isupper():
        return highlight
    value = re.escape(highlight.value)
    found = re.search(rf"(?:{_NAME_PART} )*(?<!\w){value}(?!\w)(?: {_NAME_PART})*", quote)
    if found is None:
        return highlight
    first, _, rest = found[0].partition(" ")
    # A word that begins the sentence is capitalized without being a name: "I'm", "Hey".
    starts = found.start() == 0 and not found[0].startswith(highlight.value)
    is_plain = first.casefold() in common_words() or names_speaker(first)
    whole = rest if starts and is_plain else found[0]
    return replace(highlight, value=whole) if is_name(whole) else highlight


@lru_cache(maxsize=64)
def _journey(start: str, language: str) -> re.Pattern[str]:
    """Matches "from Leeds", with "to York" before or after it."""
    table = pack(language).table("names")
    leaving, reaching = ("|".join(str(table[name]).split()) for name in ("leaving", "reaching"))
    return re.compile(
        rf"(?:\b(?:{reaching}) (?P<before>{_PROPER}) )?"
        rf"\b(?:{leaving}) {re.escape(start)}\b"
        rf"(?: (?:{reaching}) (?P<after>{_PROPER}))?"
    )


def drop_implausible_attribute(highlight: Highlight, quote: str, language: str) -> Highlight:
    """The highlight without an attribute that it denies, mentions in passing, or cannot have."""
    if highlight.value is None:
        return highlight
    # What follows may be a request: "I live in Hamburg, please do not ring".
    first = main_clause(quote, language)
    is_short = len(first.split()) <= len(highlight.value.split()) + _AROUND
    quote = first if is_short and highlight.value in first else quote
    extra_words = len(quote.split()) - len(highlight.value.split())
    is_place = highlight.attribute in _PLACE_ATTRIBUTES
    strict = is_place and not names_speaker(quote.split(maxsplit=1)[0])
    limit = _AROUND_A_PLACE if strict else _AROUND_A_NAME
    in_passing = highlight.attribute in _RELATIONS and extra_words > limit
    lacks_owner = (
        highlight.attribute in POSSESSED and not highlight.about_other and not names_speaker(quote)
    )
    # "Mein Bruder wohnt in Kassel" is not where the speaker lives.
    is_of_nobody = (
        highlight.about_other and not highlight.subject and highlight.attribute not in POSSESSED
    )
    is_of_thing = is_place and _begins_with_thing(quote, language)
    beside = str(pack(language).table("names")["beside"]).split()
    before = quote.partition(highlight.value)[0].casefold().split()
    is_with = highlight.attribute == "home" and not {*before[-1:]}.isdisjoint(beside)
    if (
        is_plausible(highlight)
        and not (in_passing or lacks_owner or is_of_nobody or is_of_thing or is_with)
        # To never eat fish is no diet of fish.
        and not negations_in(quote.replace(highlight.value, " "), language)
    ):
        return highlight
    return replace(highlight, attribute=None, value=None)


def _begins_with_thing(quote: str, language: str) -> bool:
    """Whether it says where something is that the speaker has: "our boat is in Whitby"."""
    found = relation_named(quote, language)
    if found is None or found[1]:
        return False
    _, _, rest = quote.casefold().partition(found[0] or quote)
    return not names_speaker(rest)


def sentence_for(
    highlight: Highlight, quote: str, subject: str, speaker: str, language: str
) -> str | None:
    """A sentence that says all the quote says; None if the quote says more or names nobody."""
    if highlight.attribute is None or highlight.value is None:
        return None
    template = pack(language).table("templates").get(highlight.attribute)
    who = _subject_name(subject, speaker, language)
    if template is None or who is None:
        return None
    if len(quote.split()) > len(highlight.value.split()) + _AROUND or not is_plausible(highlight):
        return None
    return str(template).format(who=who, value=highlight.value)


def _subject_name(subject: str, speaker: str, language: str) -> str | None:
    """How a sentence refers to its subject: the user, the speaker's name, or another name."""
    if subject == USER:
        return str(pack(language).table("templates")["user"])
    return subject if _is_named_person(subject, speaker) else None


def links_of(highlight: Highlight, subject: str, speaker: str) -> tuple[Link, ...]:
    """The relation between subject and value, if both are short names."""
    relation_entry = _RELATIONS.get(highlight.attribute or "")
    if relation_entry is None or highlight.value is None or not is_plausible(highlight):
        return ()
    if not _is_named_person(subject, speaker):
        return ()
    relation, value_first = relation_entry
    ends = (highlight.value, subject) if value_first else (subject, highlight.value)
    confidence = round(highlight.score, 2)
    return (Link(subject=ends[0], relation=relation, object=ends[1], confidence=confidence),)


def mentions_of(highlight: Highlight, subject: str, speaker: str) -> tuple[Mention, ...]:
    """The entities it names: its subject, and the value of its attribute."""
    mentions: list[Mention] = []
    if subject not in {USER, speaker} and _is_named_person(subject, speaker):
        mentions.append(Mention(subject, EntityType.PERSON))
    relation_entry = _RELATIONS.get(highlight.attribute or "")
    if relation_entry is not None and is_plausible(highlight) and highlight.value:
        relation, value_first = relation_entry
        kind = RELATIONS[relation][0 if value_first else 1]
        # People own other things too.
        kind = EntityType.ANIMAL if highlight.attribute == "pet" else kind
        mentions.append(Mention(highlight.value, kind))
    return tuple(mentions)


def is_plausible(highlight: Highlight) -> bool:
    """Whether the value suits its attribute: names must look like names, ages need a number."""
    if highlight.value is None:
        return False
    if highlight.attribute in NUMERIC:
        return any(map(str.isdigit, highlight.value))
    if highlight.attribute not in _NAMED:
        return True
    return is_proper(highlight.value) and is_name(highlight.value)


def _is_named_person(subject: str, speaker: str) -> bool:
    """Whether the subject is the user, the speaker, or a proper name: not "my sister"."""
    return subject in {USER, speaker} or (is_proper(subject) and is_name(subject))
