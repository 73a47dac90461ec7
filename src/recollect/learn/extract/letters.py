"""A turn in characters that the rules can read, and what they found back in its place.

Spaces of every sort are spaces and line ends are line ends; characters that nobody sees are left out, so that they get
into no memory. A quote is still what the turn has, with all of them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from recollect.model.learning import Proposal
from recollect.model.turn import Turn

_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS: Final = "\u0085\u2028\u2029"
# Marks for where a word may part or must not, for the direction of writing, and letters that no screen shows.
_UNSEEN: Final = (
    "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0001\U000e0020-\U000e007f"
)
_ODD: Final = re.compile(f"[{_SPACES}{_LINE_ENDS}{_UNSEEN}]")


def _table() -> Mapping[int, str]:
    every = range(0x80, 0x3001), range(0xFEFF, 0xFFFC), range(0xE0001, 0xE0080)
    odd = [chr(code) for codes in every for code in codes if _ODD.match(chr(code))]
    read_as = {_SPACES: " ", _LINE_ENDS: "\n", _UNSEEN: ""}
    return {
        ord(one): to for one in odd for sort, to in read_as.items() if re.match(f"[{sort}]", one)
    }


_READ_AS: Final = _table()


def legible(text: str) -> str:
    """The text in spaces, line ends and characters that can be seen."""
    return text.translate(_READ_AS) if _places(text) else text


def in_letters(turn: Turn) -> Turn:
    """The turn with its text made legible."""
    return replace(turn, content=legible(turn.content)) if _places(turn.content) else turn


def in_place(made: Proposal, turn: Turn) -> Proposal:
    """What was proposed of a turn made legible, where it stands in the turn itself."""
    places = _places(turn.content)
    if not places:
        return made
    start, end = places[made.start], places[made.end - 1] + 1
    return replace(made, start=start, end=end, quote=turn.content[start:end])


# A long message is asked for its places with every statement in it.
@lru_cache(maxsize=8)
def _places(text: str) -> Sequence[int] | None:
    """Where each character of the text made legible stands in it; None where it is legible as it is."""
    if text.isascii() or not _ODD.search(text):
        return None
    return [at for at, one in enumerate(text) if _READ_AS.get(ord(one), one)]
