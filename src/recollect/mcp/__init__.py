"""MCP server: eight tools that a model can call, over stdio and inside the HTTP server."""
