"""Give turns their vectors, in the background."""

from concurrent.futures import CancelledError, Executor, Future

import numpy as np

from recollect.errors import CircuitOpen, Closed, ProviderError, ProviderUnavailable
from recollect.model.entry import Entry
from recollect.model.job import Done, Job
from recollect.model.ports import Embedder, Store
from recollect.model.turn import Turn
from recollect.model.writes import PutVectors, TurnVector, Work
from recollect.recall.passages import passages

# Raised whenever the same turn would be given to the model in other words: its vectors are then made anew.
RECIPE = 1
# Small enough that a crash loses little work, large enough to share a commit.
AT_ONCE = 64


def space_of(embedder: Embedder) -> str:
    """The name of the vector space: the model, and how turns are put to it."""
    return f"{embedder.name}/{RECIPE}"


def texts_of(item: Turn | Entry) -> list[str]:
    """The passages of a turn or a memory, in order; most have one."""
    return [item.content[start:end] for start, end in passages(item.content)] or [item.content]


def spoken(turn: Turn) -> list[str]:
    """A turn's passages as they are embedded: with who speaks, because questions name people."""
    return [f"{turn.speaker}: {text}" if turn.speaker else text for text in texts_of(turn)]


def embed_turns(store: Store, embedder: Embedder, pool: Executor, job: Job) -> Work:
    """The vectors of the next turns of a conversation that have none in the embedder's space."""
    turns = store.window(
        job.agent, job.conversation, after=job.watermark, limit=AT_ONCE, lacking=space_of(embedder)
    )
    if not turns:
        return Work(Done("nothing left to embed", job.watermark))
    vectors, refusal = _embedded(embedder, pool, turns)
    if refusal is not None and not vectors:
        raise refusal
    outcome = f"embedded {len(vectors)} turns"
    if refusal is not None:
        outcome += f"; {len(turns) - len(vectors)} were refused, the last because: {refusal}"
    done = Done(outcome, watermark=turns[-1].index, again=len(turns) == AT_ONCE)
    return Work(done, (PutVectors(job.conversation, space_of(embedder), vectors),))


def _embedded(
    embedder: Embedder, pool: Executor, turns: tuple[Turn, ...]
) -> tuple[tuple[TurnVector, ...], ProviderError | None]:
    """Each turn's vector; one text that the model refuses must not keep the others from theirs."""
    vectors: list[TurnVector] = []
    refusal: ProviderError | None = None
    # A run of the model uses one core, so as many texts are in work as there are cores.
    pending = _submitted(embedder, pool, turns)
    for turn_id, vector in pending:
        try:
            vectors.append(TurnVector(turn_id, vector.result()))
        except CancelledError:
            raise Closed("the memory is being closed") from None
        except (ProviderUnavailable, CircuitOpen):
            for _, other in pending:
                other.cancel()
            raise
        except ProviderError as error:
            refusal = error
    return tuple(vectors), refusal


def _submitted(
    embedder: Embedder, pool: Executor, turns: tuple[Turn, ...]
) -> list[tuple[str, Future[bytes]]]:
    try:
        return [(turn.id, pool.submit(_vectors, embedder, turn)) for turn in turns]
    except RuntimeError:
        # The pool takes no more: the memory is being closed, or the interpreter is on its way out.
        raise Closed("the memory is being closed") from None


def _vectors(embedder: Embedder, turn: Turn) -> bytes:
    """The vectors of a turn's passages, one behind the other; each text is a run of its own."""
    return b"".join(halved(embedder.embed(text)) for text in spoken(turn))


def halved(vector: bytes) -> bytes:
    """A vector of float32 as the float16 that is stored."""
    return np.frombuffer(vector, "<f4").astype("<f2").tobytes()
