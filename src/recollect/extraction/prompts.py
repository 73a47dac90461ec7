"""The prompts sent to the core model; their texts are in `prompts.toml`."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.data_files import read_toml
from recollect.domain.marks import ATTRIBUTES


@dataclass(frozen=True, slots=True)
class Prompt:
    """One task for a model, and how long its answer may be."""

    version: str
    task: str
    max_tokens: int


_TEXTS: Final = read_toml("recollect.extraction", "prompts.toml")
# Appended to a prompt whose answer could not be used, because of a {fault}.
REPAIR: Final[str] = _TEXTS["repair"]


def _prompt(version: str, task: str, max_tokens: int) -> Prompt:
    filled = task.replace("{only_data}", _TEXTS["only_data"])
    return Prompt(version, filled.replace("{attributes}", ", ".join(ATTRIBUTES)), max_tokens)


EXTRACT: Final = _prompt(**_TEXTS["extract"])
RECAP: Final = _prompt(**_TEXTS["recap"])
PROFILE: Final = _prompt(**_TEXTS["profile"])
