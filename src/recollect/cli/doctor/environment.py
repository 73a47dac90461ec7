"""Checks of Python, SQLite, settings and environment variables."""

import platform
import sqlite3
import sys
from difflib import get_close_matches

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.settings import Settings, describe, unknown_variables
from recollect.settings.table import TABLE

_MIN_PYTHON = (3, 11)
_MIN_SQLITE = (3, 37)
# Variables that Recollect reads and that are not settings.
_OTHER_VARIABLES = frozenset({"RECOLLECT_DEBUG"})


def python() -> Check:
    """Check that this Python is new enough."""
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info < _MIN_PYTHON:
        return fail("Python", found, "Recollect needs Python 3.11 or newer.")
    return ok("Python", found)


def sqlite() -> Check:
    """Check that the SQLite of this Python is new enough."""
    found = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < _MIN_SQLITE:
        return fail("SQLite", found, "Recollect needs SQLite 3.37 or newer: use a newer Python.")
    return ok("SQLite", found)


def settings_in_use(settings: Settings) -> Check:
    """Report how many settings were changed, and warn if memory is disabled."""
    changed = [setting for setting in describe(settings) if setting.source != "default"]
    found = f"{len(changed)} changed" if changed else "all defaults"
    if not settings.enabled:
        return warn("settings", found, "enabled is false: nothing is stored.")
    return ok("settings", f"{found} (recollect config --changed)" if changed else found)


def variables() -> Check:
    """Check for RECOLLECT_ variables that are not settings."""
    unknown = [name for name in unknown_variables() if name not in _OTHER_VARIABLES]
    if unknown:
        found = f"unknown: {', '.join(_with_suggestion(name) for name in unknown)}"
        advice = "They have no effect; to list all settings, run: recollect config"
        return warn("variables", found, advice)
    return ok("variables", "no RECOLLECT_ variable is misspelled")


def _with_suggestion(variable: str) -> str:
    """Return an unknown variable with the most similar setting."""
    near = get_close_matches(variable, [f"RECOLLECT_{name.upper()}" for name in TABLE], n=1)
    return f"{variable} (did you mean {near[0]}?)" if near else variable
