"""Builds the house from the settings: the only file that joins the rooms."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import assert_never

from recollect.budget.analyzer import Rules
from recollect.budget.counters import by_quarters, by_scripts, by_tokenizer
from recollect.budget.partition import TokenBudget
from recollect.budget.tuner import Tuner
from recollect.context.asked import Asked
from recollect.context.assemble import Assembler, Search
from recollect.context.sections import Budgets
from recollect.context.uses import Uses
from recollect.context.why_not import Explainer, Stand
from recollect.errors import Disabled, InvalidInput, InvalidSetting, NotFound, StorageError
from recollect.jobs.owner import own_name
from recollect.jobs.run_due import Handler, Runner
from recollect.jobs.worker import Worker
from recollect.learn.by_model import ByModel
from recollect.learn.extract import extract
from recollect.learn.intake import Intake
from recollect.learn.lifecycle import USE
from recollect.learn.nearness import nearness_by
from recollect.learn.pipeline import Extracted, Learner
from recollect.learn.records import Records
from recollect.learn.sweep import Sweep
from recollect.learn.verdict import VerifyRules
from recollect.model.clock import SystemClock
from recollect.model.hit import Scope, SearchFilter, Standing
from recollect.model.job import JobKind
from recollect.model.ports import ChatModel, Clock, Embedder, Reader, Store, TokenCounter
from recollect.model.relevance import Answer
from recollect.model.tuning import Parameters
from recollect.model.turn import NewTurn, Turn
from recollect.model.writes import AddTurn, Enqueue, Rederive, Write
from recollect.providers.chat import chat_model as built_model
from recollect.providers.embedders import CachedEmbedder, HttpEmbedder, MiniLM
from recollect.providers.resilience import Breaker, Meter, Retry
from recollect.providers.tokenizer import tokenizer
from recollect.recall.cache import Indexes
from recollect.recall.embedding import embed_next, space_of
from recollect.recall.pipeline import Recall, Reorder
from recollect.recall.reading import TermReader
from recollect.recall.rereading import read_again
from recollect.recall.wish import Wish
from recollect.sessions.ephemeral import Ephemeral
from recollect.sessions.limits import PROFILES, Profile
from recollect.sessions.recent import Recent
from recollect.settings import Settings
from recollect.storage.sqlite import SqliteStore, located


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class House:
    """The rooms, joined: what `Memory` works with."""

    settings: Settings
    path: str
    store: Store
    clock: Clock
    counter: TokenCounter
    intake: Intake
    embedder: CachedEmbedder | None
    meter: Meter
    chat_model: ChatModel | None
    chat_meter: Meter
    worker: Worker
    recall: Recall
    assembler: Assembler
    explainer: Explainer
    ephemeral: Ephemeral
    recent: Recent
    tuner: Tuner
    learner: Learner
    close: Callable[[], None]

    def check_enabled(self) -> None:
        """Refuse to record while memory is switched off: saying ok would not be true."""
        if not self.settings.enabled:
            raise Disabled("memory is switched off (setting enabled = false): nothing was recorded")

    def check_recording(self) -> None:
        """The same, before something is written to the database, which is made ours to work on."""
        self.check_enabled()
        self.worker.prepare()

    def keep(
        self, agent: str, conversation: str, new: NewTurn, *, beside: Turn | None = None
    ) -> Turn:
        """Store a turn and the work that follows, as one fact; the turn as it stands then."""
        work = self.work(conversation)
        (added,) = self.store.write(agent, AddTurn(conversation, new, beside), *work).turns
        self.worker.wake()
        stored = None if added.new else self.store.turn(agent, conversation, added.id)
        return stored or new.settled(added.id, conversation, added.index)

    def work(self, conversation: str) -> tuple[Enqueue, ...]:
        """What follows from new turns of a conversation, to be asked for together with them."""
        now = self.clock.now()
        work = [Enqueue(JobKind.EMBED, conversation, now)]
        if self.settings.extractor != "none":
            work.append(self.learner.after(now))
        if self.settings.optimizer_enabled:
            work.append(self.tuner.after(conversation))
        return tuple(work)

    def rebuild(self, agent: str | None = None) -> None:
        """Throw away what was made of the turns and memories of one agent, or of all, and have it made anew.

        That is the readings and the vectors. It is asked for here and done in the background: `sync` waits for it.
        """
        self.check_recording()
        if agent is not None:
            self.store.write(agent, *self._anew())
        for known in self.store.every_agent() if agent is None else ():
            # One that is erased meanwhile has nothing to be made anew.
            with suppress(NotFound):
                self.store.write(known.id, *self._anew())
        self.worker.wake()

    def _anew(self) -> tuple[Write, ...]:
        now = self.clock.now()
        learning = (Enqueue(JobKind.LEARN, "", now, since=0),)
        return Rederive(now), *(learning if self.settings.extractor != "none" else ())


def build(
    settings: Settings,
    path: str | Path | None = None,
    *,
    store: Store | None = None,
    embedder: Embedder | None = None,
    chat_model: ChatModel | None = None,
    reader: Reader | None = None,
    clock: Clock | None = None,
    reorder: Reorder | None = None,
) -> House:
    """Everything a memory needs, from the settings; tests hand in their own store, models, reader or clock."""
    reads = reader or TermReader()
    time = clock or SystemClock()
    where = located(settings.database_path if path is None else path)
    meter, chat_meter = Meter(), Meter()
    counter = _counter(settings)
    with ExitStack() as opened:
        patience = settings.storage_busy_timeout_seconds
        kept = store or SqliteStore(where, clock=time, patience=patience)
        opened.callback(kept.close)
        model = _embedder(settings, embedder, meter, opened)
        core, once = _core_models(settings, chat_model, chat_meter, opened)
        mind = ByModel(once, kept, time) if once else None
        pool, helpers = _threads(opened)
        ephemeral = _ephemeral(settings, time, counter)
        tuner = _tuner(settings, kept, time, counter)
        learner = _learner(settings, kept, time, reads, model)
        records = _records(settings, kept, time, reads, counter)
        if mind is not None:
            learner = replace(learner, extract=mind.extract, gather=learner.silence)
            records = replace(records, recap=mind.recap, portray=mind.portray)
        chores = _chores(tuner, learner, records, _sweep(settings, kept, time))
        opened.callback(ephemeral.close)
        uses = Uses(kept, USE)
        opened.callback(_last_flush, uses)

        def tick(now: datetime) -> None:
            ephemeral.sweep(now)
            uses.flush()

        worker = Worker(
            _runner(kept, time, reads, model, pool, chores),
            kept,
            time,
            space=space_of(model) if model else None,
            reader=reads.name,
            sweep=tick,
            poll_seconds=settings.background_poll_seconds,
        )
        opened.callback(worker.stop)
        # All went well: what was opened stays open until the house is closed, last room first.
        close = opened.pop_all().close
    recall = replace(_recall(settings, kept, reads, model, helpers), reorder=reorder)
    assembler = _assembler(settings, recall, time, counter, uses)
    return House(
        settings=settings,
        path=where,
        store=kept,
        clock=time,
        counter=counter,
        intake=_intake(settings, time, counter, reads, embedding=model is not None),
        embedder=model,
        meter=meter,
        chat_model=core,
        chat_meter=chat_meter,
        worker=worker,
        recall=recall,
        assembler=assembler,
        explainer=Explainer(assembler, _stand(recall)),
        ephemeral=ephemeral,
        recent=Recent(kept),
        tuner=tuner,
        learner=learner,
        close=close,
    )


def _last_flush(uses: Uses) -> None:
    # What is not counted for want of room or rights is a use, and no memory.
    with suppress(StorageError):
        uses.flush()


def _threads(opened: ExitStack) -> tuple[ThreadPoolExecutor, ThreadPoolExecutor]:
    """Those that embed, as many as there are cores, and the one that helps a search."""
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "recollect-embed", initializer=_step_back)
    opened.callback(pool.shutdown, cancel_futures=True)
    # Two threads for one search, as was measured on two cores; more only wait for the memory.
    helpers = ThreadPoolExecutor(1, "recollect-search")
    opened.callback(helpers.shutdown, cancel_futures=True)
    return pool, helpers


def _counter(settings: Settings) -> TokenCounter:
    match settings.token_counter:
        case "characters":
            return by_quarters
        case "scripts":
            return by_scripts
        case "exact":
            # The settings have been checked: this counter has its file.
            return by_tokenizer(tokenizer(settings.tokenizer_file or ""))
    assert_never(settings.token_counter)


def _assembler(
    settings: Settings, recall: Recall, clock: Clock, counter: TokenCounter, uses: Uses
) -> Assembler:
    return Assembler(
        store=recall.store,
        search=_search(recall),
        counter=counter,
        clock=clock,
        uses=uses,
        budgets=Budgets(
            profile=settings.profile_max_tokens,
            memories=settings.working_memory_budget_tokens,
            summaries=settings.summary_budget_tokens,
            excerpts=settings.chunk_budget_tokens,
            relationships=settings.graph_budget_tokens,
        ),
    )


def _ephemeral(settings: Settings, clock: Clock, counter: TokenCounter) -> Ephemeral:
    sweep = timedelta(minutes=settings.session_sweep_minutes)
    limits = {
        Profile.CHAT: replace(
            PROFILES[Profile.CHAT],
            max_messages=settings.memory_max_turns,
            max_conversations=settings.memory_max_conversations,
            idle=timedelta(minutes=settings.memory_ttl_min),
            sweep_every=sweep,
        ),
        Profile.SESSION: replace(
            PROFILES[Profile.SESSION],
            max_messages=settings.session_max_messages,
            max_conversations=settings.session_max_sessions,
            age=timedelta(hours=settings.session_ttl_hours),
            sweep_every=sweep,
        ),
    }
    return Ephemeral(clock, counter, settings.ephemeral_max_mb * 2**20, limits)


def _tuner(settings: Settings, store: Store, clock: Clock, counter: TokenCounter) -> Tuner:
    return Tuner(
        store=store,
        clock=clock,
        counter=counter,
        budget=TokenBudget(
            max_context_tokens=settings.max_context_tokens,
            system_prompt_tokens=settings.system_prompt_tokens,
            response_reserve_tokens=settings.response_reserve_tokens,
            max_short_term_tokens=settings.max_short_term_tokens,
        ),
        rules=Rules(redundancy_threshold=settings.redundancy_threshold),
        start=Parameters(
            compression_trigger=settings.compression_trigger_ratio,
            full_message_window=settings.full_message_window,
            min_relevance=settings.min_relevance,
            target_usage_ratio=settings.target_usage_ratio,
        ),
        interval=timedelta(milliseconds=settings.optimizer_interval_ms),
        kept=settings.optimizer_snapshots_kept,
    )


def _chores(
    tuner: Tuner, learner: Learner, records: Records, sweep: Sweep
) -> dict[JobKind, Handler]:
    """What is done for an agent whatever the models."""
    return {
        JobKind.OPTIMIZE: tuner.run,
        JobKind.LEARN: learner.run,
        JobKind.SUMMARIZE: records.summarize,
        JobKind.PROFILE: records.profile,
        JobKind.SWEEP: sweep.run,
    }


def _learner(
    settings: Settings, store: Store, clock: Clock, reader: Reader, embedder: CachedEmbedder | None
) -> Learner:
    def by_rules(_agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        return Extracted(extract(turns, since=since))

    return Learner(
        store=store,
        clock=clock,
        extract=by_rules,
        nearness=nearness_by(embedder),
        read=reader.read,
        rules=VerifyRules(
            enabled=settings.verification_enabled,
            mode=settings.verification_mode,
            duplicate_words=settings.verification_jaccard_dedup_threshold,
            duplicate_meaning=settings.verification_semantic_dedup_threshold,
        ),
        silence=timedelta(seconds=settings.summary_debounce_seconds),
    )


def _records(
    settings: Settings, store: Store, clock: Clock, reader: Reader, counter: TokenCounter
) -> Records:
    return Records(
        store=store,
        clock=clock,
        reader=reader,
        counter=counter,
        profile_tokens=settings.profile_max_tokens,
        profile_after=settings.profile_regenerate_threshold,
    )


def _sweep(settings: Settings, store: Store, clock: Clock) -> Sweep:
    days = settings.summary_retention_days
    return Sweep(
        store=store,
        clock=clock,
        most=settings.max_entries_per_agent,
        recaps_kept=timedelta(days=days) if days else None,
    )


def _everything(query: str, limit: int) -> Wish:
    return Wish(text=query, limit=limit, scopes=frozenset(Scope), chosen=SearchFilter())


def _search(recall: Recall) -> Search:
    def search(agent: str, asked: Asked, limit: int) -> Answer:
        wish = replace(_everything(asked.query or "", limit), as_of=asked.as_of)
        return recall.answer(agent, wish, asked.conversation)

    return search


def _stand(recall: Recall) -> Stand:
    def stand(agent: str, query: str, name: str) -> Standing | None:
        return recall.standing(agent, _everything(query, 1), name)

    return stand


def _recall(
    settings: Settings,
    store: Store,
    reader: Reader,
    embedder: CachedEmbedder | None,
    helpers: ThreadPoolExecutor,
) -> Recall:
    space = space_of(embedder) if embedder else None
    return Recall(
        store=store,
        indexes=Indexes(store, reader, embedder, space, settings.index_cache_mb * 2**20),
        embedder=embedder,
        mmr_lambda=settings.mmr_lambda,
        mmr_fetch_multiplier=settings.mmr_fetch_multiplier,
        half_life_days=settings.temporal_decay_half_life_days,
        helpers=helpers,
    )


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


def _embedder(
    settings: Settings, given: Embedder | None, meter: Meter, opened: ExitStack
) -> CachedEmbedder | None:
    if given is None and settings.embedding_backend == "none":
        return None
    model = given or (
        MiniLM(meter=meter)
        if settings.embedding_backend == "minilm"
        else _remote(settings, meter, opened)
    )
    return CachedEmbedder(model, entries=settings.embedding_cache_entries)


def _remote(settings: Settings, meter: Meter, opened: ExitStack) -> HttpEmbedder:
    key = settings.embedding_api_key
    # The settings have been checked: this backend has its address and its model.
    remote = HttpEmbedder(
        model=settings.embedding_model or "",
        base_url=settings.embedding_base_url or "",
        api_key=key.get_secret_value() if key else None,
        breaker=Breaker(),
        meter=meter,
    )
    opened.callback(remote.close)
    return remote


def _core_models(
    settings: Settings, given: ChatModel | None, meter: Meter, opened: ExitStack
) -> tuple[ChatModel | None, ChatModel | None]:
    """The core model for those who wait, and the same for jobs if it is to learn: they are tried again as rows."""
    breaker = Breaker()
    core = given or _core_model(settings, meter, breaker, Retry(), opened)
    if settings.extractor != "model":
        return core, None
    if core is None:
        needed = "a core model: set core_model_api_key or core_model_base_url"
        raise InvalidSetting(f"extractor = 'model' needs {needed}", field="extractor")
    return core, given or _core_model(settings, meter, breaker, Retry(()), opened)


def _core_model(
    settings: Settings, meter: Meter, breaker: Breaker, retry: Retry, opened: ExitStack
) -> ChatModel | None:
    key = settings.core_model_api_key
    try:
        model = built_model(
            provider=settings.core_model_provider,
            name=settings.core_model_name,
            base_url=settings.core_model_base_url,
            api_key=key.get_secret_value() if key else None,
            timeout=settings.core_model_timeout_seconds,
            breaker=breaker,
            retry=retry,
            meter=meter,
        )
    except InvalidInput as wrong:  # an address that only the one who is to go there finds wrong
        name = f"core_model_{wrong.field}"
        raise InvalidSetting(f"{name} is not allowed: {wrong.message}", field=name) from None
    if model is not None:
        opened.callback(model.close)
    return model


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
    )
