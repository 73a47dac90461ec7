from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

import typer

from recollect.cli.options import AsJson
from recollect.cli.output import print_json, say
from recollect.hooks.files import running_servers
from recollect.unix_http import UnixConnection, connection_to

if TYPE_CHECKING:
    from recollect.settings import Settings

_PATH = "/health/ready"
_SECONDS = 5.0
_SHORT_SECONDS = 1.0
NO_KEY_LEFT = "every request is refused: no key is left. To create one: recollect keys add NAME"
_ON_ALL_INTERFACES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to call it


def health(as_json: AsJson = False) -> None:
    """Ask the server on this machine whether it is ready; the exit code is 1 if it is not.

    One that refuses every request, because no key is left, is not ready. For the health check of a
    container. The settings host and port, or unix_socket, say where the server listens.
    """
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring.keys import refuses_everybody  # noqa: PLC0415 - loads the storage

    settings = load()
    is_ready, found = _ask(_connection(settings, _SECONDS), _place(settings))
    if is_ready and refuses_everybody(settings):
        is_ready, found = False, NO_KEY_LEFT
    if as_json:
        print_json({"ready": is_ready, "found": found})
    else:
        say(found)
    raise typer.Exit(0 if is_ready else 1)


def ready(settings: "Settings") -> tuple[bool, str]:
    """Return whether a server on this machine is ready, and its address, or several.

    A server of this home may have been started with another host or port than the settings have.
    """
    if found := [url for url in running_servers() if _answers(url)]:
        return True, ", ".join(found)
    host = f"[{local_host(settings)}]" if ":" in settings.host else local_host(settings)
    address = settings.unix_socket or f"http://{host}:{settings.port}"
    is_ready, _ = _ask(_connection(settings, _SHORT_SECONDS), _place(settings))
    return is_ready, address


def _connection(settings: "Settings", seconds: float) -> HTTPConnection:
    if settings.unix_socket is not None:
        return UnixConnection(settings.unix_socket, timeout=seconds)
    return HTTPConnection(local_host(settings), settings.port, timeout=seconds)


def _place(settings: "Settings") -> str:
    return settings.unix_socket or f"port {settings.port} on {local_host(settings)}"


def local_host(settings: "Settings") -> str:
    """Return where a server of these settings can be called on this machine."""
    return _ON_ALL_INTERFACES.get(settings.host, settings.host)


def _answers(url: str) -> bool:
    return _ask(connection_to(url, timeout=_SHORT_SECONDS), url)[0]


def _ask(connection: HTTPConnection, place: str) -> tuple[bool, str]:
    try:
        connection.request("GET", _PATH)
        answer = connection.getresponse()
        return answer.status == HTTPStatus.OK, answer.read().decode("utf-8", "replace")
    except (OSError, HTTPException) as error:
        return False, f"no answer from {place}: {error}"
    finally:
        connection.close()
