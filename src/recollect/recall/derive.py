"""What is still to be made of an agent's turns and memories, a handful at a time."""

from typing import NamedTuple

from recollect.domain.entry import Entry
from recollect.domain.job import Job, Lack
from recollect.domain.ports import Store
from recollect.domain.turn import Turn
from recollect.domain.writes import Derived


class Pending(NamedTuple):
    """The next turns, or memories, that a job has to deal with; `watermark` is where it will be behind them."""

    items: tuple[Turn | Entry, ...]
    watermark: int
    more: bool


def pending(store: Store, job: Job, name: str, most: int) -> Pending:
    """What lacks the work of this job under a name; a job without a conversation is about the memories.

    Memories have no index: the watermark of their job is the revision of their last change.
    """
    lacking = Lack(job.kind, name)
    found: list[tuple[int, Turn | Entry]]
    if job.conversation:
        turns = store.window(
            job.agent, job.conversation, after=job.watermark, limit=most, lacking=lacking
        )
        found = [(turn.index, turn) for turn in turns]
    else:
        since = max(0, job.watermark)
        found = [*store.entry_window(job.agent, since=since, limit=most, lacking=lacking)]
    watermark = found[-1][0] if found else job.watermark
    return Pending(tuple(item for _, item in found), watermark, len(found) == most)


def derived(item: Turn | Entry, data: bytes) -> Derived:
    """What was made of a turn or a memory, ready to be stored."""
    return Derived(item.id, data, item.version if isinstance(item, Entry) else 0)
