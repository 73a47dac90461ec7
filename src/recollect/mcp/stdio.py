"""Over stdin and stdout, for a client that starts us: nothing but the protocol goes to stdout."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, Final, cast

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from recollect.mcp.caller import Caller
from recollect.mcp.server import create_server

_STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


def serve_stdio(caller: Caller) -> None:
    """Answer until stdin ends, whoever reads stdout goes, or SIGTERM or Ctrl-C comes."""
    server = create_server(lambda _: caller)
    try:
        anyio.run(_serve, server)
    except* BrokenPipeError:
        pass  # whoever read our answers has gone, and wants no complaint


async def _serve(server: Server[Any]) -> None:
    lines = _Lines(asyncio.get_running_loop())
    async with anyio.create_task_group() as group:
        group.start_soon(_until_told, group.cancel_scope)
        # The library only goes through the lines.
        stdin = cast("anyio.AsyncFile[str]", lines)
        async with stdio_server(stdin=stdin) as (incoming, outgoing):
            lines.start()
            await server.run(incoming, outgoing, server.create_initialization_options())
        group.cancel_scope.cancel()


async def _until_told(scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(*_STOPPING) as told:
        async for _ in told:
            scope.cancel()
            return


class _Lines:
    """The lines of stdin, read by a thread of our own.

    The library's would be waited for when the process ends, while it waits for a client that says nothing more. Nor
    is it `sys.stdin` that it reads: an interpreter that ends while a thread holds that one breaks.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(1)
        self._thread = threading.Thread(target=self._read, name="recollect-stdin", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._queue.get()) is not None:
            yield line

    def _read(self) -> None:
        # The loop may be gone before the last line is, and stdin may never have been there.
        with suppress(RuntimeError, CancelledError):
            with suppress(OSError), open(0, "rb", closefd=False) as stdin:
                for line in stdin:
                    self._hand_over(line.decode("utf-8", "replace"))
            self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        """Wait until it is taken, so that a client that is faster than we are fills no memory."""
        asyncio.run_coroutine_threadsafe(self._queue.put(line), self._loop).result()
