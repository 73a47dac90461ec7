"""OAuth for MCP clients that cannot send a key: a person signs in with one of their API keys.

Tokens work at `/mcp` only, have the agents and rights of that key, and end with it.
"""
