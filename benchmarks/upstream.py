"""A fake model server on loopback: `python -m benchmarks.upstream` prints its port.

It repeats the first line of the last message word by word, so that every reply can be checked;
`pace` in a request is the number of seconds between two words.
"""

import asyncio
import json
import sys
from typing import Final

# About as long as a hosted model takes for its first word.
FIRST_SECONDS: Final = 0.2
_DONE: Final = b"data: [DONE]\n\n"


def reply_words(question: str) -> list[str]:
    """The pieces of the reply to a question."""
    return [f"{word} " for word in question.partition("\n")[0].split()]


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while length := await _content_length(reader):
            body = json.loads(await reader.readexactly(length))
            await _answer(body["messages"][-1]["content"], body["pace"], writer)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def _content_length(reader: asyncio.StreamReader) -> int:
    length = 0
    while line := (await reader.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return length


async def _answer(question: str, pace: float, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(FIRST_SECONDS)
    head = (
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    writer.write(head.encode())
    for word in reply_words(question):
        await _send(writer, _event({"index": 0, "delta": {"content": word}, "finish_reason": None}))
        await asyncio.sleep(pace)
    await _send(writer, _event({"index": 0, "delta": {}, "finish_reason": "stop"}) + _DONE)
    await _send(writer, b"")


def _event(choice: dict[str, object]) -> bytes:
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


async def _send(writer: asyncio.StreamWriter, part: bytes) -> None:
    writer.write(b"%x\r\n%s\r\n" % (len(part), part))
    await writer.drain()


async def _main() -> None:
    server = await asyncio.start_server(_serve, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        # Run until the parent process closes stdin.
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_main())
