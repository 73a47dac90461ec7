"""The MCP door: eight tools that a model calls by itself, over stdio and inside the HTTP server."""

from recollect.mcp.http import Door as Door
from recollect.mcp.stdio import serve_stdio as serve_stdio

__all__ = ["Door", "serve_stdio"]
