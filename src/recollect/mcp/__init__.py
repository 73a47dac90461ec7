"""MCP server: tools, resources and prompts, over stdio and inside the HTTP server."""
