"""The prompts sent to the core model; their texts are in `prompts.toml`."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.data_files import read_toml
from recollect.domain.entry import KEYED_KINDS, Kind
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
    for name, text in {
        "only_data": _TEXTS["only_data"],
        "attributes": ", ".join(ATTRIBUTES),
        "keyed_kinds": ", ".join(kind for kind in Kind if kind in KEYED_KINDS),
    }.items():
        task = task.replace(f"{{{name}}}", text)
    return Prompt(version, task, max_tokens)


EXTRACT: Final = _prompt(**_TEXTS["extract"])
RECAP: Final = _prompt(**_TEXTS["recap"])
PROFILE: Final = _prompt(**_TEXTS["profile"])
