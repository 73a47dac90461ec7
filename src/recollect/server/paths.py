"""Path parameters that may contain an escaped slash, such as agent and conversation names."""

import re
from typing import Annotated, Final
from urllib.parse import unquote

from fastapi import Path
from pydantic import PlainValidator, ValidationInfo, WithJsonSchema
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.domain import checks
from recollect.server.field_types import NAME_SCHEMA

# Takes a file of any type as its body.
IMPORT: Final = "/api/v1/import"
# These read, although they take a body.
READS: Final = frozenset(f"/api/v1/{name}" for name in ("search", "context", "why-not", "find"))
# An escaped slash would split a name; an escaped percent sign would be decoded twice.
_ESCAPED: Final = re.compile(rb"%2f|%25", re.IGNORECASE)


class EscapedSlashes:
    """Middleware that keeps escaped slashes in paths escaped, so that they do not split names."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its path adjusted."""
        raw: bytes = scope.get("raw_path") or b""
        if scope["type"] == "http" and _ESCAPED.search(raw):
            double_escaped = _ESCAPED.sub(lambda found: b"%25" + found[0][1:], raw)
            scope["path"] = unquote(double_escaped.decode("ascii", "replace"))
        await self._app(scope, receive, send)


def _name(value: object, info: ValidationInfo) -> str:
    text = unquote(value) if isinstance(value, str) and _ESCAPED.search(value.encode()) else value
    return checks.check_id(text, info.field_name or "name")


PathName = Annotated[str, PlainValidator(_name), WithJsonSchema(NAME_SCHEMA)]
MemoryPath = Annotated[PathName, Path(description="The id of the memory.")]
ConversationPath = Annotated[PathName, Path(description="The name of the conversation.")]
MessagePath = Annotated[PathName, Path(description="The id of the message.")]
AgentPath = Annotated[PathName, Path(description="The agent's name.")]
