"""Numbers with their nouns."""

import re


def pluralize(number: int, noun: str) -> str:
    """A number with its noun in singular or plural: 1 memory, 2 memories, 1,000 days."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} " + re.sub(r"([^aeiou])y$", r"\1ie", noun) + "s"
