"""Give turns and memories their vectors, in the background."""

from concurrent.futures import CancelledError, Executor, Future

import numpy as np

from recollect.domain.entry import Entry
from recollect.domain.job import Done, Job, so_many
from recollect.domain.ports import Embedder, Reader, Store
from recollect.domain.turn import Turn
from recollect.domain.writes import Derived, PutReadings, PutVectors, Work
from recollect.errors import CircuitOpen, Closed, ProviderError, ProviderUnavailable
from recollect.recall.derive import derived, pending
from recollect.recall.reading import passages_of

# Raised whenever the same turn would be given to the model in other words: its vectors are then made anew.
RECIPE = 1
# Small enough that a crash loses little work, large enough to share a commit.
AT_ONCE = 64


def space_of(embedder: Embedder) -> str:
    """The name of the vector space: the model, and how turns are put to it."""
    return f"{embedder.name}/{RECIPE}"


def spoken(item: Turn | Entry) -> list[str]:
    """The passages of a turn or memory as they are embedded: with who speaks, because questions name people."""
    speaker = item.speaker if isinstance(item, Turn) else None
    return [f"{speaker}: {text}" if speaker else text for text in passages_of(item.content)]


def embed_next(store: Store, embedder: Embedder, reader: Reader, pool: Executor, job: Job) -> Work:
    """The vectors of the next turns of a conversation, or of the memories, that have none in the embedder's space.

    With them go the readings, which a message that came alone does not have yet.
    """
    left = pending(store, job, space_of(embedder), AT_ONCE)
    if not left.items:
        return Work(Done("nothing left to embed", left.watermark))
    vectors, refusal = _embedded(embedder, pool, left.items)
    if refusal is not None and not vectors:
        raise refusal
    outcome = f"embedded {so_many(len(vectors), 'turn' if job.conversation else 'memory')}"
    if refusal is not None:
        outcome += f"; {len(left.items) - len(vectors)} were refused, the last because: {refusal}"
    done = Done(outcome, watermark=left.watermark, again=left.more)
    readings = tuple(derived(item, reader.read(item.content).data) for item in left.items)
    return Work(
        done,
        (
            PutVectors(job.conversation, space_of(embedder), vectors),
            PutReadings(job.conversation, reader.name, readings),
        ),
    )


def _embedded(
    embedder: Embedder, pool: Executor, items: tuple[Turn | Entry, ...]
) -> tuple[tuple[Derived, ...], ProviderError | None]:
    """The vectors of each; one text that the model refuses must not keep the others from theirs."""
    vectors: list[Derived] = []
    refusal: ProviderError | None = None
    # A run of the model uses one core, so as many texts are in work as there are cores.
    running = _submitted(embedder, pool, items)
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


def _submitted(
    embedder: Embedder, pool: Executor, items: tuple[Turn | Entry, ...]
) -> list[tuple[Turn | Entry, Future[bytes]]]:
    try:
        return [(item, pool.submit(_vectors, embedder, item)) for item in items]
    except RuntimeError:
        # The pool takes no more: the memory is being closed, or the interpreter is on its way out.
        raise Closed("the memory is being closed") from None


def _vectors(embedder: Embedder, item: Turn | Entry) -> bytes:
    """The vectors of its passages, one behind the other; each text is a run of its own."""
    return b"".join(halved(embedder.embed(text)) for text in spoken(item))


def halved(vector: bytes) -> bytes:
    """A vector of float32 as the float16 that is stored."""
    return np.frombuffer(vector, "<f4").astype("<f2").tobytes()
