"""How a statement stands to one that was made before it, as a careful reader sees it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compared:
    """How likely it is that the later statement does this to the earlier one; together they make one."""

    # It says the same in other words, all of it and more, or a part of it.
    same: float
    more: float
    less: float
    # The earlier one holds no more.
    replaces: float
    # Both hold.
    beside: float
    # They contradict each other, and nothing tells which one holds.
    doubtful: float
