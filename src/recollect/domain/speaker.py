"""Whether the name of a speaker is a name, or words that somebody hides in one."""

from typing import Final
from unicodedata import category

_LONGEST: Final = 40
_MOST_WORDS: Final = 4
# Besides letters and digits: "Dr. O'Neil-Smith (she/her)", "maya_92", "R&D #3", "Ana, MD".
_MARKS: Final = frozenset(".'’-_()/&#+,·\u200d")
# Emoji and accents; no control characters, brackets or quotes in any script.
_CATEGORIES: Final = frozenset({"So", "Sk", "Mn", "Mc"})


def is_speaker_name(text: str) -> bool:
    """Whether this can be somebody's name: short, on one line, and no sentence or markup.

    Everybody chooses their own name in a chat, and a memory shows it beside what was said.
    """
    words = text.split()
    if not words or len(words) > _MOST_WORDS or len(text) > _LONGEST or "\n" in text:
        return False
    if len(words) == 1:
        # Handles and addresses: @maya, maya@example.org.
        return all(_is_in_name(letter) or letter == "@" for letter in text)
    # An initial or a title ends in a full stop: "R.", "Jr.".
    is_abbreviated = len(words[-1]) <= len("Jr.") and words[-1].endswith(".")
    if text.rstrip().endswith((".", "!", "?")) and not is_abbreviated:
        return False
    return all(_is_in_name(letter) or letter == " " for letter in text)


def _is_in_name(letter: str) -> bool:
    return letter.isalnum() or letter in _MARKS or category(letter) in _CATEGORIES
