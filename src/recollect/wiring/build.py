"""Builds all components from the settings."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from recollect.budget.tuner import Tuner
from recollect.context.uses import Uses
from recollect.context.why_not import Explainer
from recollect.conversations.tail_cache import TailCache
from recollect.domain.clock import SystemClock
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
from recollect.extraction.by_model import ModelExtractor
from recollect.learning.intake import Intake
from recollect.learning.lifecycle import USE
from recollect.learning.pipeline import Learner
from recollect.learning.records import Records
from recollect.recall.pipeline import Recall, Reorder
from recollect.recall.reading import TermReader
from recollect.settings import Settings
from recollect.storage.sqlite import SqliteStore, resolved_path
from recollect.wiring.background import JobPlan, tick_for, worker_for
from recollect.wiring.components import Components
from recollect.wiring.conversations import ephemeral_for, tuner_for
from recollect.wiring.learning import (
    job_handlers,
    learner_for,
    records_for,
    sweep_for,
    with_model,
)
from recollect.wiring.models import counter_for, models_for
from recollect.wiring.recall import assembler_for, nearest_by, recall_for


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
    """Everything a memory needs, from the settings; tests pass their own parts."""
    terms = reader or TermReader()
    time = clock or SystemClock()
    where = resolved_path(settings.database_path if path is None else path)
    counter = counter_for(settings)
    with ExitStack() as opened:
        database = opened.enter_context(closing(store or _sqlite(settings, where, time)))
        models = models_for(settings, embedder, chat_model, opened)
        intake = _intake(settings, time, counter, terms, embedding=models.embedder is not None)
        threads = _search_threads(opened)
        recall = recall_for(settings, database, terms, models.embedder, threads, reorder)
        ephemeral = opened.enter_context(closing(ephemeral_for(settings, time, counter)))
        tuner = tuner_for(settings, database, time, counter)
        learner = learner_for(settings, database, time, terms, models.embedder, message_reader)
        records = records_for(settings, database, time, terms, counter)
        if models.job_model is not None:
            extractor = _extractor(models.job_model, time, intake, recall)
            learner, records = with_model(learner, records, extractor)
        uses = Uses(database, USE)
        opened.callback(_last_flush, uses)
        plan = _job_plan(settings, tuner, learner, records, asks_model=models.job_model is not None)
        tick = tick_for(ephemeral, uses)
        worker = worker_for(settings, database, time, terms, models.embedder, plan, tick, opened)
        # Nothing failed: keep everything open until the memory is closed.
        close = opened.pop_all().close
    assembler = assembler_for(settings, recall, time, counter, uses)
    return Components(
        settings=settings,
        path=where,
        store=database,
        clock=time,
        counter=counter,
        intake=intake,
        embedder=models.embedder,
        meter=models.meter,
        chat_model=models.chat_model,
        chat_meter=models.chat_meter,
        worker=worker,
        recall=recall,
        assembler=assembler,
        explainer=Explainer(assembler),
        ephemeral=ephemeral,
        recent=TailCache(database),
        tuner=tuner,
        learner=learner,
        close=close,
    )


def _sqlite(settings: Settings, path: str, clock: Clock) -> Store:
    return SqliteStore(path, clock=clock, patience=settings.storage_busy_timeout_seconds)


def _extractor(model: ChatModel, clock: Clock, intake: Intake, recall: Recall) -> ModelExtractor:
    return ModelExtractor(model, recall.store, clock, intake.redact_text, nearest_by(recall))


def _job_plan(
    settings: Settings, tuner: Tuner, learner: Learner, records: Records, *, asks_model: bool
) -> JobPlan:
    sweep = sweep_for(settings, learner.store, learner.clock)
    # Only the built-in extractor learns again after an upgrade: asking a model again would cost.
    built_in = settings.enabled and settings.extractor != "none" and not asks_model
    reader = learner.models.reader
    return JobPlan(
        handlers=job_handlers(tuner, learner, records, sweep),
        extractor=reader.name if built_in and reader is not None else None,
        asks_model=asks_model,
    )


def _last_flush(uses: Uses) -> None:
    # If the disk is full or read-only, only counts of uses are lost.
    with suppress(StorageError):
        uses.flush()


def _search_threads(opened: ExitStack) -> ThreadPoolExecutor:
    # A second thread for each search: measured on two cores, more only wait for memory.
    threads = ThreadPoolExecutor(1, "recollect-search")
    opened.callback(threads.shutdown, cancel_futures=True)
    return threads


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
