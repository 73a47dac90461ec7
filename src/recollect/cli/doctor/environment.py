"""Checks of Python, SQLite, settings and environment variables."""

import platform
import socket
import sqlite3
import sys
from difflib import get_close_matches
from urllib.parse import urlsplit

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.settings import Settings, describe, unknown_variables
from recollect.settings.table import TABLE
from recollect.tracing.exporter import tracing_plan

_MIN_PYTHON = (3, 11)
_MIN_SQLITE = (3, 37)
_SECONDS = 2.0
# How many changed settings are named.
_NAMED = 5
# Where OpenTelemetry's exporter sends spans by default.
_COLLECTOR = "http://localhost:4318"
# Variables of our programs that are not settings.
_OTHER_VARIABLES = frozenset({"RECOLLECT_DEBUG", "RECOLLECT_TEST_POSTGRES"})


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
    """Report which settings were changed, and warn if memory is disabled."""
    changed = [setting for setting in describe(settings) if setting.source != "default"]
    names = ", ".join(setting.name for setting in changed[:_NAMED])
    more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
    found = f"changed: {names}{more}" if changed else "all defaults"
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


def tracing(*, offline: bool) -> Check:
    """Report whether servers and workers export traces, and whether anything receives them."""
    plan = tracing_plan()
    if plan.problem:
        return warn("tracing", plan.problem, plan.advice)
    if not plan.exporters:
        return ok("tracing", "off; OpenTelemetry is not configured")
    found = f"on: {', '.join(plan.exporters)}"
    if "otlp" not in plan.exporters:
        return ok("tracing", found)
    address = plan.endpoint or _COLLECTOR
    found += f" to {address}"
    if not offline and not _is_listening(address):
        advice = "Start the collector, or change OTEL_EXPORTER_OTLP_ENDPOINT."
        return warn("tracing", f"{found}, where nothing is listening", advice)
    return ok("tracing", found)


def _is_listening(address: str) -> bool:
    try:
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        with socket.create_connection((parts.hostname or "", port), timeout=_SECONDS):
            return True
    except (OSError, ValueError):
        return False


def _with_suggestion(variable: str) -> str:
    """Return an unknown variable with the most similar setting."""
    near = get_close_matches(variable, [f"RECOLLECT_{name.upper()}" for name in TABLE], n=1)
    return f"{variable} (did you mean {near[0]}?)" if near else variable
