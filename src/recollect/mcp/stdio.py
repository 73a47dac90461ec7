"""Stdio transport, for clients that start this process; stdout carries only the protocol."""

import asyncio
import json
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, Final, cast

import anyio
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from recollect.mcp.caller import Caller
from recollect.mcp.server import create_server
from recollect.stopping import StopDeadline

_STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def serve_stdio(caller: Caller) -> None:
    """Serve until stdin ends, stdout is closed, or SIGTERM or Ctrl-C arrives."""
    server = create_server(lambda _: caller)
    try:
        anyio.run(_serve, server, StopDeadline(caller.memory.settings.background_grace_seconds))
    except* BrokenPipeError:
        pass  # the client has closed the pipe, so nobody would read an error


async def _serve(server: Server[Any], deadline: StopDeadline) -> None:
    lines = _Lines(asyncio.get_running_loop())
    async with anyio.create_task_group() as group:
        group.start_soon(_cancel_on_signal, group.cancel_scope, deadline)
        # The library only iterates over the lines.
        stdin = cast("anyio.AsyncFile[str]", lines)
        async with stdio_server(stdin=stdin) as (incoming, outgoing):
            lines.start(outgoing.send)
            await server.run(incoming, outgoing, server.create_initialization_options())
        group.cancel_scope.cancel()


async def _cancel_on_signal(scope: anyio.CancelScope, deadline: StopDeadline) -> None:
    with anyio.open_signal_receiver(*_STOP_SIGNALS) as signals:
        async for _ in signals:
            deadline.begin()
            scope.cancel()
            return


def _problem(line: str) -> SessionMessage | None:
    """The answer to a line that the library would drop in silence."""
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        is_json = error.errors()[0]["type"] != "json_invalid"
        given = json.loads(line) if is_json else None
        number = given.get("id") if isinstance(given, dict) else None
        problem = types.ErrorData(
            code=types.INVALID_REQUEST if is_json else types.PARSE_ERROR,
            message="not a JSON-RPC message" if is_json else "not JSON",
        )
        known = number if isinstance(number, int | str) else None
        return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=known, error=problem))
    return None


class _Lines:
    """The lines of stdin, read by a daemon thread.

    At exit, the process would wait for the library's reader thread, which blocks until the
    client writes again. The thread avoids `sys.stdin`: Python crashes on exit if a thread has it
    locked.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(1)
        self._thread = threading.Thread(target=self._read, name="recollect-stdin", daemon=True)

    def start(self, send: Callable[[SessionMessage], Awaitable[None]]) -> None:
        """Start reading; what is no message is answered with an error."""
        self._send = send
        self._thread.start()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._queue.get()) is not None:
            problem = _problem(line)
            if problem is None:
                yield line
            elif line.strip():
                await self._send(problem)

    def _read(self) -> None:
        # The loop may close before the last line is read, and stdin may never have been open.
        with suppress(RuntimeError, CancelledError):
            with suppress(OSError), open(0, "rb", closefd=False) as stdin:
                for line in stdin:
                    self._put(line.decode("utf-8", "replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        """Wait until the line is consumed, so that a fast client cannot fill the memory."""
        asyncio.run_coroutine_threadsafe(self._queue.put(line), self._loop).result()
