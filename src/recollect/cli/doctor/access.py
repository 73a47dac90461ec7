"""Checks of access: API keys, files readable by other users, and the server's port."""

import http.client
import json
import os
import socket
import stat
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.doctor.postgres import stored_keys
from recollect.cli.health import local_host, ready
from recollect.domain.access import Key
from recollect.domain.amounts import pluralize
from recollect.domain.loopback import is_loopback
from recollect.errors import StorageError, StorageUnavailable
from recollect.settings import Settings, describe
from recollect.settings.limits import UsageLimits
from recollect.unix_http import UnixConnection
from recollect.wiring.keys import keys_required_since

_GROUP_AND_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_SECONDS = 2.0


def keys(settings: Settings) -> Check:
    """Check that an exposed server requires keys, and that the key file is private."""
    try:
        stored = stored_keys(settings)
    except StorageUnavailable as error:
        return fail("keys", error.message, "They are in the database: see above.")
    except StorageError as error:
        advice = "Fix or remove the file; recollect keys add creates keys."
        return fail("keys", error.message, advice)
    return _keys(settings, stored) if stored else _no_keys(settings)


def _keys(settings: Settings, stored: Sequence[Key]) -> Check:
    path, now = settings.keys_path, datetime.now(UTC)
    if path.exists() and _readable_by_others(path):
        return warn("keys", f"{path} can be read by other users", f"Run: chmod 600 {path}")
    found = f"{pluralize(len(stored), 'key')} (recollect keys)"
    if settings.allow_anonymous:
        danger = "allow_anonymous = true: without the last key, EVERYBODY would have all rights"
        return warn("keys", f"{found}; {danger}", "Run: recollect config allow_anonymous --reset")
    if expired := sum(key.has_expired(now) for key in stored):
        advice = "Run: recollect keys revoke NAME, and recollect keys add NAME for a new one"
        return warn("keys", f"{found}, {expired} of them expired", advice)
    return ok("keys", found)


def _no_keys(settings: Settings) -> Check:
    if settings.allow_anonymous:
        danger = "EVERYBODY who can reach the server may read, change and erase everything"
        advice = "Run: recollect keys add NAME, and recollect config allow_anonymous --reset"
        return warn("keys", f"none, and allow_anonymous = true: {danger}", advice)
    if settings.is_exposed:
        place = f"on {settings.host}" if not is_loopback(settings.host) else "by allowed_hosts"
        found = f"other machines can reach the server {place}, but there are no keys"
        return fail("keys", found, "The server will not start: recollect keys add NAME")
    try:
        since = keys_required_since(settings)
    except StorageError:  # another check says so
        since = None
    if since is not None:
        found = f"none is left, but a key has been required since {since:%Y-%m-%d}"
        advice = "The server refuses every request: recollect keys add NAME"
        return fail("keys", f"{found}", f"{advice}, or set allow_anonymous = true")
    return ok("keys", "none; the server accepts connections from this machine only")


def limits(settings: Settings) -> Iterator[Check]:
    """Say which limits of usage a server that others can reach has."""
    if not settings.is_exposed:
        return
    chosen = ((name, getattr(settings, name)) for name in UsageLimits.model_fields)
    found = ", ".join(f"{name} = {value}" for name, value in chosen if value)
    none = "none: one key may use up the server (docs/how-to/shared-server.md)"
    yield ok("limits", found or none)


def secrets(settings: Settings) -> Check:
    """Check that other users cannot read model API keys in config.json."""
    path = settings.config_path
    with_keys = "upstreams" if any(route.api_key for route in settings.upstreams) else "_api_key"
    key_settings = [
        setting.name
        for setting in describe(settings)
        if setting.source == "config.json" and setting.name.endswith(("_api_key", with_keys))
    ]
    if key_settings and _readable_by_others(path):
        found = f"{path} contains {', '.join(key_settings)} and can be read by other users"
        return warn("secrets", found, f"Run: chmod 600 {path}")
    return ok("secrets", "no model API key is exposed")


def _readable_by_others(path: Path) -> bool:
    """Return whether other users may access a file; always False outside POSIX."""
    return os.name == "posix" and bool(path.stat().st_mode & _GROUP_AND_OTHERS)


def port(settings: Settings) -> Check:
    """Check that the port is free or used by a Recollect server."""
    if settings.unix_socket is not None:
        return _socket(settings.unix_socket)
    host, number = local_host(settings), settings.port
    where = f"{host}:{number}"
    if number == 0:
        return ok("port", "any free port (port = 0)")
    try:
        with socket.create_connection((host, number), timeout=_SECONDS):
            pass
    except OSError:
        is_ready, place = ready(settings)
        running = f"a server is running at {place}" if is_ready else "no server is running"
        return ok("port", f"{where} is free; {running}")
    place = f"at http://{where}"
    found = _server(place, lambda: http.client.HTTPConnection(host, number, timeout=_SECONDS))
    advice = "Use another port: recollect serve --port 0"
    return found or warn("port", f"another program is using {where}", advice)


def _socket(path: str) -> Check:
    if not os.path.lexists(path):
        return ok("port", f"no server is listening on {path}")
    found = _server(f"on {path}", lambda: UnixConnection(path, timeout=_SECONDS))
    return found or warn("port", f"{path} exists, and no Recollect server answers there")


def _server(place: str, connect: Callable[[], http.client.HTTPConnection]) -> Check | None:
    """Check that a running server of ours can store something; None if it is not ours."""
    if _ask(connect(), "/health/live").get("status") != "live":
        return None
    found = f"a Recollect server is running {place}"
    answer = _ask(connect(), "/health/ready")
    if answer.get("status") == "not_ready":
        return fail("port", f"{found}, but it cannot store anything: {answer.get('reason')}")
    return ok("port", found)


def _ask(connection: http.client.HTTPConnection, path: str) -> dict[str, object]:
    """The JSON object at a path; an empty one if there is none."""
    try:
        connection.request("GET", path)
        answer = json.loads(connection.getresponse().read(4096))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        connection.close()
    return answer if isinstance(answer, dict) else {}
