"""How many tokens a text is: each function here is a `TokenCounter`."""

from collections.abc import Callable, Sized

from recollect.domain.ports import TokenCounter


def by_quarters(text: str) -> int:
    """One token for every four characters, rounded up: fast, and near enough for English."""
    return -(-len(text) // 4)


def by_scripts(text: str) -> int:
    """One token for 3.5 ASCII characters or 1.5 others, rounded up: fairer to other scripts."""
    narrow = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    wide = len(text) - narrow
    # narrow / 3.5 + wide / 1.5 over one denominator: rounding a sum of floats could go astray.
    return -(-(6 * narrow + 14 * wide) // 21)


def by_tokenizer(encode: Callable[[str], Sized]) -> TokenCounter:
    """A counter that asks an installed tokenizer, handed in by its `encode`."""

    def count(text: str) -> int:
        return len(encode(text))

    return count
