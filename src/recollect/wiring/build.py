"""Builds the house from the settings: the only room that joins the rooms."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from recollect.context.uses import Uses
from recollect.context.why_not import Explainer
from recollect.conversations.ephemeral import Ephemeral
from recollect.conversations.recent import Recent
from recollect.domain.clock import SystemClock
from recollect.domain.job import JobKind
from recollect.domain.ports import (
    ChatModel,
    Clock,
    Embedder,
    MessageReader,
    Reader,
    Store,
    TokenCounter,
)
from recollect.errors import StorageError
from recollect.extraction.by_model import ByModel
from recollect.jobs.owner import own_name
from recollect.jobs.run_due import Handler, Runner
from recollect.jobs.worker import Worker
from recollect.learning.intake import Intake
from recollect.learning.lifecycle import USE
from recollect.learning.pipeline import Learner
from recollect.providers.embedders import CachedEmbedder
from recollect.providers.resilience import Meter
from recollect.recall.embedding import embed_next, space_of
from recollect.recall.pipeline import Reorder
from recollect.recall.reading import TermReader
from recollect.recall.rereading import read_again
from recollect.settings import Settings
from recollect.storage.sqlite import SqliteStore, located
from recollect.wiring.components import Components
from recollect.wiring.learning import (
    THINKING,
    by_model,
    chores_of,
    learner_for,
    records_for,
    sweep_for,
)
from recollect.wiring.models import core_models, counter_for, embedder_for
from recollect.wiring.recalling import assembler_for, nearest_by, recall_for
from recollect.wiring.talking import ephemeral_for, tuner_for


def build(
    settings: Settings,
    path: str | Path | None = None,
    *,
    store: Store | None = None,
    embedder: Embedder | None = None,
    chat_model: ChatModel | None = None,
    reader: Reader | None = None,
    message_reader: MessageReader | None = None,
    clock: Clock | None = None,
    reorder: Reorder | None = None,
) -> Components:
    """Everything a memory needs, from the settings; tests hand in their own store, models, readers or clock."""
    reads = reader or TermReader()
    time = clock or SystemClock()
    where = located(settings.database_path if path is None else path)
    meter, chat_meter = Meter(), Meter()
    counter = counter_for(settings)
    with ExitStack() as opened:
        patience = settings.storage_busy_timeout_seconds
        kept = store or SqliteStore(where, clock=time, patience=patience)
        opened.callback(kept.close)
        model = embedder_for(settings, embedder, meter, opened)
        core, once = core_models(settings, chat_model, chat_meter, opened)
        intake = _intake(settings, time, counter, reads, embedding=model is not None)
        pool, helpers = _threads(opened)
        recall = replace(recall_for(settings, kept, reads, model, helpers), reorder=reorder)
        mind = ByModel(once, kept, time, intake.words, nearest_by(recall)) if once else None
        ephemeral = ephemeral_for(settings, time, counter)
        tuner = tuner_for(settings, kept, time, counter)
        learner = learner_for(settings, kept, time, reads, model, message_reader)
        records = records_for(settings, kept, time, reads, counter)
        if mind is not None:
            learner, records = by_model(learner, records, mind)
        chores = chores_of(tuner, learner, records, sweep_for(settings, kept, time))
        opened.callback(ephemeral.close)
        uses = Uses(kept, USE)
        opened.callback(_last_flush, uses)
        worker = Worker(
            _runner(kept, time, reads, model, pool, chores),
            kept,
            time,
            space=space_of(model) if model else None,
            reader=reads.name,
            extractor=_extractor(settings, learner, mind),
            sweep=_tick(ephemeral, uses),
            poll_seconds=settings.background_poll_seconds,
            grace_seconds=settings.background_grace_seconds,
            slow=THINKING if mind else frozenset(),
        )
        opened.callback(_end_work, worker, pool)
        # All went well: what was opened stays open until the house is closed, last room first.
        close = opened.pop_all().close
    assembler = assembler_for(settings, recall, time, counter, uses)
    return Components(
        settings=settings,
        path=where,
        store=kept,
        clock=time,
        counter=counter,
        intake=intake,
        embedder=model,
        meter=meter,
        chat_model=core,
        chat_meter=chat_meter,
        worker=worker,
        recall=recall,
        assembler=assembler,
        explainer=Explainer(assembler),
        ephemeral=ephemeral,
        recent=Recent(kept),
        tuner=tuner,
        learner=learner,
        close=close,
    )


def _extractor(settings: Settings, learner: Learner, mind: ByModel | None) -> str | None:
    """The version of the built-in extractor, where that is what learns: to ask a model anew would cost."""
    learns = settings.enabled and settings.extractor != "none" and mind is None
    reader = learner.minds.reader
    return reader.name if learns and reader is not None else None


def _tick(ephemeral: Ephemeral, uses: Uses) -> Callable[[datetime], None]:
    """What is done now and then, whether or not a job is due."""

    def tick(now: datetime) -> None:
        ephemeral.sweep(now)
        uses.flush()

    return tick


def _last_flush(uses: Uses) -> None:
    # What is not counted for want of room or rights is a use, and no memory.
    with suppress(StorageError):
        uses.flush()


def _end_work(worker: Worker, pool: ThreadPoolExecutor) -> None:
    """Stop the worker and those that embed for it; nobody waits for the answer to a job that was handed back."""
    pool.shutdown(wait=worker.stop(), cancel_futures=True)


def _threads(opened: ExitStack) -> tuple[ThreadPoolExecutor, ThreadPoolExecutor]:
    """Those that embed, as many as there are cores, and the one that helps a search."""
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "recollect-embed", initializer=_step_back)
    opened.callback(pool.shutdown, wait=False, cancel_futures=True)
    # Two threads for one search, as was measured on two cores; more only wait for the memory.
    helpers = ThreadPoolExecutor(1, "recollect-search")
    opened.callback(helpers.shutdown, cancel_futures=True)
    return pool, helpers


def _runner(
    store: Store,
    clock: Clock,
    reader: Reader,
    embedder: CachedEmbedder | None,
    pool: ThreadPoolExecutor,
    chores: dict[JobKind, Handler],
) -> Runner:
    def able() -> frozenset[JobKind]:
        # Another process may have moved the database to another model or reader: that is for its workers.
        mine = set(chores)
        if store.reader() == reader.name:
            mine.add(JobKind.READ)
        if embedder is not None and store.space() == space_of(embedder):
            mine.add(JobKind.EMBED)
        return frozenset(mine)

    handlers = chores | {JobKind.READ: partial(read_again, store, reader)}
    if embedder:
        handlers[JobKind.EMBED] = partial(embed_next, store, embedder, reader, pool)
    return Runner(store, clock, handlers, able=able, owner=own_name())


def _step_back() -> None:
    """Let this thread give way to those that someone is waiting for, where the system can do that."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def _intake(
    settings: Settings, clock: Clock, counter: TokenCounter, reader: Reader, *, embedding: bool
) -> Intake:
    return Intake(
        clock=clock,
        count_tokens=counter,
        read=reader.read,
        reads_later=embedding,
        max_content_bytes=settings.max_content_kb * 1024,
        max_turns=settings.max_ingest_turns,
        redacting=settings.redact_secrets,
        zone=settings.zone,
    )
