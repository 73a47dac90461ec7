"""API keys: their rights, and the agents they apply to."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class Right(StrEnum):
    """What a key allows; `admin` includes reading and writing."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


ALL_RIGHTS: Final = frozenset(Right)


@dataclass(frozen=True, slots=True)
class Reach:
    """The agents that match one of the patterns; with `only`, at most that one."""

    patterns: tuple[str, ...] = ("*",)
    only: str | None = None

    def covers(self, agent: str) -> bool:
        """Whether an agent is included; without patterns, none is."""
        named = self.only is None or agent == self.only
        return named and any(matches_pattern(pattern, agent) for pattern in self.patterns)

    def is_one(self) -> bool:
        """Whether it can include only one agent, existing or not."""
        names = set(self.patterns)
        return self.only is not None or (len(names) == 1 and "*" not in names.pop())


ALL_AGENTS: Final = Reach()


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Rights for the agents that match one of the patterns (`*` matches any text)."""

    agents: tuple[str, ...] = ("*",)
    rights: frozenset[Right] = ALL_RIGHTS

    def grants(self, right: Right) -> bool:
        """Whether this right is granted for any agent."""
        return right in self.rights or Right.ADMIN in self.rights

    def may(self, right: Right, agent: str | None = None) -> bool:
        """Whether this right is granted for an agent, or for the whole server."""
        return self.grants(right) and self.covers(agent)

    def reach(self, right: Right, only: str | None = None) -> Reach:
        """The agents this right is granted for, or one of them; empty without the right."""
        return Reach(self.agents if self.grants(right) else (), only)

    def covers(self, agent: str | None) -> bool:
        """Whether a pattern matches the agent; only `*` covers the whole server."""
        return any(
            pattern == "*" or (agent is not None and matches_pattern(pattern, agent))
            for pattern in self.agents
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A stored key, with the hash of its secret and never the secret itself."""

    id: str
    name: str
    hash: str
    access: Access
    created_at: datetime
    expires_at: datetime | None = None

    def has_expired(self, now: datetime) -> bool:
        """Whether it is refused because its time is over."""
        return self.expires_at is not None and self.expires_at <= now


def matches_pattern(pattern: str, agent: str) -> bool:
    """Whether an agent's name matches a pattern, in which only `*` is special."""
    parts = (re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(".*".join(parts), agent, re.DOTALL) is not None
