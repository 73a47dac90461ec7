"""The settings of a running process; two of them follow config.json, one other servers as well."""

import logging
import sys
import time
from typing import Final, get_args

from recollect.domain.shared import Document
from recollect.errors import InvalidSetting, StorageError

from .files import FileState, file_state
from .server import AuditMode
from .settings import Settings
from .sources import CONFIG, content_of, from_content
from .table import TABLE

# The settings that act without a restart, with what they take.
AT_ONCE: Final = {"enabled": (True, False), "audit_log": get_args(AuditMode)}
_log = logging.getLogger(__name__)
# What the document of the switch is called, and what it says.
SWITCH: Final = "memory_switch"
OFF: Final = "off"
_ON: Final = "on"
# How long the database is not asked again after it did not answer.
_PAUSE_SECONDS: Final = 5.0


class SharedSwitch:
    """The main switch of all servers on one database; on until somebody switches it off."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._is_off = False
        self._failed_at: float | None = None

    def is_fresh(self) -> bool:
        """Whether it can be read without waiting."""
        failed = self._failed_at
        is_paused = failed is not None and time.monotonic() - failed < _PAUSE_SECONDS
        return is_paused or self._document.is_fresh()

    def is_off(self) -> bool:
        """Whether memory is switched off; an event loop gets what the last `refresh` read."""
        if not (self.is_fresh() or _in_event_loop()):
            self.refresh()
        return self._is_off

    def refresh(self) -> None:
        """Read what other servers may have changed."""
        try:
            self._is_off = self._document.read() == OFF
            self._failed_at = None
        except StorageError as error:
            # Without the database nothing can be stored or read anyway.
            self._failed_at = time.monotonic()
            _log.warning("the main switch was not read", extra={"error": error.code})

    def turn(self, *, on: bool) -> None:
        """Switch memory on or off in all servers."""
        self._document.change(lambda _: _ON if on else OFF)
        self._is_off = not on


def _in_event_loop() -> bool:
    # Importing asyncio takes 15 ms, and who has not imported it runs no event loop.
    if "asyncio" not in sys.modules:
        return False
    try:
        sys.modules["asyncio"].get_running_loop()
    except RuntimeError:
        return False
    return True


class LiveSettings:
    """The settings a process started with, and those of `AT_ONCE` as config.json has them.

    So every process with this home directory follows them from its next call on. With `switch`
    every server of the database follows `enabled` too: memory is on if neither says off.
    """

    def __init__(self, started: Settings, switch: SharedSwitch | None = None) -> None:
        self._settings = started
        self._switched_off = started.switched_off()
        self._path = started.config_path
        # What an argument or a variable sets cannot change while the process runs.
        self._follows = [name for name in AT_ONCE if started.source_of(name) in {"default", CONFIG}]
        self._seen: FileState | None = None
        self.switch = switch

    def current(self) -> Settings:
        """The settings in force; reading them costs a look at the file's date."""
        if self._follows:
            state = file_state(self._path)
            if state != self._seen:
                self._settings = self._read()
                self._switched_off = self._settings.switched_off()
                self._seen = state
        if self._settings.enabled and self.switch is not None and self.switch.is_off():
            return self._switched_off
        return self._settings

    def _read(self) -> Settings:
        try:
            given = from_content(content_of(self._path)).given
        except InvalidSetting as error:
            # Half-written by hand: they stay as they are until the file can be read.
            _log.warning("config.json was not read again: %s", error.message)
            return self._settings
        changed: dict[str, object] = {}
        for name in self._follows:
            value = given[name].value if name in given else TABLE[name].default
            known = type(value) is type(TABLE[name].default) and value in AT_ONCE[name]
            if known and value != getattr(self._settings, name):
                _log.info("%s is now %s", name, value)
                changed[name] = value
        return self._settings.model_copy(update=changed) if changed else self._settings
