"""The turns and memories that still lack derived data, in batches."""

from typing import NamedTuple

from recollect.domain.entry import Entry
from recollect.domain.job import Job, Missing
from recollect.domain.ports import Store
from recollect.domain.turn import Turn
from recollect.domain.writes import Derived


class Pending(NamedTuple):
    """The next turns or memories of a job; `watermark` is its position after them."""

    items: tuple[Turn | Entry, ...]
    watermark: int
    more: bool


def pending(store: Store, job: Job, name: str, limit: int) -> Pending:
    """The items that lack what this job derives under a name; without a conversation, memories.

    Memories have no index: the watermark of their job is the revision of their last change.
    """
    missing = Missing(job.kind, name)
    found: list[tuple[int, Turn | Entry]]
    if job.conversation:
        turns = store.window(
            job.agent, job.conversation, after=job.watermark, limit=limit, missing=missing
        )
        found = [(turn.index, turn) for turn in turns]
    else:
        since = max(0, job.watermark)
        found = [*store.entry_window(job.agent, since=since, limit=limit, missing=missing)]
    watermark = found[-1][0] if found else job.watermark
    return Pending(tuple(item for _, item in found), watermark, len(found) == limit)


def derived(item: Turn | Entry, data: bytes) -> Derived:
    """Derived data of a turn or a memory, ready to store."""
    return Derived(item.id, data, item.version if isinstance(item, Entry) else 0)
