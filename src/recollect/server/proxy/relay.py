"""An answer that is passed on as it comes, and listened to where it is to be remembered."""

from typing import Final

import httpx2
from fastapi import Response
from starlette.types import Receive, Scope, Send

from recollect.server.listened import while_listened
from recollect.server.proxy.headers import Headers, back
from recollect.server.proxy.hearing import Hearing, hearing_of
from recollect.server.proxy.record import Record
from recollect.server.proxy.told import told
from recollect.server.proxy.upstream import Question, Unanswered, Upstream

_BROKEN: Final = "upstream_broke_off"


class Relay(Response):
    """Asks the upstream when it is sent, and hangs up there when nobody listens here any more."""

    def __init__(
        self,
        upstream: Upstream,
        question: Question,
        *,
        headers: Headers,
        record: Record | None,
        patience: float,
    ) -> None:
        super().__init__()
        self._upstream = upstream
        self._question = question
        self._more = headers
        self._record = record
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        await while_listened(receive, self._answer(scope, receive, send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with self._upstream.asked(self._question) as reply:
                await self._pass_on(reply, scope, send)
        except Unanswered as trouble:
            await told(scope, trouble, self._more)(scope, receive, send)

    async def _pass_on(self, reply: httpx2.Response, scope: Scope, send: Send) -> None:
        await send(self._start(reply))
        record = self._record if reply.is_success else None
        if record is not None:
            record.begin()
        hearing = hearing_of(reply.status_code, reply.headers)
        whole = False
        try:
            async for part in reply.aiter_raw():
                hearing.feed(part)
                last = await self._held(part, hearing, record, send)
                await send(_part(last))
            whole = True
        except httpx2.RequestError:
            # The caller must not take half an answer for all of it: the connection ends without an end.
            scope.setdefault("state", {})["error_code"] = _BROKEN
        finally:
            if record is not None:
                record.end(hearing.text, whole=whole and hearing.whole)
        if whole:
            if record is not None:
                await record.settled(self._patience)
            await send(_part(b"", more=False))

    async def _held(
        self, part: bytes, hearing: Hearing, record: Record | None, send: Send
    ) -> bytes:
        """What is to be sent now: whoever has read the end of an answer finds it remembered, unless memory is late."""
        if record is None or not hearing.over:
            return part
        record.end(hearing.text, whole=hearing.whole)
        before, last = hearing.cut(part)
        if before:
            await send(_part(before))
        await record.settled(self._patience)
        return last

    def _start(self, reply: httpx2.Response) -> dict[str, object]:
        # Not as the HTTP library reads them, which guesses at other scripts than headers can carry.
        came = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in reply.headers.raw
        ]
        headers = [*back(came), *self._more]
        return {
            "type": "http.response.start",
            "status": reply.status_code,
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        }


def _part(body: bytes, *, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": body, "more_body": more}
