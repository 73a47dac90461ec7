"""Keys: who may do what, and for which agents."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class Right(StrEnum):
    """What a key allows. Who may administer may also read and write."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


EVERYTHING: Final = frozenset(Right)


@dataclass(frozen=True, slots=True)
class Reach:
    """Which agents are meant: those whose names fit one of the patterns, and of these `only` one where it is named."""

    patterns: tuple[str, ...] = ("*",)
    only: str | None = None

    def covers(self, agent: str) -> bool:
        """Whether an agent is meant; no pattern at all means nobody."""
        named = self.only is None or agent == self.only
        return named and any(fits(pattern, agent) for pattern in self.patterns)


EVERYBODY: Final = Reach()


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What somebody may do, for the agents whose names fit one of the patterns (`*` stands for any text)."""

    agents: tuple[str, ...] = ("*",)
    rights: frozenset[Right] = EVERYTHING

    def may(self, right: Right, agent: str | None = None) -> bool:
        """Whether this right is given for an agent, or for the whole house."""
        given = right in self.rights or Right.ADMIN in self.rights
        return given and self.covers(agent)

    def reach(self, right: Right, only: str | None = None) -> Reach:
        """The agents for which this right is given, or one of them; nobody where it is not."""
        given = right in self.rights or Right.ADMIN in self.rights
        return Reach(self.agents if given else (), only)

    def covers(self, agent: str | None) -> bool:
        """Whether a pattern fits the agent; the whole house is covered by `*` alone."""
        return any(
            pattern == "*" or (agent is not None and fits(pattern, agent))
            for pattern in self.agents
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key as it is kept: never the secret itself, only its hash."""

    id: str
    name: str
    hash: str
    access: Access
    created_at: datetime


def fits(pattern: str, agent: str) -> bool:
    """Whether an agent's name fits a pattern; every other sign stands for itself."""
    parts = (re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(".*".join(parts), agent, re.DOTALL) is not None
