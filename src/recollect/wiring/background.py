"""Builds the background worker: its threads, its job handlers, and how it stops."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime
from functools import partial

from recollect.context.uses import Uses
from recollect.conversations.ephemeral import Ephemeral
from recollect.domain.job import JobKind
from recollect.jobs.owner import new_owner_name
from recollect.jobs.run_due import Handler, Runner
from recollect.jobs.worker import Worker
from recollect.recall.embedding import embed_next, reread_next, vector_space
from recollect.wiring.components import Inputs
from recollect.wiring.erasures import ErasureWatch
from recollect.wiring.learning import LEARNING_JOBS, MODEL_JOBS, sweep_for


def worker_for(
    inputs: Inputs,
    handlers: dict[JobKind, Handler],
    extractor: str | None,
    ephemeral: Ephemeral,
    uses: Uses,
    opened: ExitStack,
) -> tuple[Worker, ErasureWatch]:
    """The worker, which `opened` stops, and what it looks for erasures with.

    `extractor` names the built-in one if that learns.
    """
    settings, erasures = inputs.settings, ErasureWatch(inputs.store)
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "recollect-embed", initializer=_lower_priority)
    opened.callback(pool.shutdown, wait=False, cancel_futures=True)
    worker = Worker(
        _runner(inputs, handlers, pool),
        inputs.store,
        inputs.clock,
        space=vector_space(inputs.embedder) if inputs.embedder else None,
        reader=inputs.reader.name,
        extractor=extractor,
        sweep_rules=sweep_for(inputs).rules,
        is_on=lambda: inputs.live.current().enabled,
        sweep=partial(_tick, ephemeral, uses, erasures),
        poll_seconds=settings.background_poll_seconds,
        grace_seconds=settings.background_grace_seconds,
        slow=MODEL_JOBS if settings.extractor == "model" else frozenset(),
    )
    opened.callback(_stop, worker, pool)
    return worker, erasures


def _tick(ephemeral: Ephemeral, uses: Uses, erasures: ErasureWatch, now: datetime) -> None:
    """What the worker does regularly, whether or not a job is due."""
    ephemeral.sweep(now)
    uses.flush()
    erasures.look()


def _stop(worker: Worker, pool: ThreadPoolExecutor) -> None:
    """Stop the worker and its embedding threads; do not wait for a job that was released."""
    pool.shutdown(wait=worker.stop(), cancel_futures=True)


def _runner(
    inputs: Inputs, plain_handlers: dict[JobKind, Handler], pool: ThreadPoolExecutor
) -> Runner:
    store, reader, embedder = inputs.store, inputs.reader, inputs.embedder

    def able() -> frozenset[JobKind]:
        # Another process may have moved the database to another model or reader; its workers
        # then do these jobs.
        kinds = set(plain_handlers)
        if not inputs.live.current().enabled:
            kinds -= LEARNING_JOBS
        if store.reader() == reader.name:
            kinds.add(JobKind.READ)
        if embedder is not None and store.space() == vector_space(embedder):
            kinds.add(JobKind.EMBED)
        return frozenset(kinds)

    handlers = plain_handlers | {JobKind.READ: partial(reread_next, store, reader)}
    if embedder:
        handlers[JobKind.EMBED] = partial(embed_next, store, embedder, reader, pool)
    return Runner(store, inputs.clock, handlers, runnable=able, owner=new_owner_name())


def _lower_priority() -> None:
    """Let threads that someone waits for run first, if the system supports it."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
