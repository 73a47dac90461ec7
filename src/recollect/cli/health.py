from http import HTTPStatus
from http.client import HTTPConnection, HTTPException

import typer

from recollect.cli.options import AsJson
from recollect.cli.output import print_json, say

_PATH = "/health/ready"
_SECONDS = 5.0
_ON_ALL_INTERFACES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to call it


def health(as_json: AsJson = False) -> None:
    """Ask the server on this machine whether it is ready; the exit code is 1 if it is not.

    For the health check of a container. The settings host and port say where the server listens.

    Try: recollect health
    """
    from recollect.settings import load  # noqa: PLC0415

    settings = load()
    host = _ON_ALL_INTERFACES.get(settings.host, settings.host)
    is_ready, found = _ask(host, settings.port)
    if as_json:
        print_json({"ready": is_ready, "found": found})
    else:
        say(found)
    raise typer.Exit(0 if is_ready else 1)


def _ask(host: str, port: int) -> tuple[bool, str]:
    connection = HTTPConnection(host, port, timeout=_SECONDS)
    try:
        connection.request("GET", _PATH)
        answer = connection.getresponse()
        return answer.status == HTTPStatus.OK, answer.read().decode("utf-8", "replace")
    except (OSError, HTTPException) as error:
        return False, f"no answer from port {port} on {host}: {error}"
    finally:
        connection.close()
