"""MCP server: eight tools that a model can call, over stdio and inside the HTTP server."""

import importlib
import typing

if typing.TYPE_CHECKING:
    from recollect.mcp.http import McpEndpoint
    from recollect.mcp.stdio import serve_stdio

__all__ = ["McpEndpoint", "serve_stdio"]

_MODULES: typing.Final = {"McpEndpoint": "http", "serve_stdio": "stdio"}


def __getattr__(name: str) -> typing.Any:
    """Import a name on first use, so that no transport loads the other's dependencies."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
