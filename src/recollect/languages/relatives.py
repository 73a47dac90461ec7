"""Whom words like "my new boss" name: the relation to the speaker."""

import re
from functools import cache
from itertools import chain

from recollect.languages.pack import packs
from recollect.languages.words import is_pronoun, names_speaker, states_value


def relation_named(text: str, language: str | None = None) -> tuple[str, frozenset[str]] | None:
    """Whom a text begins with, and which attributes that is: "mother", parent, of "my mother's".

    None if it does not begin with "my" and a noun, in its language or in any.
    """
    owner, *nouns = re.findall(r"[\w-]+", text.casefold())[:4] or [""]
    chosen = packs().values() if language is None else [packs()[language]]
    owners = " ".join(pack.table("dates")["my"] for pack in chosen)
    if owner not in owners.split() or not names_speaker(owner):
        return None
    noun = next((noun for noun in nouns if not states_value(noun)), "")
    return noun, _attributes_of(noun)


@cache
def _attributes_of(noun: str) -> frozenset[str]:
    tables = (pack.table("attribute_words").items() for pack in packs().values())
    return frozenset(
        attribute
        for attribute, phrases in chain.from_iterable(tables)
        if noun in re.findall(r"[\w-]+", phrases.replace("_", " "))
    )


def relation_stated(text: str) -> str | None:
    """The relation in the words around a name: "manager" for "… is my new boss".

    None if they say more.
    """
    words = re.findall(r"[\w-]+", text.casefold())
    nouns = [word for word in words if not states_value(word) and not is_pronoun(word)]
    found = _attributes_of(nouns[0]) if len(nouns) == 1 and names_speaker(text) else ()
    return next(iter(found)) if len(found) == 1 else None
