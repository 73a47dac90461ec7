"""The servers, for every test."""

from servers import agent, server, shared_upstream, turns, upstream

__all__ = ["agent", "server", "shared_upstream", "turns", "upstream"]
