"""The settings that limit what one key or agent may use."""

from typing import ClassVar

from .fields import Group, whole

_MOST = 1_000_000_000


class UsageLimits(Group):
    """What one key or agent may use; 0 means no limit."""

    title: ClassVar[str] = "Limits"

    key_requests_per_minute: int = whole(0, 0, 1_000_000)
    """Requests that one API key may send in a minute, or one address without a key (0 = any
    number); each server counts for itself.
    """
    agent_requests_per_minute: int = whole(0, 0, 1_000_000)
    """Requests for one agent in a minute, with whatever keys (0 = any number)."""
    agent_turns_per_day: int = whole(0, 0, _MOST)
    """Turns that one agent may store on one day in UTC (0 = any number); each process counts for
    itself.
    """
    max_turns_per_agent: int = whole(0, 0, _MOST)
    """Turns that one agent may have stored (0 = any number)."""
    max_characters_per_agent: int = whole(0, 0, 10**9)
    """Characters that one agent may have stored in turns, memories and items (0 = any number)."""

    @property
    def has_quotas(self) -> bool:
        """Whether it is limited what an agent may store."""
        return bool(
            self.agent_turns_per_day or self.max_turns_per_agent or self.max_characters_per_agent
        )
