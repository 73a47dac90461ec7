"""The machine and what it was told: Python, SQLite, settings, variables."""

import platform
import sqlite3
import sys
from difflib import get_close_matches

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.settings import Settings, describe, unknown_variables
from recollect.settings.table import TABLE

_OLDEST_PYTHON = (3, 11)
_OLDEST_SQLITE = (3, 37)
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
    """How many settings were changed, and whether memory is on."""
    changed = [setting for setting in describe(settings) if setting.source != "default"]
    found = f"{len(changed)} changed" if changed else "all at their defaults"
    if not settings.enabled:
        return warn("settings", found, "enabled is false: nothing is recorded.")
    return ok("settings", f"{found} (recollect config --changed)" if changed else found)


def variables() -> Check:
    """Variables that look like settings and are none."""
    strange = [name for name in unknown_variables() if name not in _OWN]
    if strange:
        found = f"no settings: {', '.join(_meant(name) for name in strange)}"
        advice = "They do nothing: recollect config lists the settings."
        return warn("variables", found, advice)
    return ok("variables", "no RECOLLECT_ variable is misspelled")


def _meant(variable: str) -> str:
    """A variable that is no setting, and the one it may stand for."""
    near = get_close_matches(variable, [f"RECOLLECT_{name.upper()}" for name in TABLE], n=1)
    return f"{variable} (did you mean {near[0]}?)" if near else variable
