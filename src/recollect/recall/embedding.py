"""Give turns their vectors, in the background."""

from concurrent.futures import Executor

import numpy as np

from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable
from recollect.model.job import Done, Job
from recollect.model.ports import Embedder, Store
from recollect.model.turn import Turn
from recollect.model.writes import PutVectors, TurnVector, Work

# Small enough that a crash loses little work and a lease never runs out, large enough to share a commit.
AT_ONCE = 64


def embed_turns(store: Store, embedder: Embedder, pool: Executor, job: Job) -> Work:
    """The vectors of the next turns of a conversation that have none in the embedder's space."""
    turns = store.window(
        job.agent, job.conversation, after=job.watermark, limit=AT_ONCE, lacking=embedder.name
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
    return Work(done, (PutVectors(job.conversation, embedder.name, vectors),))


def _embedded(
    embedder: Embedder, pool: Executor, turns: tuple[Turn, ...]
) -> tuple[tuple[TurnVector, ...], ProviderError | None]:
    """Each turn's vector; one text that the model refuses must not keep the others from theirs."""
    vectors: list[TurnVector] = []
    refusal: ProviderError | None = None
    # A run of the model uses one core, so as many texts are in work as there are cores.
    pending = [(turn.id, pool.submit(embedder.embed, turn.content)) for turn in turns]
    for turn_id, vector in pending:
        try:
            vectors.append(TurnVector(turn_id, halved(vector.result())))
        except (ProviderUnavailable, CircuitOpen):
            raise
        except ProviderError as error:
            refusal = error
    return tuple(vectors), refusal


def halved(vector: bytes) -> bytes:
    """A vector of float32 as the float16 that is stored."""
    return np.frombuffer(vector, "<f4").astype("<f2").tobytes()
