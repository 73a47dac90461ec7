from typing import ClassVar

from .fields import Group, number, switch, whole


class Storage(Group):
    """How the database and the background work behave."""

    title: ClassVar[str] = "Storage and background work"

    storage_busy_timeout_seconds: int = whole(
        30, 1, 600, "How long a write waits for another process that holds the database."
    )
    background_poll_seconds: float = number(
        1.0, 0.05, 60.0, "How often the background thread looks for work that has become due."
    )
    background_work: bool = switch(
        "Whether whoever opens the memory, such as the server, does its background work too; off, `recollect worker` has to do it.",
        default=True,
    )
    background_grace_seconds: float = number(
        8.0, 0.0, 600.0, "How long a stop waits for the job in hand before it is handed back."
    )
