"""Builds the background worker: its threads, its job handlers, and how it stops."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from recollect.context.uses import Uses
from recollect.conversations.ephemeral import Ephemeral
from recollect.domain.job import JobKind
from recollect.domain.ports import Clock, Reader, Store
from recollect.jobs.owner import new_owner_name
from recollect.jobs.run_due import Handler, Runner
from recollect.jobs.worker import Worker
from recollect.providers.embedders import CachedEmbedder
from recollect.recall.embedding import embed_next, vector_space
from recollect.recall.reread import reread_next
from recollect.settings import Settings
from recollect.wiring.learning import MODEL_JOBS


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPlan:
    """What the worker runs: the handlers, and the name of the built-in extractor if that learns."""

    handlers: dict[JobKind, Handler]
    extractor: str | None
    asks_model: bool


def worker_for(
    settings: Settings,
    store: Store,
    clock: Clock,
    reader: Reader,
    embedder: CachedEmbedder | None,
    plan: JobPlan,
    tick: Callable[[datetime], None],
    opened: ExitStack,
) -> Worker:
    """The worker, which `opened` stops."""
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "recollect-embed", initializer=_lower_priority)
    opened.callback(pool.shutdown, wait=False, cancel_futures=True)
    worker = Worker(
        _runner(store, clock, reader, embedder, pool, plan.handlers),
        store,
        clock,
        space=vector_space(embedder) if embedder else None,
        reader=reader.name,
        extractor=plan.extractor,
        sweep=tick,
        poll_seconds=settings.background_poll_seconds,
        grace_seconds=settings.background_grace_seconds,
        slow=MODEL_JOBS if plan.asks_model else frozenset(),
    )
    opened.callback(_stop, worker, pool)
    return worker


def tick_for(ephemeral: Ephemeral, uses: Uses) -> Callable[[datetime], None]:
    """What the worker does regularly, whether or not a job is due."""

    def tick(now: datetime) -> None:
        ephemeral.sweep(now)
        uses.flush()

    return tick


def _stop(worker: Worker, pool: ThreadPoolExecutor) -> None:
    """Stop the worker and its embedding threads; do not wait for a job that was released."""
    pool.shutdown(wait=worker.stop(), cancel_futures=True)


def _runner(
    store: Store,
    clock: Clock,
    reader: Reader,
    embedder: CachedEmbedder | None,
    pool: ThreadPoolExecutor,
    plain_handlers: dict[JobKind, Handler],
) -> Runner:
    def able() -> frozenset[JobKind]:
        # Another process may have moved the database to another model or reader; its workers
        # then do these jobs.
        kinds = set(plain_handlers)
        if store.reader() == reader.name:
            kinds.add(JobKind.READ)
        if embedder is not None and store.space() == vector_space(embedder):
            kinds.add(JobKind.EMBED)
        return frozenset(kinds)

    handlers = plain_handlers | {JobKind.READ: partial(reread_next, store, reader)}
    if embedder:
        handlers[JobKind.EMBED] = partial(embed_next, store, embedder, reader, pool)
    return Runner(store, clock, handlers, runnable=able, owner=new_owner_name())


def _lower_priority() -> None:
    """Let threads that someone waits for run first, if the system supports it."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
