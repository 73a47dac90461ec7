"""The machine and what it was told: Python, SQLite, settings, directories, disk."""

import os
import platform
import shutil
import sqlite3
import sys
from pathlib import Path

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.wording import size
from recollect.settings import Settings, describe, unknown_variables

_OLDEST_PYTHON = (3, 11)
_OLDEST_SQLITE = (3, 37)
_TIGHT = 2**30
_FULL = 100 * 2**20
# Ours, though no setting: what the command line itself reads.
_OWN = frozenset({"RECOLLECT_DEBUG"})


def python() -> Check:
    """Whether this Python is new enough."""
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info < _OLDEST_PYTHON:
        return fail("Python", found, "Recollect needs Python 3.11 or newer.")
    return ok("Python", found)


def sqlite() -> Check:
    """Whether the SQLite inside this Python is new enough."""
    found = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        return fail("SQLite", found, "Recollect needs SQLite 3.37 or newer: use a newer Python.")
    return ok("SQLite", found)


def chosen(settings: Settings) -> Check:
    """The settings that were changed, and whether that has an effect."""
    changed = [setting for setting in describe(settings) if setting.source != "default"]
    idle = [setting.name for setting in changed if not setting.takes_effect]
    found = f"{len(changed)} changed" if changed else "all at their defaults"
    if not settings.enabled:
        return warn("settings", found, "enabled is false: nothing is recorded.")
    if idle:
        return warn("settings", found, f"No effect yet: {', '.join(idle)}.")
    return ok("settings", f"{found} (recollect config --changed)" if changed else found)


def variables() -> Check:
    """Variables that look like settings and are none."""
    strange = [name for name in unknown_variables() if name not in _OWN]
    if strange:
        return warn(
            "variables",
            f"no settings: {', '.join(strange)}",
            "They do nothing. Misspelled? recollect config lists the settings.",
        )
    return ok("variables", "no RECOLLECT_ variable is misspelled")


def home(path: Path) -> Check:
    """Whether the home directory can be written to, or made."""
    if path.is_dir():
        if os.access(path, os.W_OK | os.X_OK):
            return ok("home", f"{path} can be written to")
        return fail("home", f"{path} cannot be written to", "Allow it, or set RECOLLECT_HOME.")
    above = _existing(path)
    if os.access(above, os.W_OK | os.X_OK):
        return ok("home", f"{path} is not there yet; the first use makes it")
    return fail("home", f"{path} cannot be made in {above}", "Allow it, or set RECOLLECT_HOME.")


def disk(path: Path) -> Check:
    """Whether there is room to grow."""
    free = shutil.disk_usage(_existing(path)).free
    found = f"{size(free)} free"
    if free < _FULL:
        return fail("disk", found, "A write may fail at any moment: make room.")
    if free < _TIGHT:
        return warn("disk", found, "Soon there will be no room to grow.")
    return ok("disk", found)


def _existing(path: Path) -> Path:
    """The nearest directory above that is there."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path
