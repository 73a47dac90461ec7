"""What hooks ask of the memory: of the running server, else of a helper process, else directly.

A hook takes 0.1 to 0.4 s with a server or helper and 1.3 to 4.6 s without (on two cores, idle and
busy), because it then loads the models and the index. The helper therefore stays for some minutes.
"""

import json
import socket
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from recollect.errors import Conflict, Disabled, InvalidInput, RecollectError
from recollect.hooks.files import running_server, socket_path
from recollect.hooks.options import Options

if TYPE_CHECKING:
    from recollect.memory import Memory

SERVER: Final = "server"
HELPER: Final = "helper"
DATABASE: Final = "database"
CONTEXT: Final = "/api/v1/context"
INGEST: Final = "/memory/ingest"
_WAIT_SECONDS: Final = 0.03
_OK: Final = range(200, 300)
# It is no server of ours, or wants another key.
_UNUSABLE: Final = {401, 403, 404, 405, 421}


class Unreachable(Exception):
    """Nobody answers there."""


def ask(path: str, body: dict[str, Any], options: Options, seconds: float) -> tuple[Any, str]:
    """The answer to a request of the HTTP interface, and who gave it."""
    url = running_server()
    if url is not None:
        with suppress(Unreachable):
            return _ask_server(url, path, body, options.api_key, seconds), SERVER
    if options.helper_minutes > 0:
        with suppress(Unreachable):
            return _ask_helper(path, body, seconds), HELPER
    from recollect.memory import Memory  # noqa: PLC0415 - loads numpy and more

    with Memory.open(background=False) as memory:
        said = answer(memory, path, body)
        if said.get("added"):
            memory.sync()
    return said, DATABASE


def answer(memory: "Memory", path: str, body: dict[str, Any]) -> dict[str, Any]:
    """The parts of the server's answer that hooks use."""
    agent = memory.agent(body["agent_id"])
    if path == INGEST:
        return {"added": agent.ingest(body["conversation_id"], body["turns"]).added}
    found = agent.context(
        body["query"],
        tokens=body["tokens"],
        conversation=body["conversation_id"],
        present=body["present"],
    )
    return {"sections": [{"section": b.section, "text": b.text} for b in found.sections]}


def _ask_server(url: str, path: str, body: Any, key: str | None, seconds: float) -> Any:
    # They take longer to load than the helper to answer.
    from http.client import HTTPException  # noqa: PLC0415

    from recollect.unix_http import connection_to  # noqa: PLC0415

    connection = connection_to(url, timeout=seconds)
    headers = {"Content-Type": "application/json"}
    if key is not None:
        headers["X-Recollect-Key"] = key
    try:
        connection.request("POST", path, json.dumps(body), headers)
        reply = connection.getresponse()
        said = json.loads(reply.read())
    except TimeoutError:
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable from error
    finally:
        connection.close()
    if reply.status in _UNUSABLE:
        raise Unreachable
    return said if reply.status in _OK else _raise(said)


def _ask_helper(path: str, body: dict[str, Any], seconds: float) -> Any:
    with _connected(seconds) as connection, connection.makefile("rwb") as stream:
        stream.write(json.dumps({"path": path, "body": body}).encode() + b"\n")
        stream.flush()
        try:
            said = json.loads(stream.readline())
        except ValueError as error:  # it has just ended
            raise Unreachable from error
    return _raise(said) if "error" in said else said


def _connected(seconds: float) -> socket.socket:
    """A connection to the helper, which is started if there is none."""
    if not hasattr(socket, "AF_UNIX"):
        raise Unreachable
    until = time.monotonic() + seconds
    helper: subprocess.Popen[bytes] | None = None
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(max(until - time.monotonic(), _WAIT_SECONDS))
        try:
            connection.connect(str(socket_path()))
        except (ConnectionError, FileNotFoundError):
            connection.close()
        except OSError as error:  # a path that is too long for a socket, for instance
            raise Unreachable from error
        else:
            return connection
        if time.monotonic() > until:
            raise TimeoutError
        helper = helper or start_process("helper")
        if helper.poll():
            raise Unreachable
        time.sleep(_WAIT_SECONDS)


def start_process(*words: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start a process of the hooks that outlives this one, and the host."""
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "recollect", "hooks", "run", *words],
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _raise(said: Any) -> Any:
    error = said.get("error", {}) if isinstance(said, dict) else {}
    message = str(error.get("message", "the server failed"))
    for kind in (Conflict, InvalidInput, Disabled):
        if error.get("code") == kind.code:
            raise kind(message)
    raise RecollectError(message)
