"""The servers of the suite `proxy`."""

from servers import agent, server, shared_upstream, turns, upstream

__all__ = ["agent", "server", "shared_upstream", "turns", "upstream"]
