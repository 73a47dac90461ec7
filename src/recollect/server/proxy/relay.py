"""Streams the upstream's reply to the client, and reads it if it is to be remembered."""

from dataclasses import replace
from typing import Final

import httpx2
from fastapi import Response
from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from recollect import tracing
from recollect.server.disconnect import run_until_disconnect
from recollect.server.errors import Refusal, error_response
from recollect.server.proxy.headers import Headers, client_headers
from recollect.server.proxy.paths import CHATS
from recollect.server.proxy.record import Record
from recollect.server.proxy.reply_reader import ReplyReader, reader_for
from recollect.server.proxy.request_stream import RequestStream
from recollect.server.proxy.upstream import Upstream, UpstreamRequest
from recollect.server.proxy.upstream_span import UpstreamSpan, upstream_span

_BROKEN: Final = "upstream_broke_off"


class Relay(Response):
    """A response that calls the upstream when sent, and hangs up if the client disconnects."""

    def __init__(
        self,
        upstream: Upstream,
        request: UpstreamRequest,
        *,
        headers: Headers,
        record: Record | None,
        save_seconds: float,
    ) -> None:
        super().__init__()
        self._upstream = upstream
        self._request = request
        self._extra_headers = headers
        self._record = record
        self._save_seconds = save_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request and stream the reply."""
        content = self._request.content
        after_body = content.receive if isinstance(content, RequestStream) else receive
        await run_until_disconnect(after_body, self._answer(scope, receive, send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if tracing.is_on():
                await self._ask_traced(scope, send)
            else:
                await self._ask(self._request, scope, send)
        except Refusal as problem:
            headers = {**(problem.headers or {}), **dict(self._extra_headers)}
            failure = error_response(
                scope, problem.status_code, problem.code, problem.detail, headers=headers
            )
            await failure(scope, receive, send)
        except ClientDisconnect:
            return

    async def _ask_traced(self, scope: Scope, send: Send) -> None:
        request = self._request
        traced = await upstream_span(self._upstream, request, scope["path"], self._record)
        with traced.span as span:
            request = replace(request, headers=traced.headers(request.headers))
            await self._ask(request, scope, send, traced)
            traced.end()
            if code := scope.get("state", {}).get("error_code"):
                span.fail(code)

    async def _ask(
        self, request: UpstreamRequest, scope: Scope, send: Send, traced: UpstreamSpan | None = None
    ) -> None:
        async with self._upstream.send(request) as reply:
            await self._pass_on(reply, scope, send, traced)

    async def _pass_on(
        self, reply: httpx2.Response, scope: Scope, send: Send, traced: UpstreamSpan | None
    ) -> None:
        await send(self._start(reply))
        record = self._record if reply.is_success else None
        if record is not None:
            record.begin()
        reader = ReplyReader()
        dialect = record.dialect if record is not None else None
        if traced is not None:
            traced.answered(reply.status_code)
            dialect = traced.reading(dialect or CHATS.get(scope["path"]))
        if dialect is not None:
            reader = reader_for(dialect, reply.status_code, reply.headers)
        is_complete = False
        try:
            async for chunk in reply.aiter_raw():
                reader.feed(chunk)
                last = await self._wait_for_save(chunk, reader, record, send)
                await send(_body_message(last))
            is_complete = True
            if traced is not None:
                await run_in_threadpool(reader.reply)
        except httpx2.RequestError:
            # Skip the final message, so that the client does not take this reply as complete.
            scope.setdefault("state", {})["error_code"] = _BROKEN
        finally:
            if record is not None:
                record.end(reader.reply, is_complete=is_complete and reader.is_complete)
        if is_complete:
            if record is not None:
                await record.wait(self._save_seconds)
            await send(_body_message(b"", more=False))

    async def _wait_for_save(
        self, chunk: bytes, reader: ReplyReader, record: Record | None, send: Send
    ) -> bytes:
        """Delay the end of the reply until it is saved, so that a client can rely on it.

        Returns the bytes still to send. The wait is limited: a slow database cannot stall a chat.
        """
        if record is None or not reader.has_ended:
            return chunk
        record.end(reader.reply, is_complete=reader.is_complete)
        before, last = reader.split_end(chunk)
        if before:
            await send(_body_message(before))
        await record.wait(self._save_seconds)
        return last

    def _start(self, reply: httpx2.Response) -> dict[str, object]:
        # Raw bytes: the HTTP library guesses encodings other than latin-1.
        received = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in reply.headers.raw
        ]
        headers = [*client_headers(received), *self._extra_headers]
        return {
            "type": "http.response.start",
            "status": reply.status_code,
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        }


def _body_message(body: bytes, *, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": body, "more_body": more}
