"""The settings that limit what one key or agent may use."""

from typing import ClassVar

from .fields import Group, whole


class UsageLimits(Group):
    """What one key or agent may use; 0 means no limit."""

    title: ClassVar[str] = "Limits"

    key_requests_per_minute: int = whole(0, 0, 1_000_000)
    """Requests that one API key may send in a minute, or one address without a key (0 = any
    number); each server counts for itself.
    """
    agent_requests_per_minute: int = whole(0, 0, 1_000_000)
    """Requests for one agent in a minute, with whatever keys (0 = any number)."""
