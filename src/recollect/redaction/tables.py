"""The tables of this package, which are data files: words and formats."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from recollect.domain.data_files import read_toml


@cache
def table(name: str) -> dict[str, Any]:
    """The content of a data file."""
    return read_toml("recollect.redaction", f"{name}.toml")


def word_list(name: str) -> frozenset[str]:
    """A list of `words.toml`."""
    return frozenset(table("words")[name].split())


def patterns(name: str) -> dict[str, re.Pattern[str]]:
    """The patterns of a data file."""
    content = table(name)
    parts = content.get("parts", {})
    return {
        key: re.compile(expanded(text, parts), re.VERBOSE)
        for key, text in content["patterns"].items()
    }


def expanded(pattern: str, parts: Mapping[str, str]) -> str:
    """The pattern with these parts in place of their {name}."""
    return re.sub(r"\{([a-z]\w*)\}", lambda match: parts[match[1]], pattern)
