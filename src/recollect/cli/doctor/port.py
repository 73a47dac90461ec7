"""Check of the server's port."""

import http.client
import json
import socket

from recollect.cli.doctor.check import Check, ok, warn
from recollect.settings import Settings

_SECONDS = 2.0
# A server on all interfaces is reachable at these addresses.
_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - looked up, not bound


def port(settings: Settings) -> Check:
    """Check that the port is free or used by a Recollect server."""
    host, number = _LOOPBACK.get(settings.host, settings.host), settings.port
    where = f"{host}:{number}"
    if number == 0:
        return ok("port", "any free port (port = 0)")
    try:
        with socket.create_connection((host, number), timeout=_SECONDS):
            pass
    except OSError:
        return ok("port", f"{where} is free; no server is running")
    if _is_ours(host, number):
        return ok("port", f"a Recollect server is running at http://{where}")
    return warn(
        "port",
        f"another program is using {where}",
        "Use another port: recollect serve --port 0",
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
