"""Who hangs up ends the work for them, and leaves nothing open behind."""

import asyncio
import gc
import socket

import anyio
import pytest

from recollect.server.disconnect import run_until_disconnect
from recollect.server.proxy.upstream import Upstream, UpstreamRequest

QUESTION = UpstreamRequest("GET", "/v1/models", "", [], b"")
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def open_to(port: int) -> int:
    """How many connections of this process lead to a port."""
    things = gc.get_objects()
    sockets = [one for one in things if isinstance(one, socket.socket) and one.fileno() != -1]
    return sum(_leads_to(one) == port for one in sockets)


def _leads_to(one: socket.socket) -> int | None:
    if one.family != socket.AF_INET:
        return None
    try:
        port: int = one.getpeername()[1]
    except OSError:
        return None
    return port


async def _never() -> dict[str, str]:
    await asyncio.Event().wait()
    return {"type": "http.disconnect"}


def test_work_is_done_and_its_errors_are_told() -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(run_until_disconnect(_never, fails()))


def test_who_hangs_up_does_not_break_into_what_is_tidying_up() -> None:
    done = []

    async def scenario() -> None:
        tidying = asyncio.Event()

        async def receive() -> dict[str, str]:
            await tidying.wait()
            return {"type": "http.disconnect"}

        async def work() -> None:
            with anyio.CancelScope(shield=True):
                tidying.set()
                await asyncio.sleep(0.01)
                done.append("tidied up")
            await asyncio.sleep(60)
            done.append("went on")

        await run_until_disconnect(receive, work())

    asyncio.run(scenario())
    assert done == ["tidied up"]


@pytest.mark.parametrize("moment", range(12))
def test_connections_that_have_ended_are_closed_whenever_somebody_hangs_up(moment: int) -> None:
    """The HTTP library closes those of before with the next question, in the middle of which the caller leaves."""

    async def scenario() -> int:
        callers: list[asyncio.StreamWriter] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            callers.append(writer)
            while (await reader.readline()).strip():
                pass
            await asyncio.sleep(0.02)
            writer.write(ANSWER)

        async def receive() -> dict[str, str]:
            for _ in range(moment):
                await asyncio.sleep(0)
            return {"type": "http.disconnect"}

        async def ask() -> None:
            async with upstream.send(QUESTION) as reply:
                await reply.aread()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            upstream = Upstream(f"http://127.0.0.1:{port}/v1", None, 60, "upstream_base_url")
            await asyncio.gather(*(ask() for _ in range(20)))
            for caller in callers:
                caller.close()
                await caller.wait_closed()
            await run_until_disconnect(receive, ask())
            await upstream.close()
            for caller in callers:
                caller.close()
            await asyncio.sleep(0.01)
            return open_to(port)

    assert asyncio.run(scenario()) == 0
