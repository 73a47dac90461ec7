"""Strict parsing of JSON bodies: ambiguous input, such as duplicate keys, is rejected."""

import json
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, NoReturn, TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from recollect.server.errors import Refusal

_T = TypeVar("_T")
# More than any valid body needs (metadata may have 32 levels), and far below Python's stack limit.
MAX_DEPTH: Final = 64
_SMALL: Final = 64 * 1024


class StrictRequest(Request):
    """A request whose body is read by `parse_json`."""

    async def json(self) -> Any:
        """Return the body, or raise a Refusal."""
        return await parsed(parse_json, await self.body())


async def parsed(parse: Callable[[bytes], _T], body: bytes) -> _T:
    """Parse a body, in a thread if it is large, to keep the event loop free."""
    # For a small one, a thread costs more than it saves.
    return parse(body) if len(body) < _SMALL else await run_in_threadpool(parse, body)


def parse_json(body: bytes) -> object:
    """Return the JSON value of a body, or raise a Refusal that says what is wrong with it."""
    try:
        value = json.loads(_text(body), object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        _refuse(f"the body is not valid JSON at {place}: {error.msg}")
    except RecursionError:
        _refuse("the body is nested too deeply")
    except ValueError:
        _refuse("the body contains a number that is too long")
    _check_depth(value)
    return value


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(f"the body is not UTF-8: see byte {error.start}")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        duplicate = next(name for name in result if counts[name] > 1)
        _refuse(f"an object in the body has the key {duplicate!r:.80} twice")
    return result


def _constant(name: str) -> NoReturn:
    _refuse(f"the body contains {name}, which is not valid JSON")


def _check_depth(value: object) -> None:
    """Reject nesting so deep that recursive code could later overflow the stack."""
    level = [value]
    for _ in range(MAX_DEPTH):
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
