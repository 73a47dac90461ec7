"""Tables and texts that a package keeps in TOML files next to its modules."""

import tomllib
from importlib.resources import files
from typing import Any


def read_toml(package: str, name: str) -> dict[str, Any]:
    """The content of a package's data file."""
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))
