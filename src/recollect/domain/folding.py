"""Unicode normalization for search: compatibility forms, case and accents."""

import unicodedata


def composed(text: str) -> str:
    """The text in NFKC, so that a word is not split at combining characters."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def folded(word: str) -> str:
    """The word without case and accents: Lucía, LUCIA and lucia are the same."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
