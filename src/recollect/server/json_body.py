"""JSON bodies, read strictly: what two readers could understand in two ways is refused."""

import json
from collections import Counter
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, Final, NoReturn

from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute

from recollect.server.errors import Refusal

# Deeper than any body of ours (metadata may have 32 levels), far from where Python's stack ends.
DEEPEST: Final = 64
# A larger body is read in a thread, so that nobody else waits for it; for a small one a thread costs more.
_SMALL: Final = 64 * 1024


class JsonRoute(APIRoute):
    """A route whose body is read by `parsed`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler that FastAPI made, given our way of reading."""
        handle = super().get_route_handler()

        async def read_strictly(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return read_strictly


class _StrictRequest(Request):
    async def json(self) -> Any:
        body = await self.body()
        return parsed(body) if len(body) < _SMALL else await run_in_threadpool(parsed, body)


def parsed(body: bytes) -> object:
    """The JSON value of a body; a Refusal says where it is not one."""
    try:
        value = json.loads(_text(body), object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        _refuse(f"the body is not valid JSON at {place}: {error.msg}")
    except RecursionError:
        _refuse("the body is nested too deeply")
    except ValueError:
        _refuse("the body holds a number that is too long")
    _check_depth(value)
    return value


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(f"the body is not UTF-8: see byte {error.start}")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name in found if times[name] > 1)
        _refuse(f"an object in the body has the name {twice!r:.80} twice")
    return found


def _constant(name: str) -> NoReturn:
    _refuse(f"the body holds {name}, which is not JSON")


def _check_depth(value: object) -> None:
    """Refuse, level by level, what could later overflow the stack of whoever looks at it."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (
            item.values() if isinstance(item, dict) else item
            for item in level
            if isinstance(item, dict | list)
        )
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
        if not level:
            return
    _refuse("the body is nested too deeply")


def _refuse(message: str) -> NoReturn:
    raise Refusal(HTTPStatus.BAD_REQUEST, "malformed_json", message) from None
