"""The background job that analyzes stored texts again when the reader has changed."""

from recollect.domain.job import Done, Job
from recollect.domain.ports import Reader, Store
from recollect.domain.writes import JobResult, PutReadings
from recollect.recall.derive import derived, pending

# Larger than a batch of embeddings, because reading is fast.
_BATCH_SIZE = 512


def reread_next(store: Store, reader: Reader, job: Job) -> JobResult:
    """Read the next turns of a conversation, or memories, that this reader has not read."""
    left = pending(store, job, reader.name, _BATCH_SIZE)
    if not left.items:
        return JobResult(Done("nothing left to read", left.watermark))
    readings = tuple(derived(item, reader.read(item.content).data) for item in left.items)
    done = Done(f"read {len(readings)}", left.watermark, again=left.more)
    return JobResult(done, (PutReadings(job.conversation, reader.name, readings),))
