"""Who may come in: the keys, the address they guard, and files that others could read."""

import os
import stat
from pathlib import Path

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.wording import counted
from recollect.errors import StorageError
from recollect.settings import Settings, describe
from recollect.settings.keys import KeyFile
from recollect.settings.server import is_loopback

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keys(settings: Settings) -> Check:
    """Whether those who can reach the server are asked for a key, and whether the keys are safe."""
    path = settings.keys_path
    try:
        count = len(KeyFile(path).list())
    except StorageError as error:
        return fail(
            "keys", error.message, "Mend or remove the file; recollect keys add makes keys."
        )
    open_to_all = not is_loopback(settings.host)
    if open_to_all and not count:
        found = (
            f"others can reach the server on {settings.host}, and there is no key to ask them for"
        )
        return fail("keys", found, "The server will not start: recollect keys add NAME")
    if count and _readable_by_others(path):
        return warn("keys", f"{path} can be read by others", f"Run: chmod 600 {path}")
    if not count:
        return ok("keys", "none; the server answers this machine alone")
    return ok("keys", f"{counted(count, 'key')} (recollect keys)")


def secrets(settings: Settings) -> Check:
    """Whether others can read the keys of models that stand in config.json."""
    path = settings.config_path
    held = [
        setting.name
        for setting in describe(settings)
        if setting.source == "config.json" and setting.name.endswith("_api_key")
    ]
    if held and _readable_by_others(path):
        found = f"{path} holds {', '.join(held)} and can be read by others"
        return warn("secrets", found, f"Run: chmod 600 {path}")
    return ok("secrets", "no key of a model lies open")


def _readable_by_others(path: Path) -> bool:
    """Whether more than its owner may read a file; where there are no such rights, nobody is said to."""
    return os.name == "posix" and bool(path.stat().st_mode & _OTHERS)
