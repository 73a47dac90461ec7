"""Free-form data that callers attach to turns and memories."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Metadata: TypeAlias = Mapping[str, Json]
