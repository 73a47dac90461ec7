"""French: what one says of oneself as it is said of somebody else."""

import re
from typing import Final

from recollect.learn.extract.fr_rule import plain

# What is not reached by endings: first person to third.
_ODD: Final = {
    "suis": "est",
    "uis": "est",
    "ui": "est",
    "ai": "a",
    "vais": "va",
    "peux": "peut",
    "puis": "peut",
    "veux": "veut",
    "vaux": "vaut",
    "fus": "fut",
    "eus": "eut",
    "me": "se",
    "m'": "s'",
    "connais": "connaît",
    "reconnais": "reconnaît",
    "nais": "naît",
    "plais": "plaît",
}
# "Nous" as "on": the third person singular.
_WE: Final = {
    "avons": "a",
    "sommes": "est",
    "allons": "va",
    "faisons": "fait",
    "prenons": "prend",
    "apprenons": "apprend",
    "comprenons": "comprend",
    "venons": "vient",
    "tenons": "tient",
    "devons": "doit",
    "pouvons": "peut",
    "voulons": "veut",
    "savons": "sait",
    "buvons": "boit",
    "vivons": "vit",
    "partons": "part",
    "sortons": "sort",
    "dormons": "dort",
    "servons": "sert",
    "mettons": "met",
    "attendons": "attend",
    "vendons": "vend",
    "perdons": "perd",
    "recevons": "reçoit",
    "voyons": "voit",
    "croyons": "croit",
    "lisons": "lit",
    "écrivons": "écrit",
    "disons": "dit",
    "conduisons": "conduit",
    "courons": "court",
    "suivons": "suit",
    "ouvrons": "ouvre",
    "offrons": "offre",
    "nous": "se",
}
_WE_ENDINGS: Final = (
    ("issons", "it"),
    ("rions", "rait"),
    ("ions", "ait"),
    ("rerons", "rera"),
    ("erons", "era"),
    ("irons", "ira"),
    ("drons", "dra"),
    ("rons", "re"),
    ("geons", "ge"),
    ("çons", "ce"),
    ("çions", "çait"),
    ("ons", "e"),
)


def third(verb: str) -> str:
    """A verb that stood behind "je", as it stands behind a name."""
    low = verb.lower()
    if low in _ODD:
        return _ODD[low]
    if low.endswith("rai"):
        return verb[:-1]
    if low.endswith(("ds", "ts", "cs")):
        return verb[:-1]
    if low.endswith(("s", "x")):
        return verb[:-1] + "t"
    return verb


def third_of_we(verb: str) -> str:
    """A verb that stood behind "nous", as it stands behind "on"."""
    low = verb.lower()
    if low in _WE:
        return _WE[low]
    return next((low[: -len(end)] + other for end, other in _WE_ENDINGS if low.endswith(end)), verb)


_THEY: Final = {"sommes": "sont", "avons": "ont", "allons": "vont", "faisons": "font"}


def they_of_we(verb: str) -> str:
    """A verb that stood behind "nous", as it stands behind "ils"."""
    low = verb.lower()
    known = _THEY.get(low)
    return known or re.sub(r"e?ons$", "ent", low).replace("çent", "cent")


_VOWEL: Final = re.compile(r"h?[aeiouy]", re.IGNORECASE)
_ASPIRATED: Final = ("hibou", "hamster", "haut", "homard", "hanche", "huit", "hockey", "hand")


def elides(word: str) -> bool:
    """Whether "le" becomes "l'" before a word."""
    bare = plain(word.lower())
    if bare[:1] == "y" and _VOWEL.match(bare[1:]):  # Youssef, Yann
        return False
    return bool(_VOWEL.match(bare)) and not bare.startswith(_ASPIRATED)


_FEMININE: Final = (
    "tion",
    "ière",
    "sion",
    "té",
    "ure",
    "ette",
    "ance",
    "ence",
    "ie",
    "ée",
    "ise",
    "ille",
    "elle",
    "esse",
    "euse",
    "rice",
    "ine",
    "son",
)


def gender_of(noun: str, known: str = "") -> str:
    """The gender of a noun by its ending, where it is not known."""
    return known or ("f" if noun.lower().endswith(_FEMININE) else "m")
