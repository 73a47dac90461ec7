"""The settings of a running process, whose main switch follows config.json."""

import logging

from recollect.errors import InvalidSetting

from .files import FileState, file_state
from .settings import Settings
from .sources import CONFIG, content_of, from_content

_log = logging.getLogger(__name__)


class LiveSettings:
    """The settings a process started with, and `enabled` as config.json has it now.

    So every process with this home directory follows the switch from its next call on.
    """

    def __init__(self, started: Settings) -> None:
        self._settings = started
        self._path = started.config_path
        # What an argument or a variable sets cannot change while the process runs.
        self._follows = started.source_of("enabled") in {"default", CONFIG}
        self._seen: FileState | None = None

    def current(self) -> Settings:
        """The settings in force; reading them costs a look at the file's date."""
        if self._follows:
            state = file_state(self._path)
            if state != self._seen:
                self._settings = self._read()
                self._seen = state
        return self._settings

    def _read(self) -> Settings:
        try:
            given = from_content(content_of(self._path)).given.get("enabled")
        except InvalidSetting as error:
            # Half-written by hand: the switch stays as it is until the file can be read.
            _log.warning("config.json was not read again: %s", error.message)
            return self._settings
        enabled = True if given is None else given.value
        if not isinstance(enabled, bool) or enabled is self._settings.enabled:
            return self._settings
        _log.info("memory was switched %s", "on" if enabled else "off")
        return self._settings.model_copy(update={"enabled": enabled})
