"""Spaces: other agents whose memory an agent reads beside its own."""

from collections.abc import Sequence
from typing import Final

from recollect.domain import checks
from recollect.errors import InvalidInput

# Each one is a search of its own.
MAX_SPACES: Final = 50


def check_space(agent: str, space: object, field: str = "space") -> str:
    """The name of a space, which is not the agent itself."""
    name = checks.check_id(space, field)
    if name == agent:
        message = f"{checks.shown(name)} is the agent itself, whose own memory is always read"
        raise InvalidInput(message, field=field)
    return name


def check_spaces(agent: str, spaces: object) -> tuple[str, ...]:
    """The names of spaces, each once, in order."""
    if isinstance(spaces, str) or not isinstance(spaces, Sequence):
        raise InvalidInput("spaces takes a list of names", field="spaces")
    names = dict.fromkeys(check_space(agent, space, "spaces") for space in spaces)
    if len(names) > MAX_SPACES:
        message = f"there are {len(names)} spaces; at most {MAX_SPACES} can be read at once"
        raise InvalidInput(message, field="spaces")
    return tuple(names)
