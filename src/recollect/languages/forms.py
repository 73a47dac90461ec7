"""Values that are known by their form, and the words for them in any language."""

import re
from functools import cache
from typing import Final

from recollect.languages.pack import packs

_FORMS: Final = {
    # Seven to fourteen digits that are no date.
    "phone": re.compile(
        r"(?<![\w.,+-])(?!\d{4}-\d\d-\d\d|\d\d?[./-]\d\d?[./-]\d{2,4}(?!\d))"
        r"[+(]?\d(?:[ ()/.-]{0,2}\d){6,13}(?!\w)"
    ),
    "email": re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.\w"),
}


def forms_of(words: str) -> tuple[re.Pattern[str], ...]:
    """The forms of what these words name: of a phone number for "mobile number"."""
    said = frozenset(words.split())
    tables = [pack.table("forget") for pack in packs().values()]
    return tuple(
        form
        for name, form in _FORMS.items()
        if any(not said.isdisjoint(str(table[name]).split()) for table in tables)
    )


def without_email(text: str) -> str:
    """The text without what calls an e-mail address: that is no "address" where somebody lives."""
    return _email().sub(" ", text)


@cache
def _email() -> re.Pattern[str]:
    words = " ".join(str(pack.table("forget")["email"]) for pack in packs().values()).split()
    called = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?i)(?<!\w)(?:\w+ d[ei] |adresse )?(?:{called})(?:[ -]\w+)?(?!\w)")
