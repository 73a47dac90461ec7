"""The closed attributes: one sentence a language for each, and how they tie people, places and firms together."""

import re
from dataclasses import replace
from typing import Final

from recollect.domain.graph import RELATIONS, EntityType, Link, Mention
from recollect.domain.learning import USER
from recollect.extraction.spans import Highlight
from recollect.languages.pack import pack
from recollect.languages.words import is_name, is_pronoun, is_proper, refers_back

# The relation word of an attribute, and whether its value comes first: Teresa manages Maya.
_TIES: Final = {
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
# The values of these are names, which are written large.
_NAMED: Final = frozenset({*_TIES, "name"} - {"phone_os"})
# So many more words than its value a quote may have to be told as a plain sentence: nothing is lost by it.
_AROUND: Final = 4
# In a longer one a name is as likely there for another reason: "there's a shop in Lincoln and in Cardiff".
_PLACED: Final = frozenset({"home", "origin", "employer", "school"})
_AROUND_A_PLACE: Final = 6
_AROUND_A_NAME: Final = 12
# Of these somebody says "my", unless they are told of another.
_OWN: Final = frozenset("partner child parent sibling friend manager colleague pet".split())
# The values of these have a number in them.
_COUNTED: Final = frozenset({"age", "birthday"})


def fitting(one: Highlight, quote: str, language: str) -> Highlight:
    """The highlight, without an attribute that it denies, that can have no such value, or that it tells in passing."""
    if one.value is None:
        return one
    around = len(quote.split()) - len(one.value.split())
    strict = one.attribute in _PLACED and not _names_the_speaker(quote.split(maxsplit=1)[0])
    most = _AROUND_A_PLACE if strict else _AROUND_A_NAME
    far = one.attribute in _TIES and around > most
    nobodys = one.attribute in _OWN and not one.about_other and not _names_the_speaker(quote)
    if is_fitting(one) and not (far or nobodys) and not _is_denied(quote, one.value, language):
        return one
    return replace(one, attribute=None, value=None)


def _names_the_speaker(words: str) -> bool:
    """Whether somebody says "I", "my" or the like."""
    found = re.findall(r"\w+", words)
    return any(is_pronoun(word) and not refers_back(word) for word in found)


def _is_denied(quote: str, value: str, language: str) -> bool:
    """Whether what stands around a value says "not": to never eat fish is no diet of fish."""
    denials = pack(language).table("compare")["negations"]
    around = quote.replace(value, " ").casefold().replace("’", "'")
    return any(word in denials for word in re.findall(r"[\w']+", around))


def sentence_for(
    one: Highlight, quote: str, subject: str, speaker: str, language: str
) -> str | None:
    """The plain sentence that says all a quote says; None where the quote says more, or nobody is named."""
    if one.attribute is None or one.value is None:
        return None
    template = pack(language).table("templates").get(one.attribute)
    who = _named(subject, speaker, language)
    if template is None or who is None:
        return None
    if len(quote.split()) > len(one.value.split()) + _AROUND or not is_fitting(one):
        return None
    return str(template).format(who=who, value=one.value)


def _named(subject: str, speaker: str, language: str) -> str | None:
    """How a sentence calls its subject: the user, the speaker by name, or another by a name of their own."""
    if subject == USER:
        return str(pack(language).table("templates")["user"])
    return subject if _is_somebody(subject, speaker) else None


def links_of(one: Highlight, subject: str, speaker: str) -> tuple[Link, ...]:
    """The tie between the subject and the value, where both are short names."""
    tie = _TIES.get(one.attribute or "")
    if tie is None or one.value is None or not is_fitting(one):
        return ()
    if not _is_somebody(subject, speaker):
        return ()
    relation, value_first = tie
    ends = (one.value, subject) if value_first else (subject, one.value)
    sure = round(one.worth, 2)
    return (Link(subject=ends[0], relation=relation, object=ends[1], confidence=sure),)


def mentions_of(one: Highlight, subject: str, speaker: str) -> tuple[Mention, ...]:
    """Whom and what it names: its subject, and the value of its attribute."""
    found: list[Mention] = []
    if subject not in {USER, speaker} and _is_somebody(subject, speaker):
        found.append(Mention(subject, EntityType.PERSON))
    tie = _TIES.get(one.attribute or "")
    if tie is not None and is_fitting(one) and one.value:
        relation, value_first = tie
        found.append(Mention(one.value, RELATIONS[relation][0 if value_first else 1]))
    return tuple(found)


def is_fitting(one: Highlight) -> bool:
    """Whether the value can be one of its attribute: a name has to be written as one, an age has a number."""
    if one.value is None:
        return False
    if one.attribute in _COUNTED:
        return any(map(str.isdigit, one.value))
    if one.attribute not in _NAMED:
        return True
    return is_proper(one.value) and is_name(one.value)


def _is_somebody(subject: str, speaker: str) -> bool:
    """Whether a subject is the user, the speaker, or another by a name of their own: not "my sister"."""
    return subject in {USER, speaker} or (is_proper(subject) and is_name(subject))
