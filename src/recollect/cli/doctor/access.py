"""Checks of access: API keys, the server address, and files readable by other users."""

import os
import stat
from pathlib import Path

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.formatting import pluralize
from recollect.errors import StorageError
from recollect.settings import Settings, describe
from recollect.settings.keys import KeyFile
from recollect.settings.server import is_loopback

_GROUP_AND_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keys(settings: Settings) -> Check:
    """Check that an exposed server requires keys, and that the key file is private."""
    path = settings.keys_path
    try:
        count = len(KeyFile(path).list())
    except StorageError as error:
        return fail(
            "keys", error.message, "Fix or remove the file; recollect keys add creates keys."
        )
    is_exposed = not is_loopback(settings.host)
    if is_exposed and not count:
        found = f"other machines can reach the server on {settings.host}, but there are no keys"
        return fail("keys", found, "The server will not start: recollect keys add NAME")
    if count and _readable_by_others(path):
        return warn("keys", f"{path} can be read by other users", f"Run: chmod 600 {path}")
    if not count:
        return ok("keys", "none; the server accepts connections from this machine only")
    return ok("keys", f"{pluralize(count, 'key')} (recollect keys)")


def secrets(settings: Settings) -> Check:
    """Check that other users cannot read model API keys in config.json."""
    path = settings.config_path
    key_settings = [
        setting.name
        for setting in describe(settings)
        if setting.source == "config.json" and setting.name.endswith("_api_key")
    ]
    if key_settings and _readable_by_others(path):
        found = f"{path} contains {', '.join(key_settings)} and can be read by other users"
        return warn("secrets", found, f"Run: chmod 600 {path}")
    return ok("secrets", "no model API key is exposed")


def _readable_by_others(path: Path) -> bool:
    """Return whether other users may access a file; always False outside POSIX."""
    return os.name == "posix" and bool(path.stat().st_mode & _GROUP_AND_OTHERS)
