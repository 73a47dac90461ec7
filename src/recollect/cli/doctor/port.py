"""The server's port: free, ours, or somebody else's."""

import http.client
import json
import socket

from recollect.cli.doctor.check import Check, ok, warn
from recollect.settings import Settings

_SECONDS = 2.0
# Who listens everywhere is found here.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - an address to look for, not to bind to


def port(settings: Settings) -> Check:
    """Whether a server could start, or has started."""
    host, number = _EVERYWHERE.get(settings.host, settings.host), settings.port
    where = f"{host}:{number}"
    if number == 0:
        return ok("port", "any free one (port = 0)")
    try:
        with socket.create_connection((host, number), timeout=_SECONDS):
            pass
    except OSError:
        return ok("port", f"{where} is free; no server is running")
    if _is_ours(host, number):
        return ok("port", f"a Recollect server answers at http://{where}")
    return warn(
        "port",
        f"another program holds {where}",
        "Start the server elsewhere: recollect serve --port 0",
    )


def _is_ours(host: str, number: int) -> bool:
    connection = http.client.HTTPConnection(host, number, timeout=_SECONDS)
    try:
        connection.request("GET", "/health/live")
        answer = json.loads(connection.getresponse().read(4096))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.get("status") == "live"
