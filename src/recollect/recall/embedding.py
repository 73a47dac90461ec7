"""The background job that embeds turns and memories."""

from concurrent.futures import CancelledError, Executor, Future

import numpy as np

from recollect.domain.entry import Entry
from recollect.domain.job import Done, Job, pluralized
from recollect.domain.ports import Embedder, Reader, Store
from recollect.domain.turn import Turn
from recollect.domain.writes import Derived, JobResult, PutReadings, PutVectors
from recollect.errors import CircuitOpen, Closed, ProviderError, ProviderUnavailable
from recollect.recall.derive import derived, pending
from recollect.recall.reading import passages_of

# Increase it whenever the text given to the model for a turn changes: all vectors are recomputed.
RECIPE = 1
# Small enough that a crash loses little work, large enough to share a commit.
BATCH_SIZE = 64


def vector_space(embedder: Embedder) -> str:
    """The name of the vector space: the model, and the recipe for the texts that it embeds."""
    return f"{embedder.name}/{RECIPE}"


def passages_to_embed(item: Turn | Entry) -> list[str]:
    """The passages of a turn or memory, prefixed by the speaker because questions name people."""
    speaker = item.speaker if isinstance(item, Turn) else None
    return [f"{speaker}: {text}" if speaker else text for text in passages_of(item.content)]


def embed_next(
    store: Store, embedder: Embedder, reader: Reader, pool: Executor, job: Job
) -> JobResult:
    """Embed the next turns of a conversation, or memories, that have no vector in this space.

    Readings are stored with them, because a single message arrives without one.
    """
    left = pending(store, job, vector_space(embedder), BATCH_SIZE)
    if not left.items:
        return JobResult(Done("nothing left to embed", left.watermark))
    vectors, refusal = _embed_all(embedder, pool, left.items)
    if refusal is not None and not vectors:
        raise refusal
    outcome = f"embedded {pluralized(len(vectors), 'turn' if job.conversation else 'memory')}"
    if refusal is not None:
        outcome += f"; {len(left.items) - len(vectors)} were refused, the last because: {refusal}"
    done = Done(outcome, watermark=left.watermark, again=left.more)
    readings = tuple(derived(item, reader.read(item.content).data) for item in left.items)
    return JobResult(
        done,
        (
            PutVectors(job.conversation, vector_space(embedder), vectors),
            PutReadings(job.conversation, reader.name, readings),
        ),
    )


def _embed_all(
    embedder: Embedder, pool: Executor, items: tuple[Turn | Entry, ...]
) -> tuple[tuple[Derived, ...], ProviderError | None]:
    """The vectors of the items, and the last refusal; a refused text does not stop the others."""
    vectors: list[Derived] = []
    refusal: ProviderError | None = None
    # A run of the model uses one core, so the pool runs one text per core.
    running = _submit_all(embedder, pool, items)
    for item, vector in running:
        try:
            vectors.append(derived(item, vector.result()))
        except CancelledError:
            raise Closed("the memory is being closed") from None
        except (ProviderUnavailable, CircuitOpen):
            for _, other in running:
                other.cancel()
            raise
        except ProviderError as error:
            refusal = error
    return tuple(vectors), refusal


def _submit_all(
    embedder: Embedder, pool: Executor, items: tuple[Turn | Entry, ...]
) -> list[tuple[Turn | Entry, Future[bytes]]]:
    try:
        return [(item, pool.submit(_vectors, embedder, item)) for item in items]
    except RuntimeError:
        # The pool has shut down: the memory is being closed, or the interpreter is exiting.
        raise Closed("the memory is being closed") from None


def _vectors(embedder: Embedder, item: Turn | Entry) -> bytes:
    """The concatenated vectors of the passages of an item; each passage is one run of the model."""
    return b"".join(to_float16(embedder.embed(text)) for text in passages_to_embed(item))


def to_float16(vector: bytes) -> bytes:
    """Convert a float32 vector to float16, as stored."""
    return np.frombuffer(vector, "<f4").astype("<f2").tobytes()
