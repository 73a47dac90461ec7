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
    if text.rstrip().endswith((".", "!", "?")) and not _is_abbreviated(words[-1]):
        return False
    return all(_is_in_name(letter) or letter == " " for letter in text)


def _is_in_name(letter: str) -> bool:
    return letter.isalnum() or letter in _MARKS or category(letter) in _CATEGORIES


def _is_abbreviated(word: str) -> bool:
    """Whether a word is an initial or a title, such as "R." or "Jr."."""
    return len(word) <= len("Jr.") and word.endswith(".")
