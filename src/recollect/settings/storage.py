from typing import ClassVar

from .fields import Group, number, switch, whole


class Storage(Group):
    """The database and background jobs."""

    title: ClassVar[str] = "Storage and background work"

    storage_busy_timeout_seconds: int = whole(
        30, 1, 600, "Seconds that a write waits for another process that has locked the database."
    )
    background_poll_seconds: float = number(
        1.0, 0.05, 60.0, "Seconds between checks of the background thread for due jobs."
    )
    background_work: bool = switch(
        "Whether a process that opens the memory, such as the server, also runs background jobs; if"
        " off, run `recollect worker`.",
        default=True,
    )
    background_grace_seconds: float = number(
        8.0, 0.0, 600.0, "Seconds that a shutdown waits for the running job before releasing it."
    )
