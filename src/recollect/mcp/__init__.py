"""The MCP door: eight tools that a model calls by itself, over stdio and inside the HTTP server."""

import importlib
import typing

if typing.TYPE_CHECKING:
    from recollect.mcp.http import Door
    from recollect.mcp.stdio import serve_stdio

__all__ = ["Door", "serve_stdio"]

_WHERE: typing.Final = {"Door": "http", "serve_stdio": "stdio"}


def __getattr__(name: str) -> typing.Any:
    """A public name, fetched when it is first asked for: neither door is to load what only the other needs."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found
