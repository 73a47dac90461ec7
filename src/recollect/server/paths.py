"""Names in paths: an agent or a conversation may be called anything, also by a name with a slash in it."""

import re
from typing import Annotated, Final
from urllib.parse import unquote

from fastapi import Path
from pydantic import PlainValidator, ValidationInfo, WithJsonSchema
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.domain import checks

# What would part a name, and the sign that says so.
_KEPT: Final = re.compile(rb"%2f|%25", re.IGNORECASE)


class NamesInPaths:
    """Leaves an escaped slash in a path as it came, so that it does not end the name it stands in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        raw: bytes = scope.get("raw_path") or b""
        if scope["type"] == "http" and _KEPT.search(raw):
            twice = _KEPT.sub(lambda found: b"%25" + found[0][1:], raw)
            scope["path"] = unquote(twice.decode("ascii", "replace"))
        await self._app(scope, receive, send)


def _name(value: object, info: ValidationInfo) -> str:
    text = unquote(value) if isinstance(value, str) and _KEPT.search(value.encode()) else value
    return checks.check_id(text, info.field_name or "name")


PathName = Annotated[
    str,
    PlainValidator(_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": checks.ID_MAX}),
]
MemoryPath = Annotated[PathName, Path(description="The id of the memory.")]
TalkPath = Annotated[PathName, Path(description="The name of the conversation.")]
AgentPath = Annotated[PathName, Path(description="Whose memory.")]
