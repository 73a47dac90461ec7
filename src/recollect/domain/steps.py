"""Work that can be paused between two steps, so that other agents do not wait for its end."""

from collections.abc import Generator
from typing import Final, TypeAlias, TypeVar

_T = TypeVar("_T")

# It yields where it can be paused, and returns its result.
Steps: TypeAlias = Generator[None, None, _T]
# How long a worker stays with one job before it looks at the others; a step more at most.
SLICE_SECONDS: Final = 0.6
