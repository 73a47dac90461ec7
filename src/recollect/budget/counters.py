"""Token counters that need no tokenizer; each function here is a `TokenCounter`."""


def by_characters(text: str) -> int:
    """One token per four characters, rounded up: fast, and close enough for English."""
    return -(-len(text) // 4)


def by_scripts(text: str) -> int:
    """One token per 3.5 ASCII or 1.5 other characters, rounded up: better for other scripts."""
    narrow = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    wide = len(text) - narrow
    # narrow / 3.5 + wide / 1.5 over a common denominator: a sum of floats could round wrongly.
    return -(-(6 * narrow + 14 * wide) // 21)
