"""Runs the HTTP server until it is stopped."""

import errno
import logging
import os
import signal
import socket
import sys
import threading
from asyncio import CancelledError
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.server import HANDLED_SIGNALS

from recollect import logs
from recollect.domain.loopback import is_loopback
from recollect.errors import InvalidSetting
from recollect.hooks.files import announce_server, withdraw_server
from recollect.memory import Memory
from recollect.server.app import create_app
from recollect.server.connections import ConnectionLimits, limited
from recollect.server.oauth.authorization import Authorization
from recollect.server.proxy.echo import ECHO_URL
from recollect.server.unix_socket import listening_on_path
from recollect.server.warmup import Warmup, exempt_from_collection, rehearse
from recollect.settings import Settings, load
from recollect.stopping import REQUEST_SECONDS, StopDeadline
from recollect.tracing.exporter import NO_EXPORT, TracingPlan, exporting
from recollect.unix_http import SCHEME
from recollect.wiring import opened_keys

_log = logging.getLogger(__name__)
_BACKLOG: Final = 2048
# Longer than clients keep an idle connection, so that none sends on a connection being closed.
_KEEP_ALIVE_SECONDS: Final = 75
_LOAD_SECONDS: Final = 10
_PRIVILEGED: Final = 1024
# An agent of its own: nobody wants a trial in their own memory.
_TRIAL: Final = "trial"
_TRY: Final = (
    f'{{"agent_id":"{_TRIAL}","conversation_id":"first",'
    '"turns":[{"user":"Hi, I am Alice","assistant":"Hello Alice!"}]}'
)


def run(path: str | None = None, **settings: Any) -> None:
    """Serve the memory at `path` over HTTP until Ctrl-C or SIGTERM; settings are keywords."""
    chosen = load(**settings)
    logs.configure(chosen)
    logging.getLogger("uvicorn.error").addFilter(_is_worth_logging)
    _check_keys(chosen, path)
    # Bind first: a second server must not even open the first one's database.
    with (
        _listener(chosen) as listener,
        exporting() as plan,
        Memory.open(path, **settings) as memory,
    ):
        config = _config(memory)
        server = _Server(config, StopDeadline(chosen.background_grace_seconds))
        # Handle signals before the banner says that Ctrl-C stops the server.
        with server.capture_signals():
            url, database = _url(listener), memory.database
            # Hooks look for the server of this home, whatever database that has.
            if chosen.upstream_base_url:
                _load_embedder(config)
            announce_server(chosen.home, url, database if path else str(chosen.database_path))
            _announce(memory.settings, url, database, plan, has_keys=_has_keys(config))
            try:
                server.run(sockets=[listener])
            finally:
                withdraw_server(chosen.home)
    _log.info("stopped")


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Make one warning of what a stop cuts off: nothing else cancels a request, and none failed."""
    if str(record.msg).startswith("Cancel %s running task"):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg = "requests cut off by the stop: %s"
    return not (record.exc_info and isinstance(record.exc_info[1], CancelledError))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, deadline: StopDeadline | None = None) -> None:
        super().__init__(config)
        self._deadline = deadline

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop soon; a request or job that does not end by then is cut off."""
        if self._deadline is not None:
            self._deadline.begin()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on a signal and return; uvicorn would re-raise it before the memory is closed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _load_embedder(config: uvicorn.Config) -> None:
    """Load what the first chat needs: it would be answered without memory while that loads."""
    assert isinstance(config.app, FastAPI)
    warmup: Warmup = config.app.state.warmup
    warmup.start()
    rehearse()
    warmup.wait(_LOAD_SECONDS)
    exempt_from_collection()


def _has_keys(config: uvicorn.Config) -> bool:
    """Whether requests need an API key."""
    assert isinstance(config.app, FastAPI)
    authorization: Authorization = config.app.state.authorization
    return bool(authorization.keys.list())


def _config(memory: Memory) -> uvicorn.Config:
    limits = ConnectionLimits.of(memory.settings)
    return uvicorn.Config(
        create_app(memory),
        http=limited(limits),
        backlog=limits.backlog,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # Do not trust X-Forwarded-* headers, which any client could send.
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=REQUEST_SECONDS,
    )


def _listener(settings: Settings) -> AbstractContextManager[socket.socket]:
    if settings.unix_socket is None:
        return _listening(settings.host, settings.port)
    path = Path(settings.unix_socket).expanduser().absolute()
    if path.parent != settings.home and not path.parent.is_dir():
        raise InvalidSetting(f"the directory {path.parent} does not exist", field="unix_socket")
    return listening_on_path(path, _BACKLOG)


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a listening socket, so that early connections wait instead of being refused."""
    address = "127.0.0.1" if host == "localhost" else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # Name the protocol: only then does asyncio disable Nagle's 40 ms delay on every response.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        if os.name == "posix":
            # A restart must not wait for the old server's connections to leave TIME_WAIT.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, port))
            listener.listen(_BACKLOG)
        except OSError as error:
            raise _bind_error(address, port, error) from None
        yield listener


def _check_keys(settings: Settings, database: str | None) -> None:
    """Raise if the server would be reachable from other machines without any API key."""
    if settings.allow_anonymous or not settings.is_exposed:
        return
    with opened_keys(settings, database) as keys:
        has_keys = bool(keys.list())
    if not has_keys:
        is_local = is_loopback(settings.host)
        place = f"under {', '.join(settings.allowed_hosts)}" if is_local else f"on {settings.host}"
        otherwise = "remove allowed_hosts" if is_local else "listen on 127.0.0.1"
        message = (
            f"other machines could reach the server {place}, and there is no API key:"
            f" create one with recollect keys add NAME, or {otherwise}; allow_anonymous = true"
            " would let everybody who can reach it read, change and erase everything"
        )
        raise InvalidSetting(message, field="allowed_hosts" if is_local else "host")


def _bind_error(host: str, port: int, error: OSError) -> InvalidSetting:
    if error.errno == errno.EADDRINUSE:
        message = (
            f"port {port} on {host} is in use: Recollect or another program is listening there."
            " Stop it, or choose another port (setting port; 0 takes any free one)"
        )
        return InvalidSetting(message, field="port")
    if error.errno == errno.EACCES and port < _PRIVILEGED:
        message = f"port {port} needs root privileges: choose {_PRIVILEGED} or higher"
        return InvalidSetting(message, field="port")
    message = f"the server cannot listen on {host}: {error.strerror}"
    return InvalidSetting(message, field="host")


def _url(listener: socket.socket) -> str:
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return f"{SCHEME}{listener.getsockname()}"
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _announce(
    settings: Settings,
    url: str,
    path: str,
    plan: TracingPlan = NO_EXPORT,
    *,
    has_keys: bool = False,
) -> None:
    if settings.log_format == "json":
        _log.info("listening", extra={"url": url, "database": path})
        if plan.problem:
            _log.warning("no spans are exported: %s. %s", plan.problem, plan.advice)
        return
    database = "in RAM, lost when the server stops" if path == ":memory:" else path
    sys.stderr.write(_banner(settings, url, database, plan, has_keys=has_keys))
    sys.stderr.flush()


def _proxy_line(settings: Settings, url: str) -> str:
    """Name the proxy and its upstreams; nothing without one."""
    addresses = [settings.upstream_base_url, *(route.base_url for route in settings.upstreams)]
    named = ("echo, no model" if address == ECHO_URL else address for address in addresses)
    shown = ", ".join(dict.fromkeys(filter(None, named)))
    return f"  Proxy      {url}/v1 → {shown}\n" if shown else ""


def _trial(curl: str, *, has_keys: bool) -> str:
    """Commands to try it with; a key may be for other agents than that of the trial."""
    if has_keys:
        return f"  Try it     {curl}/agents -H 'X-Recollect-Key: rck_…'\n"
    return f"""  Try it     {curl}/memory/ingest -H 'Content-Type: application/json' -d '{_TRY}'
             {curl}/agents
  Delete it  {curl}/api/v1/agents/{_TRIAL}'?confirm=true' -X DELETE
"""


def _banner(
    settings: Settings, url: str, database: str, plan: TracingPlan, *, has_keys: bool
) -> str:
    notes = "" if settings.enabled else "  Memory is off (enabled = false).\n"
    if not settings.background_work:
        notes += "  Background jobs need recollect worker (background_work = false).\n"
    if plan.exporters:
        where = f" to {plan.endpoint}" if plan.endpoint else ""
        notes += f"  Traces are exported by {', '.join(plan.exporters)}{where}.\n"
    if plan.problem:
        notes += f"  No traces are exported: {plan.problem}. {plan.advice}\n"
    curl, page = f"curl {url}", f"  Page       {url}/\n  Help       {url}/help\n"
    page += _proxy_line(settings, url)
    reference = f"{url}/docs"
    if url.startswith(SCHEME):
        curl, page = f"curl --unix-socket {url.removeprefix(SCHEME)} http://localhost", ""
        reference = f"{curl}/openapi.json"
    return f"""Recollect {version("recollect")} is listening on {url}
  Database   {database}
{page}{_trial(curl, has_keys=has_keys)}  Reference  {reference}
{notes}  Press Ctrl-C to stop.
"""
