"""Read stored texts anew, in the background, when the reader has changed."""

from recollect.domain.job import Done, Job
from recollect.domain.ports import Reader, Store
from recollect.domain.writes import PutReadings, Work
from recollect.recall.derive import derived, pending

# Reading is quick: more share a commit than of what is embedded.
_AT_ONCE = 512


def read_again(store: Store, reader: Reader, job: Job) -> Work:
    """The readings of the next turns of a conversation, or of the memories, that have none by this reader."""
    left = pending(store, job, reader.name, _AT_ONCE)
    if not left.items:
        return Work(Done("nothing left to read", left.watermark))
    readings = tuple(derived(item, reader.read(item.content).data) for item in left.items)
    done = Done(f"read {len(readings)}", left.watermark, again=left.more)
    return Work(done, (PutReadings(job.conversation, reader.name, readings),))
