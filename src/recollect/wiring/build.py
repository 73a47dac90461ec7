"""Builds all components from the settings."""

from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from recollect.context.uses import Uses
from recollect.conversations.tail_cache import TailCache
from recollect.domain.clock import SystemClock
from recollect.domain.ports import ChatModel, Clock, Embedder, MessageReader, Reader, Store
from recollect.domain.shared import Shared
from recollect.errors import InvalidSetting, StorageError
from recollect.extraction.by_model import ModelExtractor
from recollect.learning.intake import Intake
from recollect.learning.lifecycle import USE
from recollect.recall.pipeline import Recall
from recollect.recall.reading import TermReader
from recollect.settings import Settings
from recollect.settings.live import SWITCH, LiveSettings, SharedSwitch
from recollect.storage.sqlite import SqliteStore, resolved_path
from recollect.wiring.background import worker_for
from recollect.wiring.components import Components, Inputs
from recollect.wiring.conversations import ephemeral_for, tuner_for
from recollect.wiring.learning import (
    built_in_extractor,
    job_handlers,
    learner_for,
    quotas_for,
    records_for,
    with_model,
)
from recollect.wiring.models import counter_for, models_for
from recollect.wiring.recall import assembler_for, item_search_for, nearest_by, recall_for

if TYPE_CHECKING:
    from recollect.storage.postgres import PostgresStore


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
) -> Components:
    """Everything a memory needs, from the settings; tests pass their own parts."""
    time, counter = clock or SystemClock(), counter_for(settings)
    with ExitStack() as opened:
        found, where, shared = _open(settings, path, time, store)
        database = opened.enter_context(closing(found))
        models = models_for(settings, embedder, chat_model, opened)
        terms = reader or TermReader()
        live = LiveSettings(settings, SharedSwitch(shared.document(SWITCH)) if shared else None)
        inputs = Inputs(settings, live, database, time, counter, terms, *models.embedders, shared)
        intake = _intake(inputs)
        recall = recall_for(inputs, opened)
        ephemeral = opened.enter_context(closing(ephemeral_for(inputs)))
        learner, records = learner_for(inputs, message_reader), records_for(inputs)
        if models.job_model is not None:
            extractor = _extractor(models.job_model, time, intake, recall)
            learner, records = with_model(learner, records, extractor)
        uses = Uses(database, USE)
        opened.callback(_last_flush, uses)
        handlers = job_handlers(inputs, tuner := tuner_for(inputs), learner, records)
        built_in = built_in_extractor(inputs, learner)
        worker, erasures = worker_for(inputs, handlers, built_in, ephemeral, uses, opened)
        # Nothing failed: keep everything open until the memory is closed.
        close = opened.pop_all().close
    components = Components(
        live=live,
        path=where,
        store=database,
        clock=time,
        counter=counter,
        intake=intake,
        embedder=inputs.embedder,
        meter=models.meter,
        chat_model=models.chat_model,
        chat_meter=models.chat_meter,
        worker=worker,
        recall=recall,
        item_search=item_search_for(settings, recall),
        assembler=assembler_for(inputs, recall, uses),
        ephemeral=ephemeral,
        recent=TailCache(database),
        tuner=tuner,
        learner=learner,
        quotas=quotas_for(inputs),
        shared=shared,
        close=close,
    )
    erasures.watch(components)
    return components


def _open(
    settings: Settings, path: str | Path | None, clock: Clock, given: Store | None
) -> tuple[Store, str, Shared | None]:
    """The store, where it is, and what servers share there.

    It is a named file, PostgreSQL if its address is set, or the default.
    """
    if given is not None:
        return given, resolved_path(path or settings.database_path), None
    patience = settings.storage_busy_timeout_seconds
    if path is None and settings.database_url is not None:
        url, connections = settings.database_url.get_secret_value(), settings.database_connections
        postgres = open_postgres(settings, url, clock, connections)
        return postgres, postgres.path, postgres.shared
    made = SqliteStore(path or settings.database_path, clock=clock, patience=patience)
    return made, made.path, None


def open_postgres(settings: Settings, url: str, clock: Clock, connections: int) -> "PostgresStore":
    """The PostgreSQL database at an address."""
    try:
        from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as missing:
        message = "database_url needs the PostgreSQL driver: pip install 'recollect[postgres]'"
        raise InvalidSetting(message, field="database_url") from missing
    patience = settings.storage_busy_timeout_seconds
    return PostgresStore(url, clock=clock, patience=patience, connections=connections)


def _extractor(model: ChatModel, clock: Clock, intake: Intake, recall: Recall) -> ModelExtractor:
    return ModelExtractor(model, recall.store, clock, intake.redact_text, nearest_by(recall))


def _last_flush(uses: Uses) -> None:
    # If the disk is full or read-only, only counts of uses are lost.
    with suppress(StorageError):
        uses.flush()


def _intake(inputs: Inputs) -> Intake:
    settings = inputs.settings
    return Intake(
        clock=inputs.clock,
        count_tokens=inputs.counter,
        read=inputs.reader.read,
        reads_later=inputs.embedder is not None,
        max_content_bytes=settings.max_content_kb * 1024,
        max_turns=settings.max_ingest_turns,
        redacting=settings.redact_secrets,
        zone=settings.zone,
    )
