"""The commands by panel of the help, from `command_table.toml`.

A command is a module of this package: its function of the same name, or its group `app`. It is
imported when it runs, so that help stays fast.
"""

from typing import Final

from recollect.domain.data_files import read_toml

_TABLE: Final = read_toml("recollect.cli", "command_table.toml")
PANELS: Final[dict[str, dict[str, str]]] = _TABLE["panels"]
SUMMARIES: Final = {name: text for panel in PANELS.values() for name, text in panel.items()}
MODULES: Final[dict[str, str]] = _TABLE["modules"]
EXAMPLES: Final[dict[str, str]] = _TABLE["examples"]
ALIASES: Final[dict[str, str]] = _TABLE["aliases"]
SYNONYMS: Final[dict[str, str]] = _TABLE["synonyms"]
